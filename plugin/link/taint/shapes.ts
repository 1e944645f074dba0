/**
 * Which part of its result holds what was in a part of its argument, for functions of the language that rearrange: an entry of
 * `Object.entries(o)` is a pair, a race has the value of whoever comes first. Everything else keeps parts where they were.
 */
import { Kind } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { type AccessPaths, EMPTY } from './access-paths'

/** Heads of paths that stand for names of properties, and for keys of maps: no property is called so. */
export const NAMES = '[name]'
export const KEYS = '[key]'
/** Head of what a call throws, or the promise that it gives is rejected with. */
export const THROWN = '[thrown]'

type Shape = 'names' | 'values' | 'pairs' | 'unpaired' | 'first' | 'settled' | 'grouped'

/** API paths as `ApiPaths.show` tells them. */
const SHAPES: Record<string, Shape> = rowsByName({
  'Object.keys': 'names',
  'Object.getOwnPropertyNames': 'names',
  'Reflect.ownKeys': 'names',
  'Object.values': 'values',
  'Object.entries': 'pairs',
  'Object.fromEntries': 'unpaired',
  Map: 'unpaired',
  'Promise.race': 'first',
  'Promise.any': 'first',
  'Promise.allSettled': 'settled',
  'Object.groupBy': 'grouped',
})

/** The part of the result, or undefined where nothing of it is there: the names of an object that is written out are no data. */
export function reshaped(paths: AccessPaths, called: string, path: number, string: (text: string) => number): number | undefined {
  const shape = Object.hasOwn(SHAPES, called) ? SHAPES[called] : undefined
  if (shape === undefined || path === EMPTY) return path
  const element = string('[]')
  const any = string('[*]')
  const inner = paths.tail(path)
  const isName = paths.head(path) === string(NAMES) || paths.head(path) === string(KEYS)
  switch (shape) {
    case 'names':
      return isName ? paths.cons(element, inner) : undefined
    case 'values':
      return isName ? undefined : paths.cons(element, inner)
    case 'pairs':
      return paths.cons(element, paths.cons(string(isName ? '0' : '1'), inner))
    case 'unpaired':
      // What was a name, or a key, is one again.
      if (isName) return paths.cons(string(called === 'Map' ? KEYS : NAMES), inner)
      if (inner !== EMPTY && paths.head(inner) === string('0')) return paths.cons(string(called === 'Map' ? KEYS : NAMES), paths.tail(inner))
      // Of a pair the second is the value. A map made of a map, and a list whose pairs nobody knows, stay as they are.
      return paths.cons(any, inner !== EMPTY && paths.head(inner) === string('1') ? paths.tail(inner) : inner)
    case 'first':
      return inner
    case 'settled':
      return paths.cons(element, paths.cons(string('value'), inner))
    case 'grouped':
      return paths.cons(any, paths.cons(element, inner))
  }
}

const copies = new WeakMap<Linked, Map<number, number>>()

/** `JSON.parse(JSON.stringify(value))`: of the inner call the outer, which has every part where it was; -1 for any other call. */
export function copyBy(linked: Linked, call: number): number {
  let known = copies.get(linked)
  if (!known) {
    known = copiesIn(linked)
    copies.set(linked, known)
  }
  return known.get(call) ?? -1
}

function copiesIn(linked: Linked): Map<number, number> {
  const { whole } = linked
  const found = new Map<number, number>()
  for (const parse of lookupOf(whole).named(Kind.Call, 'parse')) {
    const args = whole.args(parse)
    const inner = args.length === 1 ? (args[0] as number) : -1
    if (inner < 0 || whole.kind[inner] !== Kind.Call || calledName(linked, inner) !== 'stringify' || whole.args(inner).length !== 1) continue
    if (isOfJson(linked, parse) && isOfJson(linked, inner)) found.set(inner, parse)
  }
  return found
}

function isOfJson(linked: Linked, call: number): boolean {
  const { whole } = linked
  const receiver = receiverOf(linked, call)
  return receiver >= 0 && whole.kind[receiver] === Kind.Global && whole.text(whole.a[receiver] as number) === 'JSON'
}

/**
 * Which part of its result holds what was in a part of its argument, for functions of the language that rearrange: an entry of
 * `Object.entries(o)` is a pair, a race has the value of whoever comes first. Everything else keeps parts where they were.
 */
import { rowsByName } from '../../rows-by-name'
import { type AccessPaths, EMPTY } from './access-paths'

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
  switch (shape) {
    case 'names':
      return undefined
    case 'values':
      return paths.cons(element, inner)
    case 'pairs':
      return paths.cons(element, paths.cons(string('1'), inner))
    case 'unpaired':
      // Of a pair the second is the value. A map made of a map, and a list whose pairs nobody knows, stay as they are.
      if (inner === EMPTY || (paths.head(inner) !== string('1') && paths.head(inner) !== string('0'))) return paths.cons(any, inner)
      return paths.head(inner) === string('1') ? paths.cons(any, paths.tail(inner)) : undefined
    case 'first':
      return inner
    case 'settled':
      return paths.cons(element, paths.cons(string('value'), inner))
    case 'grouped':
      return paths.cons(any, paths.cons(element, inner))
  }
}

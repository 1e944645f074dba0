/**
 * What a value is called. In: a node. Out: the variables it was put into, and the property, parameter or function it is read
 * from. A name is often all that tells a password from another text.
 */
import { Kind } from '../graph'
import type { Linked } from './linked'
import { remember } from './lookup'
import type { Whole } from './whole/index'

export interface Called {
  name: string
  /** Offset of the name in the node's file. */
  pos: number
}

const known = new WeakMap<Whole, Map<number, Called[]>>()

/** Variables that a value was put into, in the order in which they stand. */
export function variablesOf(whole: Whole, node: number): readonly Called[] {
  let all = known.get(whole)
  if (!all) {
    all = new Map()
    for (const { node: value, name, pos } of whole.names) {
      const list = all.get(value)
      if (list) list.push({ name, pos })
      else all.set(value, [{ name, pos }])
    }
    known.set(whole, all)
  }
  return all.get(node) ?? NONE
}

export const nameOfParameter = (whole: Whole, param: number): string =>
  whole.functions[whole.a[param] as number]?.fact.paramNames[whole.b[param] as number] ?? ''

/** Every name of a value; what tests and closures wrap around it is looked through. */
export function namesOf(linked: Linked, node: number, hops = 0): string[] {
  if (node < 0 || node >= linked.whole.size || hops > 6) return []
  return remembered(linked, node, hops, () => findNames(linked, node, hops))
}

const remembered = remember<string[]>()

function findNames(linked: Linked, node: number, hops: number): string[] {
  const { whole } = linked
  const names = variablesOf(whole, node).map(({ name }) => name)
  const a = whole.a[node] as number
  switch (whole.kind[node] as Kind) {
    case Kind.Load:
      names.push(whole.text(whole.b[node] as number))
      break
    case Kind.LoadDynamic: {
      const key = whole.b[node] as number
      if (whole.kind[key] === Kind.String) names.push(whole.text(whole.a[key] as number))
      break
    }
    case Kind.Global:
      names.push(whole.text(a))
      break
    case Kind.Cell:
      names.push(whole.text(whole.b[node] as number))
      break
    case Kind.Import:
      names.push(whole.text(whole.b[node] as number))
      break
    case Kind.Param:
      names.push(nameOfParameter(whole, node))
      break
    case Kind.Call:
      // `getPassword()`, `request.get('x-api-key')`
      names.push(...namesOf(linked, a, hops + 1).map((name) => name.replace(/^(?:get|read|load|fetch|find)_?(?=[A-Z])/, '')))
      break
    case Kind.Refine:
    case Kind.Await:
      names.push(...namesOf(linked, a, hops + 1))
      break
    case Kind.Choice:
      for (const item of whole.items(a)) names.push(...namesOf(linked, item, hops + 1))
      break
  }
  return [...new Set(names.filter((name) => name !== ''))]
}

/** `sessionUid`, `SESSION_UID` → `session_uid`, so that a pattern can ask for whole words. */
export function snake(name: string): string {
  if (/^[a-z\d]*$/.test(name)) return name
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/[^A-Za-z\d]+/g, '_')
    .toLowerCase()
}

const NONE: readonly Called[] = []

const MOST_NAMES = 12

/** What a read, a variable, an import or a global is called where it stands; '' of anything else. */
export function calledHere(whole: Whole, node: number): string {
  switch (whole.kind[node] as Kind) {
    case Kind.Load:
    case Kind.Cell:
    case Kind.Import:
      return whole.text(whole.b[node] as number)
    case Kind.Global:
      return whole.text(whole.a[node] as number)
    default:
      return ''
  }
}

/** The language's own `Promise`, where it is called, made or read. */
export const isPromiseClass = (whole: Whole, node: number): boolean =>
  whole.kind[node] === Kind.Global && whole.text(whole.a[node] as number) === 'Promise'

/** What a name stands for, where it stands for one thing: through tests of it, and a variable that is written once. */
export const thingNamed = (whole: Whole, node: number): number => follow(whole, node, (kind) => kind === Kind.Refine)

/** The same, and what a promise of it gives. */
export const thingAwaited = (whole: Whole, node: number): number => follow(whole, node, (kind) => kind === Kind.Refine || kind === Kind.Await)

function follow(whole: Whole, node: number, isThrough: (kind: Kind) => boolean): number {
  let at = node
  for (let hops = 0; hops < MOST_NAMES; hops++) {
    const kind = whole.kind[at] as Kind
    const next = isThrough(kind) ? (whole.a[at] as number) : kind === Kind.Cell ? whole.only(whole.a[at] as number) : -1
    if (next < 0) break
    at = next
  }
  return at
}

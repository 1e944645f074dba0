/**
 * What each door takes, as nodes, for whoever asks later what becomes of it. In: reads of the request and what they are held
 * against, as they are found. Out: by door.
 */
import type { EntryPoint, Parameter } from '../../types'
import type { Linked } from '../linked'

/** A parameter stands under a validator. */
export interface Held {
  in: Parameter['in']
  name: string
  /** Call that holds it, or the schema where it is given with the route. */
  by: number
  /** Node of the schema; the same as `by` where the call itself says what is allowed. */
  schema: number
  /** It is given with the route: the framework holds requests against it before it calls a handler. */
  withRoute?: true
  /** Steps of a chain that change the value: `trim`, `escape`. */
  changes: readonly string[]
}

export interface TakenRead {
  in: Parameter['in']
  /** '' for all of a place. */
  name: string
  node: number
}

export interface Taken {
  reads: readonly TakenRead[]
  held: readonly Held[]
  /** Every parameter of the path, where the path limits one: the expression that it has to match, '' where it may be anything. */
  path?: ReadonlyMap<string, string>
  /** What the groups of a path that is an expression match. */
  groups?: ReadonlyMap<string, string>
}

const known = new WeakMap<Linked, Map<string, Taken>>()

/** A door may be copied on its way; where it stands and what it takes stays. */
const keyOf = ({ method, path, at }: EntryPoint): string => `${method} ${path} ${at.file}:${at.line}`

export function rememberTaken(linked: Linked, entry: EntryPoint, taken: Taken): void {
  const all = known.get(linked) ?? new Map<string, Taken>()
  known.set(linked, all)
  all.set(keyOf(entry), taken)
}

/** undefined for doors whose handlers are not read: operations of GraphQL, commands, queues. */
export function takenOf(linked: Linked, entry: EntryPoint): Taken | undefined {
  return known.get(linked)?.get(keyOf(entry))
}

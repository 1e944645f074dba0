/** Parts of a request, and ways of getting to where they are read: the nouns of this folder. */
import type { InputPlace } from '../../door-models'

export type Origin =
  /** A request, a response, a part of either that has no place of its own. */
  | { kind: 'api'; path: number }
  /** Data of a request. Without a trail all that stands in a place; with one a field, and fields of it. */
  | { kind: 'data'; place: InputPlace; trail: readonly string[] }
  /** A parsed address. */
  | { kind: 'address' }
  /** What a validator hands back: the data are in it. */
  | { kind: 'checked'; of: Origin }
  /** An object that the code writes. */
  | { kind: 'object'; node: number; frame: Frame }

export type Data = Extract<Origin, { kind: 'data' }>

/** One way of getting into a function. */
export interface Frame {
  /** What parameters stand for; those that are missing stand for what the solver knows. */
  bound: ReadonlyMap<number, readonly Origin[]>
  known: Map<number, readonly Origin[]>
  /** Calls on the way, the outermost first. */
  through: readonly number[]
  /** Frames of the functions that are called, by call and function. */
  below: Map<number, Frame>
}

export const newFrame = (bound: Frame['bound'] = new Map(), through: readonly number[] = []): Frame => ({
  bound,
  known: new Map(),
  through,
  below: new Map(),
})

export const NONE: readonly Origin[] = []
export const MOST_ORIGINS = 12
export const MOST_ITEMS = 24
export const DEEPEST_FIELD = 4

export function distinct(origins: readonly Origin[]): readonly Origin[] {
  if (origins.length < 2) return origins
  const found = new Map<string, Origin>()
  for (const origin of origins) {
    const key = keyOf(origin)
    if (!found.has(key)) found.set(key, origin)
    if (found.size >= MOST_ORIGINS) break
  }
  return [...found.values()]
}

function keyOf(origin: Origin): string {
  switch (origin.kind) {
    case 'api':
      return `a${origin.path}`
    case 'data':
      return `d${origin.place} ${origin.trail.join('.')}`
    case 'checked':
      return `c${keyOf(origin.of)}`
    case 'object':
      return `o${origin.node}`
    default:
      return origin.kind
  }
}

/** A function and all that is known of what its parameters stand for; undefined where one is an object, which each way writes anew. */
export function keyOfCalled(fn: number, { bound }: Frame): string | undefined {
  let key = `${fn}`
  for (const [param, origins] of bound) {
    if (origins.some(isObject)) return undefined
    key += ` ${param}:${JSON.stringify(origins)}`
  }
  return key
}

const isObject = (origin: Origin): boolean => origin.kind === 'object' || (origin.kind === 'checked' && isObject(origin.of))

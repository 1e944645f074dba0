/** The functions of the program behind each door, for whoever asks later what they lead to. In: doors as they are found. Out: by door. */
import type { EntryPoint } from '../../types'
import type { Linked } from '../linked'
import type { InFront } from '../routes/index'
import { type Door, doorOf } from './same-door'

export interface Runs {
  /** What answers. */
  handlers: readonly number[]
  /** What a request meets before that, in order; of these, `own` stand at the very door. */
  before: readonly number[]
  own: readonly number[]
  /** The same handlers, with what each sees of a request. */
  front: readonly InFront[]
  /** Parameters of the handler that name records which a guard in front looks up, each with the guard. */
  asked: readonly [param: number, by: string][]
}

const NONE: Runs = { handlers: [], before: [], own: [], front: [], asked: [] }
const known = new WeakMap<Linked, Map<string, Runs>>()

/** A door may be copied on its way; where it stands and what it takes stays. */
export function rememberRuns(linked: Linked, entry: Door, runs: Runs): void {
  const all = known.get(linked) ?? new Map<string, Runs>()
  known.set(linked, all)
  // What arises later may turn out to be a webhook.
  for (const kind of entry.kind === 'http' ? (['http', 'webhook'] as const) : [entry.kind]) all.set(doorOf({ ...entry, kind }), runs)
}

export function runsOf(linked: Linked, entry: EntryPoint): Runs {
  return known.get(linked)?.get(doorOf(entry)) ?? NONE
}

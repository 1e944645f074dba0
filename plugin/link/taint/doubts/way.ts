/** One way that was found from a source to a sink, as doubts are told of it, and what a doubt says. */
import { Kind } from '../../../graph'
import type { Flow } from '../../../types'
import { firstOf } from '../../first-of'
import { calledName, type Linked } from '../../linked'
import type { Assurances } from '../assurances'
import type { Conditions } from '../conditions'
import type { Hit } from '../facts'
import type { Gates } from '../gates'
import type { Loops } from '../loops'
import type { OtherPrograms } from '../other-programs'
import type { OwnJobs } from '../own-jobs'

/** What knows of conditions around values, and of calls that came back before. */
export interface Asked {
  conditions: Conditions
  assurances: Assurances
  loops: Loops
  gates: Gates
  programs: OtherPrograms
  jobs: OwnJobs
  /** Whether a door of the program runs a function. */
  isRun(fn: number): boolean
  /** Whether a function answers at a door, and stands in front of none. */
  answers(fn: number): boolean
  /** Functions of handlers of routers that nothing mounts. */
  unmounted: ReadonlySet<number>
  /** Paths of files that only developers run, by hand. */
  tools: ReadonlySet<string>
  /** Whether the model is known that a call stores a record of. */
  isModelled(call: number): boolean
}

/** What stands in front of the door by which data comes in. */
export interface Front {
  /** Functions that run before its handler. */
  runs: readonly number[]
  /** Guard that lets administrators alone pass, as the code calls it. */
  forAdmins: string | undefined
  /** Parameters of its handler that name records which a guard looks up, each with the guard. */
  asked: ReadonlyMap<number, string>
}

export interface Way {
  linked: Linked
  asked: Asked
  front: Front
  source: Flow['source']
  /** Nodes from the source to the last one before the sink, fields of objects among them. */
  steps: readonly number[]
  /** The same and the sink, without fields. */
  nodes: readonly number[]
  hit: Hit
}

/** The most that may be claimed of a way, and why, in one sentence. */
export type Told = NonNullable<Flow['doubt']>

export interface Doubt {
  /** Kinds of sinks that it is about; all where left out. */
  of?: ReadonlySet<string>
  /** Kinds of sinks that it says nothing about. */
  notOf?: ReadonlySet<string>
  tell(way: Way): Told | undefined
}

/** What is told or kept where it should not be: checks of what a text says change nothing about it. */
export const TELLING: ReadonlySet<string> = new Set(['disclosure', 'secret'])

export const low = (because: string): Told => ({ most: 'low', because })
export const medium = (because: string): Told => ({ most: 'medium', because })

/** Name of the first function on a way that passes a test. */
export const helperOn = ({ nodes }: Way, nameOf: (node: number) => string, names: RegExp): string | undefined =>
  firstOf(nodes, (node) => {
    const name = nameOf(node)
    return names.test(name) ? name : undefined
  })

/** Name of the function that a parameter belongs to, or of a call. */
export function helperAround(linked: Linked, node: number): string {
  const { whole } = linked
  if (whole.kind[node] === Kind.Call) return calledName(linked, node)
  return whole.kind[node] === Kind.Param ? (whole.functions[whole.a[node] as number]?.fact.name ?? '') : ''
}

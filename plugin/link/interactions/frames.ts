/** One way of getting into a function, as far as it matters for what happens there. */

/** Parameters of functions on the way, and what they were given. */
export type Given = ReadonlyMap<number, { node: number; given: Given }>

export interface Frame {
  fn: number
  given: Given
  depth: number
  stack: readonly number[]
  /** Functions handed on whose steps are told at another place than where they are called. */
  apart: ReadonlySet<number>
  /** Whoever runs it is the framework: what ends it ends the request. */
  root: boolean
  /** What it hands back is the answer. */
  answers: boolean
  /** Whatever it throws is caught on the way. */
  caught: boolean
}

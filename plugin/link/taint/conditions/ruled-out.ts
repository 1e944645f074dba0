/**
 * How the parts of a test ask of one another: `isOwn(x) === true` is what `isOwn(x)` says, and a call is what the function that it runs
 * answers. In: a condition, whether it holds, and a value. Out: kinds of harm that the value cannot do then.
 */
export interface RuledOut {
  /** @param hops conditions that were asked before this one, each for the sake of the next */
  says(condition: number, holds: boolean, value: number, hops: number): number
  /** What the conditions around a node say. */
  around(at: number, value: number): number
}

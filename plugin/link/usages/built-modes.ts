/**
 * A mode that is built upon a block cipher: key wrapping, CMAC, counters. Each block is encrypted alone, as ECB does it, and blocks are
 * combined by exclusive or. In: a call that makes a cipher. Out: whether the function around it combines anything so.
 */
import { Kind } from '../../graph'
import type { Linked } from '../linked'
import { lookupOf } from '../lookup'
import { XOR } from '../operators'
import { functionsAround } from './origin'

export function isOfBuiltMode(linked: Linked, call: number): boolean {
  const { whole } = linked
  const outermost = outermostAround(linked, call)
  return (
    outermost !== undefined &&
    lookupOf(whole)
      .of(Kind.Binary)
      .some((node) => whole.c[node] === XOR && outermostAround(linked, node) === outermost)
  )
}

/** The farthest function around a node that is one piece of work, and no wrapper of a whole file. */
const outermostAround = (linked: Linked, node: number): number | undefined =>
  functionsAround(linked, node).findLast((fn) => {
    const fact = linked.whole.functions[fn]?.fact
    return fact !== undefined && fact.end - fact.pos <= LONGEST
  })
/** Characters of a function that builds a mode. */
const LONGEST = 8_000

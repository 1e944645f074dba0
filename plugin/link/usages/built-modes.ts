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

/** The function around a node that stands in no other; the last that is told is the module itself. */
const outermostAround = (linked: Linked, node: number): number | undefined => functionsAround(linked, node).at(-2)

/**
 * Texts that one function puts together and another runs as they are: `run('select … ' + name)`. In: a fact at a sink, or at the
 * call that hands it on. Out: the node that puts the text together, for harm that is done by what the text says.
 */
import type { Linked } from '../linked'
import type { Fact, Hit } from './facts'
import { isComposed } from './texts'

/** Sinks that act on a text as a whole: whoever puts it together has the fault, and not the helper that all texts go through. */
const ACTS_ON_TEXT = new Set(['sql', 'command', 'code', 'template', 'ldap', 'xpath'])
/** In the function of the sink itself. */
export const AT_SINK = -1
/** Most facts of one way that are looked at, and most functions into each other that handed it back. */
const MOST_FACTS = 60
const MOST_DEPTH = 3

/** @param isHandedOn whether the sink is in another function, which was called with it */
export function withText(linked: Linked, hit: Hit, fact: Fact, isHandedOn: boolean): Hit {
  if (hit.composed !== undefined || !ACTS_ON_TEXT.has(hit.name)) return hit
  const composed = composedOn(linked, fact, 0)
  return composed === undefined ? hit : { ...hit, composed: isHandedOn ? composed : AT_SINK }
}

/** The last of this function's steps that puts a text together, or of those that handed it one. */
function composedOn(linked: Linked, fact: Fact, depth: number): number | undefined {
  let hops = 0
  for (let at: Fact | undefined = fact; at && hops < MOST_FACTS; at = at.from, hops++) {
    if (isComposed(linked, at.node)) return at.node
    const within = at.inside && depth < MOST_DEPTH ? composedOn(linked, at.inside, depth + 1) : undefined
    if (within !== undefined) return within
  }
  return undefined
}

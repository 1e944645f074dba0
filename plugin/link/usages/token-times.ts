/**
 * Tokens of which only the times are read, or whether they are any: when one ends is asked to fetch another in time, and nobody is believed
 * for it.
 */
import { ChoiceKind, Kind } from '../../graph'
import type { Linked } from '../linked'
import { NOT } from '../operators'
import { usesOf } from '../uses'

/** Registered claims that are times (RFC 7519, 4.1). */
const TIMES = new Set(['exp', 'iat', 'nbf'])
/** A claim is reached in a few: tested, of one kind or another. */
const MOST_HOPS = 8

/** @param read a call that gives the claims of a token */
export function believesNobody(linked: Linked, read: number): boolean {
  const { whole } = linked
  const uses = usesOf(whole)
  const { kind } = whole
  const fn = whole.functionOf(read)
  const given = new Set(whole.functions[fn]?.returns)
  const seen = new Set<number>()
  let asked = false
  const holds = (value: number, hops: number): boolean => {
    if (seen.has(value)) return true
    seen.add(value)
    if (hops > MOST_HOPS || given.has(value)) return false
    return [...uses.of(value)].every((user) => {
      switch (kind[user] as Kind) {
        case Kind.Load:
          asked = true
          return TIMES.has(whole.text(whole.b[user] as number))
        // The value itself, tested; of a refinement by it, something else is the value.
        case Kind.Refine:
          return whole.a[user] !== value || holds(user, hops + 1)
        case Kind.Choice:
          return (whole.c[user] as number) === ChoiceKind.And && whole.items(whole.a[user] as number).at(-1) !== value ? true : holds(user, hops + 1)
        case Kind.Await:
          return holds(user, hops + 1)
        // `!!jwt.decode(text)`
        case Kind.Unary:
          asked ||= whole.c[user] === NOT
          return true
        case Kind.Binary:
          return true
        default:
          return false
      }
    })
  }
  return holds(read, 0) && asked
}

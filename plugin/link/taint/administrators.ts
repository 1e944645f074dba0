/**
 * Ways that only administrators get to, and ways that only programs of the same people do. In: the nodes of one way, and what runs in
 * front of its door. Out: what is asked of the caller there, as the code writes it. The flag or the name of a role has to hold where the node stands: `if (!user.isAdmin) return`
 * counts for what follows it, and `if (user.isAdmin) return` for nothing.
 */
import { mentionsAdmin } from '../../door-purposes'
import { ChoiceKind, Kind } from '../../graph'
import { calledName, type Linked } from '../linked'
import { isEqual, isUnequal, NOT } from '../operators'
import { ownSecretAsked } from '../own-secrets'
import { knownAround } from '../regions'

const MOST_HOPS = 6
/** What accounts are called where they are asked for what they may do. */
const ACCOUNT = /(?:user|account|member|viewer|principal|session|auth|identity|profile|claims|token|payload|caller|actor)$/i
const ROLE = /roles?(?:_?name)?$|^(?:user|account)_?type$/i

/** The part of a condition that lets such callers alone pass, where it holds or does not. */
type Asks = (linked: Linked, condition: number, holds: boolean) => number | undefined

/** The check that every node of a way may stand behind: one that does is enough, since nobody comes past it. */
const checkOf = (asks: Asks) => {
  const known = new WeakMap<Linked, Map<number, string | undefined>>()
  return (linked: Linked, nodes: readonly number[], before: readonly number[]): string | undefined => {
    for (const node of nodes) {
      const asked = askedAround(linked, node, asks)
      if (asked !== undefined) return asked
    }
    let ofGuards = known.get(linked)
    if (!ofGuards) {
      ofGuards = new Map()
      known.set(linked, ofGuards)
    }
    for (const fn of before) {
      const asked = askedByGuard(linked, fn, asks, ofGuards)
      if (asked !== undefined) return asked
    }
    return undefined
  }
}

export const administratorsAsked = checkOf((linked, condition, holds) => askedIn(linked, condition, holds, 0))
export const ownProgramsAsked = checkOf(ownSecretAsked)

/** A function in front hands the request on behind such a check alone. */
function askedByGuard(linked: Linked, fn: number, asks: Asks, known: Map<number, string | undefined>): string | undefined {
  if (!known.has(fn)) {
    const asked = linked.effects
      .within(fn)
      .filter((node) => linked.whole.kind[node] === Kind.Call && calledName(linked, node) === 'next' && linked.whole.args(node).length === 0)
      .map((node) => askedAround(linked, node, asks))
    known.set(fn, asked.every((each) => each !== undefined) ? asked[0] : undefined)
  }
  return known.get(fn)
}

function askedAround(linked: Linked, node: number, asks: Asks): string | undefined {
  const { whole } = linked
  for (const { condition, holds } of knownAround(whole, node)) {
    const asked = asks(linked, condition, holds)
    if (asked !== undefined) return whole.sourceOf(asked, 40)
  }
  return undefined
}

const isCompared = (operator: number): boolean => isEqual(operator) || isUnequal(operator)

/** The part of a condition that names administrators, where it holds for whoever is let through. */
function askedIn(linked: Linked, condition: number, holds: boolean, hops: number): number | undefined {
  const { whole, values } = linked
  if (condition < 0 || condition >= whole.size || hops > MOST_HOPS) return undefined
  const inner = whole.a[condition] as number
  switch (whole.kind[condition] as Kind) {
    case Kind.Unary:
      return whole.c[condition] === NOT ? askedIn(linked, inner, !holds, hops + 1) : undefined
    case Kind.Refine:
    case Kind.Await:
      return askedIn(linked, inner, holds, hops + 1)
    case Kind.Choice: {
      // Of `a && b` each holds, and of `a || b` neither where it does not.
      if (whole.c[condition] !== (holds ? ChoiceKind.And : ChoiceKind.Or)) return undefined
      for (const item of whole.items(inner)) {
        const asked = askedIn(linked, item, holds, hops + 1)
        if (asked !== undefined) return asked
      }
      return undefined
    }
    case Kind.Load:
      return holds && mentionsAdmin(values.nameOf(condition)) && ACCOUNT.test(values.nameOf(inner)) ? condition : undefined
    case Kind.Binary: {
      // `user.isAdmin !== true`
      if (whole.kind[whole.b[condition] as number] === Kind.Boolean && isCompared(whole.c[condition] as number))
        return askedIn(linked, inner, (whole.a[whole.b[condition] as number] === 1) === (isEqual(whole.c[condition] as number) === holds), hops + 1)
      if (!(holds ? isEqual(whole.c[condition] as number) : isUnequal(whole.c[condition] as number))) return undefined
      const sides = [inner, whole.b[condition] as number]
      const isRole = sides.some((side) => whole.kind[side] === Kind.Load && ROLE.test(values.nameOf(side)))
      return isRole && sides.some((side) => values.texts(side).some(({ exact, value }) => exact && mentionsAdmin(value))) ? condition : undefined
    }
    default:
      return undefined
  }
}

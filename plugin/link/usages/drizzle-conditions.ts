/**
 * Conditions of statements that Drizzle makes. In: chains of its builders. Out: a use of the kind `statement-condition` for each `where`,
 * with the one before it in its chain, which it replaces.
 */
import { ChoiceKind, Kind } from '../../graph'
import type { Usage } from '../../types'
import { packagesOf } from '../entities/reading'
import { calledName, citeLine, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { isMadeOf } from '../made-of'
import { usage } from './modelled'

/** A chain is followed this far. */
const MOST_HOPS = 24
/** What makes a question of its own of the chain before it. */
const ENDS = /^(?:as|\$with|union(?:All)?|intersect(?:All)?|except(?:All)?)$/

const said = (text: string) => ({ state: 'constant' as const, texts: [text] })

export function drizzleConditions(linked: Linked): Usage[] {
  const { whole } = linked
  return [...lookupOf(whole).named(Kind.Call, 'where')].flatMap((call) => {
    const [condition] = whole.args(call)
    const receiver = receiverOf(linked, call)
    if (condition === undefined || receiver < 0) return []
    const before = earlier(linked, receiver, true)
    if (!isCondition(linked, condition) && !(before && isCondition(linked, whole.args(before.call)[0] as number))) return []
    const lost = before !== undefined && isLost(linked, whole.args(before.call)[0] as number, condition) ? before : undefined
    const found = usage(linked, call, 'statement-condition', 'drizzle-orm', 'where', {
      ...(lost ? { lost: { ...said(lost.sure ? 'surely' : 'on some way'), at: placeInChain(linked, lost.call) } } : {}),
      does: said(doesOf(linked, receiver)),
    })
    return [{ ...found, at: placeInChain(linked, call) }]
  })
}

/** Line of a chain on which the call's own name stands. */
export function placeInChain(linked: Linked, call: number) {
  const { whole } = linked
  return citeLine(linked, whole.fileOf(call), whole.linesOf(whole.a[call] as number)[1])
}

/** The `where` before it, in the same chain or in one that it goes on with. */
function earlier(linked: Linked, node: number, sure: boolean, hops = 0): { call: number; sure: boolean } | undefined {
  const { whole } = linked
  if (node < 0 || hops > MOST_HOPS) return undefined
  switch (whole.kind[node] as Kind) {
    case Kind.Call: {
      const name = calledName(linked, node)
      if (name === 'where') return whole.args(node).length === 1 ? { call: node, sure } : undefined
      return ENDS.test(name) ? undefined : earlier(linked, receiverOf(linked, node), sure, hops + 1)
    }
    case Kind.Refine:
      return earlier(linked, whole.a[node] as number, sure, hops + 1)
    case Kind.Choice: {
      if (whole.c[node] === ChoiceKind.And || whole.c[node] === ChoiceKind.Or) return undefined
      for (const item of whole.items(whole.a[node] as number)) {
        const found = earlier(linked, item, false, hops + 1)
        if (found) return found
      }
      return undefined
    }
    default:
      return undefined
  }
}

/** `eq(users.id, id)`, `sql`…``: what only Drizzle takes. */
function isCondition(linked: Linked, node: number): boolean {
  const { whole, values } = linked
  return values.definitions(node).some((made) => {
    if (made >= whole.size) return false
    const kind = whole.kind[made] as Kind
    if (kind !== Kind.Call && kind !== Kind.Tagged) return false
    return packagesOf(linked, kind === Kind.Call ? made : (whole.a[made] as number)).some((name) => name.startsWith('drizzle-orm'))
  })
}

/** The later one does not say the same again. */
function isLost({ whole, values }: Linked, before: number, after: number): boolean {
  const made = values.definitions(before)
  if (made.some((node) => node < whole.size && (whole.kind[node] === Kind.Undefined || whole.kind[node] === Kind.Null))) return false
  if (isMadeOf(whole, after, (part) => part === before || made.includes(part))) return false
  return whole.sourceOf(before, 200) !== whole.sourceOf(after, 200)
}

/** What the statement does to what it is about: the method that the chain begins with. */
function doesOf(linked: Linked, receiver: number): string {
  const { whole } = linked
  for (let at = receiver, hops = 0; at >= 0 && hops < MOST_HOPS && whole.kind[at] === Kind.Call; at = receiverOf(linked, at), hops++) {
    const name = calledName(linked, at)
    if (name === 'update' || name === 'delete') return name
  }
  return 'select'
}

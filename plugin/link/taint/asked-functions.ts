/**
 * Functions that a value is handed to and whose answer decides, and of which nothing is known: `if (!isSafe(value)) return`. In: a test of the
 * value, or where it is used. Out: the call; undefined where there is none, and where it was understood what it asks.
 */
import { Kind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { NOT } from '../operators'
import { knownAround } from '../regions'
import type { Conditions } from './conditions'

const MOST_HOPS = 5

/** Names of functions that say whether something may be, and of what their answer says so by. */
const ASKS = /^(?:is|check|valid|allow|permit|assert|verify|ensure|matches|accepts|can|safe|may)(?=[A-Z_]|$|ate|ed|s$|d$)/i
/** Names of functions that ask of what sort a value is, and nothing of what it says. */
export const ASKS_SORT =
  /^is(?:Array|String|Empty|Nil|Null|Undefined|Defined|(?:Plain)?Object|Function|Number|NaN|Boolean|Date|Promise|Error|Buffer|Set|Present|Blank|Equal|Absolute|File|Directory|InstanceOf|Type)/
const ANSWERS_YES = /^(?:ok|valid|isValid|allowed|isAllowed|safe|isSafe|success|passed)$/

/** The call that a Refine node hands its value to and whose answer decides, where nothing is known of what it asks. */
export function askedBy(linked: Linked, conditions: Conditions, refine: number): number | undefined {
  const { whole } = linked
  return askIn(linked, conditions, whole.b[refine] as number, whole.a[refine] as number, 0)
}

/** The same of a text that is put together, and of what is asked around a node of such a text: `if (isOwn('/' + page)) return `/${page}``. */
export function askedAround(linked: Linked, conditions: Conditions, at: number, text: number): number | undefined {
  if (!conditions.isPutTogether(text)) return undefined
  for (const { condition } of knownAround(linked.whole, at)) {
    const asks = askIn(linked, conditions, condition, text, 0)
    if (asks !== undefined) return asks
  }
  return undefined
}

function askIn(linked: Linked, conditions: Conditions, condition: number, value: number, hops: number): number | undefined {
  const { whole, solver } = linked
  if (condition < 0 || condition >= whole.size || hops > MOST_HOPS) return undefined
  const inner = whole.a[condition] as number
  switch (whole.kind[condition] as Kind) {
    case Kind.Unary:
      return whole.c[condition] === NOT ? askIn(linked, conditions, inner, value, hops + 1) : undefined
    case Kind.Refine:
    case Kind.Await:
      return askIn(linked, conditions, inner, value, hops + 1)
    case Kind.Load:
      return ANSWERS_YES.test(whole.text(whole.b[condition] as number)) ? askIn(linked, conditions, inner, value, hops + 1) : undefined
    case Kind.Cell:
    case Kind.Choice: {
      for (const item of whole.items(inner)) {
        const asks = askIn(linked, conditions, item, value, hops + 1)
        if (asks !== undefined) return asks
      }
      return undefined
    }
    case Kind.Call: {
      const name = calledName(linked, condition)
      if (!ASKS.test(name) || ASKS_SORT.test(name) || conditions.isSame(receiverOf(linked, condition), value)) return undefined
      if (conditions.where(condition, value) !== 0 || conditions.where(condition, value, false) !== 0) return undefined
      const isOwn = (solver.callees.get(condition)?.size ?? 0) > 0 || (solver.apiCalls.get(condition)?.size ?? 0) > 0
      return isOwn && conditions.handed.givenAt([...whole.args(condition)], value) ? condition : undefined
    }
    default:
      return undefined
  }
}

/**
 * What has to be missing for a request to be turned away. In: a condition, and whether it holds where that happens. Out: the values
 * that are asked, each with whether it is by its presence or its absence that nobody passes.
 */
import { Kind } from '../graph'
import { calledName, type Linked } from './linked'
import { AT_LEAST, AT_MOST, GREATER, isEqual, isUnequal, LESS, NOT } from './operators'

export interface TurningPoint {
  node: number
  /** A comparison holds there, or a value is there; otherwise not. */
  holds: boolean
}

const DEEPEST = 10
const ABSENCE = /^(?:is_?)?(?:nil|null|undefined|nullish|empty|missing)$/i
const PRESENCE = /^(?:is_?)?(?:boolean|valid|present|defined|truthy|not_?(?:nil|null|empty|undefined))$/i

export function turningPoints(linked: Linked, condition: number, holds: boolean, depth = 0): TurningPoint[] {
  const { whole } = linked
  if (condition < 0 || condition >= whole.size || depth > DEEPEST) return []
  const next = (node: number, isSo: boolean) => turningPoints(linked, node, isSo, depth + 1)
  const [a, b, operator] = [whole.a[condition] as number, whole.b[condition] as number, whole.c[condition] as number]
  switch (whole.kind[condition] as Kind) {
    case Kind.Unary:
      return operator === NOT ? next(a, !holds) : []
    case Kind.Refine:
    case Kind.Await:
      return next(a, holds)
    case Kind.Choice:
    case Kind.Cell:
      return [...whole.items(a)].slice(0, 12).flatMap((item) => next(item, holds))
    case Kind.Binary: {
      const [constant, other] = isConstant(linked, b) ? [b, a] : [a, b]
      if (!isConstant(linked, constant)) return [{ node: condition, holds }]
      const isTrue = whole.kind[constant] === Kind.Boolean && whole.a[constant] === 1
      // `count > 0`, and with the constant in front `0 < count`.
      const [over, under] = constant === b ? [GREATER, LESS] : [LESS, GREATER]
      const [from, upTo] = constant === b ? [AT_LEAST, AT_MOST] : [AT_MOST, AT_LEAST]
      if (isEqual(operator)) return next(other, isTrue ? holds : !holds)
      if (isUnequal(operator)) return next(other, isTrue ? !holds : holds)
      if (operator === over || operator === from) return next(other, holds)
      return operator === under || operator === upTo ? next(other, !holds) : []
    }
    case Kind.Call: {
      const [first] = whole.args(condition)
      const name = calledName(linked, condition)
      if (first !== undefined && whole.args(condition).length === 1) {
        if (ABSENCE.test(name)) return next(first, !holds)
        if (PRESENCE.test(name)) return next(first, holds)
      }
      return [{ node: condition, holds }]
    }
    default:
      return [{ node: condition, holds }]
  }
}

/** Nothing, a flag or a number, as `-1` is. */
function isConstant({ whole }: Linked, node: number): boolean {
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Unary && whole.c[node] !== NOT) return whole.kind[whole.a[node] as number] === Kind.Number
  return kind === Kind.Null || kind === Kind.Undefined || kind === Kind.Boolean || kind === Kind.Number
}

/** Whether it is for want of what is asked that nobody passes: no record, no member of a list, none that is the caller's. */
export function isForWant({ whole }: Linked, { node, holds }: TurningPoint): boolean {
  return whole.kind[node] === Kind.Binary && isUnequal(whole.c[node] as number) ? holds : !holds
}

/**
 * Secrets of the program that callers are held against: who has one is a program of the same people, a schedule or an operator, and no
 * user. In: a condition, and whether it holds. Out: the part of it that compares what was sent with such a secret.
 */
import { ChoiceKind, Kind } from '../graph'
import { calledName, type Linked, receiverOf } from './linked'
import { isMadeOf } from './made-of'
import { thingAwaited } from './names'
import { isEqual, isUnequal, NOT } from './operators'

const MOST_HOPS = 6
const SECRET = /(?:secret|token|password|passphrase|credentials?|(?:^|_)key)s?$/i
/** Names of what is no secret: keys that pages are given. */
const PUBLIC = /public|client_?id|publishable|^(?:VITE|REACT_APP|NUXT_PUBLIC)_/i
const ENVIRONMENT = /^(?:env|environment|config(?:uration)?|settings|secrets)$|(?:Env|Config|Settings|Secrets)$/
const HANDS_OUT = /^(?:get|getOrThrow|required|env|str)$/
/** Helpers that compare two texts. */
const COMPARES =
  /^(?:timing_?safe_?equal|safe_?(?:compare|equal)|(?:constant|fixed)_?time_?(?:equals?|compare)|secure_?compare|compare_?safe|is_?equal)$/i
/** Helpers that only write a text in another way, so that two can be compared; a keyed hash proves something of a message. */
const REWRITES = /^(?:from|encode|digest|update|createHash|sha\d*|hash|trim|toString|String|concat)$/

export function ownSecretAsked(linked: Linked, condition: number, holds: boolean, hops = 0): number | undefined {
  const { whole, solver } = linked
  if (condition < 0 || condition >= whole.size || hops > MOST_HOPS) return undefined
  const inner = whole.a[condition] as number
  const of = (part: number, isSo: boolean) => ownSecretAsked(linked, part, isSo, hops + 1)
  switch (whole.kind[condition] as Kind) {
    case Kind.Unary:
      return whole.c[condition] === NOT ? of(inner, !holds) : undefined
    case Kind.Refine:
    case Kind.Await:
      return of(inner, holds)
    case Kind.Choice: {
      // Of `a && b` each holds, and of `a || b` neither where it does not.
      if (whole.c[condition] !== (holds ? ChoiceKind.And : ChoiceKind.Or)) return undefined
      for (const item of whole.items(inner)) {
        const asked = of(item, holds)
        if (asked !== undefined) return asked
      }
      return undefined
    }
    case Kind.Binary:
      if (!(holds ? isEqual(whole.c[condition] as number) : isUnequal(whole.c[condition] as number))) return undefined
      return compares(linked, [inner, whole.b[condition] as number]) ? condition : undefined
    case Kind.Call: {
      if (!holds) return undefined
      if (COMPARES.test(calledName(linked, condition))) return compares(linked, whole.args(condition)) ? condition : undefined
      // A helper of the program's own answers yes on no other way.
      for (const fn of solver.callees.get(condition) ?? []) {
        const said = (whole.functions[fn]?.returns ?? []).filter((value) => whole.kind[value] !== Kind.Boolean || whole.a[value] === 1)
        if (said.length > 0 && said.every((value) => of(value, true) !== undefined)) return condition
        if (said.length > 0 && said.every((value) => isOfParams(linked, fn, value)) && compares(linked, whole.args(condition))) return condition
      }
      return undefined
    }
    default:
      return undefined
  }
}

/** `same = (one, other) => timingSafeEqual(Buffer.from(one), Buffer.from(other))`: what is compared is what it is given. */
function isOfParams(linked: Linked, fn: number, answer: number): boolean {
  const { whole } = linked
  const at = thingAwaited(whole, answer)
  if (whole.kind[at] !== Kind.Call || !COMPARES.test(calledName(linked, at))) return false
  return [...whole.args(at)].every((side) => isMadeOf(whole, side, (part) => whole.kind[part] === Kind.Param && whole.a[part] === fn))
}

/** One side is a secret of the program, the other something that only runs bring. */
function compares(linked: Linked, sides: ArrayLike<number>): boolean {
  const own = Array.from(sides, (side) => isOwnSecret(linked, side))
  return own.includes(true) && Array.from(sides).some((side, index) => own[index] === false && !isWritten(linked, side))
}

const isWritten = ({ whole }: Linked, node: number): boolean =>
  [Kind.String, Kind.Number, Kind.Boolean, Kind.Null, Kind.Undefined].includes(whole.kind[node] as Kind)

/** `process.env.JOB_SECRET`, `config.get('JOB_SECRET')`, and texts that are put together with one: `Bearer ${env.JOB_SECRET}`. */
export function isOwnSecret(linked: Linked, node: number, hops = 0): boolean {
  const { whole, values } = linked
  if (node < 0 || node >= whole.size || hops > MOST_HOPS) return false
  const of = (part: number) => isOwnSecret(linked, part, hops + 1)
  const inner = whole.a[node] as number
  switch (whole.kind[node] as Kind) {
    case Kind.Load: {
      const name = whole.text(whole.b[node] as number)
      if (SECRET.test(name) && !PUBLIC.test(name) && isEnvironment(linked, inner)) return true
      return values.definitions(node).some((made) => made !== node && of(made))
    }
    case Kind.Refine:
    case Kind.Await:
      return of(inner)
    case Kind.Choice:
    case Kind.Cell:
    case Kind.Template:
      return whole.items(inner).some(of)
    case Kind.Binary:
      return of(inner) || of(whole.b[node] as number)
    case Kind.Call: {
      const called = calledName(linked, node)
      const receiver = receiverOf(linked, node)
      const [first] = whole.args(node)
      if (HANDS_OUT.test(called) && first !== undefined && whole.kind[first] === Kind.String) {
        const name = whole.text(whole.a[first] as number)
        return SECRET.test(name) && !PUBLIC.test(name) && /env|config/i.test(whole.sourceOf(receiver < 0 ? node : receiver, 60))
      }
      return REWRITES.test(called) && (whole.args(node).some(of) || (receiver >= 0 && of(receiver)))
    }
    default:
      return values.definitions(node).some((made) => made !== node && of(made))
  }
}

function isEnvironment({ whole, values }: Linked, object: number): boolean {
  if (object < 0 || object >= whole.size) return false
  if (/^(?:process|import\.meta|Bun|Deno)\.env$/.test(whole.sourceOf(object, 40))) return true
  return ENVIRONMENT.test(whole.kind[object] === Kind.Load ? whole.text(whole.b[object] as number) : values.nameOf(object))
}

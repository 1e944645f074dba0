/**
 * Conditions under which a check of certificates is off on purpose. In: the node that switches it off. Out: the condition as the code
 * writes it, where it asks for just that by name (`params.get('rejectUnauthorized') === 'false'`) or lets hosts of one's own machine
 * alone through; '' where there is none.
 */
import { Kind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { isEqual, isUnequal, NOT } from '../operators'
import { knownAround } from '../regions'

/** What says that somebody wants no check: names of the option itself, and of settings that allow it. */
const WANTED = /self_?-?signed|insecure|unsafe|no_?-?verify|(?:ignore|skip|allow|accept|trust|disable)\w*(?:ssl|tls|cert|invalid|untrusted|verif)/i
const OPTION = /reject_?unauthori[sz]ed|strict_?ssl|verify_?(?:ssl|tls|cert|peer)|(?:ssl|tls|cert)_?verify/i
const LOCAL = /^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[?::1\]?|host\.docker\.internal)(?=$|[:/])/i
const IS_LOCAL = /^_?(?:is|points?To|has)_?(?:local|loopback)/i
const MOST_HOPS = 6

export function conditionForTrust(linked: Linked, node: number): string {
  const { whole } = linked
  for (const { condition, holds } of knownAround(whole, node)) {
    if (asksForTrust(linked, condition, holds, 0) || asksForLocal(linked, condition, holds, 0)) {
      const said = whole.sourceOf(condition, 80)
      return holds ? said : `!(${said})`
    }
  }
  return ''
}

/** Parts of a condition and what is known of each; where only one of several need hold, each is looked at all the same. */
function partsOf({ whole, values }: Linked, condition: number, holds: boolean): { part: number; holds: boolean }[] {
  if (condition < 0 || condition >= whole.size) return []
  const inner = whole.a[condition] as number
  switch (whole.kind[condition] as Kind) {
    case Kind.Unary:
      return whole.c[condition] === NOT ? [{ part: inner, holds: !holds }] : []
    case Kind.Refine:
    case Kind.Await:
      return [{ part: inner, holds }]
    case Kind.Choice:
      return whole.items(inner).map((part) => ({ part, holds }))
    case Kind.Cell:
      return values.definitions(condition).flatMap((part) => (part === condition ? [] : [{ part, holds }]))
    default:
      return []
  }
}

function asksForTrust(linked: Linked, condition: number, holds: boolean, hops: number): boolean {
  const { whole, values } = linked
  if (condition < 0 || condition >= whole.size || hops > MOST_HOPS) return false
  if (partsOf(linked, condition, holds).some(({ part, holds: of }) => asksForTrust(linked, part, of, hops + 1))) return true
  switch (whole.kind[condition] as Kind) {
    case Kind.Load:
    case Kind.Global:
    case Kind.Param:
    case Kind.Call:
    case Kind.Cell: {
      const name = nameOf(linked, condition)
      return holds ? WANTED.test(name) && !OPTION.test(name) : OPTION.test(name)
    }
    case Kind.Binary: {
      const equal = isEqual(whole.c[condition] as number) ? holds : isUnequal(whole.c[condition] as number) ? !holds : undefined
      if (equal === undefined) return false
      const sides = [whole.a[condition] as number, whole.b[condition] as number]
      const texts = sides.filter((side) => whole.kind[side] !== Kind.Load).flatMap((side) => values.texts(side).filter(({ exact }) => exact))
      if (equal && texts.some(({ value }) => WANTED.test(value))) return true
      const off = sides.some((side) => isOff(linked, side)) || texts.some(({ value }) => /^(?:false|0|no|off)$/i.test(value))
      const on = sides.some((side) => isOn(linked, side)) || texts.some(({ value }) => /^(?:true|1|yes|on)$/i.test(value))
      const named = sides.map((side) => nameOf(linked, side))
      if (off || on) return named.some((name) => (equal === off ? OPTION.test(name) : WANTED.test(name) && !OPTION.test(name)))
      return false
    }
    default:
      return false
  }
}

/** `url.hostname === 'localhost'`, `LOCAL.includes(host)`, `isLocalhost(host)`. */
function asksForLocal(linked: Linked, condition: number, holds: boolean, hops: number): boolean {
  const { whole, values } = linked
  if (condition < 0 || condition >= whole.size || hops > MOST_HOPS) return false
  if (partsOf(linked, condition, holds).some(({ part, holds: of }) => asksForLocal(linked, part, of, hops + 1))) return true
  const isLocal = (node: number) => node >= 0 && values.texts(node).some(({ value }) => LOCAL.test(value))
  switch (whole.kind[condition] as Kind) {
    case Kind.Binary: {
      const equal = isEqual(whole.c[condition] as number) ? holds : isUnequal(whole.c[condition] as number) ? !holds : false
      return equal && [whole.a[condition] as number, whole.b[condition] as number].some((side) => whole.kind[side] === Kind.String && isLocal(side))
    }
    case Kind.Call: {
      const receiver = receiverOf(linked, condition)
      const listed = receiver >= 0 ? values.elements(receiver).filter((item) => item !== receiver) : []
      return holds && (IS_LOCAL.test(calledName(linked, condition)) || [...whole.args(condition), ...listed].some(isLocal))
    }
    case Kind.Load:
      return holds && IS_LOCAL.test(values.nameOf(condition))
    default:
      return false
  }
}

const isOff = ({ whole }: Linked, node: number): boolean => whole.kind[node] === Kind.Boolean && whole.a[node] === 0
const isOn = ({ whole }: Linked, node: number): boolean => whole.kind[node] === Kind.Boolean && whole.a[node] === 1

/** What is asked for: the name of a value, or the text that a call looks it up by. */
function nameOf(linked: Linked, node: number): string {
  const { whole, values } = linked
  if (node < 0 || node >= whole.size) return ''
  if (whole.kind[node] !== Kind.Call) return values.nameOf(node)
  const [key] = whole.args(node)
  const text = key === undefined ? undefined : values.texts(key).find(({ exact }) => exact)?.value
  return text ?? calledName(linked, node)
}

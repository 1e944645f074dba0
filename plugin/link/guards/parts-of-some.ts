/**
 * Parts that only some requests have: `request.query.share`, a header, what the program noted on them (`request.grant`). In: a condition
 * and how it turned out. Out: the parts of which one has to be there for that. Whoever sends none of them goes the other way.
 */
import { ChoiceKind, Kind } from '../../graph'
import { type Linked, receiverOf } from '../linked'
import { isMadeOf } from '../made-of'
import { thingAwaited } from '../names'
import { isEqual, isUnequal, NOT } from '../operators'
import { isHeaders, isOfRequest, readsHeader } from './parts-of-requests'

/** Conditions in conditions. */
const DEEPEST = 8
/** Between a part and the request that it is of. */
const MOST_LOADS = 6
/** What a part is kept in. */
const HOLDS_ALL = /^(?:state|locals|request|req|raw|ctx|context|var)$/
const HOLDS_SOME = /^(?:query|body|headers|cookies|signedCookies|session|searchParams)$/
/** What every request has, and what the path says. */
const OF_ALL =
  /^(?:method|url|originalUrl|baseUrl|nextUrl|path|pathname|params|host|hostname|href|origin|protocol|secure|ips?|socket|connection|app|route|res|response|server|log|id|type|input|rawInput|httpVersion|xhr)$/

/** None where the condition may turn out so for a request that has nothing of that kind. */
export function partsNeeded(linked: Linked, condition: number, holds: boolean, depth = 0): number[] {
  const { whole } = linked
  if (condition < 0 || depth > DEEPEST) return []
  const at = thingAwaited(whole, condition)
  const [a, b, operator] = [whole.a[at] as number, whole.b[at] as number, whole.c[at] as number]
  const next = (node: number, isSo: boolean) => partsNeeded(linked, node, isSo, depth + 1)
  switch (whole.kind[at] as Kind) {
    case Kind.Unary:
      return operator === NOT ? next(a, !holds) : []
    case Kind.Choice: {
      if (operator !== ChoiceKind.And && operator !== ChoiceKind.Or && operator !== ChoiceKind.Nullish) return []
      const ways = [...whole.items(a)].map((item) => next(item, holds))
      const isOfAll = holds === (operator === ChoiceKind.And)
      return isOfAll || ways.every((parts) => parts.length > 0) ? ways.flat() : []
    }
    case Kind.Binary:
      return heldAgainst(linked, a, b, isEqual(operator) ? holds : isUnequal(operator) ? !holds : undefined)
    default:
      return holds && isOfSome(linked, at) ? [at] : []
  }
}

/** `request.grant.kind === 'loan'`, `header !== undefined` */
function heldAgainst(linked: Linked, one: number, other: number, isSame: boolean | undefined): number[] {
  const { whole } = linked
  const kind = whole.kind[other] as Kind
  const isAbsence = kind === Kind.Null || kind === Kind.Undefined
  const isSomething = kind === Kind.String || kind === Kind.Number || (kind === Kind.Boolean && whole.a[other] === 1)
  if (isSame === undefined || !(isSame ? isSomething : isAbsence)) return []
  const at = thingAwaited(whole, one)
  return isOfSome(linked, at) ? [at] : []
}

function isOfSome(linked: Linked, node: number): boolean {
  if (isHeader(linked, node)) return true
  const [first, second] = namesOf(linked, node) ?? []
  if (first === undefined || OF_ALL.test(first)) return false
  return !HOLDS_SOME.test(first) || second !== undefined
}

/** What the sender put there themselves: a header, a cookie, a field. */
export function isSentPart(linked: Linked, node: number): boolean {
  return isHeader(linked, node) || HOLDS_SOME.test(namesOf(linked, node)?.[0] ?? '')
}

/** The name under which the program notes something on a request: of `request.person.id`, `person`. */
export function notedAs(linked: Linked, node: number): string | undefined {
  const [first] = isHeader(linked, node) ? [] : (namesOf(linked, node) ?? [])
  return first === undefined || HOLDS_SOME.test(first) || OF_ALL.test(first) ? undefined : first
}

/** `request.get('x-lamp')`, `request.headers.get('x-lamp')` */
function isHeader(linked: Linked, node: number): boolean {
  if (!readsHeader(linked, node, () => true)) return false
  const receiver = receiverOf(linked, node)
  return receiver >= 0 && (isOfRequest(linked, receiver) || isHeaders(linked, receiver))
}

/** Names from the request to a part of it, without what all of its parts are kept in. */
function namesOf(linked: Linked, node: number): string[] | undefined {
  const { whole } = linked
  const names: string[] = []
  let at = node
  for (let hops = 0; hops < MOST_LOADS; hops++) {
    if (isOfRequest(linked, at)) break
    const name = whole.kind[at] === Kind.LoadDynamic ? (whole.b[at] as number) : -1
    // `(request.query || {}).share`
    if (whole.kind[at] === Kind.Choice && whole.c[at] === ChoiceKind.Or) at = [...whole.items(whole.a[at] as number)][0] ?? -1
    else if (whole.kind[at] === Kind.Load) {
      names.unshift(whole.text(whole.b[at] as number))
      at = whole.a[at] as number
    } else if (name >= 0 && whole.kind[name] === Kind.String) {
      names.unshift(whole.text(whole.a[name] as number))
      at = whole.a[at] as number
    } else return undefined
    if (at < 0) return undefined
    at = thingAwaited(whole, at)
  }
  if (!isOfRequest(linked, at)) return undefined
  const kept = names.findIndex((name) => !HOLDS_ALL.test(name))
  return kept < 0 ? [] : names.slice(kept)
}

/** What says no more than some parts do: `request.grant.kind`, and `userOf(request.grant)` that is handed no other part. */
export function aboutParts(linked: Linked, parts: readonly number[]): (node: number) => boolean {
  const { whole } = linked
  const known = new Set(parts.map((part) => thePart(linked, part)))
  return isAbout

  function isAbout(node: number): boolean {
    let at = thingAwaited(whole, node)
    for (let hops = 0; hops < MOST_LOADS; hops++) {
      if (known.has(thePart(linked, at))) return true
      if (whole.kind[at] !== Kind.Load) break
      at = thingAwaited(whole, whole.a[at] as number)
    }
    if (whole.kind[at] !== Kind.Call) return false
    const given = [receiverOf(linked, at), ...whole.args(at)].filter((part) => part >= 0)
    return given.some((part) => isMadeOf(whole, part, isPart)) && !given.some((part) => isMadeOf(whole, part, isOther, isPart))
  }

  function isPart(node: number): boolean {
    return known.has(thePart(linked, node))
  }

  /** The request itself, or another part of it. */
  function isOther(node: number): boolean {
    return !isPart(node) && namesOf(linked, node) !== undefined
  }
}

/** One part may be read more than once. */
const thePart = (linked: Linked, node: number): string => namesOf(linked, node)?.join('.') || `${node}`

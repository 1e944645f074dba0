/**
 * Guards that spare a request for what its address says somewhere: `if (req.url.includes('/public')) return next()` in front of a
 * refusal. The sender writes the address with its query string, so that `/admin?x=/public` is spared as well. In: a function that requests
 * run through. Out: the tests by which it lets them past.
 */
import { ChoiceKind, Kind, RegionKind } from '../../graph'
import type { AccessFault } from '../../types'
import { firstOf } from '../first-of'
import type { Guards } from '../guards'
import { apiPathsOf, calledName, cite, type Linked, receiverOf } from '../linked'
import { AT_LEAST, GREATER, isUnequal } from '../operators'
import { deniesCaller } from './refusals'

/** Members of a request that hold its address with the query string. */
const ADDRESS = /^(?:url|originalUrl|href)$/
const REQUEST = /\/(?:IncomingMessage|(?:Web)?Request|Context)\b|(?:^|[.!])Request\b/
/** A condition is taken apart this far. */
const MOST_HOPS = 5

export function sparedAddresses(linked: Linked, guards: Guards, fn: number): AccessFault[] {
  const { whole, effects } = linked
  const nodes = effects.within(fn)
  const refusals = nodes.filter((node) => whole.functionOf(node) === fn && refusesCaller(guards, node))
  const [refusal] = refusals
  if (refusal === undefined) return []
  const found = new Map<number, AccessFault>()
  for (const region of regionsOf(linked, fn, nodes)) {
    if (whole.regions[region * 4] !== RegionKind.True || refusals.some((node) => effects.isInside(whole.region[node] as number, region))) continue
    const test = addressTest(linked, whole.regions[region * 4 + 2] as number)
    if (test === undefined || found.has(test) || !letsPast(linked, guards, fn, region, nodes)) continue
    found.set(test, {
      fault: 'spared address',
      name: whole.functions[fn]?.fact.name || 'the guard',
      at: cite(linked, test),
      trace: [cite(linked, test), cite(linked, refusal)],
    })
  }
  return [...found.values()]
}

const refusesCaller = (guards: Guards, node: number): boolean => deniesCaller(guards, node) || guards.denial(node) === 'login' || guards.refuses(node)

/** Regions of the function itself: what its nodes and its returns stand in. */
function regionsOf({ whole }: Linked, fn: number, nodes: readonly number[]): Set<number> {
  const found = new Set<number>()
  const take = (from: number) => {
    for (let region = from; region >= 0 && !found.has(region); region = whole.regions[region * 4 + 1] as number) found.add(region)
  }
  for (const node of nodes) if (whole.functionOf(node) === fn) take(whole.region[node] as number)
  for (const region of whole.functions[fn]?.returnRegions ?? []) take(region)
  return found
}

/** The request goes on from there: a return that comes before any refusal, or a call of what comes next. */
function letsPast({ whole, effects }: Linked, guards: Guards, fn: number, region: number, nodes: readonly number[]): boolean {
  if (whole.functions[fn]?.returnRegions.some((of) => effects.isInside(of, region))) return true
  return nodes.some((node) => whole.kind[node] === Kind.Call && guards.isNext(node) && effects.isInside(whole.region[node] as number, region))
}

/** The test of any part of the address that a condition is, or is true by. */
function addressTest(linked: Linked, condition: number, hops = 0): number | undefined {
  const { whole } = linked
  if (condition < 0 || condition >= whole.size || hops > MOST_HOPS) return undefined
  const next = (node: number) => addressTest(linked, node, hops + 1)
  switch (whole.kind[condition] as Kind) {
    case Kind.Refine:
      return next(whole.a[condition] as number)
    case Kind.Choice:
      // Of several that must hold, others may ask for more.
      if (whole.c[condition] !== ChoiceKind.Or) return undefined
      return firstOf(whole.items(whole.a[condition] as number), next)
    case Kind.Binary:
      return isFoundAnywhere(linked, condition) ? condition : undefined
    case Kind.Call:
      return asksAnywhere(linked, condition) ? condition : firstOf(answersOf(linked, condition), next)
    default:
      return undefined
  }
}

/** What `list.some((part) => …)` asks of each. */
function answersOf(linked: Linked, call: number): readonly number[] {
  const { whole } = linked
  if (calledName(linked, call) !== 'some') return []
  const [callback] = whole.args(call)
  if (callback === undefined || whole.kind[callback] !== Kind.Function) return []
  return whole.functions[whole.a[callback] as number]?.returns ?? []
}

/** `url.includes(text)`, `/\/public/.test(url)`, `url.match(/public/)`. */
function asksAnywhere(linked: Linked, call: number): boolean {
  const { whole } = linked
  const [first] = whole.args(call)
  if (first === undefined) return false
  const name = calledName(linked, call)
  if (name === 'includes') return isAddress(linked, receiverOf(linked, call))
  if (name === 'test') return isUnanchored(linked, receiverOf(linked, call)) && isAddress(linked, first)
  return name === 'match' && isUnanchored(linked, first) && isAddress(linked, receiverOf(linked, call))
}

/** `url.indexOf(text) !== -1`, `> -1` or `>= 0`; that it is 0 would be said of its beginning. */
function isFoundAnywhere(linked: Linked, node: number): boolean {
  const { whole } = linked
  const call = whole.a[node] as number
  if (whole.kind[call] !== Kind.Call || calledName(linked, call) !== 'indexOf' || !isAddress(linked, receiverOf(linked, call))) return false
  const place = whole.sourceOf(whole.b[node] as number, 4).trim()
  const operator = whole.c[node] as number
  return place === '-1' ? isUnequal(operator) || operator === GREATER : place === '0' && operator === AT_LEAST
}

function isUnanchored({ whole, values }: Linked, node: number): boolean {
  const [made] = values.definitions(node)
  if (made === undefined || whole.kind[made] !== Kind.Regex) return false
  const source = whole.text(whole.a[made] as number)
  // Of several alternatives one without a beginning is enough.
  return source
    .replace(/\/[a-z]*$/, '')
    .slice(1)
    .split('|')
    .some((alternative) => !/^\(?(?:\?:)?\^/.test(alternative))
}

function isAddress(linked: Linked, node: number): boolean {
  const { whole, values, models } = linked
  return values.definitions(node).some((made) => {
    if (whole.kind[made] !== Kind.Load || !ADDRESS.test(whole.text(whole.b[made] as number))) return false
    return apiPathsOf(linked, whole.a[made] as number).some((path) => REQUEST.test(models.paths.show(path)))
  })
}

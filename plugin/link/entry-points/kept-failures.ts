/**
 * Limits of attempts that a handler keeps by itself: its failures are noted in what the program remembers, and callers are turned away by
 * what stands there. In: functions of a handler. Out: the comparison by which it turns them away.
 */
import { Kind, RegionKind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { partsOf } from '../made-of'
import { thingNamed } from '../names'
import { AT_LEAST, AT_MOST, GREATER, LESS } from '../operators'
import { conditionsAbove } from '../regions'

const COMPARES = new Set<number>([LESS, AT_MOST, GREATER, AT_LEAST])
/** What adds to a list, a map or a store. */
const ADDS = /^(?:push|unshift|set|add|put|enqueue|record|increment|incr)$/
/** Steps from a part of a comparison to what holds it. */
const MOST_HOPS = 8

export function refusedByKeptFailures(linked: Linked, functions: readonly number[]): number | undefined {
  const { whole, effects } = linked
  const nodes = functions.flatMap((fn) => effects.within(fn))
  const refusing = nodes.filter((node) => refuses(linked, node))
  const ending = new Set(refusing.map((node) => whole.region[node] as number))
  const isNoted = (node: number) => isOnFailure(linked, node, ending)
  const holders = new Set(nodes.flatMap((node) => (isNoted(node) ? (holderWritten(linked, node) ?? []) : [])))
  const isKept = (part: number) => holders.has(part) || (isOfModule(linked, part) && whole.items(whole.a[part] as number).some(isNoted))
  return refusing
    .flatMap((node) => partsOf(whole, conditionsAbove(whole, node, 1)[0] ?? -1))
    .filter((part) => whole.kind[part] === Kind.Binary && COMPARES.has(whole.c[part] as number))
    .find((comparison) => isAboutTimeOrNumber(linked, comparison) && partsOf(whole, comparison).some(isKept))
}

/** A variable of functions that begins as something outside of them: `let wrong = 0`. */
const isOfModule = ({ whole }: Linked, node: number): boolean =>
  whole.kind[node] === Kind.Cell && whole.items(whole.a[node] as number).some((item) => whole.functionOf(item) < 0)

/**
 * In a `catch`, in what is handed to one, or in front of a refusal in the same block.
 * @param ending regions with a refusal
 */
function isOnFailure(linked: Linked, node: number, ending: ReadonlySet<number>): boolean {
  const { whole, values } = linked
  const { region, regions } = whole
  for (let at = region[node] as number; at >= 0; at = regions[at * 4 + 1] as number) if (regions[at * 4] === RegionKind.Catch) return true
  for (let fn = whole.functionOf(node); fn >= 0; fn = whole.functions[fn]?.parent ?? -1) {
    const call = values.callAround(whole.functions[fn]?.node ?? -1)
    if (call >= 0 && calledName(linked, call) === 'catch') return true
  }
  return regions[(region[node] as number) * 4] !== RegionKind.Body && ending.has(region[node] as number)
}

/** Something is thrown, a promise is rejected, or the answer is one of a fault. */
export function refuses(linked: Linked, node: number): boolean {
  const { whole, values } = linked
  if (whole.kind[node] === Kind.Throw) return true
  if (whole.kind[node] !== Kind.Call) return false
  if (calledName(linked, node) === 'reject') return true
  return whole.args(node).some((argument) => values.numbers(argument).some((number) => number >= 400 && number < 600))
}

/** What outlives requests and is written: `failures.push(Date.now())`, `failures[name] = 1`. */
function holderWritten(linked: Linked, node: number): number | undefined {
  const { whole } = linked
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Call) return ADDS.test(calledName(linked, node)) ? holderOf(linked, receiverOf(linked, node)) : undefined
  return kind === Kind.Store || kind === Kind.StoreDynamic ? holderOf(linked, whole.a[node] as number) : undefined
}

function holderOf(linked: Linked, node: number): number | undefined {
  const { whole } = linked
  for (let at = node, hops = 0; at >= 0 && hops < MOST_HOPS; hops++) {
    at = thingNamed(whole, at)
    if (whole.functionOf(at) < 0) return at
    const kind = whole.kind[at] as Kind
    at = kind === Kind.Call ? receiverOf(linked, at) : kind === Kind.Load || kind === Kind.LoadDynamic ? (whole.a[at] as number) : -1
  }
  return undefined
}

export function isAboutTimeOrNumber(linked: Linked, binary: number): boolean {
  const { whole, values } = linked
  const sides = [whole.a[binary] as number, whole.b[binary] as number]
  return sides.some((side) => values.numbers(side).some((number) => number > 1)) || partsOf(whole, binary).some((part) => isClock(linked, part))
}

/** `Date.now()`, `new Date()` */
function isClock({ whole }: Linked, node: number): boolean {
  if (whole.kind[node] !== Kind.Call && whole.kind[node] !== Kind.New) return false
  const called = whole.a[node] as number
  const of = whole.kind[node] === Kind.Call && whole.kind[called] === Kind.Load ? (whole.a[called] as number) : called
  return whole.kind[of] === Kind.Global && whole.text(whole.a[of] as number) === 'Date'
}

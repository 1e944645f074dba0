/**
 * What becomes of calls of other services that fail. In: such calls. Out: a use of the kind `outgoing-failure` for each that something
 * catches: it is logged, or `dropped`. What nobody catches here goes to whoever calls, and could not be told.
 */
import { Kind, RegionKind } from '../../graph'
import type { Setting, Usage } from '../../types'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { callsOfKind, sinksOfKind, usage } from './modelled'

/** Calls through which a failure goes on. */
const HANDS_ON = new Set(['next', 'reject', 'done', 'callback', 'cb'])

export function outgoingFailures(linked: Linked): Usage[] {
  const calls = callsOfKind(linked, 'outgoing-request')
  if (calls.length === 0) return []
  const logs = new Set(sinksOfKind(linked, 'log').keys())
  const handlers = handlersByCall(linked)
  return calls.map(([call, { library }]) =>
    usage(linked, call, 'outgoing-failure', library, calledName(linked, call), { failure: failureOf(linked, call, handlers, logs) }),
  )
}

const PASSED_ON: Setting = { state: 'computed', texts: [] }

function failureOf(linked: Linked, call: number, handlers: Map<number, number[]>, logs: ReadonlySet<number>): Setting {
  const handled = handlers.get(call) ?? caughtAround(linked, call)
  if (!handled) return PASSED_ON
  if (handled.some((node) => logs.has(node))) return { state: 'constant', texts: ['logged'] }
  const { whole } = linked
  const goesOn = handled.some((node) => whole.kind[node] === Kind.Throw || (whole.kind[node] === Kind.Call && HANDS_ON.has(calledName(linked, node))))
  return goesOn ? PASSED_ON : { state: 'constant', texts: ['dropped'] }
}

/** Nodes of the function that `.catch(…)` at the end of a chain is given, by the call that the chain begins with. */
function handlersByCall(linked: Linked): Map<number, number[]> {
  const { whole } = linked
  const found = new Map<number, number[]>()
  for (const end of lookupOf(whole).named(Kind.Call, 'catch')) {
    const [handler] = whole.args(end)
    if (handler === undefined) continue
    const fn = [handler, ...linked.values.definitions(handler)].find((node) => node < whole.size && whole.kind[node] === Kind.Function)
    const nodes = fn === undefined ? [handler] : [...lookupOf(whole).inFunction(whole.a[fn] as number)]
    for (let node = receiverOf(linked, end), hops = 0; node >= 0 && hops < 8; node = receiverOf(linked, node), hops++) {
      found.set(node, nodes)
      if (whole.kind[node] !== Kind.Call) break
    }
  }
  return found
}

/** Nodes of the `catch` of the nearest `try` around; undefined where there is none. */
function caughtAround(linked: Linked, call: number): number[] | undefined {
  const { whole } = linked
  for (let region = whole.region[call] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
    if (whole.regions[region * 4] !== RegionKind.Try) continue
    const parent = whole.regions[region * 4 + 1] as number
    const fn = whole.regions[region * 4 + 3] as number
    for (let other = region + 1; other * 4 < whole.regions.length && other < region + 4000; other++) {
      if (whole.regions[other * 4 + 1] !== parent || whole.regions[other * 4 + 3] !== fn) continue
      if (whole.regions[other * 4] !== RegionKind.Catch) break
      return [...lookupOf(whole).inFunction(fn)].filter((node) => linked.effects.isInside(whole.region[node] as number, other))
    }
  }
  return undefined
}

/**
 * Rights that a handler asks for itself, whether or not it reaches stored data: `if (!user.admin) throw redirect('/')`. In: a route.
 * Out: yes, where whoever lacks the right gets no further, in the handler or in what it always calls; unknown, where something is
 * called by its name for that and is handed the request.
 */
import { ChoiceKind, Kind, RegionKind } from '../../graph'
import type { Answer } from '../../types'
import type { Guards } from '../guards'
import { handsRequest } from '../guards/parts-of-requests'
import { calledName, cite, type Linked } from '../linked'
import { isMadeOf } from '../made-of'
import { conditionsAbove } from '../regions'
import type { FoundRoute } from '../routes/index'

/** How far functions are followed that a handler always calls. */
const MOST_DEPTH = 2
/** Of a condition, in characters. */
const MOST_SOURCE = 300

/** Whose right it is: of whoever is calling, and not of somebody whom the request is about. */
const OF_CALLER =
  /user|account|member|session|viewer|principal|caller|actor|auth|ability|abilities|identity|claims|staff|\bme\b|\bctx\b|\bcontext\b|\breq/i
const OF_OTHER = /target|other|invit|recipient|assignee|params|\bbody\b|\bquery\b/i
/** `authenticateAdmin(request)`, `requireRole(request, 'owner')`: a name that promises to ask. */
const PROMISES =
  /(?:auth\w*|require|ensure|assert|check|verify|guard|must|only|is|has|can|with).*(?:admin|staff|super|root|owner|role|permission|privilege|right|access)|(?:admin|staff|super|owner|role|permission|access).*(?:only|guard|check|required)$/i

export function rightAskedBy(linked: Linked, guards: Guards, { handlers }: Pick<FoundRoute, 'handlers'>): Answer | undefined {
  const functions = handlers.flatMap((handler) => handler.functions)
  for (const fn of functions) {
    const at = refusalByRight(linked, guards, fn, 0, new Set())
    if (at !== undefined) return { answer: 'yes', reason: 'The handler itself asks what the caller may do', evidence: [cite(linked, at)] }
  }
  for (const fn of functions) {
    const call = linked.effects.within(fn).find((node) => promisesToAsk(linked, node))
    if (call !== undefined)
      return {
        answer: 'unknown',
        reason: `\`${calledName(linked, call)}\` is called before, and what it asks could not be told`,
        evidence: [cite(linked, call)],
      }
  }
  return undefined
}

/** The condition by which a function gets no further for whoever lacks a right. */
function refusalByRight(linked: Linked, guards: Guards, fn: number, depth: number, seen: Set<number>): number | undefined {
  if (seen.has(fn)) return undefined
  seen.add(fn)
  const { whole, effects, solver } = linked
  const nodes = effects.ofFunction(fn)
  const ends = [
    ...nodes.filter((node) => whole.kind[node] === Kind.Throw).map((node) => whole.region[node] as number),
    ...(whole.functions[fn]?.returnRegions ?? []).filter((region) => isForWhoeverLacks(linked, region)),
  ]
  for (const region of ends) {
    const condition = region < 0 ? -1 : (whole.regions[region * 4 + 2] as number)
    if (condition >= 0 && isAlways(linked, whole.regions[region * 4 + 1] as number) && asksOfCaller(linked, guards, condition)) return condition
  }
  if (depth === MOST_DEPTH) return undefined
  for (const call of nodes) {
    if (whole.kind[call] !== Kind.Call || guards.runsWhatWasHanded(call) || !isAlways(linked, whole.region[call] as number)) continue
    // What is called in one of several ways asks in one of them.
    const callees = [...(solver.callees.get(call) ?? [])]
    const found = callees.length === 1 ? refusalByRight(linked, guards, callees[0] as number, depth + 1, seen) : undefined
    // What it answers is for the handler to heed; what it throws ends the handler as well.
    if (found !== undefined && isHeeded(linked, call, callees[0] as number)) return found
  }
  return undefined
}

/** The end of a region that is for those of whom something does not hold: `if (!user.admin) return`, or what stands behind `if (user.admin) …`. */
function isForWhoeverLacks({ whole }: Linked, region: number): boolean {
  if (region < 0) return false
  const kind = whole.regions[region * 4] as RegionKind
  const condition = whole.regions[region * 4 + 2] as number
  if (condition < 0) return false
  const isDenied = whole.kind[condition] === Kind.Unary || whole.kind[condition] === Kind.Choice || whole.kind[condition] === Kind.Binary
  return kind === RegionKind.True && isDenied
}

/** Nothing decides whether a region runs but that others were turned away before. */
function isAlways({ whole }: Linked, innermost: number): boolean {
  for (let region = innermost; region >= 0; region = whole.regions[region * 4 + 1] as number) {
    const kind = whole.regions[region * 4] as RegionKind
    if (kind !== RegionKind.Body && kind !== RegionKind.False && kind !== RegionKind.Try && kind !== RegionKind.Past) return false
  }
  return true
}

function asksOfCaller({ whole }: Linked, guards: Guards, condition: number): boolean {
  if (guards.asks(condition) !== 'rights') return false
  // `!user.admin && data.hidden` turns away for something else as well: whoever has not the right passes with the rest.
  if (whole.kind[condition] === Kind.Choice && whole.c[condition] === ChoiceKind.And)
    if (whole.items(whole.a[condition] as number).some((part) => guards.asks(part) === undefined)) return false
  const source = whole.sourceOf(condition, MOST_SOURCE)
  return OF_CALLER.test(source) && !OF_OTHER.test(source)
}

/** A helper that throws, whose answer is the handler's own, or is asked for by a condition. */
function isHeeded(linked: Linked, call: number, callee: number): boolean {
  const { whole, effects } = linked
  if (effects.ofFunction(callee).some((node) => whole.kind[node] === Kind.Throw)) return true
  const fn = whole.functionOf(call)
  const isOf = (node: number) => isMadeOf(whole, node, (part) => part === call)
  return (whole.functions[fn]?.returns ?? []).some(isOf) || effects.ofFunction(fn).some((node) => conditionsAbove(whole, node).some(isOf))
}

function promisesToAsk(linked: Linked, node: number): boolean {
  const { whole } = linked
  return (
    whole.kind[node] === Kind.Call &&
    PROMISES.test(calledName(linked, node)) &&
    handsRequest(linked, node) &&
    isAlways(linked, whole.region[node] as number)
  )
}

/**
 * Guards that notice a caller who may not pass, and let the request go on. In: a function that requests run through. Out: where that
 * happens, and why: it answers without returning, a helper answers and the handler goes on, what it compares decides nothing, or its
 * refusal is a promise that nobody waits for.
 */
import { FunctionFlag, Kind, RegionKind } from '../../graph'
import type { AccessFault } from '../../types'
import { asserts } from '../assertions'
import type { Guards } from '../guards'
import { sendsFault } from '../guards/answers'
import { isCaughtInside } from '../guards/caught-inside'
import { handsRequest } from '../guards/parts-of-requests'
import { calledName, cite, type Linked, receiverOf } from '../linked'
import { isUnequal } from '../operators'
import { ownSecretAsked } from '../own-secrets'
import { knownAround, takenApart } from '../regions'
import { storedActs } from './statements'

export function brokenGuards(linked: Linked, guards: Guards, fn: number): AccessFault[] {
  const nodes = linked.effects.within(fn)
  const calls = nodes.filter((node) => linked.whole.kind[node] === Kind.Call)
  return [...refusesAndGoesOn(linked, guards, fn, calls), ...helpersIgnored(linked, guards, fn, calls), ...comparesOnly(linked, guards, fn, calls)]
}

/** `if (!user) res.redirect('/login')`, and then `next()`. */
function refusesAndGoesOn(linked: Linked, guards: Guards, fn: number, calls: number[]): AccessFault[] {
  const { whole } = linked
  const goesOn = calls.filter((call) => whole.functionOf(call) >= 0 && guards.handsRequestOn(call))
  if (goesOn.length === 0) return []
  return calls.flatMap((call): AccessFault[] => {
    if (!(guards.refuses(call) || answersWrongSecret(linked, guards, call)) || isLast(linked, call) || asserts(linked, call)) return []
    const after = goesOn.find((other) => other > call && !isWithin(linked, call, other) && runsAfter(linked, call, other))
    if (after === undefined) return []
    return [{ fault: 'goes on', name: nameOf(linked, fn), at: cite(linked, call), trace: [cite(linked, call), cite(linked, after)] }]
  })
}

/** `if (key !== settings.key) res.status(400).json(…)`: whoever does not have the program's own secret is told of a fault, whichever its number. */
function answersWrongSecret(linked: Linked, guards: Guards, call: number): boolean {
  if (!sendsFault(linked, call)) return false
  return knownAround(linked.whole, call, 1).some(({ condition, holds }) => {
    const parts = takenApart(linked.whole, condition, holds)
    // Of several things that are asked at once, none is known to be wrong.
    if (parts.length !== 1) return false
    return parts.some((part) => {
      if (guards.comparesCredential(part.condition) && part.holds) return true
      return ownSecretAsked(linked, part.condition, !part.holds) !== undefined
    })
  })
}

/** `return response.status(403).end()`, or a `return` behind it: what is written after the conditions around it runs only without it. */
function isLast({ whole }: Linked, call: number): boolean {
  const fact = whole.functions[whole.functionOf(call)]
  const region = whole.region[call] as number
  return fact?.returnRegions.some((of, index) => of === region && (fact.fact.returnsAt[index * 3 + 1] ?? 0) >= (whole.end[call] as number)) ?? false
}

/** Whether what stands later runs where the earlier ran: nothing left the function between them. */
function runsAfter({ whole, effects }: Linked, earlier: number, later: number): boolean {
  const region = whole.region[earlier] as number
  const other = whole.region[later] as number
  return (
    whole.functionOf(earlier) === whole.functionOf(later) &&
    region !== other &&
    effects.isInside(region, other) &&
    whole.regions[region * 4] !== RegionKind.Catch
  )
}

/** Part of the same statement: `res.status(401).json(…)`. */
function isWithin({ whole }: Linked, one: number, other: number): boolean {
  return (whole.pos[other] as number) <= (whole.pos[one] as number) && (whole.end[one] as number) <= (whole.end[other] as number)
}

/** `checkLogin(req, res)` that answers and returns nothing, or `verify(req)` whose rejection nobody waits for. */
function helpersIgnored(linked: Linked, guards: Guards, fn: number, calls: number[]): AccessFault[] {
  const { whole, solver, effects } = linked
  const found: AccessFault[] = []
  for (const call of calls) {
    const callees = solver.callees.get(call)
    if (callees?.size !== 1 || guards.runsWhatWasHanded(call) || whole.args(call).length === 0) continue
    const [callee] = callees
    if (callee === undefined || whole.isWithin(callee, fn)) continue
    const inner = effects.within(callee)
    const refusals = inner.filter((node) => whole.functionOf(node) === callee && guards.refuses(node) && !isKept(linked, guards, node))
    const [refusal] = refusals
    if (refusal === undefined || inner.some((node) => whole.kind[node] === Kind.Call && guards.isNext(node))) continue
    const throws = refusals.some((node) => whole.kind[node] === Kind.Throw || asserts(linked, node))
    const isAsync = ((whole.functions[callee]?.fact.flags ?? 0) & FunctionFlag.Async) !== 0
    if ((throws && !isAsync) || isUsed(linked, fn, call)) continue
    // What is started with data of its own keeps from itself what it refuses, and nothing here hangs on it.
    if (throws && !handsRequest(linked, call) && changesAnything(linked, callee)) continue
    // What answers those who may pass as well does the work itself: nothing is left for it to guard.
    if (!throws && guards.ofFunction(callee).answers) continue
    const goesOn = calls.find((other) => other > call && runsBeside(linked, call, other))
    if (goesOn === undefined) continue
    const name = nameOf(linked, callee)
    found.push({
      fault: throws ? 'not awaited' : 'goes on',
      name,
      at: cite(linked, throws ? call : refusal),
      trace: [cite(linked, call), cite(linked, refusal), cite(linked, goesOn)],
    })
  }
  return found
}

/** A fault that the function itself catches, and comes back as if nothing were. */
const isKept = (linked: Linked, guards: Guards, node: number): boolean =>
  linked.whole.kind[node] === Kind.Throw &&
  isCaughtInside(linked, node, (other) => guards.denial(other) !== undefined || (linked.whole.kind[other] === Kind.Call && sendsFault(linked, other)))

/** Whether records are changed in a function, or something else is told. */
function changesAnything(linked: Linked, fn: number): boolean {
  const { whole, effects, solver, models } = linked
  const acts = storedActs(linked)
  return effects.within(fn).some((node) => {
    if (whole.kind[node] !== Kind.Call) return false
    const stored = acts.get(node)
    if (stored) return stored.does !== 'read'
    return [...(solver.apiCalls.get(node) ?? [])].some((path) => models.acts.get(path)?.some(({ act }) => act.act === 'connect'))
  })
}

const runsBeside = ({ whole, effects }: Linked, one: number, other: number): boolean =>
  effects.isInside(whole.region[other] as number, whole.region[one] as number) ||
  effects.isInside(whole.region[one] as number, whole.region[other] as number)

/** Whether anything is made of what a call returns. */
function isUsed(linked: Linked, fn: number, call: number): boolean {
  const { whole } = linked
  if (isLookedAtLater(linked, fn, call)) return true
  if (whole.functions[fn]?.returns.some((value) => value === call)) return true
  const file = whole.fileOf(call)
  const last = whole.base[file + 1] ?? whole.size
  for (let node = call + 1; node < Math.min(last, call + 4000); node++) {
    const kind = whole.kind[node] as Kind
    if (kind !== Kind.Cell && (kind === Kind.Store ? whole.c[node] === call : whole.madeOf(node).includes(call))) return true
    if (kind === Kind.New && whole.args(node).includes(call)) return true
  }
  for (let region = 0; region * 4 < whole.regions.length; region++) if (whole.regions[region * 4 + 2] === call) return true
  return whole.functions.some(({ returns }) => returns.includes(call))
}

/** `outcome = check(req); if (outcome.error) return refuse()`, of a variable that other functions see too. */
function isLookedAtLater({ whole }: Linked, fn: number, call: number): boolean {
  const file = whole.fileOf(call)
  const [first, last] = [whole.base[file] as number, whole.base[file + 1] ?? whole.size]
  const held = new Set<number>()
  for (let node = first; node < last; node++)
    if (whole.kind[node] === Kind.Cell && whole.items(whole.a[node] as number).includes(call)) held.add(node)
  if (held.size === 0) return false
  for (let node = first; node < last; node++) {
    if (!whole.isWithin(whole.functionOf(node), fn)) continue
    const condition = whole.regions[(whole.region[node] as number) * 4 + 2] as number
    if (held.has(condition) || (whole.kind[node] !== Kind.Cell && whole.madeOf(node).some((part) => held.has(part)))) return true
  }
  return false
}

/** `if (key !== KEY) console.warn('wrong key')`, and then `next()`. */
function comparesOnly(linked: Linked, guards: Guards, fn: number, calls: number[]): AccessFault[] {
  const { whole, effects } = linked
  const goesOn = calls.filter((call) => guards.isNext(call) && whole.args(call).length === 0)
  const seen = new Set<number>()
  const found: AccessFault[] = []
  if (goesOn.length === 0) return found
  for (const call of calls) {
    const region = whole.region[call] as number
    const condition = whole.regions[region * 4 + 2] as number
    if (condition < 0 || seen.has(region) || whole.regions[region * 4] !== RegionKind.True) continue
    seen.add(region)
    if (whole.kind[condition] !== Kind.Binary || !isUnequal(whole.c[condition] as number) || !guards.comparesCredential(condition)) continue
    const inside = effects.within(fn).filter((node) => effects.isInside(whole.region[node] as number, region))
    if (!inside.every((node) => isLogging(linked, node))) continue
    const after = goesOn.find((next) => next > call && effects.isInside(region, whole.region[next] as number))
    if (after !== undefined)
      found.push({
        fault: 'not enforced',
        name: nameOf(linked, fn),
        at: cite(linked, condition),
        trace: [cite(linked, condition), cite(linked, after)],
      })
  }
  return found
}

function isLogging(linked: Linked, node: number): boolean {
  if (linked.whole.kind[node] !== Kind.Call || !/^(?:log|info|warn|error|debug|trace|notice)$/.test(calledName(linked, node))) return false
  return /^(?:console|log|logger|winston|pino|log4js|bunyan)$/i.test(linked.values.nameOf(receiverOf(linked, node)))
}

function nameOf({ whole }: Linked, fn: number): string {
  for (let at = fn; at >= 0; at = whole.functions[at]?.parent ?? -1) {
    const name = whole.functions[at]?.fact.name
    if (name) return name
  }
  return 'a guard'
}

/**
 * Exceptions that nobody can catch: thrown in a callback that runs after its caller has returned, below the handler of a
 * route. The process ends with them, and every other request with it.
 */
import { FunctionFlag, Kind, RegionKind } from '../../graph'
import type { Usage } from '../../types'
import { LabelKind } from '../labels'
import { calledName, functionsAt, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { usage } from './modelled'
import { packageOf } from './origin'
import { routeHandlers } from './route-handlers'

/** Builtins whose functions call back later. */
const LATER = /^(?:fs|child_process|crypto|dns|net|tls|http|https|zlib|timers|fs-extra|graceful-fs)$/
const TIMERS = /^(?:setTimeout|setInterval|setImmediate|nextTick|queueMicrotask)$/
const MOST_DEPTH = 4
const _NONE: number[] = []

export function asyncThrows(linked: Linked): Usage[] {
  const { whole, values, solver } = linked
  const lookup = lookupOf(whole)
  const reached = belowHandlers(linked)
  if (reached.size === 0) return []
  // Somebody decided what is to happen then.
  for (const node of lookup.named(Kind.Call, 'on'))
    if (whole.args(node).some((argument) => values.texts(argument).some(({ value }) => value === 'uncaughtException'))) return []
  const later = new Set<number>()
  for (const node of lookup.of(Kind.Call)) {
    const functions: number[] = []
    const list = whole.b[node] as number
    for (let item = list + 1; item <= list + (whole.lists[list] as number); item++)
      for (let i = 0, argument = whole.lists[item] as number, count = solver.count(argument); i < count; i++) {
        const label = solver.label(argument, i)
        if (solver.labels.kind[label] !== LabelKind.Function) continue
        const fn = solver.labels.data[label] as number
        if (reached.has(fn)) functions.push(fn)
      }
    if (functions.length > 0 && isLater(linked, node, calledName(linked, node))) for (const fn of functions) later.add(fn)
  }
  const throws = new Set<number>()
  const seen = new Map<number, number>()
  for (const fn of later) collect(linked, fn, throws, 0, seen)
  return [...throws].sort((one, other) => one - other).map((node) => usage(linked, node, 'uncatchable-throw', 'node', 'throw', {}))
}

function isLater(linked: Linked, call: number, name: string): boolean {
  if (TIMERS.test(name)) return true
  if (name === '' || name.endsWith('Sync') || /^(?:on|once|then|catch|finally|pipe)$/.test(name)) return false
  return LATER.test(packageOf(linked, linked.whole.a[call] as number) ?? '')
}

/** Functions that run, at once or later, because a request came in. */
function belowHandlers(linked: Linked): Set<number> {
  const { effects, solver } = linked
  const reached = new Set<number>()
  const stack = [...routeHandlers(linked).keys()]
  while (stack.length > 0) {
    const fn = stack.pop() as number
    if (reached.has(fn)) continue
    reached.add(fn)
    for (const node of effects.ofFunction(fn)) stack.push(...(solver.callees.get(node) ?? []))
    for (const node of effects.ofFunction(fn))
      if (linked.whole.kind[node] === Kind.Call) for (const argument of linked.whole.args(node)) stack.push(...functionsAt(linked, argument))
    stack.push(...effects.functionsIn(fn).filter((inner) => isCalledInPlace(linked, inner)))
  }
  return reached
}

/** `(() => …)()` */
const isCalledInPlace = ({ solver }: Linked, fn: number) => (solver.callers.get(fn)?.size ?? 0) > 0

/** Throws of a function, and of those it calls, that no `try` is around. */
function collect(linked: Linked, fn: number, throws: Set<number>, depth: number, seen: Map<number, number>): void {
  const { whole, effects, solver } = linked
  // From nearer by, at least as much was collected.
  if ((seen.get(fn) ?? MOST_DEPTH + 1) <= depth) return
  seen.set(fn, depth)
  const flags = whole.functions[fn]?.fact.flags ?? 0
  // What these throw becomes a rejected promise, or waits for whoever asks for the next value.
  if (depth > MOST_DEPTH || (flags & (FunctionFlag.Async | FunctionFlag.Generator)) !== 0) return
  for (const node of effects.ofFunction(fn)) {
    if (isGuarded(linked, node)) continue
    if (whole.kind[node] === Kind.Throw) throws.add(node)
    else for (const callee of solver.callees.get(node) ?? []) if (callee !== fn) collect(linked, callee, throws, depth + 1, seen)
  }
}

function isGuarded({ whole }: Linked, node: number): boolean {
  // A `try` around the function is over by the time it runs, so the function's own body is where to stop.
  for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
    const kind = whole.regions[region * 4] as RegionKind
    if (kind === RegionKind.Try || kind === RegionKind.Body) return kind === RegionKind.Try
  }
  return false
}

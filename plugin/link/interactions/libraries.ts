/** Work of libraries that no model tells of. In: a call. Out: a step, where the code waits for it, makes something by it, or wants its effect. */
import { Kind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import type { Act } from './act'
import { Weight } from './items'
import { isOutcomeUsed } from './outcomes'
import { rootOf, type Stores } from './stores'
import { callText, shortened } from './words'

/** Methods of values of the language. */
const OF_VALUES = new Set([Array, String, Number, Date, Map, Set, RegExp, Function].flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype)))
/** A function of the program that writes to a log and does nothing else that is told. */
export function talks(linked: Linked, fn: number, depth = 0): boolean {
  const { whole, solver, effects } = linked
  return effects.within(fn).some((node) => {
    if (whole.kind[node] !== Kind.Call) return false
    if ([...(solver.apiCalls.get(node) ?? [])].some((path) => rootOf(linked, path) === 'console' || isTalk(linked, path))) return true
    return depth < 2 && [...(solver.callees.get(node) ?? [])].slice(0, 2).some((callee) => callee !== fn && talks(linked, callee, depth + 1))
  })
}

/** Work of a library that no model tells of: what is awaited, made, or called for nothing but its effect. */
export function libraryAct(linked: Linked, stores: Stores, call: number, paths: readonly number[]): Act | undefined {
  const { models, solver, whole } = linked
  if (solver.callees.has(call)) return undefined
  // What a call made is called: nothing says what that does.
  if (whole.kind[whole.a[call] as number] === Kind.Call) return undefined
  const path = paths.find((each) => /^npm:/.test(models.paths.rootOf(each))) ?? paths.find((each) => stores.has(rootOf(linked, each)))
  if (path === undefined || models.self.has(path) || models.passes.has(path) || models.doors.answers.has(path) || models.doors.inputs.has(path))
    return undefined
  if (isBuiltin(rootOf(linked, path)) || isTalk(linked, path)) return undefined
  const isNew = whole.kind[call] === Kind.New
  const outcome = isOutcomeUsed(linked, call)
  // What is thrown is told as the answer that it is; what every list, text and date can do says nothing.
  if (isNew && whole.kind[call + 1] === Kind.Throw && whole.a[call + 1] === call) return undefined
  if (outcome !== 'awaited' && receiverOf(linked, call) >= 0 && OF_VALUES.has(calledName(linked, call))) return undefined
  const root = rootOf(linked, path)
  // A method of a model that the code added to it, or one that models do not tell of.
  if (stores.has(root) && outcome === 'awaited' && receiverOf(linked, call) >= 0)
    return { to: { kind: 'store', name: stores.of(root, call) }, label: callText(linked, call), weight: Weight.Telling }
  if (!isNew && outcome === 'used') return undefined
  return {
    to: 'self',
    label: shortened(callText(linked, call)),
    weight: isNew || outcome === 'awaited' ? Weight.Minor : Weight.Slight,
    ...(outcome === 'awaited' ? {} : { package: root }),
  }
}

/** What only computes, in Node itself; what has an effect there is told by models. */
const isBuiltin = (root: string): boolean =>
  /^(?:node:)?(?:path|url|util|querystring|assert|events|buffer|string_decoder|os|module|perf_hooks|timers|async_hooks|process|v8|crypto|http|https|stream)(?:\/|$)/.test(
    root,
  )

/** Loggers and what formats: models say so by a sink or a role. */
function isTalk({ models }: Linked, path: number): boolean {
  const { paths, flows, roles } = models
  if (flows.sinks.get(path)?.some(({ kind }) => kind === 'log' || kind === 'regex' || kind === 'merge' || kind === 'property')) return true
  if (flows.steps.has(path) || flows.sanitizers.has(path) || flows.tests.has(path)) return true
  for (let at = path, hops = 0; at >= 0 && hops < 6; at = paths.node(at).parent, hops++) if (roles.get(at)?.role === 'logging') return true
  return flows.usages.get(path)?.some(({ kind }) => /log/.test(kind)) ?? false
}

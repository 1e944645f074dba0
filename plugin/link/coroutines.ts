/**
 * Generators that a library runs as async functions: `co(function* () { const user = yield find(id) })`. In: the solved values. Out: such
 * functions are async, and their `yield` is the `await` that it stands for, also in the generators that they in turn wait for. To be asked
 * before anybody else looks at nodes by what they are.
 */
import { FunctionFlag, Kind } from '../graph'
import { LabelKind } from './labels'
import { forgetLookup } from './lookup'
import type { Models } from './models'
import type { Solver } from './solver/index'
import type { Whole } from './whole/index'

export function tieCoroutines(whole: Whole, solver: Solver, models: Models): void {
  const yields = yieldsIn(whole)
  if (yields.size === 0) return
  const run = new Set<number>()
  for (let found = newlyRun(); found.length > 0; found = newlyRun()) {
    for (const fn of found) waits(fn)
    solver.resume()
  }
  if (run.size > 0) forgetLookup(whole)

  /** What libraries are handed by now, and what generators wait for that are run already. */
  function newlyRun(): number[] {
    const handed = [...models.coroutines].flatMap(([path, argument]) =>
      (solver.callsOfPath.get(path) ?? []).flatMap((call) => generatorsAt(whole.args(call)[argument] ?? -1)),
    )
    const waitedFor = [...run].flatMap((fn) => (yields.get(fn) ?? []).flatMap((node) => generatorsAt(whole.a[node] as number)))
    return [...new Set([...handed, ...waitedFor])].filter((fn) => !run.has(fn))
  }

  /** A generator function, or the one that was called: `co(steps)`, `co(steps())`. */
  function generatorsAt(node: number): number[] {
    if (node < 0) return []
    const called = node < whole.size && whole.kind[node] === Kind.Call ? [...(solver.callees.get(node) ?? [])] : []
    const given = solver.of(node).flatMap((label) => (solver.labels.kind[label] === LabelKind.Function ? [solver.labels.data[label] as number] : []))
    return [...called, ...given].filter((fn) => ((whole.functions[fn]?.fact.flags ?? 0) & FunctionFlag.Generator) !== 0)
  }

  function waits(fn: number): void {
    run.add(fn)
    const own = whole.functions[fn] as Whole['functions'][number]
    own.fact = { ...own.fact, flags: (own.fact.flags & ~FunctionFlag.Generator) | FunctionFlag.Async }
    for (const node of yields.get(fn) ?? []) {
      // `yield* steps()` gives what `steps` returns.
      const of = whole.a[node] as number
      if (whole.kind[of] === Kind.Element) whole.a[node] = whole.a[of] as number
      whole.kind[node] = Kind.Await
      solver.flow(whole.a[node] as number, node)
    }
  }
}

/** By function: where it yields something. */
function yieldsIn(whole: Whole): Map<number, number[]> {
  const found = new Map<number, number[]>()
  for (let node = 0; node < whole.size; node++) {
    if (whole.kind[node] !== Kind.Yield || (whole.a[node] as number) < 0) continue
    const fn = whole.functionOf(node)
    const known = found.get(fn)
    if (known) known.push(node)
    else found.set(fn, [node])
  }
  return found
}

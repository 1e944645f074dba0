/**
 * What tests call. In: the solved program and its files of tests. Out: functions of the product that a test calls itself, those
 * that these lead to, and the files that a test loads.
 */
import { Kind } from '../../../../graph'
import type { ImportGraph } from '../../../imports'
import type { Linked } from '../../../linked'

export interface Called {
  /** Called by a test itself, each with the first call. */
  direct: Map<number, number>
  /** Called by these, however far below; with the call of the test. */
  below: Map<number, number>
  /** Files that a test loads, however far below; with the file of the test. */
  loaded: Map<number, number>
}

export function calledByTests(linked: Linked, imports: ImportGraph, tests: Set<number>): Called {
  const { whole, solver, effects } = linked
  const direct = new Map<number, number>()
  for (const test of [...tests].sort((one, other) => one - other))
    for (let call = whole.base[test] as number; call < (whole.base[test + 1] as number); call++) {
      if (whole.kind[call] !== Kind.Call && whole.kind[call] !== Kind.New) continue
      for (const fn of solver.callees.get(call) ?? []) {
        const file = whole.functions[fn]?.file
        if (file !== undefined && !tests.has(file) && !direct.has(fn)) direct.set(fn, call)
      }
    }
  const below = new Map(direct)
  const queue = [...direct.keys()]
  for (const fn of queue)
    for (const node of effects.ofFunction(fn))
      for (const to of solver.callees.get(node) ?? []) {
        if (below.has(to)) continue
        below.set(to, below.get(fn) as number)
        queue.push(to)
      }
  const loaded = new Map<number, number>()
  const files = [...tests]
  for (const file of files) loaded.set(file, file)
  for (const file of files)
    for (const { to, typesOnly } of imports.importsOf[file] ?? []) {
      if (typesOnly || loaded.has(to)) continue
      loaded.set(to, loaded.get(file) as number)
      files.push(to)
    }
  return { direct, below, loaded }
}

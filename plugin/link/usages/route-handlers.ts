/** Which functions answer which requests: handlers as routes are given them, by method. */
import { LabelKind } from '../labels'
import { calledName, type Linked } from '../linked'
import { callsWithActs } from './registrations'

/** Function → methods (`GET`, `ALL`, …) of the routes that it is given to. */
export function routeHandlers(linked: Linked): Map<number, Set<string>> {
  const { solver, whole } = linked
  const before = known.get(linked)
  if (before?.changes === solver.changes) return before.handlers
  const handlers = new Map<number, Set<string>>()
  for (const { call, acts } of callsWithActs(linked))
    for (const { act } of acts) {
      if (act.act !== 'route' || typeof act.handlers !== 'number') continue
      const method = (act.method === 'member' ? calledName(linked, call) : act.method).toUpperCase()
      for (const argument of whole.args(call).slice(act.handlers))
        for (const item of linked.values.elements(argument))
          for (const label of solver.of(item)) {
            if (solver.labels.kind[label] !== LabelKind.Function) continue
            const fn = solver.labels.data[label] as number
            const methods = handlers.get(fn)
            if (methods) methods.add(method)
            else handlers.set(fn, new Set([method]))
          }
    }
  known.set(linked, { changes: solver.changes, handlers })
  return handlers
}

const known = new WeakMap<Linked, { changes: number; handlers: Map<number, Set<string>> }>()

/** The handler in or below which a node stands, -1 without one. */
export function handlerAround({ whole }: Linked, handlers: Map<number, Set<string>>, node: number): number {
  for (let fn = whole.functionOf(node); fn >= 0; fn = whole.functions[fn]?.parent ?? -1) if (handlers.has(fn)) return fn
  return -1
}

/** Calls that register something, as models say: routes and what they run. Several detectors begin with them. */
import type { Linked } from '../linked'

type Acts = Linked['models']['acts'] extends Map<number, infer List> ? List : never

/** Calls of API paths of which models say an act, each with one such path, in the order in which the solver met them. */
export function callsWithActs(linked: Linked): readonly { call: number; acts: Acts }[] {
  const { solver, models } = linked
  const before = known.get(linked)
  if (before?.changes === solver.changes) return before.calls
  const calls: { call: number; acts: Acts }[] = []
  const isActing = new Uint8Array(models.paths.nodes.length)
  for (const path of models.acts.keys()) isActing[path] = 1
  solver.apiCalls.forEach((paths, call) => {
    for (const path of paths) if (isActing[path] === 1) calls.push({ call, acts: models.acts.get(path) as Acts })
  })
  known.set(linked, { changes: solver.changes, calls })
  return calls
}

const known = new WeakMap<Linked, { changes: number; calls: { call: number; acts: Acts }[] }>()

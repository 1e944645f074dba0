/** Calls by the API paths that they call. In: a test of paths, or the name of what models say that they do. Out: those calls, in source order. */
import type { Linked } from './linked'
import { merge } from './lookup'
import type { Act } from './models'

export interface Acting<T extends Act['act'] = Act['act']> {
  call: number
  /** API path that is called. */
  path: number
  library: string
  act: Extract<Act, { act: T }>
}

const known = new WeakMap<Linked, { changes: number; byName: Map<string, Acting[]> }>()

export function callsThat<T extends Act['act']>(linked: Linked, name: T): readonly Acting<T>[] {
  let memory = known.get(linked)
  if (!memory || memory.changes !== linked.solver.changes) {
    memory = { changes: linked.solver.changes, byName: actings(linked) }
    known.set(linked, memory)
  }
  return (memory.byName.get(name) ?? []) as unknown as Acting<T>[]
}

/**
 * Calls of which some API path passes the test. Paths are asked, not calls: one path has many calls, and most paths mean nothing to
 * whoever asks.
 */
export function callsToPaths({ solver }: Linked, isMeant: (path: number) => boolean): Int32Array {
  const found: (readonly number[])[] = []
  solver.callsOfPath.forEach((calls, path) => {
    if (isMeant(path)) found.push(calls)
  })
  return merge(found)
}

function actings(linked: Linked): Map<string, Acting[]> {
  const { solver, models } = linked
  const byName = new Map<string, Acting[]>()
  for (const call of callsToPaths(linked, (path) => models.acts.has(path)))
    for (const path of solver.apiCalls.get(call) ?? [])
      for (const { library, act } of models.acts.get(path) ?? []) {
        const list = byName.get(act.act)
        if (list) list.push({ call, path, library, act } as Acting)
        else byName.set(act.act, [{ call, path, library, act } as Acting])
      }
  return byName
}

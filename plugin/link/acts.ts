/** Calls by what models say that they do. In: the name of an act. Out: those calls, in source order. */
import type { Linked } from './linked'
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

function actings({ solver, models }: Linked): Map<string, Acting[]> {
  const byName = new Map<string, Acting[]>()
  for (const [call, paths] of solver.apiCalls)
    for (const path of paths)
      for (const { library, act } of models.acts.get(path) ?? []) {
        const list = byName.get(act.act)
        if (list) list.push({ call, path, library, act } as Acting)
        else byName.set(act.act, [{ call, path, library, act } as Acting])
      }
  for (const list of byName.values()) list.sort((one, other) => one.call - other.call)
  return byName
}

/**
 * Routers that a class makes for itself, where further classes extend it: `constructor() { this.router = Router() }`. The code that
 * makes them is one, and the routers are as many as there are classes. In: a router as the solver knows it, and the value that it
 * was read from. Out: the router of each class that the value may be of.
 */
import { FunctionFlag, Kind } from '../../graph'
import { LabelKind } from '../labels'
import type { Linked } from '../linked'
import { standsFor } from '../values/bound'
import type { Context } from '../values/index'
import type { Bound } from '../values/reading'
import { ofCalls } from './per-call'
import { type Apart, type RouteTree, routersAt } from './tree'

/** For each router that a class and those that extend it have in common: which one each of them has. */
export function tellApart(linked: Linked): Map<number, Apart> {
  const { solver, whole } = linked
  const apart = new Map<number, Apart>()
  const held = new Set<string>()
  for (const cls of new Set(solver.superclass.values())) {
    const fields = solver.fieldsOf.get(solver.labels.of(LabelKind.Instance, cls))
    for (const [property, field] of fields ?? []) {
      const routers = solver.of(field).filter((label) => solver.labels.kind[label] === LabelKind.ApiObject)
      const made = routers.find((label) => isMadeFor(linked, cls, solver.labels.data[label] as number))
      if (made === undefined || apart.has(made)) continue
      const path = solver.labels.extra[made] as number
      const own = new Map<number, number>()
      // A second one of the same kind would get the same name.
      if (held.has(`${cls} ${path}`)) continue
      for (const each of withHeirs(linked, cls)) {
        held.add(`${each} ${path}`)
        own.set(each, solver.labels.of(LabelKind.ApiObject, (whole.classes[each] as { self: number }).self, path))
      }
      const declared = whole.classes[cls]?.members.filter(({ name }) => name === whole.text(property)).map(({ node }) => node)
      for (const router of routers) if (router === made || declared?.includes(solver.labels.data[router] as number)) apart.set(router, own)
    }
  }
  return apart
}

/** Whether the constructor of a class, or the value of one of its members, makes it: not what it is handed. */
function isMadeFor({ whole }: Linked, cls: number, site: number): boolean {
  const kind = whole.kind[site] as Kind | undefined
  if (kind !== Kind.Call && kind !== Kind.New) return false
  const fact = whole.classes[cls]
  if (fact?.members.some(({ node }) => node === site)) return true
  const fn = whole.functions[whole.functionOf(site)]
  return fn?.owner === cls && (fn.fact.flags & FunctionFlag.Constructor) !== 0
}

/** A class and all that extend it, directly or not. */
function withHeirs({ solver }: Linked, cls: number): Set<number> {
  const found = new Set([cls])
  for (let before = 0; before < found.size; ) {
    before = found.size
    for (const [heir, parent] of solver.superclass) if (found.has(parent)) found.add(heir)
  }
  return found
}

/**
 * Routers that a value may be in a context; of those that classes have in common, the ones of the instance that it is read from, and of
 * those that calls have in common, the ones of the calls that it comes from.
 * @param at where it is read, which may be in a function inside the one that made it
 */
export function routersIn(tree: RouteTree, node: number, context: Context, labels: readonly number[], at = node): number[] {
  const routers = routersAt(tree, node, labels)
  if (!routers.some((router) => tree.apart.has(router))) return routers
  const holders = routers.some((router) => tree.apart.has(router) && !tree.perCall.has(router)) ? holdersOf(tree, node, context) : []
  const found = routers.flatMap((router) => {
    const made = tree.perCall.get(router)
    if (made) return ofCalls(tree, made, node, context, at) ?? [router]
    const own = tree.apart.get(router)
    const known = own ? holders.flatMap((cls) => own.get(cls) ?? []) : []
    return known.length > 0 ? known : [router]
  })
  return [...new Set(found)]
}

/** Classes of the instances from which a value is read: of `this` in `this.router`, of `users` in `users.router`. */
function holdersOf({ linked }: RouteTree, node: number, context: Context): number[] {
  const { values, whole } = linked
  const at = standsFor(values, { node, context })
  const reads = whole.kind[at.node] === Kind.Load ? [at.node] : values.definitions(at.node).filter((each) => whole.kind[each] === Kind.Load)
  return [...new Set(reads.flatMap((read) => classesOf(linked, standsFor(values, { node: whole.a[read] as number, context: at.context }))))]
}

/** Classes of which a value is an instance. A method that nobody calls says nothing of those that inherit it. */
function classesOf({ solver, values, whole }: Linked, { node, context }: Bound): number[] {
  if (whole.kind[node] === Kind.This) {
    const fn = whole.a[node] as number
    const { owner, fact } = whole.functions[fn] ?? { owner: -1 }
    if (owner >= 0 && fact && !(fact.flags & FunctionFlag.Constructor) && !solver.callers.has(fn)) return [owner]
  }
  return values
    .labels(node, context)
    .flatMap((label) => (solver.labels.kind[label] === LabelKind.Instance ? [solver.labels.data[label] as number] : []))
}

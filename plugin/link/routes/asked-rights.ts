/**
 * Roles and rights that a guard is made with. In: the call that makes it: `auth('manageUsers')`, `allow(['admin', 'editor'])`,
 * `auth({ role: Role.Admin })`. Out: their names; an empty list where the guard takes some and is given none, as in `auth()`.
 */
import { Kind } from '../../graph'
import type { Linked } from '../linked'
import { lookupOf } from '../lookup'

/** What arguments and options with roles are called. */
const RIGHTS = /roles?$|rights?$|permissions?$|scopes?$|privileges?$/i
const NAMES_RIGHT = /^[\w:.*@-]{1,60}$/

interface Memory {
  byNode: Map<number, string[] | undefined>
  /** Parameters of which a member with rights is read: `options.role`. */
  options: Set<number>
}
const memories = new WeakMap<Linked, Memory>()

/** Undefined where the code does not tell. */
export function askedOf(linked: Linked, node: number): string[] | undefined {
  if (node >= linked.whole.size || linked.whole.kind[node] !== Kind.Call) return undefined
  let memory = memories.get(linked)
  if (!memory) {
    const { whole } = linked
    const read = lookupOf(whole).named(Kind.Load, RIGHTS)
    memory = {
      byNode: new Map(),
      options: new Set([...read].map((load) => whole.a[load] as number).filter((base) => whole.kind[base] === Kind.Param)),
    }
    memories.set(linked, memory)
  }
  if (!memory.byNode.has(node)) memory.byNode.set(node, askedIn(linked, node, memory.options))
  return memory.byNode.get(node)
}

function askedIn(linked: Linked, node: number, options: ReadonlySet<number>): string[] | undefined {
  const { whole, values } = linked
  const args = [...whole.args(node)]
  const texts = args
    .flatMap((argument) => (whole.kind[argument] === Kind.Object ? rightsOf(linked, argument) : [argument]))
    .flatMap((argument) => values.elements(argument))
    .flatMap((item) => values.texts(item))
    .filter(({ exact, value }) => exact && NAMES_RIGHT.test(value))
  if (texts.length > 0) return [...new Set(texts.map(({ value }) => value))]
  const isSilent = args.length === 0 || args.every((argument) => whole.kind[argument] === Kind.Object && rightsOf(linked, argument).length === 0)
  return isSilent && takesRights(linked, node, options) ? [] : undefined
}

/** Of `{ role: Role.Admin }` the value. */
function rightsOf({ whole }: Linked, object: number): number[] {
  return whole
    .items(whole.a[object] as number)
    .filter((entry) => whole.kind[entry] === Kind.Property && whole.a[entry] !== -1 && RIGHTS.test(whole.text(whole.a[entry] as number)))
    .map((entry) => whole.b[entry] as number)
}

/** A parameter, with a default or without one. */
function isOneOf(whole: Linked['whole'], node: number, params: readonly number[]): boolean {
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Param) return params.includes(node)
  if (kind === Kind.Refine) return isOneOf(whole, whole.a[node] as number, params)
  return kind === Kind.Choice && whole.items(whole.a[node] as number).some((item) => params.includes(item))
}

/** By its parameters' names, or because it or what it hands its options to reads a role of them. */
function takesRights({ whole, solver, effects }: Linked, node: number, options: ReadonlySet<number>): boolean {
  return [...(solver.callees.get(node) ?? [])].some((callee) => {
    const of = whole.functions[callee]
    if (!of) return false
    if (of.params.some((param, index) => whole.c[param] === 1 || RIGHTS.test(of.fact.paramNames[index] ?? '') || options.has(param))) return true
    return effects
      .within(callee)
      .some((call) =>
        (whole.kind[call] === Kind.Call ? [...whole.args(call)] : []).some(
          (argument, index) =>
            isOneOf(whole, argument, of.params) &&
            [...(solver.callees.get(call) ?? [])].some((inner) => options.has(whole.functions[inner]?.params[index] ?? -1)),
        ),
      )
  })
}

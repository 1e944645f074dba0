/**
 * What is left of a guard by the call that runs it, or made it: refusals that hang on what it is told, and the methods that it is called
 * for. In: what the function does. Out: what it does there.
 */
import { Kind } from '../../graph'
import type { Linked } from '../linked'
import { addressesAt } from '../routes/tests-of-requests'
import type { Behaviour } from './behaviour'
import { isSwitchedOff, makersOf, optionsAsked } from './refusals-by-option'

/** What a helper does, but for the refusals that this call of it switches off. */
export function asCalled(linked: Linked, call: number, callee: number, inner: Behaviour): Behaviour {
  const denials = inner.denials.filter(({ options = [] }) => !isSwitchedOff(linked, call, callee, options))
  if (denials.length === inner.denials.length) return inner
  const told = new Set(inner.denials.map(({ role }) => role))
  for (const { role } of denials) told.delete(role)
  return { ...inner, denials, roles: new Set([...inner.roles].filter((role) => !(told as ReadonlySet<string>).has(role))) }
}

/** What a guard does, but for the refusals that the call that made it switches off. */
export function asMade(linked: Linked, node: number, inner: Behaviour): Behaviour {
  const asked = new Set([...inner.denials.flatMap(({ options = [] }) => options), ...inner.validations.flat()].map(({ fn }) => fn))
  if (asked.size === 0) return inner
  // Of several functions that may be called there it is the one whose options are asked.
  const [maker, other] = makersOf(linked, node).filter(({ callee }) => asked.has(callee))
  return maker && !other ? validatingAsMade(linked, maker, asCalled(linked, maker.call, maker.callee, inner)) : inner
}

/** A guard that is told no schema holds nothing against one. */
function validatingAsMade(linked: Linked, { call, callee }: { call: number; callee: number }, inner: Behaviour): Behaviour {
  const isOff = inner.validations.length > 0 && inner.validations.every((options) => isSwitchedOff(linked, call, callee, options))
  return isOff ? { ...inner, roles: new Set([...inner.roles].filter((role) => role !== 'validation')) } : inner
}

/** `if (refuse) return refuse()`, where the helper that makes `refuse` was told not to. */
export function isNeverMade(linked: Linked, call: number): boolean {
  const { whole, effects, solver } = linked
  if (whole.kind[call] !== Kind.Call) return false
  const callees = [...(solver.callees.get(call) ?? [])]
  const caller = whole.functionOf(call)
  return (
    callees.length > 0 &&
    callees.every((callee) => {
      const { parent = -1, node = -1 } = whole.functions[callee] ?? {}
      if (parent < 0 || node < 0 || parent === caller) return false
      const options = optionsAsked(linked, node, parent)
      if (options.length === 0) return false
      const makers = effects.ofFunction(caller).filter((at) => whole.kind[at] === Kind.Call && solver.callees.get(at)?.has(parent))
      return makers.length > 0 && makers.every((maker) => isSwitchedOff(linked, maker, parent, options))
    })
  )
}

/** Methods of the requests that get to a node; nothing where some condition leaves them open. */
export function methodsAt(linked: Linked, node: number): { methods?: readonly string[] } {
  const methods = addressesAt(linked, node).map(({ method }) => method)
  return methods.length > 0 && methods.every((method) => method !== undefined) ? { methods: methods as string[] } : {}
}

/** What a helper does, where it is called for some methods only. */
export function underMethods(linked: Linked, call: number, inner: Behaviour): Behaviour {
  const { methods } = methodsAt(linked, call)
  if (!methods) return inner
  return {
    ...inner,
    denials: inner.denials.map((each) => ({ ...each, methods: each.methods?.filter((method) => methods.includes(method)) ?? methods })),
  }
}

/** What a helper does, where it is called under an option: `if (options.permission) await requirePermission(request)`. */
export function underOptions(linked: Linked, call: number, fn: number, inner: Behaviour): Behaviour {
  const asked = optionsAsked(linked, call, fn)
  if (asked.length === 0) return inner
  return { ...inner, denials: inner.denials.map((each) => ({ ...each, options: [...(each.options ?? []), ...asked] })) }
}

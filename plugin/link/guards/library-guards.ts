/**
 * Guards that libraries make. In: a value among handlers, or a call. Out: the call of the library that made it, and what its options
 * make of it: whom it lets pass, and which paths.
 */
import { Kind } from '../../graph'
import type { Evidence } from '../../types'
import { LabelKind } from '../labels'
import { atPlace, calledName, cite, type Linked, receiverOf } from '../linked'

const MOST_HOPS = 5

/** The library call that made a value, through in-house factories. */
export function madeBy(linked: Linked, node: number, hops = 0): number {
  const { whole, solver, values } = linked
  if (hops > MOST_HOPS || node < 0 || node >= whole.size) return -1
  const firstOf = (nodes: Iterable<number>): number => {
    for (const each of nodes) {
      const made = madeBy(linked, each, hops + 1)
      if (made >= 0) return made
    }
    return -1
  }
  switch (whole.kind[node] as Kind) {
    case Kind.Call:
      if (solver.apiCalls.has(node)) return node
      return firstOf([...(solver.callees.get(node) ?? [])].flatMap((callee) => [...(whole.functions[callee]?.returns ?? [])]))
    case Kind.Refine:
    case Kind.Await:
      return madeBy(linked, whole.a[node] as number, hops + 1)
    case Kind.Load: {
      // `auth.optional` of `const auth = { required: jwt(…), optional: jwt({ credentialsRequired: false }) }`.
      const made = values.definitions(node).filter((at) => at !== node && at < whole.size && whole.kind[at] === Kind.Call)
      return made.length === 1 ? madeBy(linked, made[0] as number, hops + 1) : -1
    }
    case Kind.Cell:
    case Kind.Choice:
      return firstOf(whole.items(whole.a[node] as number))
    default:
      return -1
  }
}

/** Options with which a library guard lets everyone pass. */
export function isOptional(linked: Linked, node: number, options: { option: string; is: string }[] | undefined): boolean {
  if (!options) return false
  const call = madeBy(linked, node)
  if (call < 0) return false
  const { values, whole } = linked
  return options.some(({ option, is }) =>
    atPlace(linked, call, option, undefined)
      .flatMap((value) => values.elements(value))
      .some((value) => (is === 'function' ? whole.kind[value] === Kind.Function : values.texts(value).some((text) => text.value === is))),
  )
}

/** `guard.unless({ path: ['/login', /^\/public/] })`. */
export function exceptions(linked: Linked, node: number): string[] {
  const { values, whole } = linked
  const call = madeBy(linked, node)
  if (call < 0 || calledName(linked, call) !== 'unless') return []
  const [options] = whole.args(call)
  if (options === undefined) return []
  return values
    .property(options, 'path')
    .flatMap((value) => values.elements(value))
    .flatMap((value) => [...values.property(value, 'url').flatMap((url) => values.texts(url)), ...values.texts(value)])
    .map(({ value }) => value)
}

/** The call of a library that made a handler and asks who is calling: `verifySignatureAppRouter(handler)`. */
export function askedByMaker(linked: Linked, node: number): Evidence | undefined {
  const { whole, values, solver, models } = linked
  const isHanded = (call: number) =>
    whole
      .args(call)
      .slice(0, 1)
      .some((first) => solver.of(first).some((label) => solver.labels.kind[label] === LabelKind.Function))
  const asks = (call: number) =>
    isHanded(call) && [...(solver.apiCalls.get(call) ?? [])].some((path) => /^auth/.test(models.roles.get(models.paths.call(path))?.role ?? ''))
  const made = [node, ...values.definitions(node)].find((at) => at >= 0 && at < whole.size && whole.kind[at] === Kind.Call && asks(at))
  return made === undefined ? undefined : cite(linked, made)
}

/** A library says who is calling. */
export function isByLibrary({ models, solver }: Linked, call: number): boolean {
  return [...(solver.apiCalls.get(call) ?? [])].some((path) => models.roles.get(models.paths.call(path))?.role === 'authentication')
}

/** A library answers who is calling, and turns nobody away: `getToken({ req })`, `basicAuth(req)`. */
export function isToldByLibrary({ models, solver }: Linked, call: number): boolean {
  return [...(solver.apiCalls.get(call) ?? [])].some((path) => models.roles.get(models.paths.call(path))?.tells)
}

/** A library, or a helper of the program around it, says who is calling. */
export function findsOut(linked: Linked, call: number): boolean {
  const { solver, effects, whole } = linked
  return (
    isByLibrary(linked, call) ||
    [...(solver.callees.get(call) ?? [])].some((fn) => effects.within(fn).some((node) => whole.kind[node] === Kind.Call && isByLibrary(linked, node)))
  )
}

/** A method of another library, or of what the language has itself: `new TextDecoder().decode(bytes)`. */
export function isOtherLibrary(linked: Linked, call: number): boolean {
  const { models, solver } = linked
  return [...(solver.apiCalls.get(call) ?? [])].some((path) => {
    const root = models.paths.rootOf(path)
    return (root.startsWith('npm:') && !models.paths.node(path).known) || (root.startsWith('global:') && receiverOf(linked, call) >= 0)
  })
}

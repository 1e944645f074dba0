/**
 * Guards as decorators and modules name them. In: the node of a class, an instance, a mixin or middleware. Out: its roles, and
 * what metadata of a handler does to it.
 */
import { Kind } from '../../graph'
import type { Guard } from '../../types'
import type { Guards } from '../guards'
import { LabelKind } from '../labels'
import { apiPathsOf, calledName, cite, type Linked, receiverOf } from '../linked'
import type { Asking } from '../routes/index'
import { instancesFor } from '../tokens'
import { argumentsOf, type Decoration, textsIn, valuesOf } from './decorations'
import { type Looked, lookedUp, type Metadata } from './metadata'

export interface ClassGuard {
  guard: Guard
  /** undefined: its code was not seen. */
  looked: Looked | undefined
  /** Functions of the program that answer whether a request may go on. */
  functions?: readonly number[]
  /** Classes of the program that it is, or leaves the answer to. */
  classes?: readonly number[]
}

/** Methods by which classes of frameworks stand between a request and its handler. */
const ENTRIES = ['canActivate', 'use', 'handler', 'execute', 'intercept', 'action']

export function classGuards(linked: Linked, guards: Guards, node: number, scope: Guard['scope']): ClassGuard[] {
  const { solver, whole, models } = linked
  // `useClass: X` in the file that declares X leads to the class itself.
  const name = (whole.kind[node] === Kind.Class && whole.classes[whole.a[node] as number]?.fact.name) || whole.sourceOf(node, 60)
  const at = cite(linked, node)
  const roles = new Set<Guard['role']>()
  let looked: Looked | undefined
  let seen = false
  let isLeftToStranger = false
  const functions: number[] = []
  const behave = (fn: number) => {
    const found = lookedUp(linked, fn)
    // Whoever is known passes where what they may do suffices for what the handler says it takes.
    const isOfRights = found.measures.size > 0 || (found.needs.size > 0 && forbids(linked, guards, fn))
    for (const role of isOfRights ? (['authorization'] as const) : asksOf(guards, fn)) roles.add(role)
    looked = looked
      ? {
          keys: new Set([...looked.keys, ...found.keys]),
          opens: new Set([...looked.opens, ...found.opens]),
          needs: new Set([...looked.needs, ...found.needs]),
          opensAt: new Map([...looked.opensAt, ...found.opensAt]),
          measures: new Set([...looked.measures, ...found.measures]),
        }
      : found
  }
  const asked = new Set<number>()
  const behaveAs = (given: number) => {
    if (asked.has(given)) return
    asked.add(given)
    seen = true
    let isNearest = true
    for (let cls: number | undefined = given, hops = 0; cls !== undefined && hops < 5; cls = solver.superclass.get(cls), hops++) {
      for (const entry of ENTRIES) {
        const fn = guards.method(solver.labels.of(LabelKind.Instance, cls), entry)
        if (fn < 0) continue
        behave(fn)
        if (isNearest) functions.push(fn)
        isNearest = false
        const others = leftTo(linked, fn)
        for (const other of others ?? []) behaveAs(other)
        isLeftToStranger ||= others?.length === 0
      }
      const parent = whole.classes[cls]?.extends ?? -1
      if (parent >= 0) for (const path of apiPathsOf(linked, parent)) addRole(roles, models.roles.get(path)?.role)
    }
  }
  for (const label of [...solver.of(node), ...instancesFor(linked, node)]) {
    const kind = solver.labels.kind[label]
    const data = solver.labels.data[label] as number
    if (kind === LabelKind.Class || kind === LabelKind.Instance) behaveAs(data)
    else if (kind === LabelKind.Function) {
      seen = true
      for (const role of guards.ofFunction(data).roles) roles.add(role)
    } else if (kind === LabelKind.Api || kind === LabelKind.ApiObject)
      addRole(roles, models.roles.get(kind === LabelKind.Api ? data : (solver.labels.extra[label] as number))?.role)
  }
  const classes = [...asked]
  if (roles.size > 0) return [...roles].map((role) => ({ guard: { name, role, scope, at }, looked, functions, classes }))
  return [{ guard: { name, role: 'other', scope, at, ...(seen && !isLeftToStranger ? {} : { opaque: true }) }, looked, functions, classes }]
}

/**
 * Classes of the guards that one gives back the answer of, `return this.inner.canActivate(context)`: none where nobody knows which it
 * is. Undefined for a guard that answers itself.
 */
function leftTo(linked: Linked, fn: number): number[] | undefined {
  const { whole, solver } = linked
  for (const value of whole.functions[fn]?.returns ?? []) {
    const call = whole.kind[value] === Kind.Await ? (whole.a[value] as number) : value
    if (whole.kind[call] !== Kind.Call || !ENTRIES.includes(calledName(linked, call))) continue
    const receiver = receiverOf(linked, call)
    const param = whole.functions[fn]?.params[0]
    if (receiver < 0 || param === undefined || whole.args(call)[0] !== param || whole.kind[receiver] !== Kind.Load) continue
    return solver.of(receiver).flatMap((label) => (solver.labels.kind[label] === LabelKind.Instance ? [solver.labels.data[label] as number] : []))
  }
  return undefined
}

/** Whether it says that somebody may not, and not only that nobody is known; itself or in what it calls. */
function forbids(linked: Linked, guards: Guards, fn: number, depth = 0): boolean {
  const { whole, effects, solver } = linked
  return effects.within(fn).some((node) => {
    if (whole.kind[node] === Kind.Throw) return guards.denial(node) === 'forbidden'
    const callees = whole.kind[node] === Kind.Call && depth < MOST_CALLS ? [...(solver.callees.get(node) ?? [])] : []
    return callees.length === 1 && callees[0] !== fn && forbids(linked, guards, callees[0] as number, depth + 1)
  })
}
/** Calls from a guard to what says no. */
const MOST_CALLS = 3

/** What `canActivate` asks: it refuses by returning false or throwing. */
function asksOf(guards: Guards, fn: number): Guard['role'][] {
  const { roles } = guards.ofFunction(fn)
  const asked = [...roles].filter((role) => role === 'authentication' || role === 'authorization')
  if (asked.length > 0) return asked
  // A token of the page is no caller, whatever its header is called.
  if (roles.has('csrf')) return [...roles]
  const answered = guards.answersBy(fn)
  return answered ? [answered] : [...roles]
}

function addRole(roles: Set<Guard['role']>, role: Guard['role'] | undefined): void {
  if (role) roles.add(role)
}

/** Guards that decorations put in force, in the order of the decorators. */
export function decoratedGuards(linked: Linked, guards: Guards, decorations: readonly Decoration[], scope: 'class' | 'route'): ClassGuard[] {
  return decorations.flatMap((decoration) => {
    const { model, node } = decoration
    const at = cite(linked, node)
    switch (model.decorator) {
      case 'guards':
        return argumentsOf(linked, decoration)
          .flatMap((argument) => valuesOf(linked, decoration, argument))
          .flatMap((value) => classGuards(linked, guards, value, scope))
      case 'route':
      case 'controller': {
        const from = model.guards
        if (from === undefined) return []
        return argumentsOf(linked, decoration)
          .slice(from)
          .flatMap((argument) => valuesOf(linked, decoration, argument))
          .flatMap((value) => classGuards(linked, guards, value, scope))
      }
      case 'interceptors':
        return argumentsOf(linked, decoration)
          .flatMap((argument) => classGuards(linked, guards, argument, scope))
          .map(({ guard: { opaque: _, ...guard }, classes = [] }) => ({ guard, looked: undefined, classes }))
      case 'pipes':
        return argumentsOf(linked, decoration).map((argument) => ({
          guard: { name: linked.whole.sourceOf(argument, 60), role: 'validation' as const, scope, at },
          looked: undefined,
        }))
      case 'roles': {
        const roles = argumentsOf(linked, decoration).flatMap((argument) => textsIn(linked, decoration, argument))
        const role = model.role ?? (roles.length > 0 ? 'authorization' : 'authentication')
        return [{ guard: { name: linked.whole.sourceOf(node, 60), role, scope, at, ...(roles.length > 0 ? { roles } : {}) }, looked: undefined }]
      }
      default:
        return []
    }
  })
}

/** Functions of those that are left for a handler, in the order in which they are asked. */
export function askingOf(given: readonly ClassGuard[], metadata: Metadata, isOpen: boolean): Asking[] {
  const left = given.filter((guard) => inForce([guard], metadata, isOpen).length > 0)
  return [...new Set(left.flatMap(({ functions = [] }) => functions))].map((fn) => ({ fn, marks: metadata }))
}

/**
 * Those that are left for a handler, with the roles that they ask for.
 * @param isOpen an in-house mark says that everyone may pass; counts where the guard's code does not tell
 */
export function inForce(given: readonly ClassGuard[], metadata: Metadata, isOpen: boolean): Guard[] {
  return given.flatMap(({ guard, looked }) => {
    if (guard.role !== 'authentication' && guard.role !== 'authorization') return [guard]
    if (!looked || looked.opens.size === 0) {
      if (isOpen && guard.scope === 'application') return []
    } else if ([...looked.opens].some((key) => isSet(metadata, key))) return []
    if (!looked) return [guard]
    if ([...looked.opensAt].some(([key, texts]) => metadata.get(key)?.some((text) => texts.includes(text)))) return []
    // Asks for something only where metadata says what.
    if (looked.needs.size > 0 && ![...looked.needs].some((key) => isSet(metadata, key))) return []
    const roles = [...looked.keys].filter((key) => !looked.opens.has(key)).flatMap((key) => metadata.get(key) ?? [])
    return [roles.length > 0 ? { ...guard, roles } : guard]
  })
}

function isSet(metadata: Metadata, key: string): boolean {
  const values = metadata.get(key)
  return values !== undefined && !(values.length === 1 && values[0] === 'false')
}

/** `@Param('id', ParseIntPipe)`. */
export function parameterPipes(linked: Linked, expressions: readonly number[]): Guard[] {
  const { whole } = linked
  const found: Guard[] = []
  for (const expression of expressions) {
    if (whole.kind[expression] !== Kind.Call) continue
    for (const argument of whole.args(expression)) {
      const name = whole.sourceOf(argument, 40)
      if (/Pipe\b/.test(name)) found.push({ name, role: 'validation', scope: 'route', at: cite(linked, expression) })
    }
  }
  return found
}

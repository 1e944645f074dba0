/**
 * Whom a call runs, told for one way of getting there. In: a call and the frame around it. Out: one function of the program, or none
 * where it could be several; and where the steps of callbacks that it is given belong.
 */
import { Kind } from '../../graph'
import type { Guards } from '../guards'
import { calledName, isTestCode, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import type { Frame } from './frames'
import { functionAt } from './handed'
import { isStatement } from './outcomes'

/** Places that call a function and make nothing of it: then it is about something else than this request. */
const MANY_PLACES = 15
/** How plugins put members on requests and answers. */
const DECORATES = new Set(['decorateRequest', 'decorateReply'])

export class Callees {
  constructor(
    private readonly linked: Linked,
    private readonly guards: Guards,
    /** Files of another program in the same repository. */
    private readonly foreign: ReadonlySet<number>,
    /** Told of functions that only a library's way of adding members leads to. */
    private readonly met: (fn: number) => void,
  ) {}

  /** The function of the program that a call runs; `apart` where its steps are told elsewhere. */
  of(node: number, frame: Frame): number | 'apart' | undefined {
    const { linked } = this
    const { whole, solver } = linked
    let callee = whole.a[node] as number
    while (whole.kind[callee] === Kind.Refine) callee = whole.a[callee] as number
    let given = frame.given.get(callee)
    for (let hops = 0; given && hops < 6; hops++) {
      const fn = functionAt(linked, given.node)
      if (fn !== undefined) return frame.apart.has(fn) ? 'apart' : fn
      given = given.given.get(given.node)
    }
    const all = [...(solver.callees.get(node) ?? this.decorated(node))].filter(
      (fn) => !frame.apart.has(fn) && !this.foreign.has(whole.functions[fn]?.file ?? -1),
    )
    // A method that an abstract class only declares stands beside the one that runs.
    const filled =
      all.length < 2 ? all : all.filter((fn) => linked.effects.ofFunction(fn).length > 0 || (whole.functions[fn]?.returns.length ?? 0) > 0)
    const callees = filled.length > 0 ? filled : all
    if (callees.length < 2) return callees[0]
    // `traced(f)(user)`: every wrapped function is met there, and it is f.
    const wrapped = this.guards.wrapped(callee).map((value) => functionAt(linked, value))
    if (wrapped.length > 0) return wrapped.length === 1 ? wrapped[0] : undefined
    // Whatever any caller hands over: which of them it is here is not known. Versions of one method in one file are told by the first.
    if (whole.kind[callee] === Kind.Param || whole.kind[callee] === Kind.Cell) return undefined
    const files = new Set(callees.map((fn) => whole.functions[fn]?.file))
    const names = new Set(callees.map((fn) => whole.functions[fn]?.fact.name))
    return files.size === 1 && names.size === 1 ? (callees.find((fn) => linked.effects.ofFunction(fn).length > 0) ?? callees[0]) : undefined
  }

  /** `request.isAdmin()`, where a plugin put that on every request. */
  private decorated(node: number): number[] {
    const { linked } = this
    const { whole } = linked
    if (receiverOf(linked, node) < 0) return []
    const name = calledName(linked, node)
    for (const call of lookupOf(whole).named(Kind.Call, DECORATES)) {
      const [key, value] = whole.args(call)
      if (key === undefined || value === undefined || linked.values.texts(key)[0]?.value !== name) continue
      const fn = functionAt(linked, value)
      if (fn === undefined) continue
      this.met(fn)
      return [fn]
    }
    return []
  }

  /** Many places call it and none makes anything of it: counting, logging, auditing. */
  isBeside(node: number, fn: number): boolean {
    const { linked } = this
    const callers = linked.solver.callers.get(fn)
    if ((callers?.size ?? 0) < MANY_PLACES || !isStatement(linked, node)) return false
    const { whole } = linked
    return [...(callers ?? [])].filter((call) => !isTestCode(linked, whole.files[whole.fileOf(call)]?.path ?? '')).length >= MANY_PLACES
  }

  /** A callback for a function of the program: told where that calls it, if it does so once and plainly; else behind it. */
  continuations(node: number, callee: number): number[] {
    const { linked } = this
    const { whole, effects, solver } = linked
    const handed = whole.args(node).flatMap((argument, index) => {
      const fn = whole.kind[argument] === Kind.Function ? (whole.a[argument] as number) : undefined
      return fn === undefined ? [] : [{ fn, param: whole.functions[callee]?.params[index] ?? -1 }]
    })
    const apart: number[] = []
    for (const { fn, param } of handed) {
      const calls = effects
        .within(callee)
        .filter((at) => (whole.kind[at] === Kind.Call && this.isParam(whole.a[at] as number, param)) || (solver.callees.get(at)?.has(fn) ?? false))
      const plain = calls.length === 1 && whole.functionOf(calls[0] as number) === callee
      if (!plain) apart.push(fn)
    }
    return apart
  }

  private isParam(node: number, param: number): boolean {
    const { whole } = this.linked
    let at = node
    while (whole.kind[at] === Kind.Refine) at = whole.a[at] as number
    return at === param
  }
}

/**
 * Which of what a function is handed it calls: `wrap(handler)`, `wrap({ handler, action })`. In: the linked program. Out: for a call
 * of such a function, the values that are wrapped; and for a call inside one, whether it calls what it was handed. Such a call leads
 * to another function at each place where the wrapper is used, so that nothing of the functions it may lead to holds for all of them.
 */
import { Kind } from '../graph'
import type { Linked } from './linked'
import { lookupOf } from './lookup'
import { thingNamed } from './names'

/** A parameter, or what it has under a name. */
interface Place {
  index: number
  name: string | undefined
}

export class Wrappers {
  /** By function, what it is handed and functions inside it call, or hand on to a helper that calls it. */
  private readonly called = new Map<number, Place[]>()
  /** By function, the parameters that it calls itself. */
  private readonly own = new Map<number, Set<number>>()

  constructor(private readonly linked: Linked) {
    const { whole, solver } = linked
    const calls = lookupOf(whole).of(Kind.Call)
    for (const call of calls) {
      const param = this.paramOf(whole.a[call] as number)?.param
      if (param === undefined || whole.a[param] !== whole.functionOf(call)) continue
      const indices = this.own.get(whole.functionOf(call))
      if (indices) indices.add(whole.b[param] as number)
      else this.own.set(whole.functionOf(call), new Set([whole.b[param] as number]))
    }
    for (const call of calls) {
      const fn = whole.functionOf(call)
      // What stands in no function of a function was handed nothing by one around it.
      if (fn < 0 || (whole.functions[fn]?.parent ?? -1) < 0) continue
      this.add(whole.a[call] as number, fn)
      const callees = solver.callees.get(call)
      if (!callees) continue
      for (const [index, argument] of [...whole.args(call)].entries())
        for (const callee of callees) if (this.own.get(callee)?.has(index)) this.add(argument, fn)
    }
  }

  private add(node: number, fn: number): void {
    const outer = this.outerPlace(node, fn)
    if (!outer) return
    const { whole } = this.linked
    const owner = whole.a[outer.param] as number
    const places = this.called.get(owner) ?? []
    this.called.set(owner, places)
    const index = whole.b[outer.param] as number
    if (!places.some((place) => place.index === index && place.name === outer.name)) places.push({ index, name: outer.name })
  }

  /** The parameter that a node is, or is read from by name: `handler`, `params.handler`, `const { handler } = params`. */
  private paramOf(node: number): { param: number; name: string | undefined } | undefined {
    const { whole } = this.linked
    const at = thingNamed(whole, node)
    if (whole.kind[at] === Kind.Param) return { param: at, name: undefined }
    if (whole.kind[at] !== Kind.Load) return undefined
    const param = thingNamed(whole, whole.a[at] as number)
    return whole.kind[param] === Kind.Param ? { param, name: whole.text(whole.b[at] as number) } : undefined
  }

  private outerPlace(node: number, fn: number): { param: number; name: string | undefined } | undefined {
    const found = this.paramOf(node)
    if (!found) return undefined
    const owner = this.linked.whole.a[found.param] as number
    return owner !== fn && this.linked.whole.isWithin(fn, owner) ? found : undefined
  }

  /** The parameter of an outer function that a call calls, -1 when it calls something else. */
  outerParameter(call: number): number {
    const { whole } = this.linked
    const outer = this.outerPlace(whole.a[call] as number, whole.functionOf(call))
    return outer && outer.name === undefined ? outer.param : -1
  }

  /** Whether a call runs what some function was handed, which differs from call to call. */
  runsWhatWasHanded(call: number): boolean {
    if (this.outerParameter(call) >= 0) return true
    const { whole, solver } = this.linked
    return (solver.callees.get(call)?.size ?? 0) > 1 && this.paramOf(whole.a[call] as number) !== undefined
  }

  /** Values that a call of a wrapper wraps: of `wrap(f)` and of `wrap({ handler: f })`, f. */
  wrapped(node: number): number[] {
    const { whole, solver, values } = this.linked
    const found = new Set<number>()
    for (const made of values.definitions(node)) {
      if (whole.kind[made] !== Kind.Call) continue
      const args = whole.args(made)
      for (const callee of solver.callees.get(made) ?? [])
        for (const { index, name } of this.called.get(callee) ?? []) {
          const argument = args[index]
          if (argument === undefined) continue
          if (name === undefined) found.add(argument)
          else for (const value of values.property(argument, name)) found.add(value)
        }
    }
    return [...found]
  }
}

/** A wrapper calls what it was handed: of several functions that it wraps somewhere, each is another's. */
export function callsOneOfMany({ whole, solver }: Linked, call: number): boolean {
  return whole.kind[whole.a[call] as number] === Kind.Param && (solver.callees.get(call)?.size ?? 0) > 1
}

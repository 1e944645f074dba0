/**
 * Which of what a function is handed it calls: `wrap(handler)`, `wrap({ handler, action })`. In: the linked program. Out: for a call
 * of such a function, the values that are wrapped; and for a call inside one, whether it calls what it was handed. Such a call leads
 * to another function at each place where the wrapper is used, so that nothing of the functions it may lead to holds for all of them.
 */
import { Kind } from '../graph'
import { isGivenBackByItself } from './guards/given-back'
import type { Linked } from './linked'
import { lookupOf } from './lookup'
import { thingNamed } from './names'

/** A parameter, or what it has under a name. */
interface Place {
  index: number
  name: string | undefined
  /** It is run in front of another, and what it gives is the answer where that is a refusal. */
  checks: boolean
}

/** What a wrapper is handed to run: by itself, or as what a value has under a name. */
interface Wrapped {
  value: number
  name: string | undefined
  checks: boolean
}

interface FoundPlace {
  param: number
  name: string | undefined
}

const NONE: readonly FoundPlace[] = []
const MOST_HOPS = 3
const MOST_WAYS = 6

export class Wrappers {
  /** By function, what it is handed and functions inside it call, or hand on to a helper that calls it. */
  private readonly called = new Map<number, Place[]>()
  /** By function, the parameters that it calls itself. */
  private readonly own = new Map<number, Set<number>>()

  constructor(private readonly linked: Linked) {
    const { whole, solver } = linked
    const calls = lookupOf(whole).of(Kind.Call)
    for (const call of calls)
      for (const { param } of this.paramsOf(whole.a[call] as number)) {
        if (whole.a[param] !== whole.functionOf(call)) continue
        const indices = this.own.get(whole.functionOf(call))
        if (indices) indices.add(whole.b[param] as number)
        else this.own.set(whole.functionOf(call), new Set([whole.b[param] as number]))
      }
    for (const call of calls) {
      const fn = whole.functionOf(call)
      // What stands in no function of a function was handed nothing by one around it.
      if (fn < 0 || (whole.functions[fn]?.parent ?? -1) < 0) continue
      const places = this.outerPlaces(whole.a[call] as number, fn)
      if (places.length > 0) this.add(places, isGivenBackByItself(linked, call))
      const callees = solver.callees.get(call)
      if (!callees || !this.isAnyWrapper(callees)) continue
      for (const [index, argument] of whole.args(call).entries())
        for (const callee of callees) if (this.own.get(callee)?.has(index)) this.add(this.outerPlaces(argument, fn), false)
    }
  }

  private isAnyWrapper(functions: ReadonlySet<number>): boolean {
    for (const fn of functions) if (this.own.has(fn)) return true
    return false
  }

  private add(found: readonly FoundPlace[], checks: boolean): void {
    const { whole } = this.linked
    for (const { param, name } of found) {
      const owner = whole.a[param] as number
      const places = this.called.get(owner) ?? []
      this.called.set(owner, places)
      const index = whole.b[param] as number
      const known = places.find((place) => place.index === index && place.name === name)
      if (known) known.checks &&= checks
      else places.push({ index, name, checks })
    }
  }

  /**
   * Parameters that a node is, or is read from by name: `handler`, `params.handler`, `const { handler } = params`; of a variable that takes
   * one of several, `run = typeof options === 'function' ? options : handler`, each.
   */
  private paramsOf(node: number, hops = 0): readonly FoundPlace[] {
    const { whole } = this.linked
    const at = thingNamed(whole, node)
    const kind = whole.kind[at] as Kind
    if (kind === Kind.Param) return [{ param: at, name: undefined }]
    if ((kind === Kind.Cell || kind === Kind.Choice) && hops < MOST_HOPS)
      return whole
        .items(whole.a[at] as number)
        .slice(0, MOST_WAYS)
        .flatMap((item) => this.paramsOf(item, hops + 1))
    if (kind !== Kind.Load) return NONE
    const param = thingNamed(whole, whole.a[at] as number)
    return whole.kind[param] === Kind.Param ? [{ param, name: whole.text(whole.b[at] as number) }] : NONE
  }

  private outerPlaces(node: number, fn: number): readonly FoundPlace[] {
    const params = this.paramsOf(node)
    if (params.length === 0) return NONE
    return params.filter(({ param }) => {
      const owner = this.linked.whole.a[param] as number
      return owner !== fn && this.linked.whole.isWithin(fn, owner)
    })
  }

  /** The parameter of an outer function that a call calls, -1 when it calls something else, or one of several. */
  outerParameter(call: number): number {
    const { whole } = this.linked
    const [outer, ...others] = this.outerPlaces(whole.a[call] as number, whole.functionOf(call))
    return outer && others.length === 0 && outer.name === undefined ? outer.param : -1
  }

  /** Whether a call runs what some function was handed, which differs from call to call. */
  runsWhatWasHanded(call: number): boolean {
    const { whole, solver } = this.linked
    if (this.outerPlaces(whole.a[call] as number, whole.functionOf(call)).some(({ name }) => name === undefined)) return true
    if (this.runsAnyMember(call)) return true
    return (solver.callees.get(call)?.size ?? 0) > 1 && this.paramsOf(whole.a[call] as number).length > 0
  }

  /** `actions[key](…)` of what an outer function was handed. */
  private runsAnyMember(call: number): boolean {
    const { whole, solver } = this.linked
    const callee = whole.a[call] as number
    if (whole.kind[callee] !== Kind.LoadDynamic || (solver.callees.get(call)?.size ?? 0) < 2) return false
    return this.outerPlaces(whole.a[callee] as number, whole.functionOf(call)).length > 0
  }

  /** Values that a call of a wrapper wraps: of `wrap(f)` and of `wrap({ handler: f })`, f; and of a function that makes it by another wrapper. */
  wrapped(node: number): number[] {
    return this.valuesOf(this.wrappedBy(node))
  }

  /** Of these, what is run in front of the others, and whose result is given back where it is a refusal. */
  checks(node: number): number[] {
    return this.valuesOf(this.wrappedBy(node).filter(({ checks }) => checks))
  }

  private wrappedBy(node: number): Wrapped[] {
    const { whole, values } = this.linked
    return values.definitions(node).flatMap((made) => (whole.kind[made] === Kind.Call ? this.handedBy(made) : []))
  }

  private valuesOf(wrapped: readonly Wrapped[]): number[] {
    return [...new Set(wrapped.flatMap(({ value, name }) => (name === undefined ? [value] : this.linked.values.property(value, name))))]
  }

  /** `withUser(f)` of `const withUser = (handler) => wrap(handler, askUser)` wraps f and `askUser`. */
  private handedBy(made: number, hops = 0): Wrapped[] {
    const { whole, solver } = this.linked
    const args = whole.args(made)
    const found: Wrapped[] = []
    for (const callee of solver.callees.get(made) ?? []) {
      for (const { index, name, checks } of this.called.get(callee) ?? [])
        if (args[index] !== undefined) found.push({ value: args[index], name, checks })
      if (hops >= MOST_HOPS) continue
      for (const returned of whole.functions[callee]?.returns ?? []) {
        const inner = thingNamed(whole, returned)
        if (whole.kind[inner] !== Kind.Call || inner === made || whole.functionOf(inner) !== callee) continue
        for (const each of this.handedBy(inner, hops + 1)) {
          const given = thingNamed(whole, each.value)
          if (whole.kind[given] !== Kind.Param) found.push(each)
          else if (whole.a[given] === callee && args[whole.b[given] as number] !== undefined)
            found.push({ ...each, value: args[whole.b[given] as number] as number })
        }
      }
    }
    return found
  }
}

/** A wrapper calls what it was handed: of several functions that it wraps somewhere, each is another's. */
export function callsOneOfMany({ whole, solver }: Linked, call: number): boolean {
  return whole.kind[whole.a[call] as number] === Kind.Param && (solver.callees.get(call)?.size ?? 0) > 1
}

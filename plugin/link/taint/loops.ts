/**
 * Loops that go on for as long as an object says it is: `i < list.length`. In: the reading of a length. Out: the comparisons that
 * bound a loop by it, none where something on the way throws for what is neither a list nor a text. Those are as long as they
 * were sent; an object may say that it is longer than any.
 */
import { ChoiceKind, Kind, RegionKind } from '../../graph'
import type { Linked } from '../linked'
import { lookupOf } from '../lookup'
import { isOptional } from './assurances'
import type { Conditions } from './conditions'
import type { Uses } from './uses'

/** Nodes that stand for one value, or for one element, of which no more are looked at. */
const MOST_PLACES = 40
/** `list`, `message.list`, `body.message.list`. */
const MOST_PARTS = 4

/** `item ?? {}`: where there is none, this is there in its place. */
const INSTEAD = new Set<number>([ChoiceKind.Or, ChoiceKind.Nullish])

export class Loops {
  private readonly bounds = new Map<number, number[]>()
  private regionOf: Map<number, number> | undefined

  constructor(
    private readonly linked: Linked,
    private readonly conditions: Conditions,
    private readonly uses: Uses,
  ) {}

  /** Comparisons in which the length decides whether a loop goes on, for any object that has one. */
  boundBy(length: number): number[] {
    let known = this.bounds.get(length)
    if (!known) {
      known = this.find(length)
      this.bounds.set(length, known)
    }
    return known
  }

  /** A method of lists or texts that the function asks the list of a loop for, on a way that need not be the one to the loop. */
  askedOf(bound: number): number | undefined {
    const { whole } = this.linked
    for (const length of [whole.a[bound] as number, whole.b[bound] as number])
      for (const place of whole.kind[length] === Kind.Load ? this.places(whole.a[length] as number, MOST_PARTS) : []) {
        const asked = this.uses.of(place).find((user) => whole.kind[user] === Kind.Load && this.isAsked(user))
        if (asked !== undefined) return asked
      }
    return undefined
  }

  private find(length: number): number[] {
    const { whole } = this.linked
    const loops = this.loops()
    const bounds = this.uses.of(length).filter((user) => whole.kind[user] === Kind.Binary && loops.has(user))
    if (bounds.length === 0) return bounds
    const list = whole.a[length] as number
    const places = this.places(list, MOST_PARTS)
    return bounds.filter((bound) => !places.some((place) => this.ends(place, loops.get(bound) as number, bound)))
  }

  /** Condition of a loop → region of what it repeats. */
  private loops(): Map<number, number> {
    if (!this.regionOf) {
      const { regions } = this.linked.whole
      this.regionOf = new Map()
      for (let at = 0; at < regions.length; at += 4) if (regions[at] === RegionKind.Loop) this.regionOf.set(regions[at + 2] as number, at / 4)
    }
    return this.regionOf
  }

  /** Where the same value is read again, `message.list` and once more `message.list`, or known better by a test. */
  private places(value: number, parts: number): number[] {
    const { whole } = this.linked
    const own = this.conditions.madeAs(value)
    const found = new Set([value, own])
    if (parts > 0 && whole.kind[own] === Kind.Load)
      for (const object of this.places(whole.a[own] as number, parts - 1))
        for (const user of this.uses.of(object)) if (whole.kind[user] === Kind.Load && whole.b[user] === whole.b[own]) found.add(user)
    // Grows while it is walked: what is known better may be known better once more.
    for (const place of found) {
      if (found.size > MOST_PLACES) break
      for (const user of this.uses.of(place)) if (whole.kind[user] === Kind.Refine && whole.a[user] === place) found.add(user)
    }
    return [...found]
  }

  /** Whether something throws before a loop begins, or in the first turn of it, where this is neither a list nor a text. */
  private ends(place: number, loop: number, bound: number): boolean {
    const { whole } = this.linked
    return this.uses.of(place).some((user) => {
      if (!this.isOnTheWay(user, loop, bound)) return false
      switch (whole.kind[user] as Kind) {
        // Of an element that is not there, nothing can be read.
        case Kind.LoadDynamic:
          return whole.a[user] === place && this.isReadFrom(user, true)
        case Kind.Load:
          return this.isAsked(user)
        // `for (… of list)`, `const [first] = list`
        case Kind.Element:
          return true
        case Kind.Spread:
          return this.uses.of(user).some((by) => whole.kind[by] === Kind.Array || whole.kind[by] === Kind.Call)
        default:
          return false
      }
    })
  }

  /** Comes in the loop, or before it whatever is asked meanwhile. */
  private isOnTheWay(node: number, loop: number, bound: number): boolean {
    const { whole, effects } = this.linked
    const own = whole.region[node] as number
    return effects.isInside(own, loop) || ((whole.pos[node] as number) < (whole.pos[bound] as number) && effects.isInside(loop, own))
  }

  /** `list.slice(0, 10)`: a method that every object has not. */
  private isAsked(method: number): boolean {
    const { whole } = this.linked
    const name = whole.text(whole.b[method] as number)
    if (!(name in Array.prototype || name in String.prototype) || name in Object.prototype) return false
    return this.uses.of(method).some((call) => whole.kind[call] === Kind.Call && whole.a[call] === method)
  }

  /** @param andHanded look into the functions that are handed it, too */
  private isReadFrom(value: number, andHanded: boolean): boolean {
    const { whole } = this.linked
    const fn = whole.scopeOf(value)
    const places = new Set([value])
    for (const node of lookupOf(whole).inFunction(fn)) {
      const [a, kind] = [whole.a[node] as number, whole.kind[node] as Kind]
      if ((kind === Kind.Load || kind === Kind.LoadDynamic) && places.has(a)) {
        if (!isOptional(this.linked, node)) return true
      }
      // What takes its place where it is a text, `typeof item === 'string' ? { item } : item`, is not there either.
      else if (kind === Kind.Refine && places.has(a)) places.add(node)
      else if (kind === Kind.Choice && !INSTEAD.has(whole.c[node] as number) && whole.items(a).some((item) => places.has(item))) places.add(node)
      else if (andHanded && kind === Kind.Call && this.isHandedOn(places, node)) return true
    }
    return false
  }

  /** Whether every function that a call may run reads something of what it is handed. */
  private isHandedOn(places: ReadonlySet<number>, call: number): boolean {
    const { whole, solver } = this.linked
    const callees = solver.callees.get(call)
    const index = whole.args(call).findIndex((argument) => places.has(argument))
    if (!callees || callees.size === 0 || index < 0) return false
    return [...callees].every((fn) => {
      const param = whole.functions[fn]?.params[index]
      return param !== undefined && this.isReadFrom(param, false)
    })
  }
}

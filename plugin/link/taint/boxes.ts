/**
 * Classes whose objects hold what they were made with, and nothing that comes later: `Result.ok(value)`, `new Money(amount)`. Data in
 * one of them are told apart from those in another, as with objects that are written out; of all other classes a field is kept once
 * for all objects. In: the linked program. Out: for `this` of a constructor, whose objects it makes; getters that hand data out.
 */
import { FunctionFlag, Kind } from '../../graph'
import { LabelKind } from '../labels'
import { isTestCode, type Linked } from '../linked'
import { lookupOf } from '../lookup'

const NONE: readonly number[] = []
/** Classes above one another that are looked at. */
const MOST_CLASSES = 8

export class Boxes {
  /** `this` of a constructor → the constructor. */
  private readonly makers = new Map<number, number>()
  private readonly constructors = new Set<number>()
  /** `super(…)` → the constructor that it stands in, and back. */
  private readonly around = new Map<number, number>()
  private readonly supers = new Map<number, number[]>()
  private readonly getters = new Map<number, Map<number, number>>()

  constructor(private readonly linked: Linked) {
    const { whole } = linked
    const families = this.families()
    const isOpen = this.openFamilies(families)
    for (const [cls, family] of families) {
      const fact = whole.classes[cls]
      if (!fact || isOpen.has(family)) continue
      const self = whole.functions[fact.constructor_]?.self ?? -1
      if (self >= 0) this.makers.set(self, fact.constructor_)
      if (fact.constructor_ >= 0) this.constructors.add(fact.constructor_)
      for (const { name, node, static: isStatic } of fact.members) {
        const fn = !isStatic && node >= 0 && whole.kind[node] === Kind.Function ? (whole.a[node] as number) : -1
        if (fn < 0 || !((whole.functions[fn]?.fact.flags ?? 0) & FunctionFlag.Getter)) continue
        const known = this.getters.get(whole.string(name)) ?? new Map<number, number>()
        this.getters.set(whole.string(name), known.set(cls, fn))
      }
    }
    if (this.constructors.size > 0) this.joinSupers()
  }

  /** Every `this` and `super(…)` that the two below tell anything of. */
  making(): readonly number[] {
    return [...this.makers.keys(), ...this.around.keys()]
  }

  /** The constructor whose `this` a node is, of a class whose objects are told apart; -1 for any other node. */
  makerOf(self: number): number {
    return this.makers.get(self) ?? -1
  }

  /** The constructor that runs another by `super(…)`, which the node is; -1 for any other. */
  constructorAround(node: number): number {
    return this.around.get(node) ?? -1
  }

  /** Calls by which a constructor runs that of the class above. */
  supersIn(maker: number): readonly number[] {
    return this.supers.get(maker) ?? NONE
  }

  /** Getters that a read runs. */
  gettersAt(load: number): readonly number[] {
    const { whole, solver } = this.linked
    const byClass = this.getters.get(whole.b[load] as number)
    if (!byClass) return NONE
    const found = new Set<number>()
    for (const label of solver.of(whole.a[load] as number)) {
      if (solver.labels.kind[label] !== LabelKind.Instance) continue
      let cls: number | undefined = solver.labels.data[label] as number
      for (let hops = 0; cls !== undefined && hops < MOST_CLASSES; cls = solver.superclass.get(cls), hops++) {
        const getter = byClass.get(cls)
        if (getter !== undefined) found.add(getter)
      }
    }
    return [...found]
  }

  private joinSupers(): void {
    const { whole } = this.linked
    for (const call of lookupOf(whole).named(Kind.Call, 'super')) {
      const fn = whole.functionOf(call)
      if (!this.constructors.has(fn)) continue
      this.around.set(call, fn)
      this.supers.set(fn, [...(this.supers.get(fn) ?? NONE), call])
    }
  }

  /** Class → the topmost class that it is made of. */
  private families(): Map<number, number> {
    const { whole, solver } = this.linked
    const families = new Map<number, number>()
    whole.classes.forEach((_, cls) => {
      let top = cls
      for (let hops = 0, above = solver.superclass.get(top); above !== undefined && hops < MOST_CLASSES; above = solver.superclass.get(top), hops++)
        top = above
      families.set(cls, top)
    })
    return families
  }

  /** Families with an object that others may have filled, or of which there is one alone. */
  private openFamilies(families: ReadonlyMap<number, number>): ReadonlySet<number> {
    const { whole, solver } = this.linked
    const open = new Set<number>()
    const familyOf = (label: number) =>
      solver.labels.kind[label] === LabelKind.Instance ? families.get(solver.labels.data[label] as number) : undefined
    const made = this.timesMade(familyOf)
    for (const [cls, family] of families) {
      // One that is thrown is held by nobody: there are as many as failures.
      if (this.holdsArguments(family)) continue
      if ((made.get(family) ?? 0) < 2 || ((whole.classes[cls]?.extends ?? -1) >= 0 && !solver.superclass.has(cls))) open.add(family)
    }
    for (const store of lookupOf(whole).of(Kind.Store, Kind.StoreDynamic)) {
      const object = whole.a[store] as number
      const isOwn = whole.kind[object] === Kind.This && (this.flagsOf(whole.functionOf(store)) & FunctionFlag.Constructor) !== 0
      if (isOwn && whole.functions[whole.functionOf(store)]?.self === object) continue
      for (const label of solver.of(object)) {
        const family = familyOf(label)
        if (family !== undefined) open.add(family)
      }
    }
    const given = new Set(whole.parameterDecorators.map(({ fn }) => fn))
    for (const [cls, family] of families) if (!open.has(family) && this.isFilledByLibrary(cls, given)) open.add(family)
    return open
  }

  /** Whether a class extends one of a library that keeps what it is made with: `class NotFound extends Error`. */
  private holdsArguments(cls: number): boolean {
    const { solver, models } = this.linked
    const bases = solver.libraryBases.get(cls) ?? NONE
    return bases.length > 0 && bases.every((base) => models.flows.steps.get(base)?.some(({ to }) => to.includes('result')))
  }

  private flagsOf(fn: number): number {
    return this.linked.whole.functions[fn]?.fact.flags ?? 0
  }

  /**
   * Decorators hand a class, or a field of it, to a library, and methods that are handed on are called by whoever got them.
   * @param given functions whose parameters a library fills
   */
  private isFilledByLibrary(cls: number, given: ReadonlySet<number>): boolean {
    const { whole } = this.linked
    const fact = whole.classes[cls]
    if (!fact) return true
    if (fact.decorators.length > 0 || fact.members.some(({ decorators }) => decorators.length > 0)) return true
    if (given.has(fact.constructor_)) return true
    const methods = fact.members.flatMap(({ node }) => (node >= 0 && whole.kind[node] === Kind.Function ? [whole.a[node] as number] : []))
    const names = new Set(methods.map((fn) => whole.functions[fn]?.fact.name ?? ''))
    return methods.some((fn) => {
      const nodes = lookupOf(whole).inFunction(fn)
      const called = new Set([...nodes].flatMap((node) => (whole.kind[node] === Kind.Call ? [whole.a[node] as number] : [])))
      return nodes.some(
        (node) =>
          whole.kind[node] === Kind.Load &&
          whole.kind[whole.a[node] as number] === Kind.This &&
          names.has(whole.text(whole.b[node] as number)) &&
          !called.has(node),
      )
    })
  }

  /** How often a program makes objects of a family, as its code is written: a function that makes one does so for each of its callers. */
  private timesMade(familyOf: (label: number) => number | undefined): Map<number, number> {
    const { whole, solver } = this.linked
    const made = new Map<number, number>()
    for (const site of lookupOf(whole).of(Kind.New)) {
      if (isTestCode(this.linked, (whole.files[whole.fileOf(site)] as { path: string }).path)) continue
      const times = Math.max(1, solver.callers.get(whole.functionOf(site))?.size ?? 0)
      for (const label of solver.of(site)) {
        const family = familyOf(label)
        if (family !== undefined) made.set(family, (made.get(family) ?? 0) + times)
      }
    }
    return made
  }
}

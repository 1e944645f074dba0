/**
 * Functions of the program that answer yes or no, called as they are or for each element of a list. In: a call of one, or the function that
 * is handed over, and what it answers. Out: kinds of harm that a value cannot do for which it answers so: what its answers are made of, and
 * what is asked in front of them.
 */
import { ChoiceKind, Kind } from '../../../graph'
import { LabelKind } from '../../labels'
import { type Linked, receiverOf } from '../../linked'
import { isEqual, isUnequal } from '../../operators'
import { isOutsideProduction } from '../../usages/outside-production'
import { ALL, LITERAL, maskOf, PATH } from '../kinds'
import { isRuledOut } from '../ruled-out-by-call'
import type { SameValues } from '../same-values'
import type { Answers } from './answers'
import type { Given, HandedValues } from './handed-values'
import type { RuledOut } from './ruled-out'
import type { Tables } from './tables'

/** What a name cannot do that an object is known to have, unless it was taken from that object. */
const OWN_NAME = maskOf(['property', 'method'])

export class Predicates {
  /** Functions that are being asked, which may ask one another. */
  private readonly asking = new Set<number>()

  constructor(
    private readonly linked: Linked,
    private readonly same: SameValues,
    private readonly handed: HandedValues,
    private readonly answers: Answers,
    private readonly tables: Tables,
    private readonly ruledOut: RuledOut,
  ) {}

  /** Whether one of them waits for what another says. */
  get areAsked(): boolean {
    return this.asking.size > 0
  }

  /** A function of the program that answers yes or no: what its answers are made of. */
  asksOwn(call: number, functions: number[], holds: boolean, value: number, hops: number, flag?: string): number {
    const { whole } = this.linked
    if (hops > 3) return 0
    const args = [...whole.args(call)]
    const itself = this.handed.givenAt(args, value)
    const given = itself ?? this.handed.normalFormAt(args, value)
    if (!given) return 0
    // A predicate that asks itself says nothing more.
    if (functions.some((fn) => this.asking.has(fn))) return 0
    for (const fn of functions) this.asking.add(fn)
    const mask = this.agreed(call, functions, given, holds, hops, flag)
    for (const fn of functions) this.asking.delete(fn)
    // What leads to the same place is asked, and nothing else of how it is written.
    if (!itself) return mask & PATH
    // A helper is handed the object beside the name: `hasOwn(object, name)`.
    return mask & OWN_NAME && whole.args(call).some((argument) => this.tables.isNameIn(argument, value)) ? mask & ~OWN_NAME : mask
  }

  /** `const result = check(value); if (!result.valid) refuse()`: a member of what a function of the program answers with. */
  flagSays(load: number, holds: boolean, value: number, hops: number): number {
    const call = this.answers.flagged(load)
    if (call < 0) return 0
    const functions = [...(this.linked.solver.callees.get(call) ?? [])]
    return this.asksOwn(call, functions, holds, value, hops, this.linked.whole.text(this.linked.whole.b[load] as number))
  }

  /** What all answers that mean `holds` rule out, of those that a call may get. */
  private agreed(call: number, functions: number[], given: Given, holds: boolean, hops: number, flag?: string): number {
    const { whole } = this.linked
    let all = ALL
    let answers = 0
    for (const fn of functions) {
      const fact = whole.functions[fn]
      const param = this.handed.takenBy(fn, given)
      if (!fact || param === undefined || fact.returns.length === 0) return 0
      for (const answer of fact.returns) {
        const truth = this.answers.truthOf(answer, flag)
        if ((truth !== undefined && truth !== holds) || isRuledOut(this.linked, call, fn, answer)) continue
        // What a developer's own machine lets through besides: `if (import.meta.env.DEV && host === 'localhost') return true`.
        if (isOutsideProduction(this.linked, answer)) continue
        const around = this.ruledOut.around(answer, param)
        answers++
        const asked = flag === undefined ? answer : (this.answers.memberOf(answer, flag)?.[0] ?? -1)
        // What a helper makes of it is told of its own parameters.
        const isHere = asked >= 0 && whole.functionOf(asked) === fn
        all &= truth === undefined && isHere ? this.ruledOut.says(asked, holds, param, hops + 1) | around : around
      }
    }
    return answers === 0 ? 0 : all
  }

  /** What a function that is asked for every element says of those for which it says yes. */
  passing(callback: number): number {
    const { whole } = this.linked
    return this.answersOf(callback, (answer, fn) => {
      const element = whole.functions[fn]?.params[0]
      return element === undefined ? 0 : this.ruledOut.says(answer, true, element, 1) | this.ruledOut.around(answer, element)
    })
  }

  /** What it says that `list.findIndex(test)` found a place, or none. */
  hasElement(call: number, found: boolean, value: number, hops: number): number {
    const [test] = this.linked.whole.args(call)
    if (!found || test === undefined || this.same.isMadeOf(receiverOf(this.linked, call), value)) return 0
    return this.answersOf(
      test,
      (answer, fn) => this.ruledOut.says(answer, true, value, hops + 1) | (this.equalsElement(answer, fn, value) ? LITERAL : 0),
    )
  }

  /** What all answers other than a plain no have in common, or other than a plain yes. */
  answersOf(callback: number, says: (answer: number, fn: number) => number, holds = true): number {
    const { whole, solver } = this.linked
    let all = ALL
    let answers = 0
    for (const label of solver.of(callback)) {
      if (solver.labels.kind[label] !== LabelKind.Function) return 0
      const fn = solver.labels.data[label] as number
      // `const isPlain = (value) => … value.every(isPlain)` asks itself, and says nothing more.
      if (this.asking.has(fn)) return 0
      this.asking.add(fn)
      for (const answer of whole.functions[fn]?.returns ?? []) {
        if (this.same.booleanOf(answer) === !holds) continue
        answers++
        all &= says(answer, fn)
      }
      this.asking.delete(fn)
    }
    return answers === 0 ? 0 : all
  }

  /** `known.find((each) => each.id === value)`: it is one of those that are known; `every((each) => each.id !== value)` where that is not so. */
  equalsElement(answer: number, fn: number, value: number, holds = true): boolean {
    const { whole } = this.linked
    const element = whole.functions[fn]?.params[0]
    if (element === undefined || answer < 0) return false
    if (whole.kind[answer] === Kind.Choice && whole.c[answer] === (holds ? ChoiceKind.And : ChoiceKind.Or))
      return whole.items(whole.a[answer] as number).some((part) => this.equalsElement(part, fn, value, holds))
    if (whole.kind[answer] !== Kind.Binary || !(holds ? isEqual : isUnequal)(whole.c[answer] as number)) return false
    const [left, right] = [whole.a[answer] as number, whole.b[answer] as number]
    return [
      [left, right],
      [right, left],
    ].some(([one = -1, other = -1]) => this.same.isSame(one, value) && this.same.isMadeOf(other, element) && !this.same.isMadeOf(other, value))
  }
}

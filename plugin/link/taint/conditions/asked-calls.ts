/**
 * Calls in a test. In: a call, whether its answer means yes, and a value. Out: kinds of harm that the value cannot do then, as the model of
 * a library, a record that was found, a function of the program, or a method of the language says.
 */
import { ChoiceKind, Kind } from '../../../graph'
import { calledName, type Linked, receiverOf } from '../../linked'
import { pathsOfCall } from '../../usages/modelled'
import { ABSOLUTE, LITERAL, maskOf, NUMBER, PATH, UPWARDS } from '../kinds'
import { hasOwnKeys } from '../own-keys'
import type { Patterns } from '../patterns'
import { asksParent, isCutAtSlashes } from '../pieces'
import type { SameValues } from '../same-values'
import type { Expressions } from './expressions'
import type { Numbers } from './numbers'
import type { PartsOfTexts } from './parts-of-texts'
import type { Predicates } from './predicates'
import type { RuledOut } from './ruled-out'
import { nameOf } from './sorts'
import type { Tables } from './tables'

/** Names of what a store gives its records, not people. */
const ID = /^_?id$|[a-z](?:Id|ID|_id)$|uuid/
/** What the id of a record does no harm to; an object in place of one, which finds a record too, still does that of objects. */
const KNOWN_ID = LITERAL & ~maskOf(['nosql', 'record', 'merge', 'text', 'property', 'deserialize'])

export class AskedCalls {
  constructor(
    private readonly linked: Linked,
    private readonly same: SameValues,
    private readonly patterns: Patterns,
    private readonly numbers: Numbers,
    private readonly texts: PartsOfTexts,
    private readonly expressions: Expressions,
    private readonly tables: Tables,
    private readonly predicates: Predicates,
    private readonly ruledOut: RuledOut,
  ) {}

  asks(call: number, holds: boolean, value: number, hops: number): number {
    const { whole, solver, models } = this.linked
    const args = whole.args(call)
    const method = calledName(this.linked, call)
    const receiver = receiverOf(this.linked, call)
    let mask = 0
    for (const path of solver.apiCalls.get(call) ?? [])
      for (const test of models.flows.tests.get(path) ?? []) {
        const asked =
          test.spot === 'receiver'
            ? receiver
            : test.spot === '*'
              ? [...args].find((argument) => this.same.isSame(argument, value))
              : args[Number(test.spot)]
        if (asked !== undefined && test.holds === holds && (this.same.isSame(asked, value) || this.numbers.isNumberOf(asked, value)))
          mask |= test.clears
      }
    if (mask !== 0) return mask
    const pattern = holds && args[1] !== undefined && method === 'test' && this.isPatternTest(call) ? args[1] : undefined
    if (pattern !== undefined && args[0] !== undefined && this.same.isSame(args[0], value))
      return this.patterns.of(pattern).find(({ trail }) => trail.length === 0)?.clears ?? 0
    if (holds && this.hasFound(call, value)) return KNOWN_ID
    const functions = solver.callees.get(call)
    if (functions && functions.size > 0) return this.predicates.asksOwn(call, [...functions], holds, value, hops)
    return this.asksMethod(call, holds, value, hops)
  }

  /** Methods and functions of the language, and those that libraries name alike. */
  private asksMethod(call: number, holds: boolean, value: number, hops: number): number {
    const args = this.linked.whole.args(call)
    const receiver = receiverOf(this.linked, call)
    const first = args[0]
    switch (calledName(this.linked, call)) {
      case 'startsWith':
        if (holds && first !== undefined && this.texts.isPartOfListed(receiver, first, value)) return PATH
        return first === undefined ? 0 : this.texts.begins(receiver, first, holds, value)
      case 'endsWith':
        if (holds && first !== undefined && this.texts.isPartOfListed(receiver, first, value)) return PATH
        return holds && first !== undefined ? this.texts.ends(receiver, this.same.textOf(first) ?? '', value) : 0
      case 'includes':
      case 'contains':
        return first === undefined ? 0 : this.texts.contains(receiver, first, holds, value)
      case 'some':
      case 'find':
      case 'findLast':
        // `path.split('/').some((piece) => piece === '..')`
        if (!holds && first !== undefined && this.same.isDerived(receiver, value) && isCutAtSlashes(this.linked, receiver))
          return asksParent(this.linked, first, false) ? UPWARDS : 0
        return first !== undefined && holds && !this.same.isMadeOf(receiver, value)
          ? this.predicates.answersOf(
              first,
              (answer, fn) =>
                this.ruledOut.says(answer, true, value, hops + 1) |
                this.ruledOut.around(answer, value) |
                (this.predicates.equalsElement(answer, fn, value) ? LITERAL : 0),
            )
          : 0
      case 'every':
        if (first !== undefined && holds && this.same.isSame(receiver, value)) return this.predicates.passing(first)
        // `if (roots.every((root) => !path.startsWith(root))) return`: of one at least it is not so.
        return first !== undefined && !holds && !this.same.isMadeOf(receiver, value)
          ? this.predicates.answersOf(
              first,
              (answer, fn) =>
                this.ruledOut.says(answer, false, value, hops + 1) | (this.predicates.equalsElement(answer, fn, value, false) ? LITERAL : 0),
              false,
            )
          : 0
      case 'has':
        return first !== undefined && (holds || this.same.isSame(first, value)) ? this.texts.contains(receiver, first, holds, value) : 0
      case 'get':
        // `const session = sessions.get(id); if (!session) return`
        return holds && first !== undefined && this.same.isSame(first, value) && hasOwnKeys(this.linked, receiver) ? LITERAL : 0
      case 'hasOwnProperty':
        return holds && first !== undefined && !this.same.isMadeOf(receiver, value) ? this.tables.hasName(receiver, first, value) : 0
      case 'hasOwn':
        return holds && first !== undefined && args[1] !== undefined ? this.tables.hasName(first, args[1], value) : 0
      case 'call':
        // Object.prototype.hasOwnProperty.call(o, x)
        return holds && first !== undefined && args[1] !== undefined && nameOf(this.linked, receiver) === 'hasOwnProperty'
          ? this.tables.hasName(first, args[1], value)
          : 0
      case 'test':
        return first !== undefined && this.same.isSame(first, value) ? this.expressions.matches(receiver, holds) : 0
      case 'match':
      case 'search':
        return first !== undefined && this.same.isSame(receiver, value) ? this.expressions.matches(first, holds) : 0
      case 'exec':
        return first !== undefined && this.same.isSame(first, value) ? this.expressions.matches(receiver, holds) : 0
      case 'isAbsolute':
        return !holds && first !== undefined && this.same.isSame(first, value) ? ABSOLUTE : 0
      case 'isArray':
        return first !== undefined && this.same.isSame(first, value) ? maskOf(['text']) : 0
      case 'isBuffer':
        // Contents, and no name of a file; what is read from them as a text may do all else.
        return holds && first !== undefined && this.same.isSame(first, value) ? PATH : 0
      case 'isInteger':
      case 'isSafeInteger':
      case 'isFinite':
        return holds && first !== undefined && this.same.isSame(first, value) ? NUMBER : 0
      case 'isNaN':
        return !holds && first !== undefined && this.same.isSame(first, value) ? NUMBER : 0
      default:
        return 0
    }
  }

  /** `Boards.findOne(id)`, `findOne({ _id: id })` of a store that converts nothing: what it finds has that id. */
  private hasFound(call: number, value: number): boolean {
    const { whole, models } = this.linked
    const isGiven = (node: number): boolean =>
      this.same.isSame(node, value) ||
      (whole.kind[node] === Kind.Choice && whole.c[node] === ChoiceKind.Nullish && whole.items(whole.a[node] as number).some(isGiven))
    for (const path of pathsOfCall(this.linked, call))
      for (const { exact, does, by } of models.flows.records.get(path) ?? []) {
        if (!exact || does !== 'read') continue
        for (const spot of by) {
          const selector = whole.args(call)[Number(spot)]
          if (selector === undefined) continue
          if (isGiven(selector)) return true
          if (whole.kind[selector] !== Kind.Object) continue
          for (const item of whole.items(whole.a[selector] as number))
            if (
              whole.kind[item] === Kind.Property &&
              whole.a[item] !== -1 &&
              ID.test(whole.text(whole.a[item] as number)) &&
              isGiven(whole.b[item] as number)
            )
              return true
        }
      }
    return false
  }

  /** `Match.test(value, pattern)` of Meteor. */
  private isPatternTest(call: number): boolean {
    return pathsOfCall(this.linked, call).some((path) => /\bMatch\.test\b/.test(this.linked.models.paths.show(path)))
  }
}

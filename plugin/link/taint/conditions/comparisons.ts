/**
 * Comparisons in a test. In: a node with two sides, whether it holds, and a value. Out: kinds of harm that the value cannot do then: by what
 * it equals, by a part of it that is compared, by how long or great it is.
 */
import { Kind } from '../../../graph'
import { calledName, type Linked } from '../../linked'
import { AT_LEAST, AT_MOST, GREATER, IN, INSTANCEOF, isEqual, isStrict, isUnequal, LESS, PLUS, TYPEOF } from '../../operators'
import { cutFrom } from '../first-segment'
import { ABSOLUTE, ADDRESS, bitOf, LITERAL, maskOf, NEEDS_TEXT, NUMBER, PATH, PROTOTYPE, RAW, TEXT_ONLY } from '../kinds'
import type { SameValues } from '../same-values'
import type { ComparedForms } from './compared-forms'
import type { Numbers } from './numbers'
import { addressPart, sameAddress } from './parts-of-addresses'
import type { PartsOfTexts } from './parts-of-texts'
import type { Predicates } from './predicates'
import type { RuledOut } from './ruled-out'
import { nameOf, type Sorts } from './sorts'
import type { UnchangedTexts } from './unchanged-texts'

const ARGUMENT = maskOf(['argument'])
const ORDERS = new Set([LESS, AT_MOST, GREATER, AT_LEAST])

export class Comparisons {
  constructor(
    private readonly linked: Linked,
    private readonly same: SameValues,
    private readonly sorts: Sorts,
    private readonly forms: ComparedForms,
    private readonly numbers: Numbers,
    private readonly texts: PartsOfTexts,
    private readonly predicates: Predicates,
    private readonly unchanged: UnchangedTexts,
    private readonly ruledOut: RuledOut,
  ) {}

  compares(condition: number, holds: boolean, value: number, hops: number): number {
    const { whole } = this.linked
    const [left, right, operator] = [whole.a[condition] as number, whole.b[condition] as number, whole.c[condition] as number]
    if (operator === INSTANCEOF)
      return holds && this.same.isSame(left, value) ? PROTOTYPE | NEEDS_TEXT | (nameOf(this.linked, right) === 'Array' ? maskOf(['text']) : 0) : 0
    if (operator === IN) return holds && this.same.isSame(left, value) ? LITERAL & ~maskOf(['property', 'method']) : 0
    const equal = isEqual(operator) ? holds : isUnequal(operator) ? !holds : undefined
    return equal === undefined ? this.ordered(condition, holds, value, hops) : this.equals(condition, equal, value, hops)
  }

  private equals(condition: number, equal: boolean, value: number, hops: number): number {
    const { whole } = this.linked
    const [left, right] = [whole.a[condition] as number, whole.b[condition] as number]
    const says = this.equalsOther(left, right, equal, value, hops) ?? this.equalsOther(right, left, equal, value, hops)
    if (says !== undefined) return says
    // What was parsed is identical with nothing that is kept, unless both are plain values.
    const isIdentical = equal && isStrict(whole.c[condition] as number) && this.same.isSame(left, value) !== this.same.isSame(right, value)
    const unchanged = equal ? this.unchangedSays(left, right, value) | this.unchangedSays(right, left, value) : 0
    return isIdentical ? unchanged | TEXT_ONLY : unchanged
  }

  /** `clean(value) === value` */
  private unchangedSays(one: number, other: number, value: number): number {
    return this.same.isSame(other, value) ? this.unchanged.where(one, value) : 0
  }

  /** What one side says by equalling the other, or by being another; undefined where it is none that says anything. */
  private equalsOther(one: number, other: number, equal: boolean, value: number, hops: number): number | undefined {
    const { whole } = this.linked
    if (whole.kind[one] === Kind.Unary && whole.c[one] === TYPEOF && this.same.isSame(whole.a[one] as number, value))
      return this.sorts.typeSays(other, equal)
    if (
      whole.kind[one] === Kind.Load &&
      equal &&
      whole.text(whole.b[one] as number) === 'constructor' &&
      this.same.isSame(whole.a[one] as number, value)
    )
      return /^(?:Number|Boolean)$/.test(nameOf(this.linked, other)) ? NUMBER : TEXT_ONLY
    if (equal && this.same.isSame(one, value) && this.same.isFixed(other, 0)) return LITERAL
    if (equal && this.numbers.isNumberOf(one, value)) return NUMBER
    if (equal && this.texts.isPartOfListed(other, one, value)) return PATH
    const part = equal ? addressPart(this.linked, this.same, one, value) : undefined
    if (part && !this.same.isMadeOf(other, value) && !addressPart(this.linked, this.same, other, value))
      return sameAddress(part, [this.same.textOf(other)])
    // `resolve(root, x) === root`, `normalize(join(root, x)) === root`: the root itself, of what else may only lie below it.
    if (equal && this.isOwnRoot(one, other, value)) return PATH | RAW | ADDRESS
    if (!equal && this.same.isSame(one, value) && /^(?:__proto__|constructor|prototype)$/.test(this.same.textOf(other) ?? ''))
      return bitOf('property')
    if (!equal && this.same.textOf(other) === '..' && this.same.isSame(cutFrom(this.linked, one), value)) return RAW
    // `path[0] !== '/'`
    if (this.forms.isFirstOf(one, value)) {
      const character = this.same.textOf(other)
      if (!equal && (character === '/' || character === '.')) return character === '/' ? ABSOLUTE : RAW
      if (!equal && character === '-') return ARGUMENT
    }
    // `path.slice(0, root.length) === root`
    if (this.forms.isHeadOf(one, value)) {
      if (equal) return this.texts.begins(value, other, true, value)
    }
    if (whole.kind[one] === Kind.Boolean || this.isBoolean(other)) {
      const truth = this.same.booleanOf(one)
      if (truth !== undefined) return this.ruledOut.says(other, truth === equal, value, hops + 1)
    }
    // `table[x] !== undefined`
    if (!equal && (whole.kind[other] === Kind.Undefined || whole.kind[other] === Kind.Null)) {
      const looked = this.same.plain(one)
      if (looked >= 0 && looked < whole.size && whole.kind[looked] === Kind.LoadDynamic) return this.ruledOut.says(looked, true, value, hops + 1)
    }
    if (!equal && this.sorts.isOfObjects(one, value) && this.same.booleanOf(other) === false && whole.kind[other] !== Kind.Boolean) return NEEDS_TEXT
    if (equal && this.sorts.isPutOn(one, value) && this.sorts.isThere(other)) return PROTOTYPE
    const number = this.same.numberOf(other)
    const place = number === undefined ? -1 : this.forms.placeFound(one)
    if (place >= 0 && number !== undefined && (equal || number === -1))
      return this.predicates.hasElement(place, number === -1 ? !equal : true, value, hops)
    const index = this.forms.indexOf(one)
    if (index && number !== undefined) {
      if (number === -1) return this.texts.contains(index.text, index.part, !equal, value)
      if (number === 0 && equal) return this.texts.begins(index.text, index.part, true, value)
      if (number === 0 && !equal) return this.texts.begins(index.text, index.part, false, value)
    }
    return undefined
  }

  /** `<`, `>`, and those that equal as well. */
  private ordered(condition: number, holds: boolean, value: number, hops: number): number {
    return this.orderedAsNumbers(condition, holds, value) | this.orderedByPlace(condition, holds, value, hops)
  }

  /** Texts are ordered by their characters, unless the other side is a number: what is no number is beside it then. */
  private orderedAsNumbers(condition: number, holds: boolean, value: number): number {
    const { whole } = this.linked
    const [left, right] = [whole.a[condition] as number, whole.b[condition] as number]
    if (!holds || !ORDERS.has(whole.c[condition] as number)) return 0
    const isNumeric = (one: number, other: number) =>
      this.numbers.isNumberOf(one, value) || (this.same.isSame(one, value) && this.numbers.isNumber(other))
    return isNumeric(left, right) || isNumeric(right, left) ? NUMBER : 0
  }

  private orderedByPlace(condition: number, holds: boolean, value: number, hops: number): number {
    const { whole } = this.linked
    const [left, right, operator] = [whole.a[condition] as number, whole.b[condition] as number, whole.c[condition] as number]
    const number = this.same.numberOf(right)
    if (number !== undefined && ORDERS.has(operator)) {
      const found = (operator === GREATER && number === -1) || (operator === AT_LEAST && number === 0)
      const absent = (operator === LESS && number === 0) || (operator === AT_MOST && number === -1)
      // Beyond the first place: where it holds, there is one as well.
      const further = (operator === GREATER || operator === AT_LEAST) && number >= 0 && holds
      if (found || absent || further) {
        const index = this.forms.indexOf(left)
        if (index) return this.texts.contains(index.text, index.part, found || further ? holds : !holds, value)
        const place = this.forms.placeFound(left)
        if (place >= 0) return this.predicates.hasElement(place, found || further ? holds : !holds, value, hops)
      }
    }
    // `x.length < 10`, `x < 100`
    if (holds && (this.same.isSame(left, value) || this.forms.isLengthOf(left, value)) && (operator === LESS || operator === AT_MOST))
      return maskOf(['resource', 'matched'])
    if (!holds && (this.same.isSame(left, value) || this.forms.isLengthOf(left, value)) && (operator === GREATER || operator === AT_LEAST))
      return maskOf(['resource', 'matched'])
    if (holds && (this.same.isSame(right, value) || this.forms.isLengthOf(right, value)) && (operator === GREATER || operator === AT_LEAST))
      return maskOf(['resource', 'matched'])
    return 0
  }

  /** What a path, or one that is made of a value, was put together from, and no part of the value. */
  private isOwnRoot(path: number, root: number, value: number): boolean {
    if (!this.same.isDerived(path, value) || this.same.isMadeOf(root, value)) return false
    const made = this.same.plain(path)
    // `relative(root, path) === ''`
    if (this.linked.whole.kind[made] === Kind.Call && calledName(this.linked, made) === 'relative') return this.same.textOf(root) === ''
    return this.same.isResolved(path) || this.same.isNormalForm(path, value) || this.same.isMadeOf(made, root)
  }

  private isBoolean(node: number): boolean {
    const { whole } = this.linked
    const kind = whole.kind[node] as Kind
    return kind === Kind.Call || (kind === Kind.Binary && whole.c[node] !== PLUS) || kind === Kind.Unary
  }
}

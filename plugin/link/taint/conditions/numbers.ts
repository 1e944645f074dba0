/**
 * Numbers in a test. In: a node. Out: whether it is a number whatever comes in, or what becomes of a value that is read as one. A text that is
 * no number is NaN then, which is neither less nor greater than anything and equals nothing: where such a comparison holds, it was one.
 */
import { ChoiceKind, Kind } from '../../../graph'
import { LabelKind } from '../../labels'
import { apiPathsOf, calledName, type Linked } from '../../linked'
import { AND, DECREMENT, INCREMENT, MINUS, OR, PLUS, POWER, REMAINDER, SHIFTS, SLASH, TILDE, TIMES, XOR } from '../../operators'
import type { SameValues } from '../same-values'

/** NaN comes out where either side is one. */
const ARITHMETIC = new Set([MINUS, TIMES, SLASH, REMAINDER, POWER])
/** NaN counts as 0. */
const OF_BITS = new Set([AND, OR, XOR, ...SHIFTS])
const OF_ONE = new Set([PLUS, MINUS, TILDE, INCREMENT, DECREMENT])
const GIVES_NUMBERS = /^(?:Number|parseInt|parseFloat|Math\.\w+|Date\.now|performance\.now|Number\.parse(?:Int|Float))\(\)$/
const MOST_DEPTH = 6

export class Numbers {
  constructor(
    private readonly linked: Linked,
    private readonly same: SameValues,
  ) {}

  /** A literal, a length, what arithmetic makes, a counter. */
  isNumber(node: number, hops = 0): boolean {
    const { whole } = this.linked
    const at = this.same.plain(node)
    if (at < 0 || at >= whole.size || hops > MOST_DEPTH) return false
    const [a, b, c] = [whole.a[at] as number, whole.b[at] as number, whole.c[at] as number]
    switch (whole.kind[at] as Kind) {
      case Kind.Number:
        return true
      case Kind.Unary:
        return OF_ONE.has(c)
      case Kind.Binary:
        return ARITHMETIC.has(c) || OF_BITS.has(c) || (c === PLUS && this.isNumber(a, hops + 1) && this.isNumber(b, hops + 1))
      case Kind.Load:
        return (whole.text(b) === 'length' && this.isOfProgram(a)) || this.isWritten(at)
      case Kind.Cell:
      case Kind.Choice: {
        const ways = [...whole.items(a)].filter((way) => way !== at)
        return c !== ChoiceKind.And && ways.length > 0 && ways.every((way) => this.isNumber(way, hops + 1))
      }
      case Kind.Call:
        return apiPathsOf(this.linked, at).some((path) => GIVES_NUMBERS.test(this.linked.models.paths.show(path)))
      default:
        return false
    }
  }

  /** A number that stands in the code, wherever: `limits.most`. */
  private isWritten(node: number): boolean {
    const { whole, solver } = this.linked
    const known = solver.of(node)
    return (
      known.length > 0 &&
      known.every((label) => solver.labels.kind[label] === LabelKind.Value && whole.kind[solver.labels.data[label] as number] === Kind.Number)
    )
  }

  /** Lists and texts that the program makes: what was sent may have a text for its length. */
  private isOfProgram(node: number): boolean {
    const { labels } = this.linked.solver
    const known = this.linked.solver.of(node)
    return known.length > 0 && known.every((label) => labels.kind[label] === LabelKind.Object || labels.kind[label] === LabelKind.Value)
  }

  /** `Number(value)`, `+value`, `value % 2`: unlike `parseInt` they make nothing of a text that only begins with a number. */
  isNumberOf(node: number, value: number, hops = 0): boolean {
    const { whole } = this.linked
    const at = this.same.plain(node)
    if (at < 0 || at >= whole.size || hops > MOST_DEPTH) return false
    const isOf = (part: number) => this.same.isSame(part, value) || this.isNumberOf(part, value, hops + 1)
    const [a, b, c] = [whole.a[at] as number, whole.b[at] as number, whole.c[at] as number]
    if (whole.kind[at] === Kind.Unary) return (c === PLUS || c === MINUS) && isOf(a)
    if (whole.kind[at] === Kind.Binary) return ARITHMETIC.has(c) && (isOf(a) || isOf(b))
    const first = whole.kind[at] === Kind.Call && this.reads(at) ? whole.args(at)[0] : undefined
    return first !== undefined && isOf(first)
  }

  private reads(call: number): boolean {
    const paths = apiPathsOf(this.linked, call)
    return calledName(this.linked, call) === 'Number' || paths.some((path) => /^Math\.\w+\(\)$/.test(this.linked.models.paths.show(path)))
  }
}

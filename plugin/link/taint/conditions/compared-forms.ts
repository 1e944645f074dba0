/**
 * What a test reads of a value before it compares: its first character, its beginning, its length, the place of a part in it.
 * In: a node of the test, and the value. Out: whether it is that, or what is looked for in what.
 */
import { Kind } from '../../../graph'
import { calledName, type Linked, receiverOf } from '../../linked'
import type { SameValues } from '../same-values'

export class ComparedForms {
  constructor(
    private readonly linked: Linked,
    private readonly same: SameValues,
  ) {}

  /** `value[0]`, `value.charAt(0)` */
  isFirstOf(node: number, value: number): boolean {
    const { whole } = this.linked
    if (whole.kind[node] === Kind.Load) return whole.text(whole.b[node] as number) === '0' && this.same.isSame(whole.a[node] as number, value)
    return whole.kind[node] === Kind.Call && calledName(this.linked, node) === 'charAt' && this.same.isSame(receiverOf(this.linked, node), value)
  }

  /** `value.slice(0, …)` */
  isHeadOf(node: number, value: number): boolean {
    const { whole } = this.linked
    if (whole.kind[node] !== Kind.Call || !/^(?:slice|substring|substr)$/.test(calledName(this.linked, node))) return false
    const first = whole.args(node)[0]
    return first !== undefined && this.same.numberOf(first) === 0 && this.same.isSame(receiverOf(this.linked, node), value)
  }

  isLengthOf(node: number, value: number): boolean {
    const { whole } = this.linked
    const load = this.same.plain(node)
    if (load < 0 || load >= whole.size) return false
    return whole.kind[load] === Kind.Load && whole.text(whole.b[load] as number) === 'length' && this.same.isSame(whole.a[load] as number, value)
  }

  /** `text.indexOf(part)` and `text.lastIndexOf(part)`. */
  indexOf(node: number): { text: number; part: number } | undefined {
    const { whole } = this.linked
    if (whole.kind[node] !== Kind.Call || !/^(?:lastIndexOf|indexOf|search)$/.test(calledName(this.linked, node))) return undefined
    const [text, part] = [receiverOf(this.linked, node), whole.args(node)[0]]
    return text < 0 || part === undefined ? undefined : { text, part }
  }

  /** `list.findIndex(test)`, -1 for what is none. */
  placeFound(node: number): number {
    const at = this.same.plain(node)
    return at >= 0 &&
      at < this.linked.whole.size &&
      this.linked.whole.kind[at] === Kind.Call &&
      /^find(?:Last)?Index$/.test(calledName(this.linked, at))
      ? at
      : -1
  }
}

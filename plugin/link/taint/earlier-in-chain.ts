/**
 * What is done already where a link of a chain of promises runs: `check(name).then(() => find(name)).then(() => read(name))`. In: a
 * function that is handed to `then`, or a promise. Out: nodes of the functions that have run and come back before, and of the calls
 * whose promises have resolved.
 */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { calledName, type Linked, receiverOf } from '../linked'
import type { SameValues } from './same-values'

/** Links of one chain. */
const MOST_LINKS = 24

const NONE: readonly number[] = []

export class EarlierInChain {
  private readonly known = new Map<number, readonly number[]>()

  constructor(
    private readonly linked: Linked,
    private readonly same: Pick<SameValues, 'plain'>,
  ) {}

  /** Where a function runs that a link of a chain is handed. */
  before(fn: number): readonly number[] {
    const call = this.linked.values.callAround(fn)
    if (call < 0) return NONE
    let done = this.known.get(call)
    if (!done) {
      const isThen = calledName(this.linked, call) === 'then' && this.linked.whole.args(call)[0] === fn
      done = isThen ? this.whereResolved(receiverOf(this.linked, call)) : NONE
      this.known.set(call, done)
    }
    return done
  }

  /** Where a promise has resolved, and not been rejected. */
  whereResolved(promise: number, hops = 0): readonly number[] {
    const { whole } = this.linked
    const made = this.same.plain(promise)
    if (made < 0 || made >= whole.size || hops > MOST_LINKS || whole.kind[made] !== Kind.Call) return NONE
    const receiver = receiverOf(this.linked, made)
    const [first, second] = whole.args(made)
    switch (receiver < 0 ? '' : calledName(this.linked, made)) {
      case 'then': {
        // `then(next, failed)` goes on behind either.
        if (second !== undefined && !this.isNothing(second) && this.mayComeBack(second)) return NONE
        const earlier = this.whereResolved(receiver, hops + 1)
        const run = first === undefined ? undefined : this.functionOf(first)
        return run === undefined ? earlier : [...earlier, run]
      }
      case 'catch':
        return first === undefined || this.mayComeBack(first) ? NONE : this.whereResolved(receiver, hops + 1)
      case 'finally':
        return this.whereResolved(receiver, hops + 1)
      case 'all': {
        const all = first === undefined ? -1 : this.same.plain(first)
        if (whole.kind[receiver] !== Kind.Global || all < 0 || whole.kind[all] !== Kind.Array) return [made]
        return [...whole.items(whole.a[all] as number)].flatMap((item) => this.whereResolved(item, hops + 1))
      }
      default:
        return [made]
    }
  }

  private isNothing(node: number): boolean {
    const kind = this.linked.whole.kind[node] as Kind
    return kind === Kind.Undefined || kind === Kind.Null
  }

  /** Whether what is handed over for the case that a promise is rejected may do anything but throw. */
  private mayComeBack(handler: number): boolean {
    const { whole } = this.linked
    const node = this.functionOf(handler)
    const of = node === undefined ? undefined : whole.functions[whole.a[node] as number]
    return of === undefined || of.returns.length > 0 || of.endRegion >= 0
  }

  /** The one function that stands there, or goes by a name. */
  private functionOf(node: number): number | undefined {
    const { whole, solver } = this.linked
    if (whole.kind[node] === Kind.Function) return node
    const [only, ...others] = solver.of(node)
    if (only === undefined || others.length > 0 || solver.labels.kind[only] !== LabelKind.Function) return undefined
    return whole.functions[solver.labels.data[only] as number]?.node
  }
}

/**
 * Where what is thrown is caught: by a `catch` around in the same function, or by what is called on the promise that a call gives. In: the
 * linked program. Out: nodes and functions that receive an exception.
 */
import { Kind, RegionKind } from '../../graph'
import { catchOf } from '../guards/caught-inside'
import type { Linked } from '../linked'
import { lookupOf } from '../lookup'
import type { Uses } from './uses'

/** What a `catch` receives; `unnamed` where it takes no notice of it. */
export type Catch = number | 'unnamed' | undefined

export class Catches {
  /** Region that is tried → what catches. */
  private readonly byTried = new Map<number, Catch>()
  /** Region of a `catch` → what it receives. */
  private readonly received = new Map<number, number>()

  constructor(private readonly linked: Linked) {
    const { whole } = linked
    for (const node of lookupOf(whole).of(Kind.Caught)) this.received.set(whole.region[node] as number, node)
  }

  /** The nearest `catch` around a node in its function. */
  around(node: number): Catch {
    const { regions, region } = this.linked.whole
    for (let at = region[node] as number; at >= 0 && regions[at * 4] !== RegionKind.Body; at = regions[at * 4 + 1] as number) {
      if (regions[at * 4] !== RegionKind.Try) continue
      const caught = this.of(at)
      if (caught !== undefined) return caught
    }
    return undefined
  }

  private of(tried: number): Catch {
    if (this.byTried.has(tried)) return this.byTried.get(tried)
    const region = catchOf(this.linked, tried)
    const caught = region < 0 ? undefined : (this.received.get(region) ?? 'unnamed')
    this.byTried.set(tried, caught)
    return caught
  }
}

/** `promise.then(done, failed)`, `promise.catch(failed)`, `promise.finally(done)`, of what a call gave. */
export interface Continuation {
  call: number
  /** The function that is told of a failure, -1 where the promise of this call fails in turn. */
  handler: number
}

export function continuations({ whole }: Linked, uses: Uses, promise: number): Continuation[] {
  const found: Continuation[] = []
  for (const load of uses.of(promise)) {
    if (whole.kind[load] !== Kind.Load || whole.a[load] !== promise) continue
    const place = handlerPlace(whole.text(whole.b[load] as number))
    if (place === undefined) continue
    for (const call of uses.of(load)) {
      if (whole.kind[call] !== Kind.Call || whole.a[call] !== load) continue
      found.push({ call, handler: place < 0 ? -1 : (whole.args(call)[place] ?? -1) })
    }
  }
  return found
}

/** Which argument of a method of promises is told of a failure, -1 for none; undefined for other methods. */
export function handlerPlace(method: string): number | undefined {
  return method === 'then' ? 1 : method === 'catch' ? 0 : method === 'finally' ? -1 : undefined
}

/** What of a fact is left where a node uses it: without the harm that was ruled out on the way there. */
import { Kind } from '../../../graph'
import type { Linked } from '../../linked'
import { lookupOf } from '../../lookup'
import { type AccessPaths, EMPTY } from '../access-paths'
import { ELSEWHERE } from '../addresses'
import type { Fact } from '../facts'
import { ABSOLUTE, without } from '../kinds'
import type { StandIns } from '../stand-ins'
import type { Knowledge } from './knowledge'
import type { Places } from './places'

const NONE: readonly number[] = []
const NO_NAMES: readonly string[] = []

export class Remains {
  private readonly linked: Linked
  private readonly paths: AccessPaths
  /** By function: reads of a property, by its name. */
  private readonly loadsIn = new Map<number, Map<number, number[]>>()

  constructor(
    private readonly known: Knowledge,
    private readonly places: Places,
    private readonly standIns: StandIns,
  ) {
    this.linked = known.linked
    this.paths = places.paths
  }

  /** A fact where a node uses it: without the harm that was ruled out on the way there. */
  leftOf(fact: Fact, user: number): Fact {
    const { node, path, mask } = fact
    const isWhole = this.places.isWhole(path)
    if (!this.known.assurances.mayTell(user, isWhole)) return fact
    const names = isWhole ? NO_NAMES : this.places.textsOf(path)
    const left = without(mask, this.known.assurances.before(user, node, names))
    return left === mask ? fact : { ...fact, mask: left, from: fact, inside: undefined }
  }

  /** What is left of a part that was asked by itself before the whole goes on: `if (!known.includes(data.target)) return; return { data }`. */
  leftOfPart(at: number, node: number, path: number, mask: number): number {
    if (this.places.isWhole(path) || this.paths.tail(path) !== EMPTY) return mask
    const { whole } = this.linked
    const fn = whole.functionOf(at)
    if (fn < 0) return mask
    let loads = this.loadsIn.get(fn)
    if (!loads) {
      loads = new Map()
      for (const load of lookupOf(whole).inFunction(fn))
        if (whole.kind[load] === Kind.Load) loads.set(whole.b[load] as number, [...(loads.get(whole.b[load] as number) ?? []), load])
      this.loadsIn.set(fn, loads)
    }
    let left = mask
    for (const load of loads.get(this.paths.head(path)) ?? NONE)
      if (this.known.conditions.isSame(whole.a[load] as number, node)) left = without(left, this.known.conditions.around(at, load))
    return left
  }

  /** What stands in where a part of a path is missing does not begin at the root. */
  leftOfWay(choice: number, way: number, mask: number): number {
    return mask & ABSOLUTE && mask & ELSEWHERE && this.standIns.isStandIn(choice, way) ? mask & ~ABSOLUTE : mask
  }
}

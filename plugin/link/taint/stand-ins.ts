/**
 * What stands in for a part of a path where an address has none: `let { name } = useParams(); if (!name) name = query.get('name')`.
 * A route that declares the part never comes to the other, so both are taken to be alike: without a slash in front.
 */
import { ChoiceKind, Kind, RegionKind } from '../../graph'
import type { Linked } from '../linked'
import { isEqual, isUnequal, NOT } from '../operators'
import type { Holders } from './holders'

export class StandIns {
  /** Node → property of it that holds parts of the path, -1 where the node itself does. */
  private readonly parts = new Map<number, number>()
  private readonly known = new Map<number, boolean>()

  constructor(
    private readonly linked: Linked,
    private readonly holders: Holders,
  ) {}

  /** @param property string number, -1 for the node itself */
  add(node: number, property: number): void {
    this.parts.set(node, property)
  }

  /** Whether one of the ways of a choice or variable is taken only where a part of the path is missing. */
  isStandIn(choice: number, way: number): boolean {
    if (this.parts.size === 0) return false
    const key = choice * this.linked.whole.size + way
    let answer = this.known.get(key)
    if (answer === undefined) {
      answer = this.isSecond(choice, way) || this.isWithout(choice, way)
      this.known.set(key, answer)
    }
    return answer
  }

  /** `part || way`, `part ?? way`. */
  private isSecond(choice: number, way: number): boolean {
    const { whole } = this.linked
    if (whole.kind[choice] !== Kind.Choice || (whole.c[choice] !== ChoiceKind.Or && whole.c[choice] !== ChoiceKind.Nullish)) return false
    const [first] = whole.items(whole.a[choice] as number)
    return first !== undefined && first !== way && this.isPart(first)
  }

  /** Put in under `if (!part)`, or the other half of `part ? … : way`. */
  private isWithout(choice: number, way: number): boolean {
    const { whole } = this.linked
    if (whole.kind[choice] === Kind.Choice && whole.c[choice] === ChoiceKind.Loop) return false
    if (!whole.items(whole.a[choice] as number).some((other) => other !== way && this.isPart(other))) return false
    const end = whole.region[choice] as number
    for (let region = whole.region[way] as number, hops = 0; region >= 0 && region !== end && hops < 20; hops++) {
      const [kind, parent, condition] = [whole.regions[region * 4], whole.regions[region * 4 + 1] as number, whole.regions[region * 4 + 2] as number]
      if (kind === RegionKind.True && this.misses(condition, true)) return true
      if (kind === RegionKind.False && this.misses(condition, false)) return true
      region = parent
    }
    return false
  }

  /** Whether a condition says of a part that it is missing. */
  private misses(condition: number, holds: boolean, hops = 0): boolean {
    const { whole } = this.linked
    if (condition < 0 || hops > 4) return false
    const [a, b, c] = [whole.a[condition] as number, whole.b[condition] as number, whole.c[condition] as number]
    switch (whole.kind[condition] as Kind) {
      case Kind.Unary:
        return c === NOT && this.misses(a, !holds, hops + 1)
      case Kind.Binary:
        return (isEqual(c) ? holds : isUnequal(c) ? !holds : false) && [Kind.Null, Kind.Undefined].includes(whole.kind[b] as Kind) && this.isPart(a)
      case Kind.Choice:
        return c === (holds ? ChoiceKind.And : ChoiceKind.Or) && whole.items(a).some((item) => this.misses(item, holds, hops + 1))
      default:
        return !holds && this.isPart(condition)
    }
  }

  private isPart(node: number): boolean {
    const { whole } = this.linked
    let below = -1
    for (let at = this.holders.rootOf(node), hops = 0; at >= 0 && at < whole.size && hops < 6; hops++) {
      const property = this.parts.get(at)
      if (property !== undefined && (property === -1 || property === below)) return true
      if (whole.kind[at] !== Kind.Load) return false
      below = whole.b[at] as number
      at = this.holders.rootOf(whole.a[at] as number)
    }
    return false
  }
}

/**
 * Records that are chosen below what a request was asked about: whoever belongs to `:team` passes at `/teams/:team/brokers/:broker`, and
 * the broker is found by its own id alone. In: acts, conditions and calls on the way of one door whose path has several parts. Out: by
 * act, the part that chooses and those that were asked about, where nothing holds the one against the others.
 */
import { Kind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { thingNamed } from '../names'
import { NEEDS_NO_CHECK } from './named-checks'
import type { Provenance, Way } from './provenance'
import { type StoredAct, storedActs } from './statements'

/** What tells one record from all others, whatever it is part of. */
const TELLS_ONE = /(?:^|[._])(?:id|_id|uuid)$|(?:Id|ID|Uuid|UUID)$|_u?u?id$/
const DEEPEST = 8

/** What has a say in a value. */
interface Takes {
  /** Parts of the path. */
  parts: Set<string>
  caller: boolean
  /** Something that is not known here: what a guard left in the request, what an object was made with. */
  unknown: boolean
}

export class Nested {
  /** Parts of the path that the caller was held against. */
  readonly asked = new Set<string>()
  /** Something was asked that has no part of the path in it: a role may open all of them. */
  asksElse = false
  private readonly tied = new Set<string>()
  private readonly alone = new Map<number, string>()

  constructor(
    private readonly linked: Linked,
    private readonly provenance: Provenance,
    private readonly overwritten: ReadonlySet<string>,
  ) {}

  /** `path.team` of `/teams/:team/brokers/:broker`; of a path with one part alone there is nothing to be told. */
  static isAt(path: string): boolean {
    return path.split('/').filter((step) => /^[:{[]/.test(step)).length > 1
  }

  /** The part of the path that chooses the records of an act, and what it was asked about instead. */
  below(node: number): { part: string; asked: string[] } | undefined {
    const part = this.alone.get(node)
    if (part === undefined || this.asksElse || this.tied.has(part) || this.asked.has(part) || this.asked.size === 0) return undefined
    return { part, asked: [...this.asked] }
  }

  /** A condition by which the caller was held against something, or asked for a right. */
  holds(node: number, way: Way): void {
    const { parts } = this.takes([node], way)
    if (parts.size === 0) this.asksElse = true
    for (const part of parts) this.asked.add(part)
  }

  act(node: number, { by, puts }: StoredAct, way: Way): void {
    const chosen = this.takes(by, way)
    // `storeOf(params.team).broker.find(id)`: a store for each team is asked for its own.
    const of = this.takes([receiverOf(this.linked, node)], way)
    for (const part of of.parts) chosen.parts.add(part)
    chosen.caller ||= of.caller
    const [part] = chosen.parts
    if (part !== undefined && chosen.parts.size === 1 && !chosen.caller && !chosen.unknown && TELLS_ONE.test(part)) this.alone.set(node, part)
    this.tie(chosen)
    this.tie(this.takes(puts, way))
  }

  /** A condition may hold one part against the other. */
  condition(node: number, way: Way, depth = 0): void {
    const { whole } = this.linked
    if (node < 0 || depth > DEEPEST) return
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Unary || kind === Kind.Refine || kind === Kind.Await) this.condition(whole.a[node] as number, way, depth + 1)
    else if (kind === Kind.Choice || kind === Kind.Cell) for (const item of whole.items(whole.a[node] as number)) this.condition(item, way, depth + 1)
    else this.tie(this.takes([node], way))
  }

  /** What is handed both, and is not here to be read, may hold one against the other. */
  call(node: number, way: Way): void {
    const { whole, solver } = this.linked
    if (whole.kind[node] !== Kind.Call || (solver.callees.get(node)?.size ?? 0) > 0 || storedActs(this.linked).has(node)) return
    if (!NEEDS_NO_CHECK.test(calledName(this.linked, node))) this.tie(this.takes([...whole.args(node)], way))
  }

  private tie({ parts, caller, unknown }: Takes): void {
    if (parts.size > 1 || caller || unknown) for (const part of parts) this.tied.add(part)
  }

  private takes(nodes: readonly number[], way: Way): Takes {
    const found: Takes = { parts: new Set(), caller: false, unknown: false }
    for (const node of nodes) this.look(node, way, found, 0)
    return found
  }

  private look(node: number, way: Way, found: Takes, depth: number): void {
    const { whole } = this.linked
    if (node < 0 || node >= whole.size) return
    if (depth > DEEPEST) {
      found.unknown = true
      return
    }
    const given = whole.kind[node] === Kind.Param ? way.args.get(node) : undefined
    const inside = given ? [] : this.insideOf(node)
    if (given) this.look(given.node, given.way, found, depth + 1)
    else if (inside) for (const part of inside) this.look(part, way, found, depth + 1)
    else this.leaf(node, way, found)
  }

  /** Values that have a say in one, each for itself; undefined for one that is asked about as a whole. */
  private insideOf(node: number): Iterable<number> | undefined {
    const { whole, solver } = this.linked
    const [a, b] = [whole.a[node] as number, whole.b[node] as number]
    switch (whole.kind[node] as Kind) {
      case Kind.Unary:
      case Kind.Refine:
      case Kind.Await:
      case Kind.Element:
      case Kind.Spread:
        return [a]
      case Kind.Property:
        return [b]
      case Kind.Object:
      case Kind.Array:
      case Kind.Choice:
      case Kind.Cell:
      case Kind.Template:
        return whole.items(a)
      case Kind.Binary:
        return [a, b]
      case Kind.Function:
        return whole.functions[a]?.returns ?? []
      case Kind.New:
      case Kind.Call:
        // What a function of the program or a store gives is one value.
        if ((solver.callees.get(node)?.size ?? 0) > 0 || storedActs(this.linked).has(node)) return undefined
        return [receiverOf(this.linked, node), ...whole.args(node)]
      case Kind.Param:
      case Kind.Load:
      case Kind.LoadDynamic:
        return undefined
      default:
        return []
    }
  }

  private leaf(node: number, way: Way, found: Takes): void {
    const { caller, request, stored } = this.provenance.of(node, way, this.overwritten)
    if (caller) found.caller = true
    for (const part of request) if (part.startsWith('path.')) found.parts.add(part)
    if (caller || request.size > 0) return
    if (stored || !this.isOfProgram(node)) found.unknown = true
  }

  /** A constant, a table, an operator, a service: the same for every request. */
  private isOfProgram(node: number): boolean {
    const { whole } = this.linked
    let at = thingNamed(whole, node)
    for (let hops = 0; hops < DEEPEST && (whole.kind[at] === Kind.Load || whole.kind[at] === Kind.LoadDynamic); hops++)
      at = thingNamed(whole, whole.a[at] as number)
    const kind = whole.kind[at] as Kind
    return (
      kind === Kind.Import ||
      kind === Kind.Global ||
      kind === Kind.Object ||
      kind === Kind.Exports ||
      kind === Kind.Class ||
      kind === Kind.New ||
      kind <= Kind.Template
    )
  }
}

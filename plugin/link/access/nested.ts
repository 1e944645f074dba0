/**
 * Records that are chosen below what a request was asked about: whoever belongs to `:team` passes at `/teams/:team/brokers/:broker`, and
 * the broker is found by its own id alone. In: acts, conditions, refusals and calls on the way of one door that is sent several ids, in
 * its path or elsewhere. Out: by act, the part that chooses and those that were asked about, where nothing holds the one against the others.
 */
import { Kind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { thingNamed } from '../names'
import { NEEDS_NO_CHECK } from './named-checks'
import type { Provenance, Way } from './provenance'
import { NAMING } from './records-asked'
import { type StoredAct, storedActs } from './statements'

/** What tells one record from all others, whatever it is part of. */
const TELLS_ONE = /(?:^|[._])(?:id|_id|uuid)$|(?:Id|ID|Uuid|UUID)$|_u?u?id$/
const DEEPEST = 8
const NO_NODES: ReadonlySet<number> = new Set()

/** What has a say in a value. */
interface Takes {
  /** Parts of the path, and ids that are sent elsewhere. */
  parts: Set<string>
  caller: boolean
  /** Something that is not known here: what a guard left in the request, what an object was made with. */
  unknown: boolean
  /** What is not looked at. */
  aside: ReadonlySet<number>
}

export class Nested {
  /** Parts that the caller was held against. */
  readonly asked = new Set<string>()
  /** Whoever lacks some right is refused whatever is sent: a role may open all of them. */
  private asksElse = false
  /** Conditions that ask for something, and whether a part has a say in it. */
  private readonly asking = new Map<number, boolean>()
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

  /** Of a path each part, and of what else is sent what tells a record from all others. */
  static isPart(part: string): boolean {
    return part.startsWith('path.') || (NAMING.test(part) && TELLS_ONE.test(part))
  }

  /** Whether several things are sent that tell a record from all others. */
  static isSent(parts: Iterable<string>): boolean {
    return new Set([...parts].filter((part) => NAMING.test(part) && TELLS_ONE.test(part))).size > 1
  }

  /** A condition by which the caller was held against something, or asked for a right. */
  holds(node: number, way: Way): void {
    const { parts } = this.takes([node], way)
    this.asking.set(node, parts.size > 0 || this.asking.get(node) === true)
    for (const part of parts) this.asked.add(part)
  }

  /**
   * Conditions that are known where a request is refused, or their operands. A right that is asked for beside the record is another way
   * in: `if (!user.isAdmin && record.owner !== user.id) refuse()`.
   */
  refused(conditions: readonly number[]): void {
    const asked = conditions.map((condition) => this.asking.get(condition))
    if (asked.includes(false) && !asked.includes(true)) this.asksElse = true
  }

  act(node: number, { by, puts }: StoredAct, way: Way): void {
    const chosen = this.takes(by, way)
    // `storeOf(params.team).broker.find(id)`: a store for each team is asked for its own.
    const of = this.takes([receiverOf(this.linked, node)], way, new Set(puts))
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

  /** @param aside of what a chain of calls is made of, what has no say: `db.update(table).set(aside).where(…)` */
  private takes(nodes: readonly number[], way: Way, aside: ReadonlySet<number> = NO_NODES): Takes {
    const found: Takes = { parts: new Set(), caller: false, unknown: false, aside }
    for (const node of nodes) this.look(node, way, found, 0)
    return found
  }

  private look(node: number, way: Way, found: Takes, depth: number): void {
    const { whole } = this.linked
    if (node < 0 || node >= whole.size || found.aside.has(node)) return
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
    for (const part of request) {
      if (Nested.isPart(part)) found.parts.add(part)
      // All of a body: what is in it cannot be told.
      else if (!NAMING.test(part)) found.unknown = true
    }
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

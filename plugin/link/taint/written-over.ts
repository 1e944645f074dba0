/**
 * Names under which an object was filled by the program itself before it goes on: `body.owner = caller.id; return body`. In: the linked
 * program. Out: of an object and the node that uses it, those names; of a list of names that code goes through, the object that has them
 * afterwards. A loop that takes out whatever a written list names, `for (const name of OURS) delete body[name]`, takes out all of those. What was put there travels by itself, so that the rest of the object is all that comes from where the object came from.
 */
import { ChoiceKind, Kind, RegionKind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { DELETE } from '../operators'
import type { Conditions } from './conditions'
import { loopOver } from './every-element'

const NONE: readonly number[] = []

/** Names of a list that are taken out in turn, and where that is done with. */
interface TakenInTurn {
  names: readonly number[]
  fn: number
  region: number
  /** The round itself: inside of it some are still there. */
  inside: number
  end: number
}

export class WrittenOver {
  /** Object → stores to it and deletions from it. */
  private readonly puts = new Map<number, number[]>()
  /** Name of a part → stores to that part and deletions from it: `a.settings.path = …` by `settings`. */
  private readonly belowName = new Map<number, number[]>()
  /** `source[key]` → `target[key] = source[key]`. */
  private readonly copies = new Map<number, number>()
  /** Deletion under a name that is an element of a list → the whole round. */
  private readonly inTurn = new Map<number, TakenInTurn>()
  /** Names that anything is rid of somewhere. */
  private readonly deleted = new Set<number>()

  constructor(
    private readonly linked: Linked,
    private readonly conditions: Conditions,
  ) {
    const { whole } = linked
    const lookup = lookupOf(whole)
    for (const store of lookup.of(Kind.Store)) {
      if (isOwnPart(linked, conditions, store)) continue
      this.note(store)
    }
    for (const node of lookup.of(Kind.Unary)) {
      if (whole.c[node] !== DELETE) continue
      const part = whole.a[node] as number
      if (whole.kind[part] === Kind.Load) this.note(node)
      if (whole.kind[part] !== Kind.LoadDynamic) continue
      const round = takenInTurn(linked, node)
      if (!round) continue
      this.inTurn.set(node, round)
      this.note(node)
    }
    for (const put of [...this.puts.values()].flat()) if (whole.kind[put] === Kind.Unary) for (const name of this.namesOf(put)) this.deleted.add(name)

    for (const store of lookup.of(Kind.StoreDynamic)) {
      const value = bare(linked, whole.c[store] as number)
      if (whole.kind[value] === Kind.LoadDynamic && bare(linked, whole.b[value] as number) === bare(linked, whole.b[store] as number))
        this.copies.set(value, store)
    }
  }

  private note(put: number): void {
    const { whole } = this.linked
    const object = this.objectOf(put)
    push(this.puts, object, put)
    if (whole.kind[object] === Kind.Load) push(this.belowName, whole.b[object] as number, put)
  }

  /** What is filled, or loses a part. */
  private objectOf(put: number): number {
    const { whole } = this.linked
    const object = whole.kind[put] === Kind.Store ? whole.a[put] : whole.a[whole.a[put] as number]
    return bare(this.linked, object as number)
  }

  /** What is put into an object; of a part that is read anew, `request.body`, what is put into it where it is read elsewhere. */
  private putsInto(object: number): readonly number[] {
    const { whole } = this.linked
    const made = bare(this.linked, object)
    if (whole.kind[made] !== Kind.Load) return this.puts.get(made) ?? NONE
    return (this.belowName.get(whole.b[made] as number) ?? NONE).filter((put) => this.conditions.isSame(this.objectOf(put), made))
  }

  /** The store by which a part goes where it was, under its own name: `target[key] = source[key]`; -1 where a read is no such copy. */
  copyOf(load: number): number {
    return this.copies.get(load) ?? -1
  }

  /** Names that were filled before a node uses an object. */
  before(object: number, user: number): readonly number[] {
    const { whole } = this.linked
    return this.filled(object, whole.functionOf(user), whole.region[user] as number, whole.pos[user] as number)
  }

  /** The same before a function gives the object back, by every return. */
  atReturn(object: number, fn: number): readonly number[] {
    const of = this.linked.whole.functions[fn]
    if (!of || this.putsInto(object).length === 0) return NONE
    let names: readonly number[] | undefined
    of.returns.forEach((value, index) => {
      if (value !== object) return
      const filled = this.filled(object, fn, of.returnRegions[index] ?? -1, of.fact.returnsAt[index * 3] ?? 0)
      names = names ? names.filter((name) => filled.includes(name)) : filled
    })
    return names ?? NONE
  }

  /** Whether a part was taken out before a node uses an object, and is put back nowhere. */
  isGoneBefore(object: number, user: number, name: number): boolean {
    return this.deleted.has(name) && !this.isPutAnywhere(object, name) && this.before(object, user).includes(name)
  }

  /** The same before a function gives the object back. */
  isGoneAtReturn(object: number, fn: number, name: number): boolean {
    return this.deleted.has(name) && !this.isPutAnywhere(object, name) && this.atReturn(object, fn).includes(name)
  }

  private isPutAnywhere(object: number, name: number): boolean {
    return this.putsInto(object).some((put) => this.linked.whole.kind[put] === Kind.Store && this.namesOf(put).includes(name))
  }

  /** Names that are filled right after an object was put somewhere: `node.settings = { ...sent }; node.settings.path = path`. */
  after(store: number): readonly number[] {
    const { whole } = this.linked
    const fn = whole.functionOf(store)
    const isSoon = (put: number) => {
      const [from, to] = [this.endOf(store), whole.pos[put] as number]
      return to >= from && whole.functionOf(put) === fn && whole.region[put] === whole.region[store] && !this.callsBetween(fn, from, to)
    }
    const isPart = (put: number) => {
      return this.conditions.isSame(whole.a[this.objectOf(put)] as number, whole.a[store] as number)
    }
    // What was stored a line before is read as itself, or as a part of where it was stored.
    const own = this.puts.get(bare(this.linked, whole.c[store] as number)) ?? NONE
    const below = this.belowName.get(whole.b[store] as number) ?? NONE
    return [...own, ...below.filter(isPart)].filter(isSoon).flatMap((put) => this.namesOf(put))
  }

  private callsBetween(fn: number, from: number, to: number): boolean {
    const { whole, effects } = this.linked
    return effects
      .ofFunction(fn)
      .some((node) => whole.kind[node] !== Kind.Store && (whole.pos[node] as number) >= from && (whole.end[node] as number) <= to)
  }

  private filled(object: number, fn: number, region: number, pos: number): readonly number[] {
    const { whole, effects } = this.linked
    return this.putsInto(object)
      .filter((put) => {
        const round = this.inTurn.get(put)
        const within = round?.region ?? (whole.region[put] as number)
        if (round && effects.isInside(region, round.inside)) return false
        return (round?.fn ?? whole.functionOf(put)) === fn && this.endOf(put) <= pos && effects.isInside(region, within)
      })
      .flatMap((put) => this.namesOf(put))
  }

  /** What is put somewhere is worked out first: it still sees the object as it was. */
  private endOf(put: number): number {
    const { whole } = this.linked
    const round = this.inTurn.get(put)
    if (round) return round.end
    const value = whole.kind[put] === Kind.Store ? (whole.c[put] as number) : -1
    const isHere = value >= 0 && whole.functionOf(value) === whole.functionOf(put)
    return Math.max(whole.end[put] as number, isHere ? (whole.end[value] as number) : 0)
  }

  private namesOf(put: number): readonly number[] {
    const { whole } = this.linked
    return this.inTurn.get(put)?.names ?? [(whole.kind[put] === Kind.Store ? whole.b[put] : whole.b[whole.a[put] as number]) as number]
  }
}

/** `for (const name of OURS) delete body[name]`, `OURS.forEach((name) => delete body[name])`: every name of a list that is written out. */
export function takenInTurn(linked: Linked, deletion: number): TakenInTurn | undefined {
  const { whole, values } = linked
  const key = bare(linked, whole.b[whole.a[deletion] as number] as number)
  if (key < 0 || key >= whole.size) return undefined
  if (whole.kind[key] === Kind.Element) {
    const loop = loopOver(linked, key)
    const names = loop && whole.region[deletion] === loop.region ? namesListed(linked, loop.list) : NONE
    if (!loop || names.length === 0) return undefined
    const region = whole.regions[loop.region * 4 + 1] as number
    return { names, fn: whole.functionOf(deletion), region, inside: loop.region, end: whole.end[deletion] as number }
  }
  const asked = whole.kind[key] === Kind.Param ? whole.functions[whole.a[key] as number] : undefined
  const isUnasked = whole.regions[(whole.region[deletion] as number) * 4] === RegionKind.Body
  if (!asked || asked.params[0] !== key || whole.functionOf(deletion) !== whole.a[key] || !isUnasked) return undefined
  const call = values.callAround(asked.node)
  if (call < 0 || calledName(linked, call) !== 'forEach' || whole.args(call)[0] !== asked.node) return undefined
  const names = namesListed(linked, receiverOf(linked, call))
  if (names.length === 0) return undefined
  const inside = whole.region[deletion] as number
  return { names, fn: whole.functionOf(call), region: whole.region[call] as number, inside, end: whole.end[call] as number }
}

/** Texts of a list that is written out and holds nothing else. */
function namesListed({ whole, values }: Linked, list: number): readonly number[] {
  if (list < 0) return NONE
  const [made, more] = values.definitions(list)
  if (made === undefined || more !== undefined || made >= whole.size || whole.kind[made] !== Kind.Array) return NONE
  const items = [...whole.items(whole.a[made] as number)]
  return items.every((item) => whole.kind[item] === Kind.String) ? items.map((item) => whole.a[item] as number) : NONE
}

/**
 * `order.items = order.items || []`: what is put there was there before. Whoever sees the object has it with the object; others that
 * are of the same class need not have it.
 */
export function isOwnPart(linked: Linked, conditions: Conditions, store: number): boolean {
  const { whole } = linked
  const value = whole.c[store] as number
  const isChoice = whole.kind[value] === Kind.Choice && (whole.c[value] === ChoiceKind.Or || whole.c[value] === ChoiceKind.Nullish)
  const ways = isChoice ? [...whole.items(whole.a[value] as number)] : [value]
  const isOwn = (way: number) =>
    whole.kind[way] === Kind.Load && whole.b[way] === whole.b[store] && conditions.isSame(whole.a[way] as number, whole.a[store] as number)
  return ways.some((way) => isOwn(bare(linked, way))) && ways.every((way) => isOwn(bare(linked, way)) || isEmpty(linked, way))
}

function isEmpty({ whole }: Linked, node: number): boolean {
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Object || kind === Kind.Array) return whole.items(whole.a[node] as number).length === 0
  return kind === Kind.String || kind === Kind.Number || kind === Kind.Boolean || kind === Kind.Null || kind === Kind.Undefined
}

function bare({ whole }: Linked, node: number): number {
  let at = node
  while (at >= 0 && at < whole.size && whole.kind[at] === Kind.Refine) at = whole.a[at] as number
  return at
}

function push(into: Map<number, number[]>, key: number, value: number): void {
  const known = into.get(key)
  if (known) known.push(value)
  else into.set(key, [value])
}

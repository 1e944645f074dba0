/**
 * What middleware makes sure of before it hands a request on: `if (!/^\\d+$/.test(request.params.id)) return next(new Error())`, and what it
 * puts in place of what was sent: `request.query = clean(request.query)`. In: a handler in front of others. Out: parts of the request, each
 * with the kinds of harm that what was sent there does no more behind it.
 */
import { ChoiceKind, Kind, RegionKind } from '../../graph'
import { handedAt } from '../entry-points/handed-at'
import { handsNextOn, isNext } from '../guards/answers'
import { LabelKind } from '../labels'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import type { InFront as Front } from '../routes/index'
import { pathsOfCall } from '../usages/modelled'
import type { Assurances } from './assurances'
import type { Conditions } from './conditions'
import { ALL } from './kinds'
import { type RequestPart, RequestParts } from './request-parts'

export interface Asked {
  place: string
  /** '' for all of a place. */
  name: string
  clears: number
  /** Only where none of these is there: `params.id || params.Id`. */
  unless: readonly string[]
  /** Something else was put in its place, and not asked what it is. */
  isWritten: boolean
}

/** A node that stands for a part, as it is asked about. */
interface Candidate extends Omit<Asked, 'clears' | 'isWritten'> {
  value: number
}

type TextOf = (key: number) => string | undefined

/** Helpers that a request is handed to, and functions that one call may run. */
const MOST_DEPTH = 2
const MOST_CALLEES = 3
/** Functions around a place where a request is handed on. */
const MOST_AROUND = 6
/** Nodes that a value is made of, as far as they are looked at. */
const MOST_PARTS = 60
const NONE: readonly Asked[] = []

export class AskedInFront {
  private readonly parts: RequestParts
  private readonly known = new Map<string, readonly Asked[]>()

  /** @param reaches whether what a node writes is told to who reads it */
  constructor(
    private readonly linked: Linked,
    private readonly conditions: Conditions,
    private readonly assurances: Assurances,
    private readonly reaches: (store: number) => boolean,
  ) {
    this.parts = new RequestParts(linked, conditions)
  }

  /** What all functions that it may be make sure of. */
  of(front: Front): readonly Asked[] {
    const { functions, node, param } = front
    if (functions.length === 0) return NONE
    const key = `${functions.join()} ${node} ${param ? `${param.name} ${param.value}` : ''}`
    let asked = this.known.get(key)
    if (!asked) {
      const [first = NONE, ...others] = functions.flatMap((fn) => this.ofFunction(fn, front) ?? [])
      asked = others.reduce(inBoth, first)
      this.known.set(key, asked)
    }
    return asked
  }

  /** Nothing at all of a wrapper that goes on only through what it wraps. */
  private ofFunction(fn: number, { node, param, functions }: Front): [readonly Asked[]] | undefined {
    const { whole } = this.linked
    const nodes = this.nodesOf(fn)
    const all = nodes.filter((at) => whole.kind[at] === Kind.Call && this.goesOn(at))
    const ways = all.filter((way) => !this.isWrapped(way, fn, functions))
    return ways.length === 0 && all.length > 0 ? undefined : [this.askedBefore(fn, nodes, ways, { node, param })]
  }

  /** `handler(request, response, next)`, where that is another of the functions that a handler may be. */
  private isWrapped(way: number, fn: number, functions: readonly number[]): boolean {
    const { whole } = this.linked
    const called = this.conditions.madeAs(whole.a[way] as number)
    if (functions.length < 2 || isNext(this.linked, way) || called < 0 || called >= whole.size || whole.kind[called] !== Kind.Param) return false
    const owner = whole.a[called] as number
    return owner !== fn && whole.isWithin(fn, owner)
  }

  private askedBefore(
    fn: number,
    nodes: readonly number[],
    ways: readonly number[],
    { node, param }: Pick<Front, 'node' | 'param'>,
  ): readonly Asked[] {
    const { whole } = this.linked
    if (ways.length === 0) return NONE
    const textOf = this.textsFor(node)
    const isOwn = (request: number) => whole.a[request] === fn
    const handed = param && whole.functions[fn]?.params[param.value]
    const candidates = this.candidatesIn(nodes, textOf, isOwn)
    if (param && handed !== undefined) candidates.push({ place: 'path', name: param.name, value: handed, unless: [] })
    const found = candidates.map(
      ({ value, ...part }): Asked => ({ ...part, isWritten: false, clears: this.everywhere(ways, (way) => this.before(way, value)) }),
    )
    found.push(...this.writtenIn(nodes, ways, textOf, isOwn))
    for (const call of nodes) if (whole.kind[call] === Kind.Call) found.push(...this.byHelper(call, ways, textOf, isOwn, 0))
    return together(found)
  }

  private everywhere(ways: readonly number[], says: (way: number) => number): number {
    return ways.reduce((all, way) => (all === 0 ? 0 : all & says(way)), ALL)
  }

  /** What a function closes over, and what the call is handed that made it: `check('id')`. */
  private textsFor(handler: number): TextOf {
    return (key) => {
      const handed = handedAt(this.linked, [handler], this.conditions.madeAs(key))
      return handed === undefined ? this.conditions.textOf(key) : this.conditions.textOf(handed)
    }
  }

  /** Nodes of a function and of all that stand in it. */
  private nodesOf(fn: number): number[] {
    const { whole, effects } = this.linked
    return [...lookupOf(whole).inFunction(fn), ...effects.functionsIn(fn).flatMap((each) => this.nodesOf(each))]
  }

  // ── going on ───────────────────────────────────────────────────────────────────────────────────────────────────────

  /** `next()`, or handing `next` to somebody else. What reports an error does not go on. */
  private goesOn(call: number): boolean {
    if (!isNext(this.linked, call)) return handsNextOn(this.linked, call)
    const [told] = this.linked.whole.args(call)
    return told === undefined || !this.isFault(told)
  }

  private isFault(node: number): boolean {
    const { whole } = this.linked
    switch (whole.kind[node] as Kind) {
      case Kind.New:
      case Kind.Caught:
      case Kind.Object:
      case Kind.Template:
        return true
      case Kind.String:
        return whole.text(whole.a[node] as number) !== ''
      case Kind.Call:
        return this.isMade(node)
      case Kind.Choice: {
        // `error || new Error()`
        const last = [...whole.items(whole.a[node] as number)].at(-1)
        return whole.c[node] === ChoiceKind.Or && last !== undefined && this.isFault(last)
      }
      case Kind.Param:
        return this.isRejected(node)
      case Kind.Refine:
        // `if (error) return next(error)`
        return whole.c[node] === 1 && this.conditions.isSame(whole.b[node] as number, whole.a[node] as number)
      default:
        return false
    }
  }

  /** `promise.catch((error) => next(error))`, `promise.then(next, (error) => next(error))` */
  private isRejected(param: number): boolean {
    const { whole } = this.linked
    const fn = whole.functions[whole.a[param] as number]?.node
    if (fn === undefined || whole.b[param] !== 0) return false
    return (
      [...lookupOf(whole).named(Kind.Call, 'catch')].some((call) => whole.args(call)[0] === fn) ||
      [...lookupOf(whole).named(Kind.Call, 'then')].some((call) => whole.args(call)[1] === fn)
    )
  }

  /** What a library makes of a status is an error; of what a function of the program gives back it is known whether it is there. */
  private isMade(call: number): boolean {
    const { solver } = this.linked
    if ((solver.callees.get(call)?.size ?? 0) === 0) return true
    const labels = solver.of(call)
    return labels.length > 0 && labels.every((label) => OBJECTS.has(solver.labels.kind[label] as LabelKind))
  }

  private before(way: number, value: number): number {
    const { whole } = this.linked
    let mask = this.assurances.before(way, value, [])
    let at = way
    for (let fn = whole.functionOf(way), hops = 0; fn >= 0 && at >= 0 && hops < MOST_AROUND; hops++) {
      mask |= this.conditions.around(at, value)
      at = whole.functions[fn]?.node ?? -1
      fn = whole.functions[fn]?.parent ?? -1
    }
    return mask
  }

  // ── what is asked ──────────────────────────────────────────────────────────────────────────────────────────────────

  private candidatesIn(nodes: readonly number[], textOf: TextOf, isOwn: (request: number) => boolean): Candidate[] {
    const { whole } = this.linked
    const found = new Map<string, Candidate>()
    const put = ({ place, name }: RequestPart, value: number, unless: readonly string[]) => {
      const key = `${place} ${name} ${unless.join()} ${whole.kind[value] === Kind.Choice ? value : ''}`
      if (name !== '' && !found.has(key)) found.set(key, { place, name, value, unless })
    }
    for (const node of nodes) {
      const kind = whole.kind[node] as Kind
      if (kind === Kind.Load || kind === Kind.LoadDynamic) {
        const part = this.parts.of(node, textOf)
        if (part && isOwn(part.request)) put(part, node, [])
      } else if (kind === Kind.Choice) {
        const ways = this.waysOf(node, textOf).filter(({ request }) => isOwn(request))
        ways.forEach((part, index) => {
          put(
            part,
            node,
            ways.slice(0, index).map(({ name }) => name),
          )
        })
      }
    }
    return [...found.values()]
  }

  /** `params.id || params.Id`: whichever is there. What stands before the last is empty where it is not the value. */
  private waysOf(choice: number, textOf: TextOf): RequestPart[] {
    const { whole } = this.linked
    if (whole.c[choice] !== ChoiceKind.Or && whole.c[choice] !== ChoiceKind.Nullish) return []
    const found: RequestPart[] = []
    for (const way of whole.items(whole.a[choice] as number)) {
      const part = this.parts.of(way, textOf)
      if (!part || part.name === '' || part.place !== (found[0] ?? part).place) break
      found.push(part)
    }
    return found
  }

  // ── what is written ────────────────────────────────────────────────────────────────────────────────────────────────

  private writtenIn(nodes: readonly number[], ways: readonly number[], textOf: TextOf, isOwn: (request: number) => boolean): Asked[] {
    const { whole } = this.linked
    return nodes.flatMap((store): Asked[] => {
      if (whole.kind[store] !== Kind.Store && whole.kind[store] !== Kind.StoreDynamic) return []
      const part = this.parts.writtenBy(store, textOf)
      if (!part || !isOwn(part.request) || !this.isMadeOf(whole.c[store] as number, part, textOf) || !this.reaches(store)) return []
      return [
        { place: part.place, name: part.name, unless: [], isWritten: true, clears: this.everywhere(ways, (way) => this.replacedBefore(way, store)) },
      ]
    })
  }

  /** Whether what is written is made of what was there, by code whose outcome is known. A parser makes it of something else. */
  private isMadeOf(value: number, { place, name, request }: RequestPart, textOf: TextOf): boolean {
    const { whole } = this.linked
    const stack = [value]
    let found = false
    for (let count = 0; stack.length > 0 && count < MOST_PARTS; count++) {
      const at = stack.pop() as number
      if (at < 0 || at >= whole.size) continue
      const part = this.parts.of(at, textOf)
      if (part && part.place === place && part.request === request && (part.name === name || part.name === '')) {
        found = true
        continue
      }
      const kind = whole.kind[at] as Kind
      if (kind === Kind.Call || kind === Kind.New) {
        if (!this.isKnown(at)) return false
        stack.push(receiverOf(this.linked, at), ...whole.args(at))
      } else stack.push(...whole.madeOf(at))
    }
    return found && stack.length === 0
  }

  private isKnown(call: number): boolean {
    const { whole, solver, models } = this.linked
    if ((solver.callees.get(call)?.size ?? 0) > 0) return true
    if (this.assurances.holdsData(call)) return true
    const paths = pathsOfCall(this.linked, call)
    if (paths.some((path) => models.flows.sanitizers.has(path) || models.flows.steps.has(path) || OF_THE_LANGUAGE.test(models.paths.rootOf(path))))
      return true
    const receiver = receiverOf(this.linked, call)
    const name = calledName(this.linked, call)
    return receiver < 0
      ? paths.length === 0 && whole.kind[whole.a[call] as number] === Kind.Global
      : name in String.prototype || name in Array.prototype
  }

  /** Kinds of harm that what was there does no more: all where it was replaced, or what a test rules out where it was not. */
  private replacedBefore(way: number, store: number): number {
    const { whole } = this.linked
    const own = whole.functionOf(store)
    let at = way
    for (let fn = whole.functionOf(way), hops = 0; fn >= 0 && fn !== own && hops < MOST_AROUND; hops++) {
      at = whole.functions[fn]?.node ?? -1
      fn = whole.functions[fn]?.parent ?? -1
    }
    if (at < 0 || whole.functionOf(at) !== own || (whole.end[store] as number) > (whole.pos[at] as number)) return 0
    const value = this.readAs(store)
    let left = ALL
    for (let region = whole.region[store] as number; ; region = whole.regions[region * 4 + 1] as number) {
      if (this.assurances.isRunIn(whole.region[at] as number, region)) return left
      const [kind, condition] = [whole.regions[region * 4] as RegionKind, whole.regions[region * 4 + 2] as number]
      if ((kind !== RegionKind.True && kind !== RegionKind.False) || condition < 0 || value < 0) return 0
      left &= this.conditions.where(condition, value, kind === RegionKind.False)
      if (left === 0) return 0
    }
  }

  /** A node that reads what a store writes. */
  private readAs(store: number): number {
    const { whole } = this.linked
    const isDynamic = whole.kind[store] === Kind.StoreDynamic
    return (
      [...lookupOf(whole).inFunction(whole.functionOf(store))].find(
        (node) =>
          whole.kind[node] === (isDynamic ? Kind.LoadDynamic : Kind.Load) &&
          (isDynamic ? this.conditions.isSame(whole.b[node] as number, whole.b[store] as number) : whole.b[node] === whole.b[store]) &&
          this.conditions.isSame(whole.a[node] as number, whole.a[store] as number),
      ) ?? -1
    )
  }

  // ── helpers ────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** `const id = idOf(request)`: what a function that is handed the request makes sure of before it comes back. */
  private byHelper(call: number, ways: readonly number[], textOf: TextOf, isOwn: (request: number) => boolean, depth: number): readonly Asked[] {
    const { whole, solver } = this.linked
    const isHanded = (argument: number) => {
      const at = this.conditions.madeAs(argument)
      return at >= 0 && at < whole.size && whole.kind[at] === Kind.Param && isOwn(at)
    }
    const position = whole.args(call).findIndex(isHanded)
    const functions = [...(solver.callees.get(call) ?? [])]
    if (position < 0 || functions.length === 0 || functions.length > MOST_CALLEES) return NONE
    if (!ways.every((way) => this.isBefore(call, way)) || !functions.every((fn) => this.assurances.isWaitedFor(call, fn))) return NONE
    const [first = NONE, ...others] = functions.map((fn) => this.whereItComesBack(fn, position, textOf, depth))
    return others.reduce(inBoth, first)
  }

  private isBefore(call: number, way: number): boolean {
    const { whole } = this.linked
    return (
      whole.functionOf(call) === whole.functionOf(way) &&
      (whole.end[call] as number) <= (whole.end[way] as number) &&
      call !== way &&
      this.assurances.isRunIn(whole.region[way] as number, whole.region[call] as number)
    )
  }

  private whereItComesBack(fn: number, position: number, textOf: TextOf, depth: number): readonly Asked[] {
    const { whole } = this.linked
    const request = whole.functions[fn]?.params[position]
    if (request === undefined || depth >= MOST_DEPTH) return NONE
    const nodes = [...lookupOf(whole).inFunction(fn)]
    const asked = this.candidatesIn(nodes, textOf, (at) => at === request)
    return asked
      .map(({ value, ...part }): Asked => ({ ...part, isWritten: false, clears: this.assurances.whereItComesBack(fn, value) }))
      .filter(({ clears }) => clears !== 0)
  }
}

const OBJECTS = new Set<LabelKind>([LabelKind.Instance, LabelKind.Object, LabelKind.ApiObject, LabelKind.Constructed])

const OF_THE_LANGUAGE = /^global:/

const keyOf = ({ place, name, unless, isWritten }: Asked) => `${place} ${name} ${unless.join()} ${isWritten}`

/** What is known of a part by several tests of it. */
function together(asked: readonly Asked[]): readonly Asked[] {
  const all = new Map<string, Asked>()
  for (const each of asked) {
    const known = all.get(keyOf(each))
    if (each.clears !== 0) all.set(keyOf(each), known ? { ...known, clears: known.clears | each.clears } : each)
  }
  return [...all.values()]
}

function inBoth(one: readonly Asked[], other: readonly Asked[]): readonly Asked[] {
  const others = new Map(other.map((each) => [keyOf(each), each.clears]))
  return one.map((each) => ({ ...each, clears: each.clears & (others.get(keyOf(each)) ?? 0) })).filter(({ clears }) => clears !== 0)
}

/**
 * Checks by which handlers ask whether the caller may have the thing that a request names:
 * `if (!(await mayRead(request, request.params.site))) return refuse()`. In: the functions of a door. Out: the program's own functions
 * that are handed both the caller and a part of the request, and refuse, or by whose answer the handler does; each with that part. And
 * the parts that are handed to anything else, which is what there is to be checked.
 */
import { Kind, RegionKind } from '../../graph'
import type { NamedCheck } from '../../types'
import type { Guards } from '../guards'
import { calledName, cite, type Linked, receiverOf } from '../linked'
import { thingAwaited } from '../names'
import { knownInside } from '../regions'
import { turningPoints } from '../turning-points'
import { isFailureForgotten } from './forgotten-failures'
import { isOfCallerAlone, newWay, type Provenance, type Way } from './provenance'
import { NAMING } from './records-asked'
import { refusesAt } from './refusals'
import { MOST_REGIONS, type Scene } from './scene'
import { storedActs } from './statements'

/** Calls that lead from a handler to the check. */
const MOST_DEPTH = 2
const MOST_CALLEES = 2
/** Between what is asked and the call that gave it. */
const MOST_PARTS = 4

/** Logs, conversions and answers. */
export const NEEDS_NO_CHECK =
  /^(?:log|info|debug|warn|error|trace|verbose|silly|child|Number|String|Boolean|BigInt|parseInt|parseFloat|toString|trim|isNaN|isInteger|send|json|render|status|redirect)$/

export class NamedChecks {
  private readonly linked: Linked
  private readonly guards: Guards
  private readonly provenance: Provenance
  private readonly refusing = new Map<number, ReadonlySet<number>>()

  constructor({ linked, guards, provenance }: Scene) {
    this.linked = linked
    this.guards = guards
    this.provenance = provenance
  }

  private readonly handing = new Map<string, ReadonlySet<string>>()
  /** Parts of the request that functions hand on, and not only to a log, a conversion or the answer. */
  handedOn(functions: readonly number[], overwritten: ReadonlySet<string>): string[] {
    // What stands in front of many doors is among the functions of each.
    const found = functions.flatMap((fn) => [...knownOf(this.handing, keyOf(fn, overwritten), () => this.handedOnBy(fn, overwritten))])
    return [...new Set(found)]
  }

  private handedOnBy(fn: number, overwritten: ReadonlySet<string>): Set<string> {
    const { whole, effects } = this.linked
    const found = new Set<string>()
    for (const node of effects.within(fn)) {
      if (whole.kind[node] !== Kind.Call || NEEDS_NO_CHECK.test(calledName(this.linked, node))) continue
      const values = whole.args(node).flatMap((argument) => this.membersOf(argument))
      const made = values.map((value) => this.provenance.of(value, newWay(), overwritten))
      // Who is told who asks may do no more than they may have.
      if (made.some(({ caller }) => caller)) continue
      for (const { request } of made) for (const part of request) if (NAMING.test(part)) found.add(part)
    }
    return found
  }

  /** Values of an object as it is written, each for itself: taken together, an object of many says too much to be followed. */
  private membersOf(node: number, depth = 0): number[] {
    const { whole } = this.linked
    if (whole.kind[node] !== Kind.Object || depth > MOST_DEPTH) return [node]
    return [...whole.items(whole.a[node] as number)].flatMap((entry) =>
      whole.kind[entry] === Kind.Property ? this.membersOf(whole.b[entry] as number, depth + 1) : [entry],
    )
  }

  /** @param overwritten parts of the request that a guard in front has put the caller's identity into */
  of(functions: readonly number[], overwritten: ReadonlySet<string>): NamedCheck[] {
    const found = new Map<string, NamedCheck>()
    for (const fn of functions)
      for (const [key, check] of knownOf(this.checking, keyOf(fn, overwritten), () => this.checksOf(fn, overwritten)))
        if (!found.has(key)) found.set(key, check)
    return [...found.values()]
  }
  private readonly checking = new Map<string, ReadonlyMap<string, NamedCheck>>()

  private checksOf(fn: number, overwritten: ReadonlySet<string>): Map<string, NamedCheck> {
    const found = new Map<string, NamedCheck>()
    this.visit(fn, newWay(), overwritten, found, 0)
    return found
  }

  private visit(fn: number, way: Way, overwritten: ReadonlySet<string>, found: Map<string, NamedCheck>, depth: number): void {
    const { linked, provenance } = this
    const { whole, solver, effects } = linked
    const asked = this.askedBefore(fn)
    for (const node of effects.within(fn)) {
      if (whole.kind[node] !== Kind.Call || this.guards.runsWhatWasHanded(node)) continue
      const callees = [...(solver.callees.get(node) ?? [])].slice(0, MOST_CALLEES)
      const [callee] = callees
      if (callee === undefined && asked.has(node)) this.askedElsewhere(node, way, overwritten, found)
      if (callee === undefined || callee === fn) continue
      if (isFailureForgotten(linked, node)) continue
      const works = callees.some((each) => this.changesStored(each))
      if (works || (!asked.has(node) && !callees.every((each) => this.refuses(each, node, way)))) {
        if (depth < MOST_DEPTH && (works || callees.some((each) => this.askedBefore(each).size > 0)))
          for (const each of callees) {
            const below = provenance.enter(node, each, way)
            if (below) this.visit(each, below, overwritten, found, depth + 1)
          }
        continue
      }
      const args = [...whole.args(node)]
      const made = args.map((argument) => provenance.of(argument, way, overwritten))
      const receiver = receiverOf(linked, node)
      const isToldWho =
        made.some(({ caller }) => caller) ||
        // `user.mayHave(record)`
        (receiver >= 0 && isOfCallerAlone(provenance.of(receiver, way, overwritten))) ||
        (args.some((argument) => provenance.isOneRequest(argument)) && callees.every((each) => this.findsOutWho(each, 0)))
      if (!isToldWho) continue
      for (const part of made.flatMap(({ request }) => [...request]))
        if (NAMING.test(part)) {
          const name = calledName(linked, node)
          const key = `${name} ${part}`
          if (!found.has(key)) found.set(key, { name, part, at: cite(linked, node) })
        }
    }
  }

  /** `if (!(await loader.load([user.id, clubId])).isMember) refuse()`: what is no function of the program's own tells it no name to go by. */
  private askedElsewhere(call: number, way: Way, overwritten: ReadonlySet<string>, found: Map<string, NamedCheck>): void {
    const made = [...this.linked.whole.args(call)].map((argument) => this.provenance.of(argument, way, overwritten))
    const names = made.some(({ request }) => [...request].some((part) => NAMING.test(part)))
    if (names && made.some(({ caller }) => caller))
      found.set(`${call}`, { name: calledName(this.linked, call), part: '', at: cite(this.linked, call) })
  }

  private readonly whoFoundOut = new Map<number, boolean>()
  /** Whether a function that is handed the request reads from it who is calling. */
  private findsOutWho(fn: number, depth: number): boolean {
    const known = this.whoFoundOut.get(fn)
    if (known !== undefined || depth > MOST_DEPTH) return known ?? false
    this.whoFoundOut.set(fn, false)
    const { whole, solver, effects } = this.linked
    const found = effects.within(fn).some((node) => {
      const kind = whole.kind[node] as Kind
      if (kind === Kind.Load) return this.provenance.of(node, newWay()).caller
      if (kind !== Kind.Call) return false
      if (this.guards.identifies(node)) return true
      const isHanded = [...whole.args(node)].some((argument) => this.provenance.isOneRequest(argument))
      return isHanded && [...(solver.callees.get(node) ?? [])].slice(0, MOST_CALLEES).some((callee) => this.findsOutWho(callee, depth + 1))
    })
    this.whoFoundOut.set(fn, found)
    return found
  }

  /** What changes records does the work of the door, and refuses on its own account. */
  private changesStored(fn: number): boolean {
    const acts = storedActs(this.linked)
    return acts.size > 0 && this.linked.effects.within(fn).some((node) => (acts.get(node)?.does ?? 'read') !== 'read')
  }

  /** Turns the caller away, or throws for what the caller or a record is: anything may throw because a setting is missing. */
  private refuses(fn: number, call: number, way: Way): boolean {
    if (this.guards.ofFunction(fn).denials.length > 0) return true
    const below = this.provenance.enter(call, fn, way)
    if (!below) return false
    return this.pointsOfThrows(fn).some((point) => {
      const { caller, stored } = this.provenance.of(point, below)
      return caller || stored
    })
  }

  /** The call that gave a value, or what the value is a part of: `permissions.isOwner`, of one of `await Promise.all([…])`. */
  private answeredBy(node: number, hops = 0): number | undefined {
    const { whole, values } = this.linked
    const at = node < whole.size ? thingAwaited(whole, node) : node
    if (at >= whole.size || hops > MOST_PARTS) return undefined
    const kind = whole.kind[at] as Kind
    if (kind === Kind.Call) return at
    if (kind !== Kind.Load) return undefined
    const [made = -1] = values.definitions(whole.a[at] as number)
    const given = made >= 0 && made < whole.size ? thingAwaited(whole, made) : -1
    if (given < 0) return undefined
    const [list] = whole.kind[given] === Kind.Call && calledName(this.linked, given) === 'all' ? whole.args(given) : []
    const place = Number(whole.text(whole.b[at] as number))
    if (list !== undefined && whole.kind[list] === Kind.Array && Number.isInteger(place)) {
      const item = [...whole.items(whole.a[list] as number)][place]
      return item === undefined ? undefined : this.answeredBy(item, hops + 1)
    }
    return this.answeredBy(given, hops + 1)
  }

  private readonly points = new Map<number, readonly number[]>()
  /** What is asked before something is thrown. */
  private pointsOfThrows(fn: number): readonly number[] {
    let known = this.points.get(fn)
    if (!known) {
      const { whole, effects } = this.linked
      known = effects
        .within(fn)
        .filter((node) => whole.kind[node] === Kind.Throw)
        .flatMap((node) => knownInside(whole, whole.region[node] as number, MOST_REGIONS))
        .flatMap(({ condition, holds }) => turningPoints(this.linked, condition, holds).map(({ node }) => node))
      this.points.set(fn, known)
    }
    return known
  }

  /** `if (may) { … return done }`, and the refusal behind it: whoever may has left by then, though not on every way. */
  private leftBefore(fn: number, refusing: number): { condition: number; holds: boolean }[] {
    const { whole } = this.linked
    const conditions = new Set<number>()
    for (const returned of whole.functions[fn]?.returnRegions ?? [])
      for (let region = returned, hops = 0; region >= 0 && hops < MOST_REGIONS; region = whole.regions[region * 4 + 1] as number, hops++)
        if (whole.regions[region * 4 + 1] === refusing && whole.regions[region * 4] === RegionKind.True)
          conditions.add(whole.regions[region * 4 + 2] as number)
    return [...conditions].map((condition) => ({ condition, holds: false }))
  }

  /** Calls by whose answer a function turns the request away. */
  private askedBefore(fn: number): ReadonlySet<number> {
    const known = this.refusing.get(fn)
    if (known) return known
    const { linked } = this
    const { whole, effects, values } = linked
    const calls = new Set<number>()
    const regions = new Set<number>()
    for (const node of effects.within(fn)) {
      const region = whole.region[node] as number
      if (regions.has(region) || !refusesAt(linked, this.guards, node)) continue
      regions.add(region)
      for (const { condition, holds } of [...knownInside(whole, region, MOST_REGIONS), ...this.leftBefore(fn, region)])
        for (const { node: asked } of turningPoints(linked, condition, holds))
          for (const side of whole.kind[asked] === Kind.Binary ? [whole.a[asked] as number, whole.b[asked] as number] : [asked])
            for (const made of new Set([side, ...values.definitions(side)])) {
              const call = this.answeredBy(made)
              if (call !== undefined) calls.add(call)
            }
    }
    this.refusing.set(fn, calls)
    return calls
  }
}

const keyOf = (fn: number, overwritten: ReadonlySet<string>): string => `${fn} ${[...overwritten].join()}`

function knownOf<T>(known: Map<string, T>, key: string, find: () => T): T {
  let found = known.get(key)
  if (found === undefined) {
    found = find()
    known.set(key, found)
  }
  return found
}

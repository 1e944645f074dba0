/**
 * What binds a door to its caller. In: a condition and the way by which its function was entered. Out: whether it holds the caller
 * against a record or the request, or asks what they may do; undefined where it says nothing of who is calling.
 */
import { Kind } from '../../graph'
import type { DataUse } from '../../types'
import { firstOf } from '../first-of'
import { calledName } from '../linked'
import { isEqual, isUnequal, NOT } from '../operators'
import { ownSecretAsked } from '../own-secrets'
import { type Made, newWay, type Way } from './provenance'
import type { Scene } from './scene'
import { storedActs } from './statements'
import { ToldByGuards } from './told-by-guards'

export type Bound = NonNullable<DataUse['bound']>

/** What is known where a condition is asked. */
export interface Asker {
  /** Parts of the request that a guard in front has put the caller's identity into. */
  overwritten: ReadonlySet<string>
  /** Whether guards in front leave something under a name in the request that says whether something is the caller's: `team.isOwner`. */
  noted?: ((name: string) => boolean) | undefined
}

/** `isSiteAdmin(userId)`, `hasAccess(user)`: what somebody may do, and not whether something of theirs is there. */
const ASKS_RIGHT = /^(?:can|may)[A-Z]|^(?:is|has|check|ensure|require|assert|demand)\w*(?:Admin|Superuser|Permission|Role|Right|Privilege|Access)/
const DEEPEST = 8
/** From a condition to the change that it asks about, names and calls together. */
const DEEPEST_CHANGE = 12

/** Somebody of whom nothing is known but the condition itself. */
export const NO_ASKER: Asker = { overwritten: new Set() }

export class Conditions {
  private readonly toldByGuards: ToldByGuards

  constructor(readonly scene: Scene) {
    this.toldByGuards = new ToldByGuards(
      scene.linked,
      (node) => scene.provenance.isOneRequest(node),
      (node) => this.asks(node, newWay(), NO_ASKER) === 'comparison',
    )
  }

  /** What functions in front leave in the request that says whether something is the caller's. */
  notedBy(functions: readonly number[]): Asker['noted'] {
    return this.toldByGuards.leftBy(functions)
  }

  asks(condition: number, way: Way, asker: Asker, depth = 0): Bound | undefined {
    const { linked, guards, provenance } = this.scene
    const { whole } = linked
    if (condition < 0 || depth > DEEPEST) return undefined
    const next = (node: number) => this.asks(node, way, asker, depth + 1)
    const of = (node: number) => provenance.of(node, way, asker.overwritten)
    const isOwn = () => [true, false].some((holds) => ownSecretAsked(linked, condition, holds) !== undefined)
    const byRights = (): Bound | undefined => ((guards.asks(condition) === 'rights' && of(condition).caller) || isOwn() ? 'role' : undefined)
    switch (whole.kind[condition] as Kind) {
      case Kind.Unary:
        return whole.c[condition] === NOT ? next(whole.a[condition] as number) : undefined
      case Kind.Refine:
      case Kind.Await:
        return next(whole.a[condition] as number)
      case Kind.Choice:
      case Kind.Cell:
        return firstOf(whole.items(whole.a[condition] as number).slice(0, 12), next)
      case Kind.Binary: {
        const operator = whole.c[condition] as number
        if (!isEqual(operator) && !isUnequal(operator)) return this.comparesInside(condition, way, asker, depth)
        return heldAgainst(of(whole.a[condition] as number), of(whole.b[condition] as number)) ?? byRights()
      }
      // `orRefuse(request.userId, team.members.includes(request.userId))`: what was asked is handed over.
      case Kind.Param: {
        const given = way.args.get(condition)
        return (given && this.asks(given.node, given.way, asker, depth + 1)) ?? byRights()
      }
      case Kind.Call: {
        const made = of(condition)
        if (this.tellsOfChange(condition, way, asker)) return undefined
        // What is looked up by the caller alone is theirs, whatever record the request names.
        if (made.caller && made.request.size > 0) return 'comparison'
        if (made.caller && ASKS_RIGHT.test(calledName(linked, condition))) return 'role'
        return byRights() ?? this.comparesInside(condition, way, asker, depth)
      }
      case Kind.LoadDynamic:
        return provenance.isOfCallersOwn(condition, of(condition)) ? 'comparison' : byRights()
      // `if (!team.isOwner) refuse()`, where a guard left that in the request.
      case Kind.Load: {
        const name = asker.noted && this.toldByGuards.nameOf(condition)
        return name !== undefined && asker.noted?.(name) ? 'comparison' : byRights()
      }
      default:
        return byRights()
    }
  }

  /** `if (!(await repository.drop(id, { by: user.id }))) fail()`: whether something was changed that the caller had no say in choosing. */
  tellsOfChange(node: number, way: Way, asker: Asker, depth = 0): boolean {
    const { linked, provenance } = this.scene
    const { whole, solver } = linked
    if (node < 0 || depth > DEEPEST_CHANGE) return false
    switch (whole.kind[node] as Kind) {
      case Kind.Unary:
      case Kind.Refine:
      case Kind.Await:
      case Kind.Element:
      case Kind.Load:
      case Kind.LoadDynamic:
        return this.tellsOfChange(whole.a[node] as number, way, asker, depth + 1)
      case Kind.Cell: {
        const items = whole.items(whole.a[node] as number)
        return items.length === 1 && this.tellsOfChange(items[0] as number, way, asker, depth + 1)
      }
      case Kind.Call: {
        const act = storedActs(linked).get(node)
        if (act) return act.does !== 'read' && !act.by.some((by) => provenance.of(by, way, asker.overwritten).caller)
        const callees = [...(solver.callees.get(node) ?? [])]
        return (
          callees.length > 0 &&
          callees.slice(0, 3).every((callee) => {
            const inside = provenance.enter(node, callee, way)
            const returns = whole.functions[callee]?.returns ?? []
            return inside !== undefined && returns.length > 0 && returns.every((each) => this.tellsOfChange(each, inside, asker, depth + 1))
          })
        )
      }
      default:
        return false
    }
  }

  /** `members.some((member) => member.id === user.id)`, `list.indexOf(user.id) < 0`. */
  private comparesInside(node: number, way: Way, asker: Asker, depth: number): Bound | undefined {
    const { linked } = this.scene
    const { whole } = linked
    const next = (part: number) => this.asks(part, way, asker, depth + 1)
    return firstOf(whole.madeOf(node), (part) => {
      if (whole.kind[part] === Kind.Function) return firstOf(whole.functions[whole.a[part] as number]?.returns ?? [], next)
      const isAsked =
        whole.kind[part] === Kind.Call && (whole.kind[node] === Kind.Call || /^(?:indexOf|findIndex|lastIndexOf)$/.test(calledName(linked, part)))
      return isAsked ? next(part) : undefined
    })
  }
}

/** Of the two sides of a comparison. */
function heldAgainst(one: Made, other: Made): Bound | undefined {
  const isHeld = (one.caller && (other.stored || other.request.size > 0)) || (other.caller && (one.stored || one.request.size > 0))
  if (!isHeld) return undefined
  // Of the caller's own on both sides: what they are there, and nothing of the record that is named.
  return one.caller && other.caller && one.request.size === 0 && other.request.size === 0 ? 'role' : 'comparison'
}

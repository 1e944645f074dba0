/**
 * What the program's own functions of a door do with stored data. In: a route and a method. Out: its reads and changes, each with what
 * binds it to the caller: where it is done, anywhere on the way, or in a guard in front. Where one of them writes a password, the
 * questions for the old one that can be skipped come with them.
 */
import type { AccessFault, DataUse } from '../../types'
import { reachedBy } from '../entry-points/conditions'
import { asksCaller } from '../guards/asks-caller'
import { askedOf } from '../routes/asked-rights'
import type { AskedBefore } from './asked-before'
import type { Conditions } from './conditions'
import type { DoorChecks } from './door-checks'
import { Nested } from './nested'
import { nestedBefore } from './nested-before'
import type { Scene } from './scene'
import { askersOf, handlersOf, passesOf, type Served } from './served'
import { skippableChecks, writesPassword } from './skippable-checks'
import { functionsWithActs, storedActs } from './statements'
import { Steps } from './steps'
import { newWalk, type Outset, type Walk, walkChecks, walkThrough } from './walk'

export interface Done {
  uses: DataUse[]
  faults: AccessFault[]
}

export class DataUses {
  private readonly steps: Steps
  private readonly told: Outset['told'] = new Map()

  constructor(
    private readonly scene: Scene,
    private readonly conditions: Conditions,
    private readonly askedBefore: AskedBefore,
    private readonly doorChecks: DoorChecks,
  ) {
    this.steps = new Steps(scene)
  }

  of(route: Served, method: string): Done {
    const { linked } = this.scene
    if (storedActs(linked).size === 0) return { uses: [], faults: [] }
    const own = this.ownFunctions(route)
    const reaching = functionsWithActs(linked)
    if (!own.some((fn) => reaching.has(fn))) return { uses: [], faults: [] }
    const outset = this.outsetOf(route, method)
    const isAtSeveral = Nested.isAt(route.path)
    let walk = this.walked(route, own, outset, isAtSeveral ? this.nestedBefore(route, method) : undefined)
    // Which of several ids is asked about is worked out where something is.
    if (!walk.nested && walk.bound && !isAtSeveral && Nested.isSent([...walk.uses.values()].flatMap(({ chosenBy }) => chosenBy)))
      walk = this.walked(route, own, outset, this.nestedBefore(route, method))
    const uses = this.boundOnTheWay(route, method, walk)
    const faults = uses.some(writesPassword) ? handlersOf(route).flatMap((fn) => skippableChecks(walk, fn)) : []
    return { uses, faults }
  }

  /** Functions whose use of stored data is the door's own. */
  private ownFunctions({ passes = [], handlers }: Served): number[] {
    const { guards } = this.scene
    // A guard may look up whom it lets pass: that is no use of the door's.
    const guarding = new Set(handlers.flatMap(({ node }) => (node === undefined ? [] : guards.checksWrapped(node))))
    return [
      ...passes.filter((each) => each.own && guards.ofFunction(each.fn).roles.size === 0).map(({ fn }) => fn),
      ...handlersOf({ handlers }).filter((fn) => !guarding.has(fn)),
    ]
  }

  private outsetOf(route: Served, method: string): Outset {
    const { linked, guards } = this.scene
    const handlers = handlersOf(route)
    const overwritten = this.doorChecks.overwrittenBefore(route)
    const asksAnybody = route.guards.some(asksCaller) || handlers.some((fn) => guards.ofFunction(fn).denials.some(({ ofTheKnown }) => !ofTheKnown))
    return {
      ...this.scene,
      conditions: this.conditions,
      steps: this.steps,
      told: this.told,
      reaches: reachedBy(linked, { method, path: route.path }),
      overwritten,
      noted: this.conditions.notedBy([...askersOf(route), ...passesOf(route), ...handlers]),
      // What refuses some of the known alone binds nothing where strangers pass.
      bound: route.guards.some(({ role }) => role === 'authorization') && asksAnybody ? 'role' : undefined,
    }
  }

  private walked(route: Served, own: readonly number[], outset: Outset, nested: Nested | undefined): Walk {
    const { linked, guards } = this.scene
    const reaching = functionsWithActs(linked)
    // A check of a guard counts as one of the handler; of one that was given no right to ask for, nothing is left.
    const asking = (route.passes ?? []).filter(({ unasked }) => !unasked).map(({ fn }) => fn)
    const checking = handlersOf({ handlers: route.handlers.filter(({ node }) => node === undefined || askedOf(linked, node)?.length !== 0) })
    const walk = newWalk({ ...outset, nested })
    for (const fn of [...asking, ...checking]) if (!reaching.has(fn) && guards.ofFunction(fn).denials.length > 0) walkChecks(walk, fn)
    for (const fn of new Set(own)) walkThrough(walk, fn)
    return walk
  }

  private nestedBefore(route: Served, method: string): Nested | undefined {
    const asked = this.askedBefore.of(route, method)
    const { checks } = this.doorChecks.of(route)
    return nestedBefore({ ...this.scene, steps: this.steps, asked, checks, overwritten: this.doorChecks.overwrittenBefore(route) }, route)
  }

  /** What nothing binds where it is done, a guard may that held the same record against the caller, the walk as a whole, or a check with a name. */
  private boundOnTheWay(route: Served, method: string, { uses, nested, left, bound, boundAt }: Walk): DataUse[] {
    const held = new Set(this.askedBefore.of(route, method).flatMap(({ part, compared }) => (compared ? [part] : [])))
    const checked = new Set(this.doorChecks.of(route).checks.map(({ part }) => part))
    return [...uses].map(([node, found]) => {
      const isAmong = (parts: ReadonlySet<string>) => found.chosenBy.some((part) => parts.has(part))
      const below = left > 0 ? nested?.below(node) : undefined
      const use: DataUse = {
        ...found,
        // What a guard in front held against the caller is not asked again: the record that the same part of the request names.
        ...(!found.bound && isAmong(held) ? { bound: 'comparison' } : {}),
        ...(below ? { below } : {}),
      }
      if (use.bound) return use
      if (bound) return { ...use, bound, ...(boundAt ? { boundAt } : {}) }
      return isAmong(checked) ? { ...use, bound: 'comparison' } : use
    })
  }
}

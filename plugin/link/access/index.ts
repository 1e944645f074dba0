/**
 * What a door does with stored data, and whether the caller's identity has a say in it. In: a route with its handlers. Out: its
 * reads and changes, each with the parts of the request that choose the records, who decides the fields that are written, and what
 * binds it to the caller: a condition of the selection, or a comparison on the way.
 */
import type { Answer, EntryPoint } from '../../types'
import { placesOf, type Resolved } from '../doors/resolved'
import type { Origins } from '../entry-points/origins/index'
import type { Guards } from '../guards'
import type { Linked } from '../linked'
import type { FoundRoute } from '../routes/index'
import { AskedBefore } from './asked-before'
import { Conditions } from './conditions'
import { csrfOf } from './cookies'
import { DataUses, type Done } from './data-uses'
import { DoorChecks } from './door-checks'
import { Faults } from './faults'
import { generatedUse } from './generated-uses'
import { NamelessKeys } from './nameless-keys'
import { Provenance } from './provenance'
import type { Scene } from './scene'
import { askersOf, handlersOf, passesOf, type Served } from './served'

type Accessed = Pick<EntryPoint, 'data' | 'faults' | 'checks' | 'handsOn' | 'namelessKey'>

export class Access {
  private readonly scene: Scene
  private readonly askedBefore: AskedBefore
  private readonly dataUses: DataUses
  private readonly doorChecks: DoorChecks
  private readonly faults: Faults
  private readonly namelessKeys: NamelessKeys

  constructor(linked: Linked, guards: Guards, origins?: Origins) {
    const scene = { linked, guards, provenance: new Provenance(linked, guards, origins) }
    const conditions = new Conditions(scene)
    this.scene = scene
    this.askedBefore = new AskedBefore(scene, conditions)
    this.doorChecks = new DoorChecks(scene)
    this.dataUses = new DataUses(scene, conditions, this.askedBefore, this.doorChecks)
    this.faults = new Faults(scene)
    this.namelessKeys = new NamelessKeys(scene)
  }

  /** Of an operation of GraphQL or a procedure: its functions are handed what is sent, and a context that knows the caller. */
  ofOperation({ method, path, guards, framework, parameters }: EntryPoint, { functions, by, handed, asks = [], byMarks }: Resolved): Accessed {
    const { linked, provenance } = this.scene
    for (const fn of functions) {
      const { args, context } = placesOf(linked, fn, by)
      provenance.takes(args, context)
    }
    const handlers = [{ functions: [...functions] }]
    const served: Served = { path, guards, framework, node: -1, generated: false, handlers, asks, parameters, ...(byMarks ? { byMarks } : {}) }
    if (handed) this.takes({ ...served, handed })
    return this.of(served, method)
  }

  /** What the functions of a door are handed: of all doors, before anything is asked of one. */
  takes(route: Served): void {
    if (route.handed) this.scene.provenance.takesHanded(route.handed, handlersOf(route), askersOf(route))
  }

  of(route: Served, method: string): Accessed {
    const faults = this.faults.of(route, method)
    const { checks, handsOn } = this.doorChecks.of(route)
    const done = route.generated ? this.doneByLibrary(route, method) : this.dataUses.of(route, method)
    const namelessKey = this.namelessKeys.of(route, done.uses)
    return {
      data: done.uses,
      faults: [...faults, ...done.faults],
      ...(namelessKey ? { namelessKey } : {}),
      ...(checks.length > 0 ? { checks } : {}),
      ...(handsOn.length > 0 ? { handsOn } : {}),
    }
  }

  /** What a library does, besides what the program's own handlers at the same path do. */
  private doneByLibrary(route: Served, method: string): Done {
    const generated = generatedUse(this.scene.linked, route, method)
    return { uses: generated ? [...this.dataUses.of(route, method).uses, generated] : [], faults: [] }
  }

  /** Whether a forged request is told apart; undefined where no cookie says who is calling. */
  csrfOf(route: FoundRoute): Answer | undefined {
    const { linked, guards } = this.scene
    const refusing = passesOf(route).filter((fn) => guards.ofFunction(fn).denials.length > 0)
    return csrfOf(linked, [...refusing, ...handlersOf(route)], route.guards)
  }

  /** Parameters of a handler that name records which a guard in front looks up, each with the guard. */
  parametersAsked(route: Pick<FoundRoute, 'asks' | 'handlers'>): [param: number, by: string][] {
    return this.askedBefore.parametersOf(route)
  }
}

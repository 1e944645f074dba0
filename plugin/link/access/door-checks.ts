/**
 * Checks of a door that have names, and what stands for the caller behind them. In: a route with its guards. Out: checks in handlers,
 * in guards that answer whether a request may go on and in what decorators note for them; parts of the request that handlers hand on,
 * and those that the caller's identity was put into. All are the same for all methods of a route.
 */
import type { NamedCheck } from '../../types'
import { NamedChecks } from './named-checks'
import type { Scene } from './scene'
import { askersOf, handlersOf, passesOf, type Served } from './served'

interface Checked {
  checks: NamedCheck[]
  handsOn: string[]
}

export class DoorChecks {
  private readonly namedChecks: NamedChecks
  private readonly checked = new WeakMap<object, Checked>()
  private readonly puts = new Map<number, string[]>()

  constructor(private readonly scene: Scene) {
    this.namedChecks = new NamedChecks(scene)
  }

  of(route: Served): Checked {
    const known = this.checked.get(route.handlers)
    if (known) return known
    const handlers = handlersOf(route)
    const overwritten = this.overwrittenBefore(route)
    const found = {
      checks: [...markedChecks(route), ...this.namedChecks.of([...askersOf(route), ...handlers], overwritten)],
      handsOn: this.namedChecks.handedOn(handlers, overwritten),
    }
    this.checked.set(route.handlers, found)
    return found
  }

  /** Parts of the request that guards or handlers put the caller's identity into. */
  overwrittenBefore(route: Served): ReadonlySet<string> {
    return new Set([...passesOf(route), ...handlersOf(route)].flatMap((fn) => this.putsOf(fn)))
  }

  private putsOf(fn: number): string[] {
    let known = this.puts.get(fn)
    if (!known) {
      known = this.scene.provenance.putsCaller(fn)
      this.puts.set(fn, known)
    }
    return known
  }
}

/** What decorators note that a guard in front asks by, with the part of the request that they name: `@MayHave(Kind.Site, 'data.siteId')`. */
function markedChecks({ byMarks, parameters = [] }: Served): NamedCheck[] {
  return (byMarks?.asked ?? []).flatMap(({ name, texts, at }) => {
    const parts = texts.flatMap((text) => {
      const last = text.slice(text.lastIndexOf('.') + 1)
      const named = /^[A-Za-z_$][\w$.]*$/.test(text) ? parameters.find((parameter) => parameter.name === last) : undefined
      return named ? [`${named.in}.${named.in === 'path' ? last : text}`] : []
    })
    return (parts.length > 0 ? parts : ['']).map((part) => ({ name, part, at, marked: true as const }))
  })
}

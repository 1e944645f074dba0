/**
 * Which part of a request a node is: `request.params.id`, `ctx.request.body`. In: a node. Out: the place that models say it is, the name
 * there, and the parameter that holds the request; undefined where it is none.
 */
import { Kind } from '../../graph'
import { apiPathsOf, type Linked } from '../linked'
import type { Conditions } from './conditions'

export interface RequestPart {
  place: string
  /** '' for all of a place. */
  name: string
  /** Node of the parameter. */
  request: number
}

/** `ctx.request.body` */
const MOST_LOADS = 3

export class RequestParts {
  constructor(
    private readonly linked: Linked,
    private readonly conditions: Conditions,
  ) {}

  /** @param textOf what a key is that is not written there */
  of(node: number, textOf: (key: number) => string | undefined): RequestPart | undefined {
    const at = this.conditions.madeAs(node)
    if (at < 0 || at >= this.linked.whole.size) return undefined
    return this.inPlace(at, textOf) ?? this.placeAt(at)
  }

  /** What a node that writes puts its value in place of. */
  writtenBy(store: number, textOf: (key: number) => string | undefined): RequestPart | undefined {
    const { whole } = this.linked
    const object = this.conditions.madeAs(whole.a[store] as number)
    const name = whole.kind[store] === Kind.Store ? whole.text(whole.b[store] as number) : textOf(whole.b[store] as number)
    if (object < 0 || object >= whole.size || name === undefined) return undefined
    const place = this.placeAt(object)
    if (place) return { ...place, name }
    return whole.kind[store] === Kind.Store ? this.placeOf(object, name) : undefined
  }

  private inPlace(at: number, textOf: (key: number) => string | undefined): RequestPart | undefined {
    const { whole } = this.linked
    const kind = whole.kind[at] as Kind
    if (kind !== Kind.Load && kind !== Kind.LoadDynamic) return undefined
    const place = this.placeAt(this.conditions.madeAs(whole.a[at] as number))
    const name = place && (kind === Kind.Load ? whole.text(whole.b[at] as number) : textOf(whole.b[at] as number))
    return place && name !== undefined ? { ...place, name } : undefined
  }

  private placeAt(at: number): RequestPart | undefined {
    const { whole } = this.linked
    if (at < 0 || at >= whole.size || whole.kind[at] !== Kind.Load) return undefined
    return this.placeOf(whole.a[at] as number, whole.text(whole.b[at] as number))
  }

  private placeOf(object: number, name: string): RequestPart | undefined {
    const { models } = this.linked
    const request = this.parameterOf(object)
    if (request < 0) return undefined
    for (const base of apiPathsOf(this.linked, object)) {
      const path = models.paths.find(base, `.${name}`)
      const place = path < 0 ? undefined : models.requests.get(path)
      if (place !== undefined) return { place, name: '', request }
    }
    return undefined
  }

  private parameterOf(object: number): number {
    const { whole } = this.linked
    let at = this.conditions.madeAs(object)
    for (let hops = 0; at >= 0 && at < whole.size && whole.kind[at] === Kind.Load && hops < MOST_LOADS; hops++)
      at = this.conditions.madeAs(whole.a[at] as number)
    return at >= 0 && at < whole.size && whole.kind[at] === Kind.Param ? at : -1
  }
}

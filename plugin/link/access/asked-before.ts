/**
 * Records that guards in front of a door look up by what the request names. In: a route with its guards. Out: the parts of the request
 * that name them, each with the guard and whether the record is held against the caller, as the guard runs in front of this very door.
 */
import type { FoundRoute } from '../routes/index'
import { Conditions, NO_ASKER } from './conditions'
import { Marks } from './marks'
import { newWay } from './provenance'
import { type RecordAsked, recordsAsked } from './records-asked'
import type { Scene } from './scene'
import { handlersOf, type Served } from './served'

/** Ways of marking handlers for which a guard is read again. */
const MOST_MARKS = 16

export class AskedBefore {
  private readonly asked = new Map<string, RecordAsked[]>()
  private readonly marked = new Map<string, Conditions>()

  constructor(
    private readonly scene: Scene,
    private readonly conditions: Conditions,
  ) {}

  /** @param method of the request; of all of them where it is left out */
  of({ asks = [], passes = [], front = [] }: Pick<Served, 'asks' | 'passes' | 'front'>, method?: string): RecordAsked[] {
    const unasked = new Set(passes.flatMap(({ fn, unasked: isUnasked }) => (isUnasked ? [fn] : [])))
    const handing = front.filter(({ isConditional }) => !isConditional)
    const found = [
      ...asks.flatMap(({ fn, marks }) => this.askedBy(fn, Marks.of(this.scene.linked, { fn, marks }))),
      ...handing.flatMap(({ functions, params }) =>
        functions.length === 1 && !unasked.has(functions[0] as number)
          ? this.askedBy(functions[0] as number, undefined, true).filter(({ part }) => isSeen(part, params))
          : [],
      ),
    ]
    return method === undefined ? found : found.filter(({ methods }) => methods?.includes(method) !== false)
  }

  /** Parameters of a handler that name such records, each with the guard. */
  parametersOf({ asks = [], handlers }: Pick<FoundRoute, 'asks' | 'handlers'>): [param: number, by: string][] {
    const asked = this.of({ asks })
    if (asked.length === 0) return []
    const { linked, provenance } = this.scene
    const params = handlersOf({ handlers }).flatMap((fn) => linked.whole.functions[fn]?.params ?? [])
    return params.flatMap((param) => {
      const { request } = provenance.of(param, newWay())
      const by = asked.find(({ part }) => request.has(part))?.by
      return by === undefined ? [] : [[param, by] as [number, string]]
    })
  }

  private askedBy(fn: number, marks: Marks | undefined, hands = false): RecordAsked[] {
    const key = `${fn} ${hands} ${marks?.key ?? ''}`
    let known = this.asked.get(key)
    if (!known) {
      const conditions = marks ? this.conditionsWhere(marks) : this.conditions
      known = recordsAsked(conditions.scene, { fn, marks, hands }, (condition, way) => conditions.asks(condition, way, NO_ASKER) === 'comparison')
      this.asked.set(key, known)
    }
    return known
  }

  private conditionsWhere(marks: Marks): Conditions {
    const known = this.marked.get(marks.key)
    if (known || this.marked.size >= MOST_MARKS) return known ?? this.conditions
    const made = new Conditions({ ...this.scene, provenance: this.scene.provenance.where((choice) => marks.left(choice)) })
    this.marked.set(marks.key, made)
    return made
  }
}

/** Whether a part of the request is the same to what stands in front. */
const isSeen = (part: string, params: readonly string[] | undefined): boolean =>
  params === undefined || !part.startsWith('path.') || params.includes(part.slice('path.'.length))

/**
 * Which part of a request a value is. In: a node, and what the parameters of the function around it stand for in one way of
 * getting there. Out: request objects, parts of a request by place and name, or nothing. A helper that is handed a body is read
 * with that body alone, whatever else calls it.
 */
import { ChoiceKind, Kind } from '../../../graph'
import type { Linked } from '../../linked'
import { lookupOf, merge } from '../../lookup'
import { PLUS } from '../../operators'
import type { Asking } from './asking'
import { originsOfCall, pathsOfCall } from './calls'
import { enter } from './entered'
import { namesOf } from './names'
import { DEEPEST_FIELD, distinct, type Frame, MOST_ITEMS, NONE, type Origin } from './origin'
import { Solved } from './solved'

export { type Frame, keyOfCalled, newFrame, type Origin } from './origin'

/** What code calls the parts of a request. */
const PARTS = new Set(['body', 'params', 'query', 'headers', 'cookies'])

/** Steps from a value back to the part of a request that it is: a text may be put together by thousands, and who asks stands deep already. */
const DEEPEST = 200

/** Nodes of one handler that are looked at. */
const MOST_NODES = 40_000

export class Origins implements Asking {
  readonly solved: Solved
  /** Spreads that are being looked into. */
  private readonly opened = new Set<number>()

  constructor(readonly linked: Linked) {
    this.solved = new Solved(linked)
  }

  of(node: number, frame: Frame): readonly Origin[] {
    if (node < 0 || node >= this.linked.whole.size) return NONE
    const known = frame.known.get(node)
    if (known) return known
    if (this.depth >= DEEPEST) return NONE
    // What goes round in a circle adds nothing.
    frame.known.set(node, NONE)
    this.depth++
    const found = distinct(this.find(node, frame))
    this.depth--
    frame.known.set(node, found)
    return found
  }
  private depth = 0

  private find(node: number, frame: Frame): readonly Origin[] {
    const { whole } = this.linked
    const a = whole.a[node] as number
    switch (whole.kind[node] as Kind) {
      case Kind.Param:
        return frame.bound.get(node) ?? this.solved.parameter(node)
      case Kind.Load: {
        const base = this.of(a, frame)
        const name = whole.text(whole.b[node] as number)
        if (base.length === 0) return this.rest(node, frame)
        return base.flatMap((origin) => this.member(origin, name))
      }
      case Kind.LoadDynamic: {
        const base = this.of(a, frame)
        const names = base.length === 0 ? [] : namesOf(this.linked, whole.b[node] as number)
        // A helper that picks by a list is called with several lists: one of parts of a request is none of fields.
        const fields = names.filter((name) => !PARTS.has(name))
        return base.flatMap((origin) => (origin.kind === 'data' && fields.length > 0 ? fields : names).flatMap((name) => this.member(origin, name)))
      }
      case Kind.Refine:
      case Kind.Await:
      case Kind.Rest:
      case Kind.Yield:
        return this.of(a, frame)
      case Kind.Element: {
        const base = this.of(a, frame)
        if (base.length === 0) return this.rest(node, frame)
        return base.flatMap((origin) => this.element(origin))
      }
      case Kind.Choice: {
        const items = whole.items(a).slice(0, MOST_ITEMS)
        return (whole.c[node] === ChoiceKind.And ? items.slice(-1) : items).flatMap((item) => this.of(item, frame))
      }
      case Kind.Cell:
        return whole
          .items(a)
          .slice(0, MOST_ITEMS)
          .flatMap((item) => this.of(item, frame))
      case Kind.Binary:
        return whole.c[node] === PLUS ? [a, whole.b[node] as number].flatMap((side) => this.texts(side, frame)) : NONE
      case Kind.Template:
        return whole.items(a).flatMap((part) => this.texts(part, frame))
      case Kind.Object:
        return [{ kind: 'object', node, frame }]
      case Kind.Call:
      case Kind.New:
        return originsOfCall(this, node, frame)
      case Kind.Global:
      case Kind.Import:
      case Kind.This:
        return this.rest(node, frame)
      default:
        return NONE
    }
  }

  /** What the solver says, unless that comes by a parameter: of those it knows every way at once. */
  private rest(node: number, frame: Frame): readonly Origin[] {
    const { whole } = this.linked
    for (let at = node, hops = 0; hops < 12 && at >= 0; hops++) {
      const kind = whole.kind[at] as Kind
      if (kind === Kind.Param) {
        if (frame.bound.has(at)) return NONE
        break
      }
      if (kind === Kind.Call && this.solved.readsCollection(at)) return NONE
      if (
        kind !== Kind.Load &&
        kind !== Kind.LoadDynamic &&
        kind !== Kind.Call &&
        kind !== Kind.Refine &&
        kind !== Kind.Await &&
        kind !== Kind.Element
      )
        break
      at = whole.a[at] as number
    }
    return this.solved.of(node)
  }

  private member(origin: Origin, name: string): readonly Origin[] {
    switch (origin.kind) {
      case 'api': {
        const path = this.linked.models.paths.find(origin.path, `.${name}`)
        return path < 0 ? NONE : [this.solved.origin(path)]
      }
      case 'data':
        if (origin.place === 'url' || origin.place === 'raw') return NONE
        return origin.trail.length >= DEEPEST_FIELD ? [origin] : [{ ...origin, trail: [...origin.trail, /^\d+$/.test(name) ? '[]' : name] }]
      case 'address':
        if (name === 'searchParams' || name === 'query') return [{ kind: 'data', place: 'query', trail: [] }]
        return name === 'search' || name === 'href' ? [{ kind: 'data', place: 'url', trail: [] }] : NONE
      case 'checked':
        if (/^(?:data|value|output)$/.test(name)) return [origin.of]
        return /^(?:error|errors|success|issues|warning|artifacts|summary|problems)$/.test(name) ? NONE : this.member(origin.of, name)
      case 'object':
        return this.property(origin, name)
    }
  }

  private property({ node, frame }: Extract<Origin, { kind: 'object' }>, name: string): readonly Origin[] {
    const { whole } = this.linked
    const found: Origin[] = []
    for (const entry of whole.items(whole.a[node] as number)) {
      if (whole.kind[entry] === Kind.Property) {
        if (whole.a[entry] !== -1 && whole.text(whole.a[entry] as number) === name) return this.of(whole.b[entry] as number, frame)
      } else if (whole.kind[entry] === Kind.Spread && !this.opened.has(entry)) {
        // `state = { ...state, seen: true }` has what it had.
        this.opened.add(entry)
        for (const spread of this.of(whole.a[entry] as number, frame)) found.push(...this.member(spread, name))
        this.opened.delete(entry)
      }
    }
    return found
  }

  private element(origin: Origin): readonly Origin[] {
    if (origin.kind === 'data') return origin.place === 'raw' ? [origin] : this.member(origin, '[]')
    return origin.kind === 'api' ? this.member(origin, '[]') : NONE
  }

  /** Parts of a text that is put together: of an address or a body they make another of the same. */
  private texts(node: number, frame: Frame): readonly Origin[] {
    return this.of(node, frame).filter((origin) => origin.kind === 'data' && (origin.place === 'url' || origin.place === 'raw'))
  }

  /** API paths that a call may call, told in this frame. */
  pathsOf(call: number, frame: Frame): readonly number[] {
    return pathsOfCall(this, call, frame)
  }

  /** The frame of a function that is called with something of a request; undefined where it is handed nothing of the kind. */
  enter(call: number, fn: number, frame: Frame): Frame | undefined {
    return enter(this, call, fn, frame)
  }

  /** Nodes of a function and of the functions written inside it, in source order. */
  nodesOf(fn: number): Int32Array {
    const lookup = lookupOf(this.linked.whole)
    const found: Int32Array[] = []
    const stack = [fn]
    for (let count = 0; stack.length > 0 && count < MOST_NODES; ) {
      const at = stack.pop() as number
      const own = lookup.inFunction(at)
      found.push(own)
      count += own.length
      stack.push(...this.linked.effects.functionsIn(at))
    }
    return merge(found)
  }
}

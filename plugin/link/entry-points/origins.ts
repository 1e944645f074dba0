/**
 * Which part of a request a value is. In: a node, and what the parameters of the function around it stand for in one way of
 * getting there. Out: request objects, parts of a request by place and name, or nothing. A helper that is handed a body is read
 * with that body alone, whatever else calls it.
 */
import { ChoiceKind, Kind } from '../../graph'
import type { InputPlace } from '../door-models'
import { LabelKind } from '../labels'
import { apiPathsOf, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { PLUS } from '../operators'
import { annotationOf } from '../shapes/written'

export type Origin =
  /** A request, a response, a part of either that has no place of its own. */
  | { kind: 'api'; path: number }
  /** Data of a request. Without a trail all that stands in a place; with one a field, and fields of it. */
  | { kind: 'data'; place: InputPlace; trail: readonly string[] }
  /** A parsed address. */
  | { kind: 'address' }
  /** What a validator hands back: the data are in it. */
  | { kind: 'checked'; of: Origin }
  /** An object that the code writes. */
  | { kind: 'object'; node: number; frame: Frame }

/** One way of getting into a function. */
export interface Frame {
  /** What parameters stand for; those that are missing stand for what the solver knows. */
  bound: ReadonlyMap<number, readonly Origin[]>
  known: Map<number, readonly Origin[]>
  /** Calls on the way, the outermost first. */
  through: readonly number[]
  /** Frames of the functions that are called, by call and function. */
  below: Map<string, Frame>
}

export const newFrame = (bound: Frame['bound'] = new Map(), through: readonly number[] = []): Frame => ({
  bound,
  known: new Map(),
  through,
  below: new Map(),
})

const NONE: readonly Origin[] = []
const DEEPEST_CALL = 4
const MOST_ORIGINS = 12
const MOST_ITEMS = 24
const DEEPEST_FIELD = 4

/** Methods by which a Map or a Set hands out what it holds. */
const COLLECTION_READS = new Set(['get', 'values', 'entries'])

/** What code calls the parts of a request. */
const PARTS = new Set(['body', 'params', 'query', 'headers', 'cookies'])

/** Methods by which forms, search parameters, headers and cookies hand out what is asked for by name. */
const GETTERS = new Set(['get', 'getAll', 'has', 'header', 'getlist', 'param', 'input'])
/** Methods that hand back all of it, or the same text. */
const SAME = new Set(['entries', 'toJSON', 'toObject', 'all', 'toString', 'trim', 'concat', 'decode', 'join', 'valueOf', 'unwrap', 'slice'])
/** What `valid('json')` and its like name. */
const NAMED_PLACES: Record<string, InputPlace> = {
  json: 'json',
  form: 'form',
  query: 'query',
  param: 'path',
  params: 'path',
  header: 'header',
  headers: 'header',
  cookie: 'cookie',
  body: 'json',
}
/** Validators that hand back the data; others hand back something that has them. */
const HANDS_BACK =
  /^(?:parse|parseAsync|cast|attempt|assert|decode|create|mask|coerce|validateSync|validateAsync|validateOrReject|check|Parse|Decode|Cast)$/

export class Origins {
  constructor(private readonly linked: Linked) {}

  of(node: number, frame: Frame): readonly Origin[] {
    if (node < 0 || node >= this.linked.whole.size) return NONE
    const known = frame.known.get(node)
    if (known) return known
    // What goes round in a circle adds nothing.
    frame.known.set(node, NONE)
    const found = distinct(this.find(node, frame))
    frame.known.set(node, found)
    return found
  }

  private find(node: number, frame: Frame): readonly Origin[] {
    const { whole } = this.linked
    const a = whole.a[node] as number
    switch (whole.kind[node] as Kind) {
      case Kind.Param:
        return frame.bound.get(node) ?? this.parameter(node)
      case Kind.Load: {
        const base = this.of(a, frame)
        const name = whole.text(whole.b[node] as number)
        if (base.length === 0) return this.rest(node, frame)
        return base.flatMap((origin) => this.member(origin, name))
      }
      case Kind.LoadDynamic: {
        const base = this.of(a, frame)
        const names = base.length === 0 ? [] : this.namesOf(whole.b[node] as number)
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
        const items = [...whole.items(a)].slice(0, MOST_ITEMS)
        return (whole.c[node] === ChoiceKind.And ? items.slice(-1) : items).flatMap((item) => this.of(item, frame))
      }
      case Kind.Cell:
        return [...whole.items(a)].slice(0, MOST_ITEMS).flatMap((item) => this.of(item, frame))
      case Kind.Binary:
        return whole.c[node] === PLUS ? [a, whole.b[node] as number].flatMap((side) => this.texts(side, frame)) : NONE
      case Kind.Template:
        return [...whole.items(a)].flatMap((part) => this.texts(part, frame))
      case Kind.Object:
        return [{ kind: 'object', node, frame }]
      case Kind.Call:
      case Kind.New:
        return this.call(node, frame)
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
      if (kind === Kind.Call && this.readsCollection(at)) return NONE
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
    return this.bySolver(node)
  }

  /** `orders.get(id)` of a Map: what earlier requests brought, perhaps, and not what this one brings. */
  private readsCollection(call: number): boolean {
    const { whole, solver } = this.linked
    const callee = whole.a[call] as number
    if (whole.kind[callee] !== Kind.Load || !COLLECTION_READS.has(whole.text(whole.b[callee] as number))) return false
    return solver.of(whole.a[callee] as number).some((label) => {
      const made = solver.labels.kind[label] === LabelKind.Object ? (solver.labels.data[label] as number) : -1
      return made >= 0 && made < whole.size && whole.kind[made] === Kind.New
    })
  }

  private bySolver(node: number): readonly Origin[] {
    return apiPathsOf(this.linked, node)
      .filter((path) => !this.isAddress(path))
      .slice(0, MOST_ORIGINS)
      .map((path) => this.origin(path))
  }

  /** A part of some parsed address: whose it is the solver cannot tell, so that is followed here. */
  private isAddress(path: number): boolean {
    const { paths } = this.linked.models
    return /^(?:global:URL|npm:url$)/.test(paths.rootOf(path)) && paths.node(path).depth > 1
  }

  private parameter(node: number): readonly Origin[] {
    const found = this.bySolver(node)
    if (found.length > 0) return found
    const { whole, values } = this.linked
    const type = annotationOf(this.linked, node)
    return type !== undefined && whole.kind[type] === Kind.TypeRef && values.nameOf(whole.a[type] as number) === 'FormData'
      ? [{ kind: 'data', place: 'form', trail: [] }]
      : NONE
  }

  /** An API path as part of a request, where it is one or lies below one. */
  private origin(path: number): Origin {
    const { models } = this.linked
    const trail: string[] = []
    for (let at = path, hops = 0; at >= 0 && hops < 12; hops++) {
      const input = models.doors.inputs.get(at)
      if (input) return { kind: 'data', place: input.in === 'argument' ? 'json' : input.in, trail: trail.slice(0, DEEPEST_FIELD) }
      const { step, parent } = models.paths.node(at)
      if (step === '()') {
        // What a method makes of a value is part of no request: `get('authorization').split(' ')`.
        trail.length = 0
        at = models.paths.node(parent).step.startsWith('.') && !models.doors.inputs.has(parent) ? models.paths.node(parent).parent : parent
        continue
      }
      if (step.startsWith('.')) trail.unshift(step.slice(1))
      else if (/^\(\d+\)$/.test(step)) {
        // A callback of `items.map(…)` gets what is in the list.
        trail.unshift('[]')
        at = models.paths.node(parent).parent
        continue
      }
      at = parent
    }
    return { kind: 'api', path }
  }

  private member(origin: Origin, name: string): readonly Origin[] {
    switch (origin.kind) {
      case 'api': {
        const path = this.linked.models.paths.find(origin.path, `.${name}`)
        return path < 0 ? NONE : [this.origin(path)]
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
      } else if (whole.kind[entry] === Kind.Spread)
        for (const spread of this.of(whole.a[entry] as number, frame)) found.push(...this.member(spread, name))
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

  /** Exact names; of a constant whose text is not known its own name. */
  namesOf(node: number): string[] {
    const { values, whole } = this.linked
    const found = values
      .elements(node)
      .flatMap((item) => values.texts(item))
      .filter(({ exact, value }) => exact && value !== '')
      .map(({ value }) => value)
    // A text that was masked says nothing but what it was called.
    if (found.some((value) => /\*{4}/.test(value))) return [values.nameOf(node) || this.variableOf(node)].filter(Boolean)
    if (found.length > 0) return found.slice(0, MOST_ITEMS)
    return whole.kind[node] === Kind.Load && /^[A-Z][A-Z0-9_]+$/.test(values.nameOf(node)) ? [values.nameOf(node)] : []
  }

  private variableOf(node: number): string {
    return this.linked.whole.names.find((entry) => entry.node === node)?.name ?? ''
  }

  // ── calls ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  private call(call: number, frame: Frame): readonly Origin[] {
    const { whole, solver, models } = this.linked
    const callee = whole.a[call] as number
    const args = [...whole.args(call)]
    const receiver = whole.kind[callee] === Kind.Load ? (whole.a[callee] as number) : -1
    const method = receiver >= 0 ? whole.text(whole.b[callee] as number) : ''
    const on = receiver < 0 ? NONE : this.of(receiver, frame)
    const found: Origin[] = []
    for (const origin of on) {
      if (origin.kind !== 'data') continue
      if (GETTERS.has(method) && args[0] !== undefined)
        found.push(...this.namesOf(args[0]).map((name): Origin => ({ ...origin, trail: [...origin.trail, name].slice(0, DEEPEST_FIELD) })))
      else if (SAME.has(method) || ((origin.place === 'raw' || origin.place === 'url') && method !== 'split')) found.push(origin)
    }
    if (found.length > 0) return found
    for (const fn of [...(solver.callees.get(call) ?? [])].slice(0, 4)) {
      const below = this.enter(call, fn, frame)
      if (below) for (const value of whole.functions[fn]?.returns ?? []) found.push(...this.of(value, below))
    }
    for (const path of this.pathsOf(call, frame)) {
      const made = models.paths.find(path, whole.kind[call] === Kind.New ? '!' : '()')
      const input = models.doors.inputs.get(made) ?? models.doors.inputs.get(path)
      if (input) found.push(...this.input(input.in, input.name, args))
      else if (made >= 0 && models.roles.get(made)?.role === 'validation')
        found.push(...this.validated(method || this.linked.values.nameOf(callee), args, frame))
      else if (models.self.has(path) || (made >= 0 && models.self.has(made))) found.push(...on)
      else {
        const name = models.paths.show(path)
        found.push(...this.parsed(name, method, call, args, frame))
        // Of other addresses than the request's the parts are no parameters.
        if (/^(?:url\.)?URL$/.test(name)) continue
      }
      const passed = models.passes.get(path)
      if (passed !== undefined && args[passed] !== undefined) found.push(...this.of(args[passed], frame))
      if (made >= 0 && !input && found.length === 0) {
        const origin = this.origin(made)
        if (origin.kind === 'api' ? models.paths.node(made).known : origin.kind === 'data' && origin.trail.length === 0) found.push(origin)
      }
    }
    return found
  }

  /** API paths that a call may call, told in this frame. */
  pathsOf(call: number, frame: Frame): readonly number[] {
    const { whole, solver, models } = this.linked
    const callee = whole.a[call] as number
    const receiver = whole.kind[callee] === Kind.Load ? (whole.a[callee] as number) : -1
    const on = receiver < 0 ? NONE : this.of(receiver, frame)
    if (on.length === 0) return [...(solver.apiCalls.get(call) ?? [])].filter((path) => receiver < 0 || !this.isAddress(path)).slice(0, MOST_ORIGINS)
    const name = whole.text(whole.b[callee] as number)
    return on.flatMap((origin) => {
      const path = origin.kind === 'api' ? models.paths.find(origin.path, `.${name}`) : -1
      return path < 0 ? [] : [path]
    })
  }

  private input(place: InputPlace, index: number, args: number[]): Origin[] {
    const at = args[index]
    if (place === 'argument') {
      const names = at === undefined ? [] : this.namesOf(at)
      return names.flatMap((name): Origin[] => (NAMED_PLACES[name] ? [{ kind: 'data', place: NAMED_PLACES[name] as InputPlace, trail: [] }] : []))
    }
    const names = at === undefined ? [] : this.namesOf(at)
    return names.length === 0 ? [{ kind: 'data', place, trail: [] }] : names.map((name): Origin => ({ kind: 'data', place, trail: [name] }))
  }

  private validated(name: string, args: number[], frame: Frame): Origin[] {
    const data = args.flatMap((argument) => this.of(argument, frame)).filter((origin) => origin.kind === 'data' || origin.kind === 'object')
    return HANDS_BACK.test(name) ? data : data.map((of): Origin => ({ kind: 'checked', of }))
  }

  /** Calls of the language and the platform that take texts and objects apart. */
  private parsed(path: string, method: string, call: number, args: number[], frame: Frame): Origin[] {
    const given = (index: number) => (args[index] === undefined ? NONE : this.of(args[index], frame))
    const texts = given(0).filter((origin): origin is Extract<Origin, { kind: 'data' }> => origin.kind === 'data')
    switch (path) {
      case 'JSON.parse':
        return texts.map((origin) => (origin.place === 'raw' ? { kind: 'data', place: 'json', trail: [] } : origin))
      case 'URL':
      case 'URL.parse':
      case 'url.parse':
      case 'url.URL':
        return texts.some(({ place }) => place === 'url') ? [{ kind: 'address' }] : []
      case 'URLSearchParams':
      case 'url.URLSearchParams':
      case 'querystring.parse':
      case 'querystring.decode':
      case 'qs.parse':
      case 'fast-querystring.parse':
        return texts.flatMap((origin): Origin[] =>
          origin.place === 'url' || origin.place === 'query'
            ? [{ kind: 'data', place: 'query', trail: [] }]
            : origin.place === 'raw'
              ? [{ kind: 'data', place: 'form', trail: [] }]
              : [],
        )
      case 'cookie.parse':
        return texts.length > 0 ? [{ kind: 'data', place: 'cookie', trail: [] }] : []
      case 'Promise':
        return this.promised(call, args, frame)
    }
    if (
      path.startsWith('Object.') ||
      /(?:^|\.)(?:cloneDeep|clone|structuredClone|plainToClass|plainToInstance|assign|merge|defaults|fromEntries|instanceToPlain)$/.test(path)
    )
      return args.flatMap((argument) => this.of(argument, frame)).filter((origin) => origin.kind === 'data')
    if (/(?:^|\.)(?:pick|pickBy|get|at)$/.test(path) && texts.length > 0) {
      const names = args.slice(1).flatMap((argument) => this.namesOf(argument))
      return texts.flatMap((origin) => names.map((name): Origin => ({ ...origin, trail: [...origin.trail, name.replace(/\..*$/, '')] })))
    }
    // `Buffer.concat(chunks)`, `String(body)`, `decoder.decode(chunk)`.
    if (/^(?:Buffer|String|TextDecoder|StringDecoder|string_decoder)/.test(path) || method === 'concat' || method === 'decode' || method === 'write')
      return args.flatMap((argument) => this.rawIn(argument, frame))
    return []
  }

  /** The body's text in a list of chunks. */
  private rawIn(node: number, frame: Frame): Origin[] {
    const { values } = this.linked
    const isRaw = (origin: Origin) => origin.kind === 'data' && origin.place === 'raw'
    const own = this.of(node, frame).filter(isRaw)
    if (own.length > 0) return own
    return values
      .elements(node)
      .filter((item) => item !== node)
      .flatMap((item) => (item < this.linked.whole.size ? this.of(item, frame) : this.bySolver(item)))
      .filter(isRaw)
      .slice(0, 1)
  }

  /** What `new Promise((resolve) => resolve(x))` settles with. */
  private promised(call: number, args: number[], frame: Frame): Origin[] {
    const { whole, effects } = this.linked
    const [executor] = args
    if (executor === undefined || whole.kind[executor] !== Kind.Function || whole.kind[call] !== Kind.New) return []
    const fn = whole.a[executor] as number
    const resolve = whole.functions[fn]?.params[0]
    return effects
      .within(fn)
      .filter((node) => whole.kind[node] === Kind.Call && whole.a[node] === resolve)
      .flatMap((node) => [...whole.args(node)].slice(0, 1))
      .flatMap((value) => this.of(value, frame))
  }

  /** The frame of a function that is called with something of a request; undefined where it is handed nothing of the kind. */
  enter(call: number, fn: number, frame: Frame): Frame | undefined {
    const key = `${call} ${fn}`
    const known = frame.below.get(key)
    if (known) return known
    if (frame.through.length >= DEEPEST_CALL || frame.through.includes(call)) return undefined
    const { whole } = this.linked
    const fact = whole.functions[fn]
    if (!fact) return undefined
    const args = whole.args(call)
    const bound = new Map(frame.bound)
    let handed = false
    fact.params.forEach((param, index) => {
      const isRest = whole.c[param] === 1
      const argument = args[index]
      const origins = argument === undefined || isRest ? NONE : whole.kind[argument] === Kind.Spread ? NONE : this.of(argument, frame)
      bound.set(param, origins)
      handed ||= origins.some((origin) => this.matters(origin))
    })
    // What a closure sees of the function around it.
    handed ||= this.isInside(fn, frame)
    if (!handed) return undefined
    const below = newFrame(bound, [...frame.through, call])
    frame.below.set(key, below)
    return below
  }

  private isInside(fn: number, frame: Frame): boolean {
    const { whole } = this.linked
    for (let at = whole.functions[fn]?.parent ?? -1, hops = 0; at >= 0 && hops < 8; at = whole.functions[at]?.parent ?? -1, hops++)
      if (
        whole.functions[at]?.params.some(
          (param) => frame.bound.get(param)?.some((origin) => this.matters(origin)) || this.bySolver(param).some((origin) => this.matters(origin)),
        )
      )
        return true
    return false
  }

  /** Whether a value is worth following into a function: part of a request or of an answer. */
  private matters(origin: Origin): boolean {
    switch (origin.kind) {
      case 'api':
        return this.isOfRequest(this.linked.models.paths.rootOf(origin.path))
      case 'object': {
        const { whole } = this.linked
        return [...whole.items(whole.a[origin.node] as number)]
          .slice(0, MOST_ITEMS)
          .some((entry) =>
            this.of((whole.kind[entry] === Kind.Property ? whole.b[entry] : whole.a[entry]) as number, origin.frame).some(
              (inner) => inner.kind !== 'object' && this.matters(inner),
            ),
          )
      }
      case 'checked':
        return this.matters(origin.of)
      default:
        return true
    }
  }

  /** A router's own context is one, where its type is like the one of its framework. */
  private isOfRequest(root: string): boolean {
    if (this.roots.has(root)) return true
    const { paths } = this.linked.models
    const { like } = paths.node(paths.root(root))
    return like >= 0 && this.isOfRequest(paths.rootOf(like))
  }

  private known: Set<string> | undefined
  /** Types of requests and answers. */
  private get roots(): Set<string> {
    if (!this.known) {
      const { doors, paths } = this.linked.models
      this.known = new Set(
        [...doors.inputs.keys(), ...doors.answers.keys(), ...doors.stores.keys()]
          .map((path) => paths.rootOf(path))
          .filter((root) => root.startsWith('type:')),
      )
    }
    return this.known
  }

  /** Nodes of a function and of the functions written inside it, in source order. */
  nodesOf(fn: number): number[] {
    const lookup = lookupOf(this.linked.whole)
    const found: number[] = []
    const stack = [fn]
    while (stack.length > 0 && found.length < MOST_NODES) {
      const at = stack.pop() as number
      for (const node of lookup.inFunction(at)) found.push(node)
      stack.push(...this.linked.effects.functionsIn(at))
    }
    return found.sort((one, other) => one - other)
  }
}

/** Nodes of one handler that are looked at. */
const MOST_NODES = 40_000

function distinct(origins: readonly Origin[]): readonly Origin[] {
  if (origins.length < 2) return origins
  const found = new Map<string, Origin>()
  for (const origin of origins) {
    const key = keyOf(origin)
    if (!found.has(key)) found.set(key, origin)
    if (found.size >= MOST_ORIGINS) break
  }
  return [...found.values()]
}

function keyOf(origin: Origin): string {
  switch (origin.kind) {
    case 'api':
      return `a${origin.path}`
    case 'data':
      return `d${origin.place} ${origin.trail.join('.')}`
    case 'checked':
      return `c${keyOf(origin.of)}`
    case 'object':
      return `o${origin.node}`
    default:
      return origin.kind
  }
}

/**
 * From found routes to the table of entry points. In: a route with its handlers and guards. Out: one entry a method, with what it
 * takes, how it answers, what it is for, and who may pass.
 */
import { Kind } from '../../graph'
import type { Answer, EntryPoint, Evidence, Guard, Parameter, Response } from '../../types'
import { Access } from '../access/index'
import { fieldTaken } from '../decorated/parameters'
import { resolvedOf } from '../doors/resolved'
import type { Guards } from '../guards'
import { cite, type Linked } from '../linked'
import type { FoundRoute } from '../routes/index'
import { describedBy } from '../shapes/index'
import { packageOf } from '../usages/origin'
import { reachedBy } from './conditions'
import { handedAt, takenOnce } from './handed-at'
import { type Handled, HandlerReader, type Read } from './handler'
import { putHandlerTypes } from './handler-types'
import { type Frame, newFrame, type Origin, Origins } from './origins/index'
import { type BodyPlace, mediaOf, ParameterTable, pathNames, putChecks, putReads, putSchema } from './parameters'
import { provedElsewhere } from './proved-elsewhere'
import { provesNothing } from './proves-nothing'
import { purposeAbove, sentence } from './purpose'
import { authenticationOf, rateLimitOf, validationOf } from './questions'
import { reachedIn } from './reached'
import { rightAskedBy } from './right-asked'
import { type Runs, rememberRuns } from './runs'
import { doorOf } from './same-door'
import { settingsAnswered } from './settings-answered'
import { rememberTaken, type Taken } from './taken'
import { putValidator } from './validators'
import { rightsOfWrappers } from './wrapper-rights'

const MOST_RESPONSES = 30

export class EntryPoints {
  private readonly access: Access
  private readonly handlers: HandlerReader
  private readonly origins: Origins
  private readonly modules = new Map<number, Handled>()

  constructor(
    private readonly linked: Linked,
    private readonly guards: Guards,
  ) {
    this.origins = new Origins(linked)
    this.access = new Access(linked, guards, this.origins)
    this.handlers = new HandlerReader(linked, guards, this.origins)
  }

  all(routes: readonly FoundRoute[]): EntryPoint[] {
    for (const route of routes) this.access.takes(route)
    return routes.flatMap((route) => this.of(route))
  }

  private of(route: FoundRoute): EntryPoint[] {
    const kind = route.serves ? 'static' : 'http'
    const at = route.at ?? cite(this.linked, Math.min(route.node, this.linked.whole.size - 1))
    const rights = rightsOfWrappers(this.linked, this.guards, route)
    const runs = { ...runsThrough(route), asked: this.access.parametersAsked(route) }
    // A door that was found before is remembered with what this way to it leads through.
    for (const method of route.methods) rememberRuns(this.linked, { kind, method, path: route.path, at }, runs)
    const asked = this.doorsOf({ ...route, guards: [...route.guards, ...rights] }, kind, at)
    if (asked.size === 0) return []
    const handler = route.handlers[route.handlers.length - 1]
    const purpose = route.purpose ?? this.purposeOf(route)
    const csrf = route.serves ? undefined : this.access.csrfOf(route)
    const rightAsked = rightAskedBy(this.linked, this.guards, route)
    const settings = handler && settingsAnswered(this.linked, this.guards, handler.functions)
    return [...asked].map(([method, authRequired]): EntryPoint => {
      const { table, schema, guards: before, taken } = this.takes(route, method)
      const guards = rights.length > 0 ? [...before, ...rights] : before
      const guarded = { ...route, guards }
      const accessed = route.serves ? {} : this.access.of({ ...guarded, parameters: table.all }, method)
      const elsewhere = route.serves ? undefined : provedElsewhere(this.linked, route, accessed.data ?? [])
      const entry: EntryPoint = {
        kind,
        framework: route.framework,
        method,
        path: route.path,
        ...(route.answersTo ? { answersTo: route.answersTo } : {}),
        at,
        handler: handler && { name: handler.name, at: handler.at },
        ...(purpose ? { purpose } : {}),
        parameters: table.all,
        ...(table.body ? { body: table.body } : {}),
        responses: this.responsesOf(route, method),
        guards,
        ...(route.perhaps ? { perhaps: route.perhaps } : {}),
        authRequired,
        ...(rightAsked ? { rightAsked } : {}),
        ...(settings ? { settingsAnswered: settings } : {}),
        rateLimited: rateLimitOf(this.linked, guarded),
        ...(provesNothing(this.linked, guarded, table.all) ? { provesNothing: true as const } : {}),
        ...(elsewhere ? { provedElsewhere: elsewhere } : {}),
        validated: validationOf(this.linked, this.guards, guarded, schema),
        ...accessed,
        ...(csrf ? { csrf } : {}),
        generated: route.generated,
        ...(route.asked ? { when: route.asked.map((node) => cite(this.linked, node)) } : {}),
        notes: [
          ...route.notes,
          ...conditionalGuards(guards),
          ...(route.serves === 'directory listing'
            ? [`Serves a listing of a directory${this.servedBy(route)}`]
            : route.serves
              ? [`Serves the files of a directory${this.servedBy(route)}`]
              : []),
        ],
      }
      rememberTaken(this.linked, entry, taken)
      return entry
    })
  }

  /**
   * Methods by which a route is a door of its own, each with whether callers are asked who they are. One that was found on another way
   * before says nothing new, unless this is the way on which they are asked: of the two, that one stays.
   */
  private doorsOf(route: FoundRoute, kind: EntryPoint['kind'], at: Evidence): Map<string, Answer> {
    const found = new Map<string, Answer>()
    // Something else may be taken there: by handlers that a helper is handed, by other parsers of bodies, or in a path that is limited.
    const handlers = route.handlers.map(({ node, functions }) => `${node}:${functions}`)
    const asTaken = [route.node, route.generated, this.bodyPlaceOf(route), ...handlers, ...(route.limited ?? []), ...(route.groups ?? [])].join()
    for (const method of route.methods) {
      const key = `${doorOf({ kind, method, path: route.path, at })} ${asTaken}`
      const isKnown = this.doors.get(key)
      if (isKnown === true) continue
      const asked = authenticationOf(this.linked, this.guards, { ...route, methods: [method] })
      if (isKnown === undefined || asked.answer === 'yes') found.set(method, asked)
      this.doors.set(key, asked.answer === 'yes')
    }
    return found
  }
  /** By what tells doors apart, whether callers are asked who they are. */
  private readonly doors = new Map<string, boolean>()

  /** Operations of GraphQL and procedures, which others find, with what their functions do with stored data. */
  withRecords(entries: readonly EntryPoint[]): EntryPoint[] {
    return entries.map((entry) => {
      const resolved = resolvedOf(entry)
      return resolved && resolved.functions.length > 0 ? { ...entry, ...this.access.ofOperation(entry, resolved) } : entry
    })
  }

  /** The library that serves a directory, where it is not the framework itself. */
  private servedBy({ handlers, framework }: FoundRoute): string {
    const handler = handlers.at(-1)
    const name = handler && handler.node < this.linked.whole.size ? packageOf(this.linked, handler.node) : undefined
    return name === undefined || name === framework || name.startsWith('.') ? '' : ` (${name})`
  }

  // ── what it takes ──────────────────────────────────────────────────────────────────────────────────────────────────

  private takes(route: FoundRoute, method: string): { table: ParameterTable; schema: string | undefined; guards: Guard[]; taken: Taken } {
    const { linked } = this
    const table = new ParameterTable({ method, path: route.path }, this.bodyPlaceOf(route))
    const { names, open } = pathNames(route)
    let schema: string | undefined
    let { guards } = route
    for (const parameter of route.given ?? []) this.putGiven(table, parameter)
    for (const [name] of names) table.put({ name, in: 'path', required: true })
    for (const { place, node } of route.told ?? []) {
      if (/^(?:response|responses|summary|description|detail|notes|tags)$/.test(place)) continue
      const told = () => putSchema(linked, table, place, node)
      if (route.schemas.includes(node)) table.under({ by: node, schema: node, changes: [], withRoute: true }, told)
      else told()
      schema ??= describedBy(linked, node)?.shape.name
    }
    for (const handler of route.handlers) {
      const name = putValidator(linked, this.guards, this.origins, table, handler)
      if (!name) continue
      schema ??= name
      guards = guards.map((guard) => (guard.role === 'validation' && guard.name === handler.name ? { ...guard, schema: name } : guard))
    }
    const last = route.handlers[route.handlers.length - 1]
    for (const fn of last?.functions ?? []) putHandlerTypes(linked, table, fn)
    const handled = this.handledBy(route)
    const reaches = reachedBy(linked, { method, path: route.path })
    const reached = handled.map((each) => reachedIn(each, reaches, table))
    const checks = reached
      .flatMap((each) => each.checks)
      .flatMap((check) => {
        if (!this.isParameter(check.schema)) return [check]
        const schema = handedAt(
          linked,
          route.handlers.map((handler) => handler.node),
          check.schema,
        )
        return schema === undefined ? [] : [{ ...check, schema }]
      })
    putChecks(linked, table, checks)
    schema ??= checks.flatMap(({ schema: node, isType }) => (isType ? [] : (describedBy(linked, node)?.shape.name ?? [])))[0]
    putReads(
      linked,
      table,
      reached.flatMap((each) => each.fields),
      new Set(names.keys()),
      open,
    )
    this.putWhole(table, reached.find(({ whole }) => whole)?.whole)
    const taken = reached.flatMap((each) => each.taken)
    // What decorators fill is read as soon as the handler is called.
    for (const { functions } of route.handlers)
      for (const fn of functions)
        for (const [node, origins] of this.boundOf(route, fn) ?? [])
          for (const origin of origins) {
            const at = origin.kind === 'data' ? table.placeOf(origin.place) : undefined
            if (origin.kind === 'data' && at !== undefined) taken.push({ in: at, name: origin.trail[0] ?? '', node })
          }
    // What a path leaves open may be a parameter as well.
    const limited = route.limited && !open ? new Map([...names.keys()].map((name) => [name, route.limited?.get(name) ?? ''])) : undefined
    return {
      table,
      schema,
      guards,
      taken: { reads: taken, held: table.held, ...(limited ? { path: limited } : {}), ...(route.groups ? { groups: route.groups } : {}) },
    }
  }

  /** A body that is handed on as it is, with nothing known of its fields. */
  private putWhole(table: ParameterTable, read: Read | undefined): void {
    if (!read || ['json', 'form', 'body'].some((place) => table.has(place))) return
    const place = table.placeOf(read.place) as BodyPlace
    table.put({ name: 'body', in: place, shape: { type: read.trail[0] === '[]' ? 'array' : 'object' }, at: cite(this.linked, read.node) })
    table.body ??= { ...mediaOf(place), shape: { type: 'unknown' }, required: false }
  }

  /** What the place or a decorator says. Of a body as a whole its fields are told as well. */
  private putGiven(table: ParameterTable, parameter: Parameter): void {
    table.put(parameter)
    const isBody = parameter.in === 'body' || parameter.in === 'json' || parameter.in === 'form'
    if (isBody && parameter.name === 'body' && parameter.shape) {
      const shape = parameter.schema && !parameter.shape.name ? { ...parameter.shape, name: parameter.schema } : parameter.shape
      table.putShape(parameter.in, shape, parameter.at)
      table.body = { ...mediaOf(parameter.in), shape, required: parameter.required ?? true }
    }
  }

  private handledBy(route: FoundRoute): Handled[] {
    const found: Handled[] = []
    for (const { functions } of route.handlers) for (const fn of functions) found.push(this.handlers.of(fn, route.framework, this.boundOf(route, fn)))
    for (const file of route.modules ?? []) {
      let known = this.modules.get(file)
      if (!known) {
        const { whole } = this.linked
        const nodes: number[] = []
        for (let node = whole.base[file] as number; node < (whole.base[file + 1] as number); node++) if (whole.functionOf(node) < 0) nodes.push(node)
        known = this.handlers.ofModule(nodes)
        this.modules.set(file, known)
      }
      found.push(known)
    }
    return found
  }

  /** What decorators put into the parameters of a method. */
  private boundOf(route: FoundRoute, fn: number): Frame['bound'] | undefined {
    if (route.method !== fn) return this.handedOn(route, fn)
    const { whole, models, solver } = this.linked
    const bound = new Map<number, Origin[]>()
    for (const { fn: of, index, expression } of this.decoratedParameters(fn)) {
      const param = whole.functions[of]?.params[index]
      if (param === undefined || whole.kind[expression] !== Kind.Call) continue
      for (const path of solver.apiCalls.get(expression) ?? []) {
        const known = models.decorators.get(models.paths.find(path, '()'))
        if (known?.model.decorator !== 'parameter' || !known.model.in) continue
        const first = whole.args(expression)[0]
        const name = first === undefined ? undefined : fieldTaken(this.linked, first)
        bound.set(param, [{ kind: 'data', place: known.model.in as Parameter['in'] as 'query', trail: name === undefined ? [] : [name] }])
      }
    }
    return bound.size > 0 ? bound : undefined
  }

  /** What a handler hands on to the member of an object that it runs. */
  private handedOn(route: FoundRoute, fn: number): Frame['bound'] | undefined {
    const { whole } = this.linked
    const call = route.handlers.find(({ runs, functions }) => runs !== undefined && functions[0] === fn)?.runs
    if (call === undefined) return undefined
    const frame = newFrame()
    const args = whole.args(call)
    return new Map(
      (whole.functions[fn]?.params ?? []).flatMap((param, index) =>
        args[index] === undefined ? [] : [[param, this.origins.of(args[index], frame)]],
      ),
    )
  }

  private parameterDecorators: Map<number, { fn: number; index: number; expression: number }[]> | undefined
  private decoratedParameters(fn: number): { fn: number; index: number; expression: number }[] {
    if (!this.parameterDecorators) {
      this.parameterDecorators = new Map()
      for (const decorator of this.linked.whole.parameterDecorators) {
        const list = this.parameterDecorators.get(decorator.fn)
        if (list) list.push(decorator)
        else this.parameterDecorators.set(decorator.fn, [decorator])
      }
    }
    return this.parameterDecorators.get(fn) ?? []
  }

  /** A schema that a function is handed: what it is differs from call to call. */
  private isParameter(node: number): boolean {
    const { whole } = this.linked
    for (let at = takenOnce(this.linked, node), hops = 0; at >= 0 && hops < 6; hops++) {
      if (whole.kind[at] === Kind.Param) return true
      if (whole.kind[at] !== Kind.Load && whole.kind[at] !== Kind.Refine && whole.kind[at] !== Kind.Call) return false
      at = takenOnce(this.linked, whole.a[at] as number)
    }
    return false
  }

  /** Form or JSON, by the parsers and uploads in front of the handler. */
  private bodyPlaceOf(route: FoundRoute): BodyPlace {
    if (this.handlesUpload(route)) return 'form'
    const parsers = route.guards.filter(({ role }) => role === 'parser').map(({ name }) => name)
    const parsesForms = parsers.some((name) => /urlencoded/i.test(name))
    return parsesForms && !parsers.some((name) => !/urlencoded|cookie|text|raw/i.test(name)) ? 'form' : 'json'
  }

  private handlesUpload(route: FoundRoute): boolean {
    return route.guards.some(({ role, scope }) => role === 'upload' && scope === 'route')
  }

  // ── how it answers ─────────────────────────────────────────────────────────────────────────────────────────────────

  private responsesOf(route: FoundRoute, method: string): Response[] {
    const { linked } = this
    const found = new Map<string, Response>()
    const put = (response: Response) => {
      const key = `${response.status} ${response.media ?? ''}`
      const known =
        found.get(key) ??
        found.get(`${response.status} `) ??
        (response.media === undefined ? found.get([...found.keys()].find((other) => other.startsWith(`${response.status} `)) ?? '') : undefined)
      if (!known && found.size < MOST_RESPONSES) found.set(key, response)
      else if (known && !known.shape?.fields && response.shape?.fields) Object.assign(known, { shape: response.shape })
    }
    for (const response of route.responses ?? []) put({ ...response })
    for (const { place, node } of route.told ?? []) if (/^responses?$/.test(place)) for (const response of this.described(node)) put(response)
    const reaches = reachedBy(linked, { method, path: route.path })
    const last = route.handlers[route.handlers.length - 1]
    const handled = route.handlers.flatMap((handler) =>
      handler.functions.map((fn) => ({ handler, of: this.handlers.of(fn, route.framework, this.boundOf(route, fn)) })),
    )
    // A status that is declared is that of what the handler answers without saying one.
    const declared = [...found.values()].find(({ status }) => status !== undefined && status < 400)
    for (const { handler, of } of handled)
      for (const { status, media, shape, node, sites } of of.answers) {
        if (handler !== last && (status === undefined || status < 400)) continue
        if (!reaches.all(sites)) continue
        put({ status: status ?? declared?.status, ...(media ? { media } : {}), ...(shape ? { shape } : {}), at: cite(linked, node) })
      }
    return [...found.values()].sort((one, other) => (one.status ?? 0) - (other.status ?? 0))
  }

  /** `response: { 200: schema }`, or one schema for all. */
  private described(node: number): Response[] {
    const { linked } = this
    const shape = describedBy(linked, node)?.shape
    if (!shape || node >= linked.whole.size) return []
    const at = cite(linked, node)
    const byStatus = (shape.fields ?? []).filter((field) => /^(?:[1-5]\d\d|[1-5]xx|default)$/i.test(field.name))
    if (byStatus.length === 0) return [{ status: undefined, media: 'application/json', shape, at }]
    return byStatus.map((field) => ({
      status: /^\d+$/.test(field.name) ? Number(field.name) : undefined,
      ...(field.shape.type === 'null' ? {} : { media: 'application/json', shape: field.shape }),
      at,
    }))
  }

  // ── what it is for ─────────────────────────────────────────────────────────────────────────────────────────────────

  private purposeOf(route: FoundRoute): string | undefined {
    const { whole, values } = this.linked
    for (const { place, node } of route.told ?? []) {
      const nodes =
        place === 'detail'
          ? [...values.property(node, 'summary'), ...values.property(node, 'description')]
          : /^(?:summary|description|notes)$/.test(place)
            ? [node]
            : []
      const text = sentence(nodes.flatMap((each) => values.texts(each)).find(({ exact }) => exact)?.value)
      if (text) return text
    }
    const handler = route.handlers[route.handlers.length - 1]
    for (const fn of handler?.functions.slice(0, 1) ?? []) {
      const fact = whole.functions[fn]
      if (!fact) continue
      const [line] = whole.linesOf(fact.node)
      const member = fact.owner < 0 ? undefined : whole.classes[fact.owner]?.members.find(({ node }) => node === fact.node)
      const own = purposeAbove(this.linked, fact.file, this.firstLine(fact.file, member ? member.pos : -1) ?? line)
      if (own) return own
    }
    // A decorator may be made of others; what stands above those is about them.
    if (route.method !== undefined || route.node < 0 || route.node >= whole.size) return undefined
    return purposeAbove(this.linked, whole.fileOf(route.node), this.statementLine(route.node))
  }

  /** Line of the first word at or behind an offset, past comments: decorators stand before their method. */
  private firstLine(file: number, offset: number): number | undefined {
    if (offset < 0) return undefined
    const { text } = this.linked.whole.files[file] as { text: string }
    const rest = /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*/.exec(text.slice(offset, offset + 8000))
    return this.linked.whole.lineAt(file, offset + (rest?.[0].length ?? 0))
  }

  /** Line on which the statement of a registration begins: a chain is broken over lines. */
  private statementLine(node: number): number {
    const { whole } = this.linked
    const file = whole.fileOf(node)
    let [line] = whole.linesOf(node)
    while (line > 1 && /^\s*\./.test(whole.lineText(file, line)) && !/\*\/\s*$/.test(whole.lineText(file, line - 1))) line--
    return line
  }
}

/** Guards that stand there only under some settings: elsewhere the route is without them. */
function conditionalGuards(guards: Guard[]): string[] {
  return [
    ...new Set(
      guards.flatMap(({ role, name, when }) =>
        when && role !== 'other' && role !== 'logging' && role !== 'parser'
          ? [`\`${name}\` stands in front only where \`${when.join(' && ')}\` holds`]
          : [],
      ),
    ),
  ]
}

function runsThrough({ passes = [], front = [], handlers }: FoundRoute): Omit<Runs, 'asked'> {
  const first = handlers.slice(0, -1).flatMap(({ functions }) => functions)
  return {
    handlers: handlers[handlers.length - 1]?.functions ?? [],
    before: [...new Set([...passes.map(({ fn }) => fn), ...first])],
    front,
    own: [...new Set([...passes.filter(({ own }) => own).map(({ fn }) => fn), ...first])],
  }
}

/** From found routes to the table of entry points: parameters, and the three answers with their evidence. */
import { Kind } from '../graph'
import type { Answer, EntryPoint, Evidence, Guard, Parameter } from '../types'
import type { Guards } from './guards'
import { apiPathsOf, cite, type Linked } from './linked'
import type { FoundRoute } from './routes'

export class EntryPoints {
  private readonly reads = new Map<number, Parameter[]>()

  constructor(
    private readonly linked: Linked,
    private readonly guards: Guards,
  ) {
    this.indexReads()
  }

  of(route: FoundRoute): EntryPoint[] {
    const handler = route.handlers[route.handlers.length - 1]
    const at = cite(this.linked, Math.min(route.node, this.linked.whole.size - 1))
    const shared = {
      kind: route.serves ? ('static' as const) : ('http' as const),
      framework: route.framework,
      at,
      handler: handler && { name: handler.name, at: handler.at },
      responses: [],
      guards: route.guards,
      authRequired: this.authentication(route),
      rateLimited: this.rateLimit(route),
      validated: this.validation(route),
      generated: route.generated,
      notes: [
        ...route.notes,
        ...(route.serves === 'directory listing' ? ['Serves a listing of a directory'] : route.serves ? ['Serves the files of a directory'] : []),
      ],
    }
    return route.methods.map((method) => ({ ...shared, method, path: route.path, parameters: this.parameters(route) }))
  }

  // ── parameters ─────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Reads of request data, by the function they stand in. */
  private indexReads(): void {
    const { whole, models, solver, values } = this.linked
    const put = (node: number, name: string, where: string) => {
      const fn = whole.functionOf(node)
      const list = this.reads.get(fn)
      const parameter = { name, in: where as Parameter['in'], at: cite(this.linked, node) }
      if (list) list.push(parameter)
      else this.reads.set(fn, [parameter])
    }
    for (let node = 0; node < whole.size; node++) {
      if (whole.kind[node] !== Kind.Load) continue
      for (const path of apiPathsOf(this.linked, whole.a[node] as number)) {
        const where = models.requests.get(path)
        if (where) put(node, whole.text(whole.b[node] as number), where)
      }
    }
    for (const [call, paths] of solver.apiCalls)
      for (const path of paths) {
        const where = models.requests.get(models.paths.call(path))
        const first = whole.args(call)[0]
        if (where && first !== undefined) for (const { value, exact } of values.texts(first)) if (exact) put(call, value, where)
      }
  }

  private parameters(route: FoundRoute): Parameter[] {
    const found = new Map<string, Parameter>()
    const put = (parameter: Parameter) => {
      const key = `${parameter.in} ${parameter.name}`
      if (!found.has(key)) found.set(key, parameter)
    }
    for (const match of route.path.matchAll(/:(\w+)|\{(\w+)\}/g)) put({ name: (match[1] ?? match[2]) as string, in: 'path' })
    const seen = new Set<number>()
    const visit = (fn: number, depth: number): void => {
      if (seen.has(fn) || depth > 3) return
      seen.add(fn)
      for (const parameter of this.reads.get(fn) ?? []) if (!METHOD_NAMES.has(parameter.name)) put(parameter)
      for (const inner of this.linked.effects.functionsIn(fn)) visit(inner, depth)
    }
    for (const handler of route.handlers) for (const fn of handler.functions) visit(fn, 0)
    if (route.method !== undefined) for (const parameter of this.decorated(route.method)) put(parameter)
    return [...found.values()].sort((one, other) => order(one) - order(other) || (one.name < other.name ? -1 : 1))
  }

  /** `@Param('id') id: string`, `@Body() dto: CreateUserDto`. */
  private decorated(fn: number): Parameter[] {
    const { whole, models, solver, values } = this.linked
    const found: Parameter[] = []
    for (const { fn: of, index, expression } of whole.parameterDecorators) {
      if (of !== fn || whole.kind[expression] !== Kind.Call) continue
      for (const path of solver.apiCalls.get(expression) ?? []) {
        const known = models.decorators.get(models.paths.call(path))
        if (known?.model.decorator !== 'parameter' || !known.model.in) continue
        const first = whole.args(expression)[0]
        const name = first === undefined ? undefined : values.texts(first).find(({ exact }) => exact)?.value
        const param = whole.functions[fn]?.params[index]
        const schema = param === undefined ? undefined : this.typeName(param)
        found.push({
          name: name ?? whole.functions[fn]?.fact.paramNames[index] ?? '',
          in: known.model.in as Parameter['in'],
          ...(schema ? { schema } : {}),
          at: cite(this.linked, expression),
        })
      }
    }
    return found
  }

  private readonly types = new Map<number, number>()
  private typeName(node: number): string | undefined {
    const { whole, values } = this.linked
    if (this.types.size === 0) for (const [annotated, type] of whole.annotations) this.types.set(annotated, type)
    const type = this.types.get(node)
    if (type === undefined || whole.kind[type] !== Kind.TypeRef) return undefined
    const entity = whole.a[type] as number
    if (entity < 0) return undefined
    const kind = whole.kind[entity] as Kind
    if (kind === Kind.Class) return whole.classes[whole.a[entity] as number]?.fact.name
    if (kind === Kind.Interface) return whole.interfaces[whole.a[entity] as number]?.fact.name
    return values.nameOf(entity) || undefined
  }

  // ── answers ────────────────────────────────────────────────────────────────────────────────────────────────────────

  private authentication(route: FoundRoute): Answer {
    const required = route.guards.filter(({ role }) => role === 'authentication' || role === 'authorization')
    const [first] = required
    if (first) return { answer: 'yes', reason: `${first.name} (${SCOPES[first.scope]})`, evidence: distinct(required.map(({ at }) => at)) }
    if (route.generated) return { answer: 'no', reason: 'No guard is in force on this generated route', evidence: [] }
    const handler = route.handlers[route.handlers.length - 1]
    const functions = handler?.functions ?? []
    const denials = functions.flatMap((fn) => this.guards.ofFunction(fn).denials)
    if (denials[0]) return { answer: 'yes', reason: 'Checked inside the handler', evidence: distinct(denials.map(({ at }) => at)) }
    const opaque = route.guards.find(({ opaque: unseen, name }) => unseen && MAY_GUARD.test(name.replace(/\(.*$/, '')))
    if (opaque) return { answer: 'unknown', reason: `What ${opaque.name} does could not be told`, evidence: [opaque.at] }
    if (functions.length === 0 && handler && !this.guards.ofNode(handler.node, handler.labels).opaque)
      return { answer: 'no', reason: 'No guard comes before the handler, which a library provides', evidence: [] }
    if (functions.length === 0 && !route.serves)
      return { answer: 'unknown', reason: 'No guard comes before the handler, and the handler itself was not found', evidence: [] }
    return { answer: 'no', reason: 'No guard comes before the handler and none is inside it', evidence: [] }
  }

  private rateLimit(route: FoundRoute): Answer {
    const own = route.limits.filter((node) => node < this.linked.whole.size)
    if (own.length > 0)
      return { answer: 'yes', reason: 'A limit is given with the route', evidence: distinct(own.map((node) => cite(this.linked, node))) }
    return this.byRole(route, 'rate-limit', 'rate limiter')
  }

  private byRole(route: FoundRoute, role: Guard['role'], what: string): Answer {
    const found = route.guards.filter((guard) => guard.role === role)
    const [first] = found
    if (first) return { answer: 'yes', reason: `${first.name} (${SCOPES[first.scope]})`, evidence: distinct(found.map(({ at }) => at)) }
    return { answer: 'no', reason: `No ${what} is in force on it`, evidence: [] }
  }

  private validation(route: FoundRoute): Answer {
    const guarded = this.byRole(route, 'validation', 'validator')
    if (guarded.answer === 'yes') return guarded
    const schemas = route.schemas.filter((node) => node < this.linked.whole.size)
    if (schemas[0] !== undefined)
      return { answer: 'yes', reason: 'A schema is given with the route', evidence: distinct(schemas.map((node) => cite(this.linked, node))) }
    const functions = route.handlers[route.handlers.length - 1]?.functions ?? []
    if (functions.some((fn) => this.guards.ofFunction(fn).roles.has('validation')))
      return {
        answer: 'yes',
        reason: 'Validated inside the handler',
        evidence: route.handlers[route.handlers.length - 1] ? [(route.handlers[route.handlers.length - 1] as { at: Evidence }).at] : [],
      }
    if (functions.length === 0 && !route.generated && !route.serves) return { answer: 'unknown', reason: 'The handler was not found', evidence: [] }
    return { answer: 'no', reason: 'No schema or validator was found', evidence: [] }
  }
}

/** Names of unseen middleware that may stand for a check of the caller. */
const MAY_GUARD = /auth|log(?:ged)?_?in|session|token|permi|protect|secur|admin|role|guard|require|ensure|must|verify|user|access|restrict|private/i

const SCOPES: Record<Guard['scope'], string> = {
  route: 'on the route',
  router: 'on its router',
  path: 'on its path',
  application: 'for the whole application',
  class: 'on its class',
  handler: 'inside the handler',
}

/** Methods of strings and objects are no fields of a request. */
const METHOD_NAMES = new Set([
  'length',
  'toString',
  'map',
  'forEach',
  'filter',
  'split',
  'trim',
  'toLowerCase',
  'hasOwnProperty',
  'includes',
  'indexOf',
  'replace',
  'get',
  'then',
  'json',
  '[]',
])
const PLACES = ['path', 'query', 'body', 'json', 'form', 'file', 'header', 'cookie']
const order = ({ in: place }: Parameter) => PLACES.indexOf(place)

function distinct(evidence: Evidence[]): Evidence[] {
  return [...new Map(evidence.map((at) => [`${at.file}:${at.line}`, at])).values()]
}

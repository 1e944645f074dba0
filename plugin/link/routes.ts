/**
 * The table of HTTP entry points of frameworks with routers. In: calls whose API path has an act. Out: entry points with full
 * paths and the guards in force. A router is an object with identity; mounts and plugins make a tree of them, and a route is
 * reported once for every way from a root of that tree.
 */
import { Kind } from '../graph'
import type { Evidence, Guard } from '../types'
import { appliesTo, Guards } from './guards'
import { LabelKind } from './labels'
import { apiPathsOf, atPlace, calledName, cite, type Linked, receiverOf } from './linked'
import type { Act, Place } from './models'
import { compare, type Order, Timeline } from './order'
import { joinPaths, pathCovers } from './paths'
import { type Context, NO_CONTEXT } from './values'

/** A value among the handlers of a registration. */
export interface Handler {
  node: number
  name: string
  at: Evidence
  /** Labels in the context of the registration. */
  labels: readonly number[]
  /** Functions of the program that it may be; of a wrapper's result, what it wraps. */
  functions: number[]
}

/** A route before guards and answers are worked out. */
export interface FoundRoute {
  framework: string
  methods: string[]
  path: string
  node: number
  handlers: Handler[]
  guards: Guard[]
  schemas: number[]
  limits: number[]
  generated: boolean
  serves: 'files' | 'directory listing' | undefined
  notes: string[]
  /** For a class method: what decorators say of its parameters. */
  method?: number
}

interface Registration {
  order: Order
  node: number
  /** Relative to its router. */
  paths: string[]
  methods: string[] | undefined
  handlers: Handler[]
  /** A route, middleware for what follows, or a hook for everything. */
  kind: 'route' | 'use' | 'hook'
  framework: string
  schemas: number[]
  limits: number[]
  generated: boolean
}

interface Mount {
  parent: number
  order: Order
  node: number
  path: string
  handlers: Handler[]
  /** Guards of the parent hold whatever the order: Fastify's plugins inherit hooks. */
  inheritsHooks: boolean
}

const METHODS = /^(?:get|post|put|delete|del|patch|options|head|all|propfind|purge|lock|unlock|trace|connect|search|query)$/i
const MOST_WAYS = 24

export class Routes {
  readonly guards: Guards
  private readonly registrations = new Map<number, Registration[]>()
  private readonly mounts = new Map<number, Mount[]>()
  private readonly prefixes = new Map<number, string[]>()
  private readonly builders = new Map<number, { node: number; context: Context; paths: string[] }[]>()
  private readonly timeline: Timeline
  /** Plugin instances that are their parent: wrapped so that what they register is the parent's. */
  private readonly merged = new Map<number, number>()
  /** Routes of routers that nothing mounts. */
  readonly unmounted: FoundRoute[] = []
  /** Middleware in force for whole applications, in order. */
  readonly applicationWide: Guard[] = []

  constructor(private readonly linked: Linked) {
    this.guards = new Guards(linked)
    this.timeline = new Timeline(linked)
  }

  find(): FoundRoute[] {
    this.register()
    const routers = new Set([...this.registrations.keys(), ...this.mounts.keys()])
    const found: FoundRoute[] = []
    for (const router of routers) {
      const ways = this.ways(router)
      for (const registration of this.registrations.get(router) ?? []) {
        if (!this.isEntry(registration)) continue
        if (ways.length === 0) this.unmounted.push(...this.routesOf(registration, router, { prefix: '', chain: [] }))
        for (const way of ways) found.push(...this.routesOf(registration, router, way))
      }
      if (ways.some(({ chain }) => chain.length === 0)) this.noteApplicationWide(router)
    }
    return found
  }

  // ── registrations ──────────────────────────────────────────────────────────────────────────────────────────────────

  private register(): void {
    const { solver } = this.linked
    this.nameStrangers()
    let calls = this.calls()
    for (const [call, , act] of calls) if (act.act === 'decorate') this.addDecoration(call, act.name, act.value)
    solver.resume()
    // Plugins bring calls on the instance they are handed, and among those may be further plugins.
    const done = new Set<number>()
    for (let more = true; more; ) {
      more = false
      calls = this.calls()
      for (const [call, library, act] of calls) {
        if (act.act !== 'register' || done.has(call)) continue
        done.add(call)
        more = true
        this.addPlugin(call, library, act.plugin, act.prefix)
      }
    }
    for (const [call, , act] of calls) if (act.act === 'builder') this.addBuilder(call, act.path)
    for (const [call, , act] of calls) if (act.act === 'prefix') this.addPrefix(call, act.path)
    for (const [call, library, act] of calls) this.addAct(call, library, act)
  }

  /**
   * `module.exports = (app) => { app.get('/', …) }`, which nothing here calls: by what its parameter is called, and by the one
   * framework of the package that hands such objects on.
   */
  private nameStrangers(): void {
    const { models, solver, whole } = this.linked
    const imported = new Set(whole.files.flatMap(({ graph }) => graph.imports.map(({ specifier }) => specifier)))
    const candidates = models.names.filter(({ library }) => imported.has(library) || this.linked.dependencies.has(library))
    if (candidates.length === 0) return
    for (const [index, fn] of whole.functions.entries()) {
      if (solver.callers.has(index)) continue
      fn.params.forEach((param, position) => {
        if (solver.of(param).length > 0) return
        const name = fn.fact.paramNames[position] ?? ''
        const known = candidates.find(({ names }) => names.has(name))
        if (known) solver.add(param, solver.labels.of(LabelKind.ApiObject, param, known.path))
      })
    }
    solver.resume()
  }

  /** Calls that mean something, in source order. */
  private calls(): [call: number, library: string, act: Act][] {
    const { models, solver, whole } = this.linked
    const calls: [number, string, Act][] = []
    for (const [call, paths] of solver.apiCalls)
      for (const path of paths) {
        const made = whole.kind[call] === Kind.New ? models.paths.find(path, '!') : -1
        for (const { library, act } of [...(models.acts.get(path) ?? []), ...(models.acts.get(made) ?? [])]) calls.push([call, library, act])
      }
    return calls.sort((one, other) => one[0] - other[0])
  }

  /** A member added to an instance is there on all of them: children inherit, and plugins hand on. */
  private addDecoration(call: number, name: string, value: string): void {
    const { solver, values, whole } = this.linked
    const [key] = atPlace(this.linked, call, name)
      .flatMap((node) => values.texts(node))
      .map((text) => text.value)
    const [node] = atPlace(this.linked, call, value)
    if (key === undefined || node === undefined) return
    const types = new Set(this.routersAt(receiverOf(this.linked, call)).map((label) => solver.labels.extra[label] as number))
    for (let label = 0; label < solver.labels.count; label++)
      if (solver.labels.kind[label] === LabelKind.ApiObject && types.has(solver.labels.extra[label] as number))
        solver.flow(node, solver.field(label, whole.string(key)))
  }

  /** Router objects a call is made on. */
  private routersAt(node: number, labels = this.linked.solver.of(node)): number[] {
    if (node < 0) return []
    return labels.filter((label) => this.linked.solver.labels.kind[label] === LabelKind.ApiObject)
  }

  private addBuilder(call: number, place: string): void {
    const { solver } = this.linked
    const args = [...this.linked.whole.args(call)]
    for (const label of solver.of(call)) {
      if (solver.labels.kind[label] !== LabelKind.ApiObject || solver.labels.data[label] !== call) continue
      const list = this.linked.values.contexts(args).map((context) => ({ node: call, context, paths: this.pathsAt(call, place, context) }))
      this.builders.set(label, list)
    }
  }

  private addPrefix(call: number, place: string): void {
    const routers =
      this.linked.whole.kind[call] === Kind.New ? this.routersAt(call) : [...this.routersAt(call), ...this.routersAt(receiverOf(this.linked, call))]
    const paths = this.pathsAt(call, place, NO_CONTEXT)
    if (paths.length === 0) return
    for (const router of routers) this.prefixes.set(router, paths)
  }

  /** Where a route's path stands: Koa's routers take a name before it. */
  private pathPlace(call: number, place: Place, context: Context): Place {
    if (place !== '0') return place
    const { values, whole } = this.linked
    const [first, second] = whole.args(call)
    if (first === undefined || second === undefined) return place
    const isPathText = (node: number) =>
      values.texts(node, context).some(({ exact, value }) => exact && (value.startsWith('/') || value === '*' || value === ''))
    return !isPathText(first) && whole.kind[first] === Kind.String && isPathText(second) ? '1' : place
  }

  /** Texts of an argument, or of each element when it is a list. */
  private pathsAt(call: number, place: string, context: Context): string[] {
    const { values, whole } = this.linked
    const nodes = atPlace(this.linked, call, place, context)
    const texts: string[] = []
    for (const node of nodes)
      for (const element of values.elements(node, context)) {
        const found = values.texts(element, context)
        if (found.some(({ exact }) => exact)) texts.push(...found.filter(({ exact }) => exact).map(({ value }) => value))
        else if (found.length > 0) texts.push(...found.map(({ value }) => value))
        else if (whole.kind[element] !== undefined) texts.push('{unknown}')
      }
    return [...new Set(texts)]
  }

  private addAct(call: number, library: string, act: Act): void {
    switch (act.act) {
      case 'route':
        this.addRoute(call, library, act)
        break
      case 'use':
        this.addUse(call, library)
        break
      case 'hook':
        this.addHook(call, library, act.handler, act.names)
        break
      case 'resource':
        this.addResource(call, library, act.paths)
        break
    }
  }

  private put(at: number, registration: Registration): void {
    const router = this.merged.get(at) ?? at
    const list = this.registrations.get(router)
    if (list) list.push(registration)
    else this.registrations.set(router, [registration])
  }

  private addRoute(call: number, library: string, act: Extract<Act, { act: 'route' }>): void {
    const { values, whole } = this.linked
    const receiver = receiverOf(this.linked, call)
    const args = [...whole.args(call)]
    const from = typeof act.handlers === 'number' ? act.handlers : 0
    // `app.get('title')` reads a setting; a verb without any handler registers nothing.
    if (typeof act.handlers === 'number' && args.length <= from) return
    const order = this.timeline.of(call)
    for (const label of this.routersAt(receiver)) {
      const builders = this.builders.get(label)
      const targets = builders
        ? builders.flatMap((builder) =>
            this.routersAt(receiverOf(this.linked, builder.node)).map((router) => ({ router, paths: builder.paths, context: builder.context })),
          )
        : [{ router: label, paths: undefined, context: undefined }]
      for (const target of targets)
        for (const context of target.context ? [target.context] : values.contexts([...args, whole.a[call] as number])) {
          const handlers =
            typeof act.handlers === 'number'
              ? this.handlers(args.slice(from), context)
              : act.handlers.flatMap((place) => this.handlers(atPlace(this.linked, call, place, context), context))
          if (handlers.length === 0 && typeof act.handlers !== 'number') continue
          this.put(target.router, {
            order,
            node: call,
            paths: target.paths ?? (act.path === 'receiver' ? [''] : this.pathsAt(call, this.pathPlace(call, act.path, context), context)),
            methods: this.methodsOf(call, act.method, context),
            handlers,
            kind: 'route',
            framework: library,
            schemas: act.schemas.flatMap((place) => atPlace(this.linked, call, place, context)),
            limits: act.limits.flatMap((place) => atPlace(this.linked, call, place, context)),
            generated: false,
          })
        }
    }
  }

  private methodsOf(call: number, method: string, context: Context): string[] {
    const { values } = this.linked
    if (method === 'member') {
      const callee = this.linked.whole.a[call] as number
      let names = [calledName(this.linked, call)]
      if (this.linked.whole.kind[callee] === Kind.LoadDynamic)
        names = values.texts(this.linked.whole.b[callee] as number, context).map(({ value }) => value)
      return names.filter((name) => METHODS.test(name)).map((name) => (name === 'del' ? 'DELETE' : name.toUpperCase()))
    }
    if (/^\d/.test(method)) {
      const texts = atPlace(this.linked, call, method, context).flatMap((node) =>
        values.elements(node, context).flatMap((element) => values.texts(element, context)),
      )
      const known = texts.filter(({ exact }) => exact).map(({ value }) => value.toUpperCase())
      return known.length > 0 ? [...new Set(known)] : ['ALL']
    }
    return [method]
  }

  private addUse(call: number, library: string): void {
    const { values, whole } = this.linked
    const args = [...whole.args(call)]
    if (args.length === 0) return
    const order = this.timeline.of(call)
    for (const router of this.routersAt(receiverOf(this.linked, call)))
      for (const context of values.contexts([...args, whole.a[call] as number])) {
        const first = args[0] as number
        const isPath = this.isPath(first, context) && args.length > 1
        const paths = isPath ? this.pathsAt(call, '0', context) : ['']
        for (const { path, nodes } of this.unmount(isPath ? args.slice(1) : args, context))
          this.mountOrUse(
            router,
            call,
            order,
            path === '' ? paths : paths.map((prefix) => joinPaths(prefix, path)),
            this.handlers(nodes, context),
            library,
          )
      }
  }

  /** Takes `mount('/admin', app)` apart into its path and what is behind it. */
  private unmount(nodes: number[], context: Context): { path: string; nodes: number[] }[] {
    const { solver, models, whole } = this.linked
    const plain: number[] = []
    const mounted: { path: string; nodes: number[] }[] = []
    for (const node of nodes) {
      const act =
        whole.kind[node] === Kind.Call
          ? [...(solver.apiCalls.get(node) ?? [])].flatMap((path) => models.acts.get(path) ?? []).find((known) => known.act.act === 'mounted')?.act
          : undefined
      if (act?.act !== 'mounted') {
        plain.push(node)
        continue
      }
      const targets = atPlace(this.linked, node, act.target, context)
      if (targets.length === 0) mounted.push({ path: '', nodes: atPlace(this.linked, node, act.path, context) })
      else for (const path of this.pathsAt(node, act.path, context)) mounted.push({ path, nodes: targets })
    }
    return plain.length > 0 ? [{ path: '', nodes: plain }, ...mounted] : mounted
  }

  private isPath(node: number, context: Context): boolean {
    const { values, whole, solver } = this.linked
    const kind = whole.kind[node] as Kind
    if (kind === Kind.String || kind === Kind.Template || kind === Kind.Regex) return true
    if (kind === Kind.Array) return values.elements(node, context).every((element) => element !== node && this.isPath(element, context))
    if (this.isRouterOrFunction(node)) return false
    if (values.labels(node, context).some((label) => solver.labels.kind[label] === LabelKind.Value)) return true
    // `config.get('prefix')`, `process.env.BASE`: not known, but no handler either.
    return apiPathsOf(this.linked, node).some((path) => /^(?:process\.env|import\.meta\.env)\./.test(this.linked.models.paths.show(path)))
  }

  private isRouterOrFunction(node: number): boolean {
    const { solver } = this.linked
    return solver.of(node).some((label) => {
      const kind = solver.labels.kind[label]
      return kind === LabelKind.Function || kind === LabelKind.ApiObject || kind === LabelKind.Instance
    })
  }

  /** Routers among the handlers are mounted behind the handlers before them; the rest is middleware. */
  private mountOrUse(router: number, call: number, order: Order, paths: string[], handlers: Handler[], library: string): void {
    const middleware: Handler[] = []
    for (const handler of handlers) {
      const children = this.childRouters(handler).filter((child) => child !== router)
      if (children.length === 0) {
        middleware.push(handler)
        continue
      }
      for (const child of children)
        for (const path of paths) this.putMount(child, { parent: router, order, node: call, path, handlers: [...middleware], inheritsHooks: false })
    }
    if (middleware.length > 0)
      this.put(router, {
        order,
        node: call,
        paths,
        methods: undefined,
        handlers: middleware,
        kind: 'use',
        framework: library,
        schemas: [],
        limits: [],
        generated: false,
      })
  }

  private putMount(child: number, mount: Mount): void {
    const list = this.mounts.get(child)
    if (!list) this.mounts.set(child, [mount])
    else if (!list.some(({ parent, path, node }) => parent === mount.parent && path === mount.path && node === mount.node)) list.push(mount)
  }

  /** Routers a value is, or brings: `router.routes()` of Koa is modelled as the router itself. */
  private childRouters({ node, labels }: Handler): number[] {
    const { solver, models } = this.linked
    return this.routersAt(node, labels).filter((label) => !models.roles.has(solver.labels.extra[label] as number) && !this.builders.has(label))
  }

  private addPlugin(call: number, library: string, plugin: string, prefix: string | undefined): void {
    const { values, whole, solver, models } = this.linked
    const args = [...whole.args(call)]
    const order = this.timeline.of(call)
    for (const router of this.routersAt(receiverOf(this.linked, call)))
      for (const context of values.contexts(args)) {
        const paths = prefix ? this.pathsAt(call, prefix, context) : []
        for (const node of atPlace(this.linked, call, plugin, context)) {
          const labels = values.labels(node, context)
          // Wrapped so that it shares its parent's context.
          const shared = labels.some((label) => solver.labels.kind[label] === LabelKind.Api && models.shares.has(solver.labels.data[label] as number))
          this.addLibraryPlugin(router, call, library, order, node, labels, paths)
          for (const label of labels) {
            if (solver.labels.kind[label] === LabelKind.Api)
              for (const { act } of models.acts.get(solver.labels.data[label] as number) ?? [])
                if (act.act === 'autoload') this.addAutoload(call, act.directory, act.prefix)
            if (solver.labels.kind[label] !== LabelKind.Function) continue
            const first = whole.functions[solver.labels.data[label] as number]?.params[0]
            for (const child of first === undefined ? [] : this.pluginRouters(first, router)) {
              if (shared) this.merged.set(child, this.merged.get(router) ?? router)
              else
                for (const path of paths.length > 0 ? paths : [''])
                  this.putMount(child, { parent: router, order, node: call, path, handlers: [], inheritsHooks: true })
            }
          }
        }
      }
  }

  /** A plugin of a library with a role: a rate limiter for everything, a directory that is served. */
  private addLibraryPlugin(
    router: number,
    call: number,
    library: string,
    order: Order,
    node: number,
    labels: readonly number[],
    prefixes: string[],
  ): void {
    const { solver, models, values, whole } = this.linked
    for (const label of labels) {
      const role = solver.labels.kind[label] === LabelKind.Api ? models.roles.get(solver.labels.data[label] as number) : undefined
      if (!role) continue
      const [, options] = whole.args(call)
      const isOff =
        options !== undefined && values.property(options, 'global').some((value) => values.texts(value).some((text) => text.value === 'false'))
      if (isOff) continue
      const handlers = this.handlers([node], NO_CONTEXT)
      const paths = role.serves ? (prefixes.length > 0 ? prefixes : ['']) : ['']
      this.put(router, {
        order,
        node: call,
        paths,
        methods: undefined,
        handlers,
        kind: role.serves ? 'use' : 'hook',
        framework: library,
        schemas: [],
        limits: [],
        generated: false,
      })
    }
  }

  private addHook(call: number, library: string, place: string, names: string[] | undefined): void {
    const { values, whole } = this.linked
    const first = whole.args(call)[0]
    if (names && first !== undefined && !values.texts(first).some(({ value }) => names.includes(value))) return
    for (const router of this.routersAt(receiverOf(this.linked, call))) {
      const handlers = this.handlers(atPlace(this.linked, call, place, NO_CONTEXT), NO_CONTEXT)
      if (handlers.length > 0)
        this.put(router, {
          order: this.timeline.of(call),
          node: call,
          paths: [''],
          methods: undefined,
          handlers,
          kind: 'hook',
          framework: library,
          schemas: [],
          limits: [],
          generated: false,
        })
    }
  }

  /** Collection and member routes as REST generators make them. */
  private addResource(call: number, library: string, place: string): void {
    const { values, whole } = this.linked
    const order = this.timeline.of(call)
    const routers = this.rootsOfProgram()
    for (const context of values.contexts([...whole.args(call)])) {
      const [collection, member] = this.pathsAt(call, place, context)
      const ways: [string | undefined, string[]][] = [
        [collection, ['GET', 'POST']],
        [member, ['GET', 'PUT', 'DELETE']],
      ]
      for (const [path, methods] of ways)
        if (path)
          for (const router of routers)
            this.put(router, {
              order,
              node: call,
              paths: [path],
              methods,
              handlers: [],
              kind: 'route',
              framework: library,
              schemas: [],
              limits: [],
              generated: true,
            })
    }
  }

  /** Applications that were made, for libraries that are handed one elsewhere. */
  private rootsOfProgram(): number[] {
    const { solver, models } = this.linked
    const roots: number[] = []
    for (let label = 0; label < solver.labels.count; label++)
      if (
        solver.labels.kind[label] === LabelKind.ApiObject &&
        models.roots.has(solver.labels.extra[label] as number) &&
        this.linked.whole.kind[solver.labels.data[label] as number] === Kind.Call
      )
        roots.push(label)
    return roots.slice(0, 1)
  }

  private addAutoload(call: number, place: string, prefix: string | undefined): void {
    const { whole } = this.linked
    const directories = this.directoriesAt(call, place)
    const prefixes = prefix ? this.pathsAt(call, prefix, NO_CONTEXT) : []
    const order = this.timeline.of(call)
    const [options] = atPlace(this.linked, call, '1')
    const flat =
      options !== undefined &&
      this.linked.values.property(options, 'dirNameRoutePrefix').some((node) => this.linked.values.texts(node).some(({ value }) => value === 'false'))
    const plugins = whole.files.flatMap((facts, file) => {
      const directory = directories.find((candidate) => facts.path.startsWith(`${candidate}/`))
      if (directory === undefined || /\.(?:test|spec)\.\w+$/.test(facts.path)) return []
      const inside = facts.path.slice(directory.length + 1).split('/')
      const name = inside.pop() as string
      const exported = [
        ...(whole.exports[file] as { name: string; node: number }[]).filter((entry) => entry.name === 'default').map(({ node }) => node),
        ...(whole.commonjs[file] as number[]),
      ]
      return [{ file, inside, isHooks: /^_?autohooks\.\w+$/.test(name), exported }]
    })
    for (const router of this.routersAt(receiverOf(this.linked, call))) {
      // Hooks of a directory stand between its parent and all that is in it or below.
      const hooks = new Map<string, number>()
      for (const { inside, exported, isHooks } of plugins.sort((one, other) => one.inside.length - other.inside.length)) {
        if (!isHooks) continue
        for (const child of this.exportedInstances(exported, router)) {
          this.putMount(child, { parent: nearest(hooks, inside) ?? router, order, node: call, path: '', handlers: [], inheritsHooks: true })
          hooks.set(inside.join('/'), child)
        }
      }
      for (const { file, inside, exported, isHooks } of plugins) {
        if (isHooks) continue
        const own = this.ownPrefix(file, exported) ?? (flat ? '' : `/${inside.map((part) => part.replace(/^_/, ':')).join('/')}`)
        for (const child of this.exportedInstances(exported, router))
          this.putMount(child, {
            parent: nearest(hooks, inside) ?? router,
            order,
            node: call,
            path: joinPaths(prefixes[0] ?? '', own),
            handlers: [],
            inheritsHooks: true,
          })
      }
    }
  }

  private exportedInstances(exported: number[], parent: number): number[] {
    const { solver, whole } = this.linked
    return exported.flatMap((node) =>
      [...solver.of(node)].flatMap((label) => {
        if (solver.labels.kind[label] !== LabelKind.Function) return []
        const first = whole.functions[solver.labels.data[label] as number]?.params[0]
        return first === undefined ? [] : this.pluginRouters(first, parent)
      }),
    )
  }

  /** A prefix that a plugin file states for itself: `module.exports.autoPrefix = '/other'`. */
  private ownPrefix(file: number, exported: number[]): string | undefined {
    const { whole, values, solver } = this.linked
    for (const name of ['autoPrefix', 'prefixOverride']) {
      const entry = (whole.exports[file] as { name: string; node: number }[]).find((candidate) => candidate.name === name)
      const property = whole.string(name)
      const fields = exported.flatMap((node) => solver.of(node).flatMap((label) => solver.fieldsOf.get(label)?.get(property) ?? []))
      const stored = whole.exportsNode[file] as number
      const module = stored < 0 ? [] : solver.of(stored).flatMap((label) => solver.fieldsOf.get(label)?.get(property) ?? [])
      for (const node of [...(entry ? [entry.node] : []), ...fields, ...module]) {
        const [text] = values.texts(node)
        if (text) return text.value
      }
    }
    return undefined
  }

  /** The instance a plugin function gets; where nothing types it, it is of its parent's type. */
  private pluginRouters(param: number, parent: number): number[] {
    const { solver } = this.linked
    const known = this.routersAt(param)
    if (known.length > 0) return known
    const path = solver.labels.extra[parent] as number
    const label = solver.labels.of(LabelKind.ApiObject, param, path)
    solver.add(param, label)
    solver.resume()
    return [label]
  }

  private directoriesAt(call: number, place: string): string[] {
    const { values, whole } = this.linked
    const here = (whole.files[whole.fileOf(call)] as { path: string }).path.split('/').slice(0, -1)
    return atPlace(this.linked, call, place, NO_CONTEXT).map((node) => {
      // path.join(__dirname, 'routes'): the texts among its arguments, from where the file stands.
      const parts = whole.kind[node] === Kind.Call ? [...whole.args(node)] : [node]
      const texts = parts
        .flatMap((part) =>
          values
            .texts(part)
            .filter(({ exact }) => exact)
            .slice(0, 1),
        )
        .map(({ value }) => value)
      const path = [...here]
      for (const part of texts.join('/').split('/')) {
        if (part === '..') path.pop()
        else if (part !== '.' && part !== '') path.push(part)
      }
      return path.join('/')
    })
  }

  private handlers(nodes: number[], context: Context): Handler[] {
    const { values, whole } = this.linked
    return nodes
      .flatMap((node) => values.elements(node, context))
      .filter((node) => whole.kind[node] !== Kind.Undefined && whole.kind[node] !== Kind.Object)
      .map((node) => {
        const bound = this.boundNode(node, context)
        const labels = values.labels(node, context)
        const functions = this.functionsOf(bound, labels)
        return { node: bound, name: this.handlerName(bound, functions), at: this.placeOf(bound, functions), labels, functions }
      })
  }

  /** Functions a handler may be; what a wrapper wraps comes before the wrapper's own. */
  private functionsOf(node: number, labels: readonly number[], hops = 0): number[] {
    const { solver } = this.linked
    const inner = hops > 4 ? [] : this.guards.wrapped(node).flatMap((argument) => this.functionsOf(argument, solver.of(argument), hops + 1))
    const own = labels.filter((label) => solver.labels.kind[label] === LabelKind.Function).map((label) => solver.labels.data[label] as number)
    return [...new Set([...inner, ...own])]
  }

  private boundNode(node: number, context: Context): number {
    const bound = context.bindings.get(node)
    return bound && bound.node < this.linked.whole.size ? bound.node : node
  }

  private handlerName(node: number, functions: number[]): string {
    const { whole, values } = this.linked
    if (node < whole.size && whole.kind[node] !== Kind.Function) {
      const source = whole.sourceOf(node, 60)
      if (source && !/=>|\bfunction\b/.test(source)) return source
      // What a wrapper wraps on the spot has the wrapper's name nowhere but here.
      if (this.guards.wrapped(node).length > 0) return whole.functions[functions[0] ?? -1]?.fact.name || 'anonymous function'
    }
    const fact = whole.functions[functions[0] ?? -1]?.fact
    return fact?.name || (node < whole.size ? values.nameOf(node) : '') || 'anonymous function'
  }

  private placeOf(node: number, functions: number[]): Evidence {
    const { whole } = this.linked
    const fn = whole.functions[functions[0] ?? -1]
    return cite(this.linked, fn ? fn.node : node < whole.size ? node : 0)
  }

  // ── from registrations to entry points ─────────────────────────────────────────────────────────────────────────────

  /** Whether requests end here: a route that only hands on is a guard for others. */
  private isEntry(registration: Registration): boolean {
    if (registration.kind === 'hook') return false
    if (registration.generated) return true
    const last = registration.handlers[registration.handlers.length - 1]
    if (!last) return false
    const behaviours = registration.handlers.map((handler) => this.guards.ofNode(handler.node, handler.labels))
    if (registration.kind === 'route')
      return behaviours.some(({ answers }) => answers) || !(behaviours[behaviours.length - 1] as { passes: boolean }).passes
    if (behaviours.some(({ serves }) => serves)) return true
    const ends = registration.handlers.some(({ functions }, index) => functions.length > 0 && !(behaviours[index] as { passes: boolean }).passes)
    return registration.paths.some((path) => path !== '' && path !== '/') && (behaviours.some(({ answers }) => answers) || ends)
  }

  /** Ways from a root to a router: the prefix that they add up to, and the mounts on the way, outermost first. */
  private ways(router: number, seen: number[] = []): { prefix: string; chain: Mount[] }[] {
    const own = this.prefixes.get(router) ?? ['']
    const mounts = this.mounts.get(router) ?? []
    if (mounts.length === 0) return this.isRoot(router) ? own.map((prefix) => ({ prefix, chain: [] })) : []
    const ways: { prefix: string; chain: Mount[] }[] = []
    for (const mount of mounts) {
      if (seen.includes(mount.parent) || ways.length > MOST_WAYS) continue
      for (const parent of this.ways(mount.parent, [...seen, router]))
        for (const prefix of own) ways.push({ prefix: joinPaths(joinPaths(parent.prefix, mount.path), prefix), chain: [...parent.chain, mount] })
    }
    return ways
  }

  /** An application; or a router that other code than this is handed. */
  private isRoot(router: number): boolean {
    const { solver, models, whole } = this.linked
    const path = solver.labels.extra[router] as number
    if (models.roots.has(path)) return true
    const site = solver.labels.data[router] as number
    if (whole.kind[site] === Kind.Param) return true
    return this.isExportedUnseen(router, whole.fileOf(site))
  }

  /** Exported by a file that nothing here imports. */
  private isExportedUnseen(router: number, file: number): boolean {
    const { solver, whole, modules, fileIndex } = this.linked
    const nodes = [...(whole.exports[file] as { node: number }[]).map(({ node }) => node), ...(whole.commonjs[file] as number[])]
    const exported = nodes.some((node) =>
      solver
        .of(node)
        .some(
          (label) =>
            label === router ||
            (solver.fieldsOf.get(label) &&
              [...(solver.fieldsOf.get(label) as Map<number, number>).values()].some((field) => solver.of(field).includes(router))),
        ),
    )
    if (!exported) return false
    const { path } = whole.files[file] as { path: string }
    return !whole.files.some((other) =>
      other.graph.imports.some(({ specifier }) => {
        const to = modules.resolve(other.path, specifier)
        return to.kind === 'file' && to.path === path && fileIndex.has(path)
      }),
    )
  }

  private routesOf(registration: Registration, router: number, way: { prefix: string; chain: Mount[] }): FoundRoute[] {
    const behaviours = registration.handlers.map((handler) => this.guards.ofNode(handler.node, handler.labels))
    // Handlers after one that answers and does not hand on are never reached.
    const answering = behaviours.findIndex(({ answers, passes }) => answers && !passes)
    const last = answering >= 0 ? answering : registration.kind === 'use' ? registration.handlers.length : registration.handlers.length - 1
    const before = registration.handlers.slice(0, Math.max(last, 0))
    const serves = behaviours.map((behaviour) => behaviour.serves).find((value) => value !== undefined)
    const methods = registration.methods ?? ['ALL']
    return registration.paths.flatMap((path) =>
      methods.map((method) => {
        const full = trimSlash(joinPaths(way.prefix, path)) || '/'
        const routeGuards = before.flatMap((handler) => this.guardsOf(handler, 'route', full))
        return {
          framework: registration.framework,
          methods: [method],
          path: full,
          node: registration.node,
          handlers: answering >= 0 ? registration.handlers.slice(0, answering + 1) : registration.handlers,
          guards: [
            ...this.inForce(registration, router, way, path, [method], full),
            ...(registration.kind === 'route' ? routeGuards : routeGuards.filter(({ role }) => role !== 'other')),
          ],
          schemas: registration.schemas,
          limits: registration.limits,
          generated: registration.generated,
          serves,
          notes: [],
        }
      }),
    )
  }

  /** Guards that a request meets before the route's own handlers, outermost first. */
  private inForce(
    registration: Registration,
    router: number,
    way: { prefix: string; chain: Mount[] },
    path: string,
    methods: string[],
    full: string,
  ): Guard[] {
    const guards: Guard[] = []
    const { chain } = way
    // Path below each router of the chain, from the outermost in.
    let below = path
    const levels: { router: number; below: string; before: Order; hooks: boolean }[] = [
      { router, below: joinPaths(this.prefixes.get(router)?.[0] ?? '', below), before: registration.order, hooks: true },
    ]
    for (let i = chain.length - 1; i >= 0; i--) {
      const mount = chain[i] as Mount
      below = joinPaths(mount.path, (levels[0] as { below: string }).below)
      levels.unshift({ router: mount.parent, below, before: mount.order, hooks: mount.inheritsHooks })
    }
    levels.forEach((level, depth) => {
      for (const other of this.registrations.get(level.router) ?? []) {
        if (other === registration || other.generated) continue
        if (other.kind === 'hook') {
          if (level.hooks) guards.push(...other.handlers.flatMap((handler) => this.guardsOf(handler, depth === 0 ? 'application' : 'router', full)))
          continue
        }
        if (compare(other.order, level.before) >= 0) continue
        const matched = other.paths.find((candidate) => pathCovers(candidate, level.below, other.kind === 'use'))
        if (matched === undefined) continue
        if (other.kind === 'route' && !sharesMethod(other.methods, methods)) continue
        const scope = matched === '' || matched === '/' ? (depth === 0 ? 'application' : 'router') : 'path'
        for (const handler of other.handlers) guards.push(...this.guardsOf(handler, scope, full, other.kind === 'route'))
      }
      const mount = chain[depth]
      if (mount) guards.push(...mount.handlers.flatMap((handler) => this.guardsOf(handler, 'router', full)))
    })
    return guards
  }

  /** A handler as guards: one for each role its body or its library gives it. */
  guardsOf(handler: Handler, scope: Guard['scope'], full: string, mustPass = false): Guard[] {
    const behaviour = this.guards.ofNode(handler.node, handler.labels)
    if (mustPass && !behaviour.passes) return []
    const applies = appliesTo(behaviour, full)
    const roles = [...behaviour.roles]
      .filter((role) => (role !== 'authentication' && role !== 'authorization') || applies)
      .filter((role) => role !== 'validation' || !behaviour.collects)
    if (roles.length === 0)
      return mustPass
        ? []
        : [{ name: handler.name, role: 'other', scope, at: this.registered(handler), ...(behaviour.opaque ? { opaque: true } : {}) }]
    return roles.map((role) => ({ name: handler.name, role, scope, at: behaviour.denials.find((denial) => denial.role === role)?.at ?? handler.at }))
  }

  private registered({ node, at }: Handler): Evidence {
    return node < this.linked.whole.size ? cite(this.linked, node) : at
  }

  private noteApplicationWide(router: number): void {
    for (const registration of [...(this.registrations.get(router) ?? [])].sort((one, other) => compare(one.order, other.order)))
      if (registration.kind !== 'route' && registration.paths.some((path) => path === '' || path === '/' || path === '*'))
        this.applicationWide.push(...registration.handlers.flatMap((handler) => this.guardsOf(handler, 'application', '/')))
  }
}

function sharesMethod(one: string[] | undefined, other: string[]): boolean {
  return !one || one.includes('ALL') || other.includes('ALL') || one.some((method) => other.includes(method))
}

/** Express and Nest answer with and without a slash at the end. */
function trimSlash(path: string): string {
  return path.length > 1 && !/^\/\^/.test(path) ? path.replace(/\/+$/, '') : path
}

/** What is kept for a directory or the nearest one above it. */
function nearest(of: Map<string, number>, inside: string[]): number | undefined {
  for (let depth = inside.length; depth >= 0; depth--) {
    const found = of.get(inside.slice(0, depth).join('/'))
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Entry points of frameworks that declare them with decorators (NestJS and its kin). In: classes and their decorators. Out:
 * routes with global prefix, version, controller path and the guards of application, class and method.
 */
import { Kind } from '../graph'
import type { Evidence, Guard } from '../types'
import type { Guards } from './guards'
import { LabelKind } from './labels'
import { apiPathsOf, cite, citeLine, type Linked, receiverOf } from './linked'
import type { DecoratorModel } from './models'
import { joinPaths, pathCovers } from './paths'
import type { FoundRoute } from './routes'

interface Decoration {
  node: number
  library: string
  model: DecoratorModel
}

interface Settings {
  prefix: string
  exclude: { path: string; method: string }[]
  versioning: boolean
  defaultVersion: string[]
  guards: Guard[]
  /** Classes of the modules it is made of; empty when its root module was not found. */
  modules: Set<number>
  /** Directory it stands in, for applications whose modules were not found. */
  directory: string
}

export class Decorated {
  private readonly settings: Settings[] = []
  /** Middleware put in force with `consumer.apply(X).forRoutes(...)`. */
  private readonly consumers: { guards: Guard[]; routes: { path: string; method: string }[]; controllers: number[] }[] = []

  constructor(
    private readonly linked: Linked,
    private readonly guards: Guards,
  ) {}

  find(): {
    routes: FoundRoute[]
    listeners: { model: DecoratorModel; library: string; node: number; cls: number; method: string; labels: string[] }[]
    applicationWide: Guard[]
  } {
    this.readSettings()
    this.readConsumers()
    const routes: FoundRoute[] = []
    const listeners: { model: DecoratorModel; library: string; node: number; cls: number; method: string; labels: string[] }[] = []
    this.linked.whole.classes.forEach((cls, index) => {
      const decorations = this.decorationsOf(cls.decorators)
      const controller = decorations.find(({ model }) => model.decorator === 'controller')
      for (const member of this.membersOf(index)) {
        const own = this.decorationsOf(member.decorators)
        for (const { model, library, node } of own) {
          if (model.decorator === 'listen') listeners.push({ model, library, node, cls: index, method: member.name, labels: this.textsOf(node) })
          else if (model.decorator === 'route' && controller)
            routes.push(...this.routesOf(index, controller, decorations, member, { model, library, node }, own))
        }
      }
    })
    return { routes, listeners, applicationWide: this.settings.flatMap(({ guards }) => guards) }
  }

  /** Own members and inherited ones that are not overridden. */
  private membersOf(cls: number): { name: string; node: number; decorators: number[]; pos: number; file: number }[] {
    const { whole, solver } = this.linked
    const members = new Map<string, { name: string; node: number; decorators: number[]; pos: number; file: number }>()
    for (let at: number | undefined = cls, hops = 0; at !== undefined && hops < 5; at = solver.superclass.get(at), hops++) {
      const fact = whole.classes[at]
      for (const member of fact?.members ?? []) if (!members.has(member.name)) members.set(member.name, { ...member, file: fact?.file ?? 0 })
    }
    return [...members.values()]
  }

  private decorationsOf(nodes: number[]): Decoration[] {
    const { models, whole, solver } = this.linked
    const found: Decoration[] = []
    for (const node of nodes) {
      // A decorator made of others: `const Auth = () => applyDecorators(UseGuards(A), Roles('x'))`.
      for (const at of this.unfold(node, 0)) {
        const paths =
          whole.kind[at] === Kind.Call
            ? [...(solver.apiCalls.get(at) ?? [])].map((path) => models.paths.call(path))
            : apiPathsOf(this.linked, at).map((path) => models.paths.call(path))
        for (const path of paths) {
          const known = models.decorators.get(path)
          if (known) found.push({ node: at, ...known })
        }
      }
    }
    return found
  }

  private unfold(node: number, depth: number): number[] {
    const { whole, solver, models } = this.linked
    if (depth > 3 || whole.kind[node] !== Kind.Call) return [node]
    const composed = [...(solver.apiCalls.get(node) ?? [])].some((path) => /\.applyDecorators$/.test(models.paths.show(path)))
    if (composed) return [...whole.args(node)].flatMap((argument) => this.unfold(argument, depth + 1))
    const callees = solver.callees.get(node)
    if (callees) return [...callees].flatMap((fn) => (whole.functions[fn]?.returns ?? []).flatMap((value) => this.unfold(value, depth + 1)))
    return [node]
  }

  private textsOf(decorator: number): string[] {
    const { whole, values } = this.linked
    if (whole.kind[decorator] !== Kind.Call) return []
    const first = whole.args(decorator)[0]
    if (first === undefined) return []
    const nodes = whole.kind[first] === Kind.Object ? values.property(first, 'path') : [first]
    return nodes
      .flatMap((node) => values.elements(node))
      .flatMap((node) => values.texts(node))
      .map(({ value }) => value)
  }

  private versionsOf(decorations: Decoration[]): string[] {
    const { whole, values } = this.linked
    for (const { model, node } of decorations) {
      const first = whole.args(node)[0]
      if (first === undefined) continue
      if (model.decorator === 'version')
        return values
          .elements(first)
          .flatMap((element) => values.texts(element))
          .map(({ value }) => value)
      if (model.decorator === 'controller' && whole.kind[first] === Kind.Object) {
        const versions = values
          .property(first, 'version')
          .flatMap((node) => values.elements(node))
          .flatMap((element) => values.texts(element))
        if (versions.length > 0) return versions.map(({ value }) => value)
      }
    }
    return []
  }

  private routesOf(
    cls: number,
    controller: Decoration,
    ofClass: Decoration[],
    member: { name: string; node: number; pos: number; file: number },
    route: Decoration,
    ofMethod: Decoration[],
  ): FoundRoute[] {
    return this.applicationsOf(cls).flatMap(({ settings, mountedAt }) =>
      this.routesIn(settings, mountedAt, cls, controller, ofClass, member, route, ofMethod),
    )
  }

  private routesIn(
    settings: Settings,
    mountedAt: string,
    cls: number,
    controller: Decoration,
    ofClass: Decoration[],
    member: { name: string; node: number; pos: number; file: number },
    route: Decoration,
    ofMethod: Decoration[],
  ): FoundRoute[] {
    const { whole } = this.linked
    const method = route.model.method ?? 'ALL'
    const prefixes = orEmpty(this.textsOf(controller.node))
    const paths = orEmpty(this.textsOf(route.node))
    const versions = settings.versioning ? firstOf(this.versionsOf(ofMethod), this.versionsOf(ofClass), settings.defaultVersion) : []
    const found: FoundRoute[] = []
    const fn = member.node >= 0 && whole.kind[member.node] === Kind.Function ? (whole.a[member.node] as number) : -1
    const name = `${whole.classes[cls]?.fact.name || 'anonymous'}.${member.name}`
    for (const prefix of prefixes)
      for (const path of paths) {
        const local = joinPaths(mountedAt, joinPaths(joinPaths('', prefix), path)).replace(/(.)\/+$/, '$1')
        const excluded = settings.exclude.some((rule) => pathCovers(rule.path, local, false) && (rule.method === 'ALL' || rule.method === method))
        const global = excluded ? '' : settings.prefix
        for (const version of versions.length > 0 ? versions : ['']) {
          const full = joinPaths(joinPaths(global, version === '' || /VERSION_NEUTRAL/.test(version) ? '' : `v${version}`), local) || '/'
          found.push({
            framework: route.library,
            methods: [method],
            path: full,
            node: route.node,
            handlers: [
              {
                node: member.node >= 0 ? member.node : route.node,
                name,
                at: this.placeOf(fn, route.node),
                labels: [],
                functions: fn < 0 ? [] : [fn],
              },
            ],
            guards: this.guardsFor(cls, settings, ofClass, ofMethod, local, method, fn),
            schemas: [],
            limits: [],
            generated: false,
            serves: undefined,
            notes: [],
            ...(fn < 0 ? {} : { method: fn }),
          })
        }
      }
    return found
  }

  private placeOf(fn: number, fallback: number): Evidence {
    const { whole } = this.linked
    const fact = whole.functions[fn]
    if (!fact) return cite(this.linked, fallback)
    // Past the decorators, to the line with the method's name.
    const { text } = whole.files[fact.file] as { text: string }
    const at = text.indexOf(`${fact.fact.name}(`, fact.fact.pos)
    return citeLine(this.linked, fact.file, whole.lineAt(fact.file, at >= 0 && at < fact.fact.end ? at : fact.fact.pos))
  }

  private guardsFor(
    cls: number,
    settings: Settings,
    ofClass: Decoration[],
    ofMethod: Decoration[],
    local: string,
    method: string,
    fn: number,
  ): Guard[] {
    const isPublic =
      [...ofClass, ...ofMethod].some(({ model, node }) => model.decorator === 'public' || this.isPublicMark(node)) || this.hasPublicMark(cls, fn)
    const skipped = new Set([...ofClass, ...ofMethod].filter(({ model }) => model.decorator === 'skip').map(({ model }) => model.role))
    const guards = settings.guards.filter(({ role }) => !(isPublic && (role === 'authentication' || role === 'authorization')) && !skipped.has(role))
    for (const consumer of this.consumers)
      if (
        consumer.controllers.includes(cls) ||
        consumer.routes.some((rule) => pathCovers(rule.path, local, /\*$/.test(rule.path)) && (rule.method === 'ALL' || rule.method === method))
      )
        guards.push(...consumer.guards)
    for (const [decorations, scope] of [
      [ofClass, 'class'],
      [ofMethod, 'route'],
    ] as const)
      for (const { model, node } of decorations) {
        if (model.decorator === 'guards') for (const argument of this.linked.whole.args(node)) guards.push(...this.guardOf(argument, scope))
        if (model.decorator === 'roles')
          guards.push({ name: this.linked.whole.sourceOf(node, 60), role: 'authorization', scope, at: cite(this.linked, node) })
        if (model.decorator === 'pipes')
          for (const argument of this.linked.whole.args(node))
            guards.push({ name: this.linked.whole.sourceOf(argument, 60), role: 'validation', scope, at: cite(this.linked, node) })
      }
    guards.push(...this.parameterPipes(fn))
    // A pipe for everything checks only what a class describes: an interface is gone when the program runs.
    return this.hasCheckedParameter(fn) ? guards : guards.filter(({ role, scope }) => role !== 'validation' || scope === 'route')
  }

  /** `@Param('id', ParseIntPipe)`. */
  private parameterPipes(fn: number): Guard[] {
    const { whole } = this.linked
    const guards: Guard[] = []
    for (const decorator of whole.parameterDecorators) {
      if (decorator.fn !== fn || whole.kind[decorator.expression] !== Kind.Call) continue
      for (const argument of whole.args(decorator.expression)) {
        const name = whole.sourceOf(argument, 40)
        if (/Pipe\b/.test(name)) guards.push({ name, role: 'validation', scope: 'route', at: cite(this.linked, decorator.expression) })
      }
    }
    return guards
  }

  private hasCheckedParameter(fn: number): boolean {
    const { whole } = this.linked
    const params = new Set(
      whole.parameterDecorators.filter((decorator) => decorator.fn === fn).map(({ index }) => whole.functions[fn]?.params[index]),
    )
    return whole.annotations.some(([node, type]) => {
      if (!params.has(node) || whole.kind[type] !== Kind.TypeRef) return false
      return this.linked.solver.of(whole.a[type] as number).some((label) => {
        if (this.linked.solver.labels.kind[label] !== LabelKind.Class) return false
        return (whole.classes[this.linked.solver.labels.data[label] as number]?.members ?? []).some(({ decorators }) => decorators.length > 0)
      })
    })
  }

  /** `@Public()` and its kin: set metadata that the application's guard looks up. */
  private hasPublicMark(cls: number, fn: number): boolean {
    const { whole } = this.linked
    const nodes = [...(whole.classes[cls]?.decorators ?? [])]
    for (const member of whole.classes[cls]?.members ?? [])
      if (member.node >= 0 && whole.kind[member.node] === Kind.Function && whole.a[member.node] === fn) nodes.push(...member.decorators)
    return nodes.some((node) => this.isPublicMark(node))
  }

  private isPublicMark(node: number): boolean {
    return /^(?:Public|IsPublic|SkipAuth|AllowAnonymous|NoAuth|Unprotected|AllowUnauthorized\w*|AuthPublic)\b/.test(
      this.linked.whole.sourceOf(node, 40).replace(/^@/, ''),
    )
  }

  /** A guard class, instance or mixin as guards with roles. */
  private guardOf(node: number, scope: Guard['scope']): Guard[] {
    const { solver, whole, models } = this.linked
    const name = whole.sourceOf(node, 60)
    const roles = new Set<Guard['role']>()
    const at = cite(this.linked, node)
    for (const label of solver.of(node)) {
      const kind = solver.labels.kind[label]
      const data = solver.labels.data[label] as number
      if (kind === LabelKind.Class || kind === LabelKind.Instance) {
        for (let cls: number | undefined = data, hops = 0; cls !== undefined && hops < 5; cls = solver.superclass.get(cls), hops++) {
          const fn = this.guards.method(solver.labels.of(LabelKind.Instance, cls), 'canActivate')
          if (fn >= 0) for (const role of this.activation(fn)) roles.add(role)
          const parent = whole.classes[cls]?.extends ?? -1
          if (parent >= 0) for (const path of apiPathsOf(this.linked, parent)) addRole(roles, models.roles.get(path)?.role)
        }
      } else if (kind === LabelKind.Api || kind === LabelKind.ApiObject) {
        addRole(roles, models.roles.get(kind === LabelKind.Api ? data : (solver.labels.extra[label] as number))?.role)
      }
    }
    if (roles.size > 0) return [...roles].map((role) => ({ name, role, scope, at }))
    const seen = solver.of(node).some((label) => solver.labels.kind[label] === LabelKind.Class || solver.labels.kind[label] === LabelKind.Instance)
    return [{ name, role: 'other', scope, at, ...(seen ? {} : { opaque: true }) }]
  }

  /** What `canActivate` asks: it refuses by returning false or throwing. */
  private activation(fn: number): Guard['role'][] {
    const behaviour = this.guards.ofFunction(fn)
    const roles = [...behaviour.roles].filter((role) => role === 'authentication' || role === 'authorization')
    if (roles.length > 0) return roles
    const asked = this.guards.answersBy(fn)
    return asked ? [asked] : []
  }

  // ── application settings ───────────────────────────────────────────────────────────────────────────────────────────

  private readSettings(): void {
    const { models, solver, whole, values } = this.linked
    const byApplication = new Map<string, Settings>()
    const settingsAt = (call: number): Settings => {
      const { path } = whole.files[whole.fileOf(call)] as { path: string }
      const directory = applicationOf(path)
      let settings = byApplication.get(directory)
      if (!settings) {
        settings = { prefix: '', exclude: [], versioning: false, defaultVersion: [], guards: [], modules: new Set(), directory }
        byApplication.set(directory, settings)
      }
      return settings
    }
    for (const [call, paths] of solver.apiCalls)
      for (const path of paths)
        for (const { act } of models.acts.get(path) ?? []) {
          if (act.act !== 'setting') continue
          const args = whole.args(call)
          const first = args[0]
          if (act.setting === 'application' && first !== undefined) {
            for (const label of solver.of(first))
              if (solver.labels.kind[label] === LabelKind.Class) this.addModule(settingsAt(call).modules, solver.labels.data[label] as number)
          } else if (act.setting === 'globalPrefix' && first !== undefined) {
            const settings = settingsAt(call)
            const texts = values.texts(first)
            settings.prefix = (texts.find(({ exact }) => exact) ?? texts[0])?.value ?? ''
            if (args[1] !== undefined)
              for (const node of values.property(args[1], 'exclude'))
                for (const element of values.elements(node)) {
                  const inner = values.property(element, 'path').flatMap((value) => values.texts(value))
                  const methods = values.property(element, 'method').map((value) => values.nameOf(value))
                  for (const { value } of inner.length > 0 ? inner : values.texts(element))
                    settings.exclude.push({ path: joinPaths('', value), method: methods[0] && methods[0] !== 'ALL' ? methods[0] : 'ALL' })
                }
          } else if (act.setting === 'versioning') {
            const settings = settingsAt(call)
            const kinds = first === undefined ? [] : values.property(first, 'type').map((node) => values.nameOf(node))
            settings.versioning = kinds.length === 0 || kinds.includes('URI') || kinds.includes('')
            if (first !== undefined)
              settings.defaultVersion = values
                .property(first, 'defaultVersion')
                .flatMap((node) => values.elements(node))
                .flatMap((node) => values.texts(node))
                .map(({ value }) => value)
          } else if (act.setting === 'globalGuards') {
            for (const argument of args) settingsAt(call).guards.push(...this.guardOf(argument, 'application'))
          } else if (act.setting === 'globalPipes') {
            for (const argument of args)
              settingsAt(call).guards.push({
                name: whole.sourceOf(argument, 60),
                role: 'validation',
                scope: 'application',
                at: cite(this.linked, call),
              })
          } else if (act.setting === 'middleware') {
            for (const argument of args)
              for (const role of this.guards.ofNode(argument).roles)
                settingsAt(call).guards.push({ name: whole.sourceOf(argument, 60), role, scope: 'application', at: cite(this.linked, call) })
          }
        }
    this.readProviders(settingsAt)
    this.settings.push(...byApplication.values())
  }

  /** `{ provide: APP_GUARD, useClass: X }` in any module. */
  private readProviders(settingsAt: (node: number) => Settings): void {
    const { whole, values, models } = this.linked
    for (let node = 0; node < whole.size; node++) {
      if (whole.kind[node] !== Kind.Object) continue
      const [provide] = values.property(node, 'provide')
      if (provide === undefined || provide >= whole.size) continue
      const token = apiPathsOf(this.linked, provide)
        .map((path) => models.paths.show(path))
        .find((name) => /\.APP_(?:GUARD|PIPE)$/.test(name))
      if (!token) continue
      const used = ['useClass', 'useExisting', 'useValue', 'useFactory'].flatMap((name) => values.property(node, name))
      for (const value of used) {
        if (value >= whole.size) continue
        if (token.endsWith('APP_PIPE'))
          settingsAt(node).guards.push({ name: whole.sourceOf(value, 60), role: 'validation', scope: 'application', at: cite(this.linked, node) })
        else settingsAt(node).guards.push(...this.guardOf(value, 'application'))
      }
    }
  }

  private readConsumers(): void {
    const { models, solver, whole, values } = this.linked
    for (const [call, paths] of solver.apiCalls)
      for (const path of paths)
        for (const { act } of models.acts.get(path) ?? []) {
          if (act.act !== 'setting' || act.setting !== 'forRoutes') continue
          const guards: Guard[] = []
          for (let at = receiverOf(this.linked, call), hops = 0; at >= 0 && hops < 6; at = receiverOf(this.linked, at), hops++) {
            if (whole.kind[at] !== Kind.Call) break
            for (const argument of whole.args(at)) {
              if (/^(?:exclude)$/.test(values.nameOf(whole.a[at] as number))) continue
              for (const label of solver.of(argument)) {
                const data = solver.labels.data[label] as number
                const fn =
                  solver.labels.kind[label] === LabelKind.Class
                    ? this.guards.method(solver.labels.of(LabelKind.Instance, data), 'use')
                    : solver.labels.kind[label] === LabelKind.Function
                      ? data
                      : -1
                if (fn < 0) continue
                const behaviour = this.guards.ofFunction(fn)
                const roles = behaviour.roles.size > 0 ? [...behaviour.roles] : (['other'] as Guard['role'][])
                for (const role of roles) guards.push({ name: whole.sourceOf(argument, 60), role, scope: 'path', at: cite(this.linked, call) })
              }
            }
          }
          const routes: { path: string; method: string }[] = []
          const controllers: number[] = []
          for (const argument of whole.args(call))
            for (const element of values.elements(argument)) {
              const classes = solver.of(element).filter((label) => solver.labels.kind[label] === LabelKind.Class)
              if (classes.length > 0) {
                controllers.push(...classes.map((label) => solver.labels.data[label] as number))
                continue
              }
              const texts = [...values.property(element, 'path').flatMap((node) => values.texts(node)), ...values.texts(element)]
              const method = values.property(element, 'method').map((node) => values.nameOf(node))[0] ?? 'ALL'
              for (const { value } of texts) routes.push({ path: joinPaths('', value), method })
            }
          this.consumers.push({ guards, routes, controllers })
        }
  }

  /** A module and all that it imports; a router module says where others are mounted. */
  private addModule(modules: Set<number>, cls: number, depth = 0): void {
    const { whole, values, solver } = this.linked
    if (depth > 12 || modules.has(cls)) return
    modules.add(cls)
    for (const decorator of whole.classes[cls]?.decorators ?? []) {
      if (whole.kind[decorator] !== Kind.Call) continue
      const [options] = whole.args(decorator)
      if (options === undefined) continue
      for (const list of values.property(options, 'imports'))
        for (const item of values.elements(list)) {
          // `Module.forRoot()` hands back a module of its class; `forwardRef(() => Module)` waits for it.
          const nodes = whole.kind[item] === Kind.Call ? [whole.a[whole.a[item] as number] as number, ...whole.args(item), item] : [item]
          for (const node of nodes)
            for (const label of node >= 0 ? solver.of(node) : []) {
              const kind = solver.labels.kind[label]
              if (kind === LabelKind.Class) this.addModule(modules, solver.labels.data[label] as number, depth + 1)
              else if (kind === LabelKind.Function)
                for (const value of whole.functions[solver.labels.data[label] as number]?.returns ?? [])
                  for (const inner of solver.of(value))
                    if (solver.labels.kind[inner] === LabelKind.Class) this.addModule(modules, solver.labels.data[inner] as number, depth + 1)
            }
          if (
            whole.kind[item] === Kind.Call &&
            [...(solver.apiCalls.get(item) ?? [])].some((path) => /RouterModule\.\w+$/.test(this.linked.models.paths.show(path)))
          )
            for (const argument of whole.args(item)) this.mountModules(argument, '')
        }
    }
  }

  private readonly mountedModules = new Map<number, string>()

  /** `RouterModule.register([{ path, module, children }])`. */
  private mountModules(list: number, prefix: string): void {
    const { values, solver } = this.linked
    for (const item of values.elements(list)) {
      const path = values.property(item, 'path').flatMap((node) => values.texts(node))[0]?.value ?? ''
      const at = joinPaths(prefix, path)
      for (const node of [...values.property(item, 'module'), item])
        for (const label of solver.of(node))
          if (solver.labels.kind[label] === LabelKind.Class) this.mountedModules.set(solver.labels.data[label] as number, at)
      for (const children of values.property(item, 'children')) this.mountModules(children, at)
    }
  }

  /** Applications a controller belongs to, and where its module is mounted. */
  private applicationsOf(cls: number): { settings: Settings; mountedAt: string }[] {
    const { whole } = this.linked
    const found: { settings: Settings; mountedAt: string }[] = []
    for (const settings of this.settings)
      for (const module of settings.modules)
        if (this.controllersOf(module).includes(cls)) found.push({ settings, mountedAt: this.mountedModules.get(module) ?? '' })
    if (found.length > 0) return found
    const { path } = whole.files[whole.classes[cls]?.file ?? 0] as { path: string }
    const directory = applicationOf(path)
    const none: Settings = { prefix: '', exclude: [], versioning: false, defaultVersion: [], guards: [], modules: new Set(), directory }
    const near =
      this.settings.find((settings) => settings.directory === directory) ?? (this.settings.length === 1 ? (this.settings[0] as Settings) : none)
    // Its application lists its modules, and this controller is in none of them.
    if (near.modules.size > 0 && this.isListedNowhere(cls)) return []
    return [{ settings: near, mountedAt: '' }]
  }

  private readonly controllerLists = new Map<number, number[]>()
  private controllersOf(module: number): number[] {
    const known = this.controllerLists.get(module)
    if (known) return known
    const { whole, values, solver } = this.linked
    const found: number[] = []
    for (const decorator of whole.classes[module]?.decorators ?? []) {
      if (whole.kind[decorator] !== Kind.Call) continue
      const [options] = whole.args(decorator)
      if (options === undefined) continue
      for (const list of values.property(options, 'controllers'))
        for (const item of values.elements(list))
          for (const label of solver.of(item)) if (solver.labels.kind[label] === LabelKind.Class) found.push(solver.labels.data[label] as number)
    }
    this.controllerLists.set(module, found)
    return found
  }

  private isListedNowhere(cls: number): boolean {
    return !this.linked.whole.classes.some((_, module) => this.controllersOf(module).includes(cls))
  }
}

/** `apps/api/src/main.ts` and all below belong to `apps/api`; otherwise to the whole. */
function applicationOf(path: string): string {
  const match = /^(.*?(?:apps|packages|services|projects)\/[^/]+)\//.exec(path)
  return match ? (match[1] as string) : path.includes('/src/') ? path.slice(0, path.indexOf('/src/')) : path.startsWith('src/') ? '' : ''
}

const orEmpty = (texts: string[]) => (texts.length > 0 ? texts : [''])
const firstOf = (...lists: string[][]) => lists.find((list) => list.length > 0) ?? []
function addRole(roles: Set<Guard['role']>, role: Guard['role'] | undefined): void {
  if (role) roles.add(role)
}

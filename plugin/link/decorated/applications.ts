/**
 * Applications made of modules and classes, several in one repository. In: the calls that make and set them up. Out: for a
 * controller the applications it belongs to, where it is mounted, and what holds for all their routes.
 */
import { Kind } from '../../graph'
import type { Guard } from '../../types'
import { callsThat } from '../acts'
import type { Guards } from '../guards'
import { LabelKind } from '../labels'
import { apiPathsOf, atPlace, cite, isTest, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { joinPaths } from '../paths'
import type { Text } from '../values/index'
import { type ClassGuard, classGuards } from './class-guards'
import { configuredTexts } from './configured'
import { decorationsOf, optionOf, valuesOf } from './decorations'

export interface Versioning {
  /** Where clients say the version; only `uri` is part of the path. */
  by: 'uri' | 'header' | 'media type' | 'custom'
  prefix: string
  defaults: string[]
}

export interface Settings {
  prefix: string
  exclude: { path: string; method: string }[]
  /** undefined: nothing turns it on. */
  versioning: Versioning | undefined
  guards: ClassGuard[]
  /** Classes of the modules it is made of; empty when its root module was not found. */
  modules: Set<number>
  /** Directory it stands in, for applications whose modules were not found. */
  directory: string
}

export interface Membership {
  settings: Settings
  mountedAt: string
}

const noSettings = (directory: string): Settings => ({
  prefix: '',
  exclude: [],
  versioning: undefined,
  guards: [],
  modules: new Set(),
  directory,
})

export class Applications {
  readonly all: Settings[]
  private readonly byDirectory = new Map<string, Settings>()
  private readonly mountedModules = new Map<number, string>()
  /** Controllers that others name as their children. */
  private readonly parents = new Map<number, number[]>()
  private readonly mounts = new Map<number, string[]>()
  private readonly lists = { controllers: new Map<number, number[]>(), providers: new Map<number, number[]>() }
  private listed: Set<number> | undefined

  constructor(
    private readonly linked: Linked,
    private readonly guards: Guards,
  ) {
    for (const { call, act } of callsThat(linked, 'setting'))
      if (!isTest((linked.whole.files[linked.whole.fileOf(call)] as { path: string }).path)) this.set(call, act.setting, act.at)
    this.readProviders()
    this.readMounts()
    this.all = [...this.byDirectory.values()]
  }

  private settingsAt(node: number): Settings {
    const { whole } = this.linked
    const { path } = whole.files[whole.fileOf(node)] as { path: string }
    const directory = applicationOf(path)
    let settings = this.byDirectory.get(directory)
    if (!settings) {
      settings = noSettings(directory)
      this.byDirectory.set(directory, settings)
    }
    return settings
  }

  private set(call: number, setting: string, place: string | undefined): void {
    const { whole, values } = this.linked
    const args = whole.args(call)
    const [first] = args
    const given = place === undefined ? (first === undefined ? [] : [first]) : atPlace(this.linked, call, place)
    switch (setting) {
      case 'application':
        for (const node of given) for (const cls of this.classesAt(node)) this.addModule(this.settingsAt(call).modules, cls)
        break
      case 'globalPrefix': {
        const [texts] = given.map((node) => configuredTexts(this.linked, node))
        const settings = this.settingsAt(call)
        if (texts) settings.prefix = texts.find((text) => !text.includes('{')) ?? texts[0] ?? ''
        if (place === undefined && args[1] !== undefined)
          settings.exclude.push(
            ...values
              .property(args[1], 'exclude')
              .flatMap((node) => values.elements(node))
              .filter((node) => !isAnyPath(values.texts(node)))
              .flatMap((node) => this.routeRules(node)),
          )
        break
      }
      case 'versioning':
        this.settingsAt(call).versioning = this.versioningOf(first)
        break
      case 'globalGuards':
        for (const node of given)
          for (const value of values.elements(node)) this.settingsAt(call).guards.push(...classGuards(this.linked, this.guards, value, 'application'))
        break
      case 'globalPipes':
        for (const argument of args)
          this.settingsAt(call).guards.push(
            plain({ name: whole.sourceOf(argument, 60), role: 'validation', scope: 'application', at: cite(this.linked, call) }),
          )
        break
      case 'plugin':
        if (first !== undefined) this.addPlugin(call, first, args[1])
        break
      case 'middleware':
        for (const argument of args)
          for (const role of this.guards.ofNode(argument).roles)
            this.settingsAt(call).guards.push(plain({ name: whole.sourceOf(argument, 60), role, scope: 'application', at: cite(this.linked, call) }))
        break
    }
  }

  /** `app.register(rateLimit, { max: 100 })`; a plugin against forged requests adds a method and asks nothing by itself. */
  private addPlugin(call: number, plugin: number, options: number | undefined): void {
    const { whole, values } = this.linked
    const isOff =
      options !== undefined && values.property(options, 'global').some((value) => values.texts(value).some((text) => text.value === 'false'))
    if (isOff) return
    for (const role of this.guards.ofNode(plugin).roles)
      if (role !== 'csrf' && role !== 'other')
        this.settingsAt(call).guards.push(plain({ name: whole.sourceOf(plugin, 60), role, scope: 'application', at: cite(this.linked, call) }))
  }

  private versioningOf(options: number | undefined): Versioning {
    const { values } = this.linked
    const of = (name: string) => (options === undefined ? [] : values.property(options, name))
    const kinds = of('type').map((node) => values.nameOf(node))
    const [prefix] = of('prefix')
      .flatMap((node) => values.texts(node))
      .map(({ value }) => value)
    return {
      by: kinds.includes('HEADER') ? 'header' : kinds.includes('MEDIA_TYPE') ? 'media type' : kinds.includes('CUSTOM') ? 'custom' : 'uri',
      prefix: prefix === undefined ? 'v' : prefix === 'false' ? '' : prefix,
      defaults: of('defaultVersion')
        .flatMap((node) => values.elements(node))
        .flatMap((node) => values.texts(node))
        .map(({ value }) => value),
    }
  }

  /** `'health'` or `{ path: 'health', method: RequestMethod.GET }`. */
  routeRules(node: number): { path: string; method: string }[] {
    const { values } = this.linked
    const [method] = values.property(node, 'method').map((value) => values.nameOf(value))
    const inner = values.property(node, 'path').flatMap((value) => values.texts(value))
    return (inner.length > 0 ? inner : values.texts(node)).map(({ value }) => ({ path: joinPaths('', value), method: method || 'ALL' }))
  }

  /** `{ provide: APP_GUARD, useClass: X }` in any module. */
  private readProviders(): void {
    const { whole, values, models } = this.linked
    const lookup = lookupOf(whole)
    for (const entry of lookup.named(Kind.Property, 'provide')) {
      const token = apiPathsOf(this.linked, whole.b[entry] as number)
        .map((path) => models.paths.show(path))
        .find((name) => /\.APP_(?:GUARD|PIPE)$/.test(name))
      const object = token ? lookup.objectOf(entry) : -1
      if (!token || object < 0) continue
      const owners = this.providing().get(object) ?? [this.settingsAt(object)]
      for (const value of ['useClass', 'useExisting', 'useValue', 'useFactory'].flatMap((name) => values.property(object, name))) {
        if (value >= whole.size) continue
        const guards = token.endsWith('APP_PIPE')
          ? [plain({ name: whole.sourceOf(value, 60), role: 'validation', scope: 'application', at: cite(this.linked, object) })]
          : this.madeBy(value).flatMap((made) => classGuards(this.linked, this.guards, made, 'application'))
        for (const settings of owners) settings.guards.push(...guards)
      }
    }
  }

  private providers: Map<number, Settings[]> | undefined
  /** Objects among the providers of modules, with the applications that those are part of: a guard may come from a library. */
  private providing(): Map<number, Settings[]> {
    if (this.providers) return this.providers
    const { whole, values } = this.linked
    this.providers = new Map()
    for (const settings of this.byDirectory.values())
      for (const module of settings.modules)
        for (const decorator of whole.classes[module]?.decorators ?? []) {
          const options = whole.kind[decorator] === Kind.Call ? whole.args(decorator)[0] : undefined
          if (options === undefined) continue
          for (const list of values.property(options, 'providers'))
            for (const object of values.elements(list).flatMap((item) => values.definitions(item)))
              this.providers.set(object, [...(this.providers.get(object) ?? []), settings])
        }
    return this.providers
  }

  /** Of `useFactory`, what it hands back. */
  private madeBy(node: number): number[] {
    const { solver, whole } = this.linked
    const factories = solver.of(node).filter((label) => solver.labels.kind[label] === LabelKind.Function)
    if (factories.length === 0) return [node]
    return factories.flatMap((label) => whole.functions[solver.labels.data[label] as number]?.returns ?? [])
  }

  // ── modules ────────────────────────────────────────────────────────────────────────────────────────────────────────

  private classesAt(node: number): number[] {
    const { solver } = this.linked
    return solver.of(node).flatMap((label) => (solver.labels.kind[label] === LabelKind.Class ? [solver.labels.data[label] as number] : []))
  }

  /** `new Child()` is of the class as well. */
  private classesOrInstancesAt(node: number): number[] {
    const { solver } = this.linked
    const instances = solver.of(node).filter((label) => solver.labels.kind[label] === LabelKind.Instance)
    return [...this.classesAt(node), ...instances.map((label) => solver.labels.data[label] as number)]
  }

  /** A module and all that it imports; a router module says where others are mounted. */
  private addModule(modules: Set<number>, cls: number, depth = 0): void {
    const { whole, values } = this.linked
    if (depth > 16 || modules.has(cls)) return
    modules.add(cls)
    for (const decorator of whole.classes[cls]?.decorators ?? []) {
      if (whole.kind[decorator] !== Kind.Call) continue
      const [options] = whole.args(decorator)
      if (options === undefined) continue
      for (const list of values.property(options, 'imports'))
        for (const item of values.elements(list)) {
          for (const module of this.modulesOf(item)) this.addModule(modules, module, depth + 1)
          if (this.isRouterModule(item)) for (const argument of whole.args(item)) this.mountModules(argument, '')
        }
    }
  }

  /** `Module`, `Module.forRoot()` which hands back a module of its class, `forwardRef(() => Module)` which waits for it. */
  private modulesOf(item: number): number[] {
    const { whole, solver } = this.linked
    const nodes = whole.kind[item] === Kind.Call ? [whole.a[whole.a[item] as number] as number, ...whole.args(item), item] : [item]
    return nodes
      .filter((node) => node >= 0)
      .flatMap((node) => [
        ...this.classesAt(node),
        ...solver
          .of(node)
          .filter((label) => solver.labels.kind[label] === LabelKind.Function)
          .flatMap((label) => whole.functions[solver.labels.data[label] as number]?.returns ?? [])
          .flatMap((value) => this.classesAt(value)),
      ])
  }

  private isRouterModule(item: number): boolean {
    const { whole, solver, models } = this.linked
    return whole.kind[item] === Kind.Call && [...(solver.apiCalls.get(item) ?? [])].some((path) => /RouterModule\.\w+$/.test(models.paths.show(path)))
  }

  /** `RouterModule.register([{ path, module, children }])`. */
  private mountModules(list: number, prefix: string, depth = 0): void {
    if (depth > 12) return
    const { values } = this.linked
    for (const item of values.elements(list)) {
      const path = values.property(item, 'path').flatMap((node) => configuredTexts(this.linked, node))[0] ?? ''
      const at = joinPaths(prefix, path)
      for (const node of [...values.property(item, 'module'), item]) for (const cls of this.classesAt(node)) this.mountedModules.set(cls, at)
      for (const children of values.property(item, 'children')) this.mountModules(children, at, depth + 1)
    }
  }

  /** `children` of a controller's options, `@ChildControllers([…])`, and `mount` of a server's. */
  private readMounts(): void {
    const { whole, values } = this.linked
    whole.classes.forEach((fact, cls) => {
      if (fact.decorators.length === 0) return
      for (const decoration of decorationsOf(this.linked, fact.decorators)) {
        const { decorator } = decoration.model
        if (decorator === 'controller' || decorator === 'children') {
          const lists = decorator === 'children' ? [...whole.args(decoration.node)] : optionOf(this.linked, decoration, 'children')
          for (const child of lists.flatMap((list) => valuesOf(this.linked, decoration, list)).flatMap((node) => this.classesOrInstancesAt(node)))
            this.parents.set(child, [...(this.parents.get(child) ?? []), cls])
        } else if (decorator === 'settings')
          for (const mount of optionOf(this.linked, decoration, 'mount'))
            for (const prefix of values.propertyNames(mount)) this.mountAt(prefix, values.property(mount, prefix))
      }
    })
  }

  private mountAt(prefix: string, lists: number[]): void {
    const { whole } = this.linked
    for (const node of lists.flatMap((list) => this.linked.values.elements(list))) {
      const classes = this.classesAt(node)
      if (classes.length === 0 && node < whole.size) {
        // A pattern of files: every controller that no list names.
        const settings = this.settingsAt(node)
        if (settings.prefix === '') settings.prefix = prefix
      }
      for (const cls of classes) this.mounts.set(cls, [...(this.mounts.get(cls) ?? []), prefix])
    }
  }

  /** Controllers in whose path this one's stands. */
  parentsOf(cls: number): readonly number[] {
    return this.parents.get(cls) ?? []
  }

  /** Applications a controller belongs to, and where its module is mounted; what only listens is among the providers of a module. */
  of(cls: number, kind: 'controllers' | 'providers' = 'controllers'): Membership[] {
    const { whole } = this.linked
    const found: Membership[] = []
    for (const settings of this.all)
      for (const module of settings.modules)
        if (this.listedBy(module, kind).includes(cls)) found.push({ settings, mountedAt: this.mountedModules.get(module) ?? '' })
    if (found.length > 0) return found
    const { path } = whole.files[whole.classes[cls]?.file ?? 0] as { path: string }
    const directory = applicationOf(path)
    const near =
      this.all.find((settings) => settings.directory === directory) ??
      (this.all.length === 1 ? (this.all[0] as Settings) : (this.extendedBy(path) ?? noSettings(directory)))
    // Its application lists its modules, and this controller is in none of them.
    if (kind === 'controllers' && near.modules.size > 0 && !this.isListed(cls) && this.knowsAll(near)) return []
    const mounts = this.mountsOf(cls)
    return mounts ? mounts.map((mountedAt) => ({ settings: near, mountedAt })) : [{ settings: near, mountedAt: '' }]
  }

  /** The one application that a file imports from: what stands beside it is a plugin of it. */
  private extendedBy(path: string): Settings | undefined {
    const { whole, modules, fileIndex } = this.linked
    const imports = whole.files[fileIndex.get(path) as number]?.graph.imports ?? []
    const from = new Set(
      imports.map(({ specifier }) => modules.resolve(path, specifier)).flatMap((to) => (to.kind === 'file' ? [applicationOf(to.path)] : [])),
    )
    const found = this.all.filter(({ directory }) => from.has(directory))
    return found.length === 1 ? found[0] : undefined
  }

  /** Where a server mounts a controller, or those that name it as their child. */
  private mountsOf(cls: number, depth = 0): string[] | undefined {
    const own = this.mounts.get(cls)
    if (own || depth > 4) return own
    const above = this.parentsOf(cls).flatMap((parent) => this.mountsOf(parent, depth + 1) ?? [])
    return above.length > 0 ? [...new Set(above)] : undefined
  }

  /** Whether the modules of an application name controllers at all: some find them by patterns of files. */
  private knowsAll({ modules }: Settings): boolean {
    return [...modules].some((module) => this.listedBy(module, 'controllers').length > 0)
  }

  private listedBy(module: number, kind: 'controllers' | 'providers'): number[] {
    const lists = this.lists[kind]
    const known = lists.get(module)
    if (known) return known
    const { whole, values } = this.linked
    const found: number[] = []
    for (const decorator of whole.classes[module]?.decorators ?? []) {
      if (whole.kind[decorator] !== Kind.Call) continue
      const [options] = whole.args(decorator)
      if (options === undefined) continue
      for (const list of values.property(options, kind)) for (const item of values.elements(list)) found.push(...this.classesAt(item))
    }
    // `static forRoot() { return { module: X, controllers: [Y] } }`
    for (const member of whole.classes[module]?.members ?? [])
      if (member.static && member.node >= 0 && whole.kind[member.node] === Kind.Function)
        for (const value of whole.functions[whole.a[member.node] as number]?.returns ?? [])
          for (const list of values.property(value, kind)) for (const item of values.elements(list)) found.push(...this.classesAt(item))
    lists.set(module, found)
    return found
  }

  private isListed(cls: number): boolean {
    this.listed ??= new Set(
      this.linked.whole.classes.flatMap((fact, module) => (fact.decorators.length > 0 ? this.listedBy(module, 'controllers') : [])),
    )
    return this.listed.has(cls)
  }
}

const plain = (guard: Guard): ClassGuard => ({ guard, looked: undefined })

/** `apps/api/src/main.ts` and all below belong to `apps/api`; otherwise to the whole. */
function applicationOf(path: string): string {
  const match = /^(.*?(?:apps|packages|services|projects)\/[^/]+)\//.exec(path)
  return match ? (match[1] as string) : path.includes('/src/') ? path.slice(0, path.indexOf('/src/')) : ''
}

/** Paths of which the code says no part, since a value of the program fills it: which of the routes they mean is not told. */
function isAnyPath(texts: readonly Text[]): boolean {
  return texts.some(({ exact }) => !exact) && texts.every(({ value }) => value.split('/').every((part) => part === '' || /^[{*]/.test(part)))
}

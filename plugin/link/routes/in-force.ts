/** From registrations to routes: which of them are entry points, and which guards a request meets before their handlers. */
import { Kind } from '../../graph'
import type { Evidence, Guard } from '../../types'
import { appliesTo, type Behaviour, isLetBy } from '../guards/behaviour'
import { madeBy } from '../guards/library-guards'
import { routeOptionsSet } from '../guards/options-of-routes'
import { cite } from '../linked'
import { compare, type Order } from '../order'
import { constraintsOf, isCatchAll, joinPaths, parametersOf, pathCovers, pathMayCover, placesShared, withoutConstraints } from '../paths'
import { isActionName } from './actions'
import { askedOf } from './asked-rights'
import { asWritten, conditionsOf, settingsAskedAround } from './conditions'
import { pathGroups } from './path-groups'
import { onlyRefuses, onlyReports } from './refusals'
import { setsAnswer } from './stored-answers'
import type { FoundRoute, Handler, InFront, Mount, Registration, RouteTree } from './tree'
import type { Way } from './ways'

/** Whether requests end here: a route that only hands on is a guard for others. */
export function isEntry(tree: RouteTree, registration: Registration): boolean {
  if (registration.kind === 'hook') return false
  if (registration.generated) return true
  const last = registration.handlers[registration.handlers.length - 1]
  if (!last) return false
  const behaviours = registration.handlers.map((handler) => tree.guards.ofHandler(handler))
  if (registration.kind === 'route') {
    if (registration.paths.every(isCatchAll) && onlyRefuses(tree.linked, last.functions)) return false
    return (
      behaviours.some(({ answers }) => answers) ||
      !(behaviours[behaviours.length - 1] as { passes: boolean }).passes ||
      last.functions.some((fn) => setsAnswer(tree.linked, fn)) ||
      signsIn(tree, registration)
    )
  }
  if (behaviours.some(({ serves }) => serves)) return true
  if (registration.handlers.every((handler) => takesErrors(tree, handler))) return false
  // `app.use(/^(?!\/internal)/, parseForms)`: in front of whatever has such a path, as long as it hands on.
  if (registration.paths.every(isPattern) && behaviours.every(({ passes }) => passes)) return false
  const ends = registration.handlers.some(
    ({ functions }, index) =>
      functions.some((fn) => isHanded(tree, fn)) &&
      !(behaviours[index] as { passes: boolean }).passes &&
      !functions.every((fn) => onlyReports(tree.linked, fn)),
  )
  return registration.paths.some((path) => path !== '' && path !== '/') && (behaviours.some(({ answers }) => answers) || ends)
}

/** A regular expression, or nothing. */
const isPattern = (path: string): boolean => path === '' || path === '/' || (/^\/.*\/[a-z]*$/.test(path) && /[\\^$(]/.test(path))

/** What takes nothing neither answers nor hands on: `app.use('/api', router, () => {})`, often taken for what is called once mounted. */
const isHanded = ({ linked: { whole } }: RouteTree, fn: number): boolean => whole.functions[fn]?.params.length !== 0

/** Express tells by its four parameters what is run only after something went wrong. */
function takesErrors({ linked }: RouteTree, { functions }: Handler): boolean {
  return functions.length > 0 && functions.every((fn) => linked.whole.functions[fn]?.params.length === 4)
}

/**
 * A library that finds out who the caller is answers too, with a redirect or a cookie, where nothing comes behind it:
 * `app.post('/login', passport.authenticate('local', { successRedirect: '/' }))`, or the same called in a handler with what that was given.
 */
function signsIn(tree: RouteTree, registration: Registration): boolean {
  const last = registration.handlers[registration.handlers.length - 1]
  if (!last || !registration.methods || registration.paths.some(isCatchAll)) return false
  const { roles, passes, passesItself } = tree.guards.ofHandler(last)
  // Run by a function of the program, the library still decides alone where that function never goes on by itself.
  if (!roles.has('authentication') || !passes || passesItself) return false
  for (const others of tree.registrations.values())
    if (others.includes(registration))
      return !others.some(
        (other) => other !== registration && other.kind !== 'hook' && other.node > registration.node && sharesPath(other, registration),
      )
  return true
}

const sharesPath = (one: Registration, other: Registration): boolean => one.paths.some((path) => other.paths.includes(path))

/** The routes of a registration for one way to its router. */
export function routesOf(tree: RouteTree, registration: Registration, router: number, way: Way): FoundRoute[] {
  const behaviours = registration.handlers.map((handler) => tree.guards.ofHandler(handler))
  // Handlers after one that answers and does not hand on are never reached.
  const answering = behaviours.findIndex(({ answers, passes }) => answers && !passes)
  const last = answering >= 0 ? answering : registration.kind === 'use' ? registration.handlers.length : registration.handlers.length - 1
  const before = registration.handlers.slice(0, Math.max(last, 0))
  // `app.use('/files', express.static('files'), serveIndex('files'))`: whatever is no file is listed.
  const served = new Set(behaviours.map((behaviour) => behaviour.serves))
  const serves = served.has('directory listing') ? 'directory listing' : served.has('files') ? 'files' : undefined
  // Whoever serves files answers to GET, and to nothing that changes them.
  const methods = registration.methods ?? [serves ? 'GET' : 'ALL']
  const ways = [registration.node, ...way.chain.map(({ node }) => node)]
  const notes = conditionsOf(tree.linked, ways)
  const asked = notes.length > 0 ? settingsAskedAround(tree.linked, ways).map(({ node }) => node) : []
  const options = routeOptionsSet(tree.linked, registration.node)
  const signing = registration.kind === 'route' && behaviours.every(({ answers }) => !answers) && signsIn(tree, registration)
  return registration.paths.flatMap((path) =>
    methods.map((method) => {
      const written = trimSlash(joinPaths(way.prefix, path))
      const full = withoutConstraints(written) || '/'
      const limited = constraintsOf(written)
      const groups = pathGroups(tree.linked, registration.node, path)
      const routeGuards = before.flatMap((handler) => guardsOf(tree, handler, 'route', { full, method, options }))
      const met: Met[] = []
      const perhaps: Guard[] = []
      const outer = inForce(tree, registration, router, way, path, [method], full, met, perhaps)
      return {
        framework: registration.framework,
        methods: [method],
        path: full,
        ...(limited.size > 0 ? { limited } : {}),
        ...(groups ? { groups } : {}),
        node: registration.node,
        handlers: answering >= 0 ? registration.handlers.slice(0, answering + 1) : registration.handlers,
        guards: [
          ...outer,
          ...placed(tree, registration.kind === 'route' ? routeGuards : routeGuards.filter(({ role }) => role !== 'other'), registration.node),
        ],
        front: [
          ...met.map(({ handler, ...seen }) => inFrontOf(tree, handler, seen)),
          ...registration.handlers
            .slice(0, -1)
            .map((handler) => inFrontOf(tree, handler, { params: undefined, rewrites: true, from: registration.node, of: registration.node })),
        ],
        passes: met.flatMap(({ handler, own }) =>
          handler.functions.map((fn) => ({ fn, own, ...(asksNoRight(tree, handler) ? { unasked: true as const } : {}) })),
        ),
        schemas: registration.schemas,
        limits: registration.limits,
        ...(registration.told ? { told: registration.told } : {}),
        generated: registration.generated,
        serves,
        notes,
        ...(asked.length > 0 ? { asked } : {}),
        ...(showsOnly(tree, registration) ? { modules: [] } : {}),
        ...(perhaps.length > 0 ? { perhaps } : {}),
        ...(signing ? { signsIn: true as const } : {}),
        ...(registration.answersTo ? { answersTo: registration.answersTo } : {}),
      }
    }),
  )
}

/** A text or an object of options instead of code: a page, a redirection, a directory. The name of an action is none. */
function showsOnly({ linked: { whole, values } }: RouteTree, { handlers }: Registration): boolean {
  const last = handlers[handlers.length - 1]
  if (!last || last.functions.length > 0 || last.node >= whole.size) return false
  const kind = whole.kind[last.node] as Kind
  if (kind === Kind.Object) return true
  if (kind !== Kind.String && kind !== Kind.Template) return false
  return !values.texts(last.node).some(({ value }) => isActionName(value))
}

/** Made by a factory that takes rights and was given none. */
const asksNoRight = ({ linked }: RouteTree, { node, roles }: Handler): boolean => (roles ?? askedOf(linked, node))?.length === 0

/** A handler that a request meets; `own` where it is registered as a route, and not for whatever comes along. */
interface Met extends Omit<InFront, 'node' | 'functions' | 'isOwn' | 'isConditional'> {
  handler: Handler
  own: boolean
  /** Node that puts it there, and that of what it stands in front of. */
  from: number
  of: number
}

/** A handler with what it sees of the requests to another. Under a condition that both stand under it is there whenever the other is. */
function inFrontOf(
  { linked }: RouteTree,
  { node, functions }: Handler,
  { from, of, params, rewrites, param }: Omit<Met, 'handler' | 'own'>,
): InFront {
  const around = new Set(settingsAskedAround(linked, [of]).map((asked) => asked.node))
  const isConditional = settingsAskedAround(linked, [from]).some((asked) => !around.has(asked.node))
  return { node, functions, params, rewrites, isOwn: from === of, isConditional, ...(param ? { param } : {}) }
}

/**
 * Guards that a request meets before the route's own handlers, outermost first.
 * @param met is filled with the handlers that they come from
 * @param perhaps is filled with checks of rights in front of paths that this one may be one of
 */
function inForce(
  tree: RouteTree,
  registration: Registration,
  router: number,
  way: Way,
  path: string,
  methods: string[],
  full: string,
  met: Met[],
  perhaps: Guard[],
): Guard[] {
  const guards: Guard[] = []
  const method = methods.length === 1 ? methods[0] : undefined
  const options = routeOptionsSet(tree.linked, registration.node)
  const { chain } = way
  // Path below each router of the chain, from the outermost in.
  let below = path
  const own = joinPaths(tree.prefixes.get(router)?.[0] ?? '', below)
  const levels: { router: number; own: string; below: string; before: Order; hooks: boolean }[] = [
    { router, own, below: own, before: registration.order, hooks: true },
  ]
  for (let i = chain.length - 1; i >= 0; i--) {
    const mount = chain[i] as Mount
    below = joinPaths(mount.path, (levels[0] as { below: string }).below)
    levels.unshift({ router: mount.parent, own: mount.path, below, before: mount.order, hooks: mount.inheritsHooks })
  }
  levels.forEach((level, depth) => {
    for (const other of tree.registrations.get(level.router) ?? []) {
      if (other === registration || other.generated) continue
      const place = { from: other.node, of: registration.node }
      if (other.param) {
        const { name, value, inherited } = other.param
        if (!parametersOf(inherited ? level.below : level.own).includes(name)) continue
        met.push(...other.handlers.map((handler) => ({ handler, own: true, params: [name], rewrites: true, param: { name, value }, ...place })))
        guards.push(
          ...placed(
            tree,
            other.handlers.flatMap((handler) => guardsOf(tree, handler, 'path', { full, seen: level.below, method })),
            other.node,
          ),
        )
        continue
      }
      if (other.kind === 'hook') {
        const isInForce = level.hooks && !(registration.open && other.handlers.every(({ role }) => role === 'authentication'))
        if (isInForce) met.push(...other.handlers.map((handler) => ({ handler, own: false, params: undefined, rewrites: true, ...place })))
        if (isInForce) {
          const hooked = other.handlers.flatMap((handler) =>
            guardsOf(tree, handler, depth === 0 ? 'application' : 'router', { full, method, options }),
          )
          guards.push(...placed(tree, hooked, other.node))
        }
        continue
      }
      if (compare(other.order, level.before) >= 0 || (other.kind === 'route' && !sharesMethod(other.methods, methods))) continue
      const matched = other.paths.find(
        (candidate) => startsAlike(candidate, level.below, other.kind === 'use') && pathCovers(candidate, level.below, other.kind === 'use'),
      )
      if (matched === undefined) {
        if (WRITES_COLONS.test(registration.framework) && other.paths.some((each) => pathMayCover(each, level.below, other.kind === 'use')))
          perhaps.push(
            ...other.handlers
              .flatMap((handler) => guardsOf(tree, handler, 'path', { full, method, options }, other.kind === 'route'))
              .filter(({ role, name }) => role === 'authorization' || (role === 'authentication' && ASKS_RIGHTS.test(name))),
          )
        continue
      }
      const scope = matched === '' || matched === '/' ? (depth === 0 ? 'application' : 'router') : 'path'
      const params = placesShared(matched, level.below)
      met.push(...other.handlers.map((handler) => ({ handler, own: other.kind === 'route', params, rewrites: false, ...place })))
      const seen = other.kind === 'use' ? belowOf(level.below, matched) : level.below
      const own = other.handlers.flatMap((handler) => guardsOf(tree, handler, scope, { full, seen, method, options }, other.kind === 'route'))
      guards.push(...placed(tree, own, other.node))
    }
    const mount = chain[depth]
    if (mount) {
      const params = placesShared(mount.path, level.below)
      met.push(...mount.handlers.map((handler) => ({ handler, own: false, params, rewrites: false, from: mount.node, of: registration.node })))
    }
    if (mount)
      guards.push(
        ...placed(
          tree,
          mount.handlers.flatMap((handler) => guardsOf(tree, handler, 'router', { full, seen: levels[depth + 1]?.below, method, options })),
          mount.node,
        ),
      )
  })
  return guards
}

/** What is called after rights, and of which no more is known than that it refuses strangers. */
const ASKS_RIGHTS = /privilege|permission|admin|roles?$|rights?$|abilit(?:y|ies)$/i

/** Frameworks whose parameters are `:name`: what stands in braces is a part that the code puts in while it runs. */
const WRITES_COLONS = /^(?:express|connect|koa|restify|polka|router)/

/**
 * A path that begins with a setting is that of no other: of those that the code writes out it covers none. A route of which the
 * beginning is not known stands in front of the very same alone: what another begins with may be another setting of that name.
 */
function startsAlike(mounted: string, path: string, isUse: boolean): boolean {
  const unknown = /^\/?(\{[^/]*)/.exec(mounted)?.[1]
  return unknown === undefined || (isUse ? path.replace(/^\//, '').startsWith(unknown) : path === mounted)
}

/** What a guard is asked about: the path as clients send it, the path that the guard sees, and the method. */
interface Sent {
  full: string
  seen?: string | undefined
  method?: string | undefined
  /** Options that the route is registered with. */
  options?: ReadonlySet<string>
}

/** What is left of a path behind what a handler is mounted at; nothing is taken off where that has parameters. */
const belowOf = (path: string, mounted: string): string => (mounted.length > 1 && path.startsWith(`${mounted}/`) ? path.slice(mounted.length) : path)

/** A handler as guards: one for each role its body, its library or its name gives it. */
export function guardsOf(
  tree: RouteTree,
  handler: Handler,
  scope: Guard['scope'],
  { full, seen, method, options = NONE }: Sent,
  mustPass = false,
): Guard[] {
  const roles = handler.roles ? { roles: handler.roles } : {}
  if (handler.role) return mustPass ? [] : [{ name: handler.name, role: handler.role, scope, at: registered(tree, handler), ...roles }]
  const behaviour = tree.guards.ofHandler(handler)
  if (mustPass && !behaviour.passes) return []
  const applies = appliesTo(behaviour, seen === undefined || seen === full ? full : [full, seen], method) && !isLetBy(behaviour, options)
  const found = [...behaviour.roles]
    .filter((role) => (role !== 'authentication' && role !== 'authorization') || applies)
    .filter((role) => role !== 'validation' || !behaviour.collects)
  const known = ofTheKnown(handler, behaviour, scope)
  if (found.length === 0)
    return mustPass || known.length > 0
      ? known
      : [{ name: handler.name, role: 'other', scope, at: registered(tree, handler), ...(behaviour.opaque ? { opaque: true } : {}) }]
  const asked = handler.roles ?? askedOf(tree.linked, handler.node)
  // A factory that is given no right asks for none: `auth()` beside `auth('manageUsers')`. What is left of it is that somebody is known.
  const asksNothing = asked?.length === 0
  const guards = found
    .filter((role) => role !== 'authorization' || !asksNothing || !found.includes('authentication'))
    .map(
      (role): Guard => ({
        name: handler.name,
        role: role === 'authorization' && asksNothing ? 'authentication' : role,
        scope,
        at: behaviour.denials.find((denial) => denial.role === role)?.at ?? handler.at,
        ...askedWhen(behaviour, role),
        ...(isShared(behaviour, role) ? { shared: true } : {}),
        ...(role === 'rate-limit' || role === 'headers' || role === 'cors' || role === 'csrf' ? madeAt(tree, handler) : {}),
        ...(role === 'authorization' && asked && asked.length > 0 ? { roles: asked } : roles),
      }),
    )
  return found.includes('authorization') ? guards : [...guards, ...known]
}

const NONE: ReadonlySet<string> = new Set()

/** What a handler demands of those who are known, and of nobody else. */
function ofTheKnown({ name }: Handler, { ofTheKnown: refused }: Behaviour, scope: Guard['scope']): Guard[] {
  const [first] = refused
  return first ? [{ name, role: 'authorization', scope, at: first.at, ofTheKnown: true }] : []
}

/** What has to be set for a guard to refuse anybody: where one of its refusals hangs on nothing, so does it. */
function askedWhen({ denials }: Behaviour, role: Guard['role']): Pick<Guard, 'when'> {
  const own = denials.filter((denial) => denial.role === role)
  const [first] = own
  return first?.when && own.every(({ when }) => when) ? { when: [...first.when] } : {}
}

function isShared({ denials }: Behaviour, role: Guard['role']): boolean {
  const own = denials.filter((denial) => denial.role === role)
  return own.length > 0 && own.every(({ shared }) => shared)
}

function registered({ linked }: RouteTree, { node, at }: Handler): Evidence {
  return node < linked.whole.size ? cite(linked, node) : at
}

/** Middleware that every request to an application meets, in order. */
export function applicationWide(tree: RouteTree, router: number): Guard[] {
  return [...(tree.registrations.get(router) ?? [])]
    .sort((one, other) => compare(one.order, other.order))
    .filter(({ kind, paths }) => kind !== 'route' && paths.some((path) => path === '' || path === '/' || path === '*'))
    .flatMap(({ handlers, node }) =>
      placed(
        tree,
        handlers.flatMap((handler) => guardsOf(tree, handler, 'application', { full: '/' })),
        node,
      ),
    )
}

/** Guards with the line that puts them in force, and what that depends on. */
function placed(tree: RouteTree, guards: Guard[], node: number): Guard[] {
  if (guards.length === 0 || node >= tree.linked.whole.size) return guards
  const known = placements.get(tree) ?? new Map<number, Pick<Guard, 'mounted' | 'when'>>()
  placements.set(tree, known)
  let place = known.get(node)
  if (!place) {
    const when = settingsAskedAround(tree.linked, [node]).map(asWritten)
    place = { mounted: cite(tree.linked, node), ...(when.length > 0 ? { when } : {}) }
    known.set(node, place)
  }
  const { mounted, when } = place
  return guards.map((guard) => ({
    ...guard,
    ...(mounted?.line === guard.at.line && mounted.file === guard.at.file ? {} : { mounted }),
    ...(when || guard.when ? { when: [...new Set([...(when ?? []), ...(guard.when ?? [])])] } : {}),
  }))
}

const placements = new WeakMap<RouteTree, Map<number, Pick<Guard, 'mounted' | 'when'>>>()

/** The line on which a library made what stands among the handlers, where it is another one. */
function madeAt(tree: RouteTree, { node, at }: Handler): Pick<Guard, 'made'> {
  const { linked } = tree
  if (node >= linked.whole.size) return {}
  const call = linked.values
    .definitions(node)
    .map((definition) => madeBy(linked, definition))
    .find((made) => made >= 0)
  if (call === undefined) return {}
  const made = cite(linked, call)
  return made.line === at.line && made.file === at.file ? {} : { made }
}

function sharesMethod(one: string[] | undefined, other: string[]): boolean {
  return !one || one.includes('ALL') || other.includes('ALL') || one.some((method) => other.includes(method))
}

/** Express and Nest answer with and without a slash at the end. */
function trimSlash(path: string): string {
  return path.length > 1 && !/^\/\^/.test(path) ? path.replace(/\/+$/, '') : path
}

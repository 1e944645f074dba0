/**
 * Routers of a program's own that only keep what they are told: `router.get('/users', { signedIn: true }, list)` puts a description
 * into a list, and one place goes over all lists and registers them, `app[route.method](route.path, …gates, route.handler)`. In:
 * that place, and the calls and decorators that fill the lists. Out: routes, each with the gates that its own options put in front.
 */
import { ChoiceKind, Kind, RegionKind } from '../../graph'
import type { Guard } from '../../types'
import { LabelKind } from '../labels'
import { calledName, cite, isTestCode, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { isEqual, isUnequal, NOT } from '../operators'
import { joinPaths, withoutConstraints } from '../paths'
import { NO_CONTEXT } from '../values/index'
import { handlerAt } from './handlers'
import { applicationWide, guardsOf } from './in-force'
import { type FoundRoute, type Handler, type RouteTree, routersAt } from './tree'

const VERB = /^(?:get|post|put|delete|patch|head|options|all|propfind|proppatch|mkcol|copy|move|lock|unlock|report|search)$/i
const OPTIONS = /^(?:options|opts|config|settings|meta)$/
const MOST_HOPS = 3
const MOST_CALLEES = 24
/** `a || b || c …` is as deep as it has parts. */
const MOST_PARTS = 40

/** The place that registers what was kept. */
interface Registrar {
  router: number
  node: number
  /** What stands between path and handler, each with what has to hold of the options. */
  gates: { node: number; conditions: { node: number; holds: boolean }[] }[]
}

/** What one call or decorator told. */
interface Told {
  node: number
  verb: string
  paths: string[]
  options: number | undefined
  handler: Handler
}

/** @param registered calls that were understood already */
export function collectedRoutes(tree: RouteTree, registered: ReadonlySet<number>): FoundRoute[] {
  const registrars = registrarsIn(tree)
  const [registrar] = registrars
  if (!registrar) return []
  // Where the options decide who is asked for, what stands in front of all asks for others: hosts, addresses, other sites.
  const asks = registrar.gates.some(({ node }) => guardsOf(tree, handlerAt(tree, node, NO_CONTEXT, ''), 'route', { full: '/' }).some(isAboutCallers))
  const around = applicationWide(tree, registrar.router).filter((guard) => !asks || !isAboutCallers(guard))
  return [...toldByCalls(tree, registered), ...toldByDecorators(tree)].flatMap((told): FoundRoute[] =>
    told.paths.map((path) => {
      const full = withoutConstraints(joinPaths('', path)) || '/'
      return {
        framework: 'own router',
        methods: [told.verb.toUpperCase()],
        path: full,
        node: told.node,
        handlers: [told.handler],
        guards: [...around, ...gatesOf(tree, registrar, told, full)],
        schemas: [],
        limits: [],
        generated: false,
        serves: undefined,
        notes: [`Kept in a list of the program's own, and registered at ${shownAt(tree, registrar.node)}`],
      }
    }),
  )
}

const isAboutCallers = ({ role }: Guard): boolean => role === 'authentication' || role === 'authorization'

function shownAt({ linked }: RouteTree, node: number): string {
  const { file, line } = cite(linked, node)
  return `${file}:${line}`
}

// ── the place that registers ─────────────────────────────────────────────────────────────────────────────────────────

/** `app[route.method](…)`, or `const method = app[route.method]; method.call(app, …)`, with a method that only the lists know. */
function registrarsIn(tree: RouteTree): Registrar[] {
  const { linked } = tree
  const { whole, values } = linked
  const found: Registrar[] = []
  for (const call of lookupOf(whole).of(Kind.Call)) {
    const callee = whole.a[call] as number
    const isBorrowed = whole.kind[callee] === Kind.Load && whole.text(whole.b[callee] as number) === 'call'
    const args = isBorrowed ? whole.args(call).slice(1) : whole.args(call)
    if (args.length < 2 || !isOfDescription(tree, args.at(-1) as number)) continue
    const method = values.definitions(isBorrowed ? (whole.a[callee] as number) : callee)
    const computed = method.find((node) => node < whole.size && whole.kind[node] === Kind.LoadDynamic)
    if (computed === undefined) continue
    const routers = routersAt(tree, whole.a[computed] as number)
    const key = whole.b[computed] as number
    if (routers.length === 0 || !isOfDescription(tree, key)) continue
    const gates = args.slice(1, -1).flatMap((argument) => gatesIn(tree, argument))
    for (const router of routers) found.push({ router, node: call, gates })
  }
  return found
}

/** `route.method`, `route.handler`: read from something, and not written there. */
function isOfDescription({ linked: { whole } }: RouteTree, node: number): boolean {
  let at = node
  while (whole.kind[at] === Kind.Refine) at = whole.a[at] as number
  return whole.kind[at] === Kind.Load
}

/** Functions among the arguments, and what was pushed to a list that is spread there. */
function gatesIn({ linked }: RouteTree, argument: number): Registrar['gates'] {
  const { whole, solver } = linked
  if (whole.kind[argument] !== Kind.Spread) return [{ node: argument, conditions: [] }]
  const lists = new Set(solver.of(whole.a[argument] as number).filter((label) => solver.labels.kind[label] === LabelKind.Object))
  const fn = whole.functionOf(argument)
  return linked.effects
    .within(fn)
    .filter((node) => whole.kind[node] === Kind.Call && calledName(linked, node) === 'push')
    .filter((push) => solver.of(receiverOf(linked, push)).some((label) => lists.has(label)))
    .flatMap((push) => whole.args(push).map((node) => ({ node, conditions: conditionsAbove(push) })))

  function conditionsAbove(node: number): { node: number; holds: boolean }[] {
    const found: { node: number; holds: boolean }[] = []
    for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
      const kind = whole.regions[region * 4] as RegionKind
      const condition = whole.regions[region * 4 + 2] as number
      if (condition >= 0 && (kind === RegionKind.True || kind === RegionKind.False)) found.push({ node: condition, holds: kind === RegionKind.True })
    }
    return found
  }
}

/** Gates that the options of one route put in front of it. */
function gatesOf(tree: RouteTree, { gates }: Registrar, told: Asked, full: string): Guard[] {
  return gates
    .filter(({ conditions }) => conditions.every(({ node, holds }) => holdsFor(tree, node, told) === holds))
    .flatMap(({ node }) => guardsOf(tree, handlerAt(tree, node, NO_CONTEXT, ''), 'route', { full }))
}

/** What conditions are asked about: the options of one route, and its method. */
type Asked = Pick<Told, 'options' | 'verb'>

/** Whether a condition on the options holds where they are these; undefined where that cannot be told. */
function holdsFor(tree: RouteTree, condition: number, told: Asked, hops = 0): boolean | undefined {
  const { whole, values } = tree.linked
  const { options, verb } = told
  if (hops > MOST_PARTS || condition < 0 || condition >= whole.size) return undefined
  const also = (node: number) => holdsFor(tree, node, told, hops + 1)
  switch (whole.kind[condition] as Kind) {
    case Kind.Boolean:
      return whole.a[condition] === 1
    case Kind.Refine:
      return also(whole.a[condition] as number)
    case Kind.Cell: {
      const [only, another] = whole.items(whole.a[condition] as number)
      return only === undefined || another !== undefined ? undefined : also(only)
    }
    case Kind.Unary: {
      const inner = whole.c[condition] === NOT ? also(whole.a[condition] as number) : undefined
      return inner === undefined ? undefined : !inner
    }
    case Kind.Choice: {
      const parts = whole.items(whole.a[condition] as number).map(also)
      if (whole.c[condition] === ChoiceKind.And) return parts.includes(false) ? false : parts.every((part) => part === true) ? true : undefined
      if (whole.c[condition] === ChoiceKind.Or) return parts.includes(true) ? true : parts.every((part) => part === false) ? false : undefined
      return undefined
    }
    case Kind.Call: {
      const [argument] = whole.args(condition)
      return calledName(tree.linked, condition) === 'Boolean' && argument !== undefined ? also(argument) : undefined
    }
    case Kind.Binary: {
      const [one, other] = [whole.a[condition] as number, whole.b[condition] as number]
      const operator = whole.c[condition] as number
      if (whole.kind[other] === Kind.String && whole.kind[one] === Kind.Load && /^(?:method|verb)$/.test(whole.text(whole.b[one] as number))) {
        const isSame = whole.text(whole.a[other] as number).toLowerCase() === verb.toLowerCase()
        return isEqual(operator) ? isSame : isUnequal(operator) ? !isSame : undefined
      }
      if (whole.kind[other] !== Kind.Undefined || !isOption(tree, one)) return undefined
      const isGiven = given(tree, one, options) !== undefined
      return isEqual(operator) ? !isGiven : isUnequal(operator) ? isGiven : undefined
    }
    case Kind.Load: {
      if (!isOption(tree, condition)) return undefined
      const value = given(tree, condition, options)
      if (value === undefined) return false
      const [made] = values.definitions(value)
      const at = made ?? value
      if (whole.kind[at] === Kind.Boolean) return whole.a[at] === 1
      return whole.kind[at] !== Kind.Null && whole.kind[at] !== Kind.Undefined
    }
    default:
      return undefined
  }
}

/** `route.options.signedIn`, `opts.signedIn`. */
function isOption({ linked: { whole, values } }: RouteTree, load: number): boolean {
  if (whole.kind[load] !== Kind.Load) return false
  const of = whole.a[load] as number
  return [of, ...values.definitions(of)].some((node) => node < whole.size && OPTIONS.test(values.nameOf(node)))
}

/** What the options say under the name that is read; what is spread into them counts too. */
function given({ linked: { whole, values } }: RouteTree, load: number, options: number | undefined): number | undefined {
  return options === undefined ? undefined : valueIn(options, whole.text(whole.b[load] as number), 0)

  function valueIn(object: number, name: string, hops: number): number | undefined {
    if (hops > 4) return undefined
    for (const made of values.definitions(object)) {
      if (made >= whole.size || whole.kind[made] !== Kind.Object) continue
      let found: number | undefined
      for (const entry of whole.items(whole.a[made] as number)) {
        if (whole.kind[entry] === Kind.Spread) found = valueIn(whole.a[entry] as number, name, hops + 1) ?? found
        else if (whole.kind[entry] === Kind.Property && whole.a[entry] !== -1 && whole.text(whole.a[entry] as number) === name)
          found = whole.b[entry] as number
      }
      if (found !== undefined) return found
    }
    return undefined
  }
}

// ── what fills the lists ─────────────────────────────────────────────────────────────────────────────────────────────

function toldByCalls(tree: RouteTree, registered: ReadonlySet<number>): Told[] {
  const { linked } = tree
  const { whole } = linked
  const found: Told[] = []
  for (const call of lookupOf(whole).named(Kind.Call, VERB)) {
    const args = [...whole.args(call)]
    if (args.length < 2 || args.length > 4 || registered.has(call) || receiverOf(linked, call) < 0 || !keeps(tree, call)) continue
    const handler = handlerAt(tree, args.at(-1) as number, NO_CONTEXT, '')
    const paths = pathsIn(tree, args[0] as number)
    if (handler.functions.length === 0 || paths.length === 0) continue
    found.push({ node: call, verb: calledName(linked, call), paths, options: args.length > 2 ? args[1] : undefined, handler })
  }
  return found
}

/** `@Post('/login', { captcha: true })` of the program's own. */
function toldByDecorators(tree: RouteTree): Told[] {
  const { whole, solver } = tree.linked
  const found: Told[] = []
  for (const { members, decorators: ofClass } of whole.classes) {
    const prefix = prefixOf(tree, ofClass)
    for (const { node, decorators } of members) {
      if (node < 0 || whole.kind[node] !== Kind.Function) continue
      for (const decorator of decorators) {
        if (whole.kind[decorator] !== Kind.Call || solver.apiCalls.has(decorator) || !keeps(tree, decorator)) continue
        const verb = calledName(tree.linked, decorator)
        const [first, options] = whole.args(decorator)
        const paths = first === undefined ? [] : pathsIn(tree, first)
        if (!VERB.test(verb) || paths.length === 0) continue
        found.push({
          node: decorator,
          verb,
          paths: paths.map((path) => joinPaths(prefix, path)),
          options,
          handler: handlerAt(tree, node, NO_CONTEXT, ''),
        })
      }
    }
  }
  return found
}

/** `@Controller('/users')` of the program's own around such members. */
function prefixOf(tree: RouteTree, decorators: readonly number[]): string {
  const { whole, solver } = tree.linked
  for (const decorator of decorators) {
    if (whole.kind[decorator] !== Kind.Call || !solver.callees.has(decorator)) continue
    const [first] = whole.args(decorator)
    const [path] = first === undefined ? [] : pathsIn(tree, first)
    if (path !== undefined) return path
  }
  return ''
}

function pathsIn({ linked: { values } }: RouteTree, node: number): string[] {
  return values
    .elements(node)
    .flatMap((item) => values.texts(item))
    .filter(({ exact, value }) => exact && (value.startsWith('/') || value === '*'))
    .map(({ value }) => value)
}

/** Functions that were asked, with the answer. */
const kept = new WeakMap<RouteTree, Map<number, boolean>>()

/** Whether what is called puts a description with a method into a list, itself or in a helper. */
function keeps(tree: RouteTree, call: number): boolean {
  const { linked } = tree
  const { whole, solver, effects } = linked
  const memory = kept.get(tree) ?? new Map<number, boolean>()
  kept.set(tree, memory)
  return areAll(call, (fn) => puts(fn, 0))

  function puts(fn: number, hops: number): boolean {
    const known = memory.get(fn)
    if (known !== undefined || hops > MOST_HOPS) return known ?? false
    memory.set(fn, false)
    const does = effects.within(fn).some((node) => {
      if (whole.kind[node] !== Kind.Call) return false
      if (calledName(linked, node) === 'push') return whole.args(node).some(isDescription)
      return areAll(node, (callee) => puts(callee, hops + 1))
    })
    memory.set(fn, does)
    return does
  }
  /** Of what is called, what has a body: signatures of an overloaded method have none, and stand-ins of tests say nothing. */
  function areAll(node: number, test: (fn: number) => boolean): boolean {
    const callees = solver.callees.get(node)
    if (!callees || callees.size > MOST_CALLEES) return false
    const bodies = [...callees].filter((fn) => {
      const { returns = [], file = 0 } = whole.functions[fn] ?? {}
      return (effects.within(fn).length > 0 || returns.length > 0) && !isTestCode(linked, (whole.files[file] as { path: string }).path)
    })
    return bodies.length > 0 && bodies.length <= 4 && bodies.every(test)
  }
  function isDescription(node: number): boolean {
    return (
      whole.kind[node] === Kind.Object &&
      whole
        .items(whole.a[node] as number)
        .some(
          (entry) => whole.kind[entry] === Kind.Property && whole.a[entry] !== -1 && /^(?:method|verb)$/.test(whole.text(whole.a[entry] as number)),
        )
    )
  }
}

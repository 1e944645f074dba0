/**
 * In: the facts of every file, the models, the options. Out: the linked program, which answers everything that rules and
 * views ask. Nothing is parsed and nothing is read here.
 */
import { type Extracted, Kind } from '../graph'
import type { AnalyseOptions, Entity, EntryPoint, Guard, NotAnalysed, Outside, Program, Scan, Usage } from '../types'
import { roleChecks } from './access/role-checks'
import { architectureOf, type KnownArchitecture } from './architecture/index'
import { commandsOf } from './commands'
import { tieComputedModules } from './computed-modules'
import { connectionsOf } from './connections'
import { tieCoroutines } from './coroutines'
import { Decorated } from './decorated/index'
import { describedOperations } from './described'
import { developersTools } from './developers-tools'
import { doorsOf } from './doors/index'
import { listenersOf } from './doors/listeners'
import { platformRoutes } from './doors/platforms/described'
import { registeredRoutes } from './doors/platforms/registered'
import { withWebhooks } from './doors/webhooks'
import { entitiesOf, knownEntities } from './entities/index'
import { EntryPoints } from './entry-points/index'
import { doorOf } from './entry-points/same-door'
import { fileRoutes } from './file-routes'
import { Applications } from './file-routes/applications'
import { importersOf } from './importers'
import { importGraphOf } from './imports'
import { interactionsOf } from './interactions/index'
import { inventoryOf } from './inventory/index'
import { cite, citeLine, Effects, isTest, isTestCode, type Linked } from './linked'
import { lookupOf } from './lookup'
import type { Models } from './models'
import { resolveModules } from './modules'
import { NOTHING_OUTSIDE } from './outside'
import { postureOf } from './posture/index'
import { tieProvided } from './provided'
import { tieActions } from './provided-actions'
import { filesForTests, qualityOf } from './quality/index'
import { reachedLines } from './reached'
import { Routes } from './routes/index'
import { unmountedHandlers } from './routes/unmounted-handlers'
import { Solver } from './solver/index'
import { withDocuments, withSurroundings } from './surroundings'
import { flowsOf, type Tainted } from './taint/index'
import { connectionSchemes, importedPackages } from './technologies/in-code'
import { technologiesOf } from './technologies/index'
import { runtimeAgreement } from './technologies/runtimes/index'
import { unrecognisedOf } from './technologies/unrecognised'
import { tieTokens } from './tokens'
import { type Told, toldIn } from './told'
import { usagesOf } from './usages/index'
import { Values } from './values/index'
import { Whole } from './whole/index'

/** @param directory its name stands for the project's where neither an option nor a manifest gives one */
export function link(
  scan: Scan,
  extracted: Extracted,
  models: Models,
  options: AnalyseOptions,
  directory = '',
  outside: Partial<Outside> = {},
): Program {
  const { documents = [], ...code } = extracted
  const linked = linkCode(scan, code, toldIn(documents), models, options, directory)
  return withDocuments(withSurroundings(linked, scan, extracted, { ...NOTHING_OUTSIDE, ...outside }), extracted)
}

/** A program of the code alone: what documents say, history and advisories stand in it as not looked at. */
export function linkCode(
  scan: Pick<Scan, 'files'>,
  extracted: Omit<Extracted, 'documents'>,
  told: Told,
  models: Models,
  options: AnalyseOptions,
  directory = '',
): Program {
  const linked = solve(scan, extracted, models)
  const routes = new Routes(linked)
  const routed = routes.find()
  const decorated = new Decorated(linked, routes.guards)
  const { routes: declared, listeners, applicationWide } = decorated.find()
  // Operations of GraphQL and gRPC are joined with what describes them.
  const messages = listeners.filter(({ model: { kind } }) => kind !== 'graphql' && kind !== 'rpc')
  const filed = fileRoutes(linked, routes.guards, new Applications(linked, extracted))
  const doors = doorsOf(linked, routes, extracted, listeners)
  const entryPoints = new EntryPoints(linked, routes.guards)
  const table = entryPoints.all([...routed, ...declared, ...filed, ...platformRoutes(linked, extracted), ...registeredRoutes(linked)])
  const found = withWebhooks(
    linked,
    distinct(linked, [...table, ...listenersOf(linked, routes.guards, messages), ...entryPoints.withRecords(doors.entryPoints)]),
  )
  const connections = connectionsOf(linked, { services: doors.serviceCalls, doors: found, manifests: extracted.manifests })
  const imports = importGraphOf(linked)
  const ofTests = filesForTests({ linked, extracted, entryPoints: found, imports })
  const tools = developersTools(linked, extracted, found)
  // Which parameters are requests is learned when data are followed, and not before: entities are asked for no sooner.
  let entities: Entity[] | undefined
  let stored: ReturnType<typeof knownEntities> | undefined
  const entityAt = (call: number): Entity | undefined => {
    entities ??= entitiesOf(linked, extracted, found)
    stored ??= knownEntities(linked)
    return stored.ofWrite(call)
  }
  const tainted = followed(() =>
    flowsOf(linked, found, routes, {
      unmounted: unmountedHandlers(linked, routed, routes.unmounted, imports),
      entityAt,
      tools: tools.byHand,
    }),
  )
  const flows = tainted.flows.map((flow) =>
    flow.test || ![flow.at, ...flow.trace].some(({ file }) => ofTests.has(file)) ? flow : { ...flow, test: true },
  )
  const usages = usagesOf(linked)
    .map((usage) => (usage.test || !ofTests.has(usage.at.file) ? usage : { ...usage, test: true }))
    .map((usage) => (usage.kind === 'file-change' && tools.whileBuilding.has(usage.at.file) ? ofOperators(usage) : usage))
  entities ??= entitiesOf(linked, extracted, found)
  const middleware = once([...routes.applicationWide, ...applicationWide])
  const known = {
    linked,
    guards: routes.guards,
    extracted,
    files: scan.files,
    entryPoints: found,
    middleware,
    flows,
    usages,
    connections,
    entities,
  }
  const posture = postureOf(known)
  const packages = importedPackages(linked)
  const technologies = technologiesOf({
    files: scan.files,
    manifests: extracted.manifests,
    locks: extracted.locks,
    importedPackages: packages,
    connections,
    connectionSchemes: connectionSchemes(linked),
  })
  const inventory = inventoryOf(linked, extracted, told)
  const { publications, serviceCalls, uiRoutes } = doors
  const unresolved = unresolvedImports(linked)
  const root = extracted.manifests.find(({ path }) => path === 'package.json')?.facts.find(({ kind }) => kind === 'package')
  const project = options.projectName ?? (root?.name || directory)
  const built: KnownArchitecture = {
    ...known,
    project,
    technologies,
    publications,
    serviceCalls,
    uiRoutes,
    imports,
    statedStyle: options.architectureStyle,
    told,
  }
  return {
    project: { name: project, version: root?.version },
    files: scan.files,
    entryPoints: sorted(found, options.focus),
    connections,
    publications,
    serviceCalls,
    formats: doors.formats,
    uiRoutes,
    described: describedOperations(found, extracted.definitions),
    technologies,
    runtimeAgreement: runtimeAgreement(extracted.manifests),
    unrecognised: unrecognisedOf(extracted.manifests),
    manifests: extracted.manifests,
    commands: commandsOf(extracted.settings ?? []),
    importers: importersOf(linked),
    imported: packages.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name, at }) => ({ name, at })),
    ...(extracted.locks ? { locks: extracted.locks } : {}),
    middleware,
    roleChecks: roleChecks(linked, routes.guards),
    unmounted: routes.unmounted.flatMap((route) =>
      route.methods.map((method) => ({ framework: route.framework, method, path: route.path, at: cite(linked, route.node) })),
    ),
    reached: reachedLines(linked, found),
    flows,
    ...(tainted.stopped === undefined ? {} : { flowsStopped: tainted.stopped }),
    usages,
    entities,
    posture,
    inventory,
    architecture: architectureOf(built),
    interactions: interactionsOf(built, options.sequences ?? []),
    quality: qualityOf({ ...known, inventory, technologies, imports }),
    history: NOTHING_OUTSIDE.history,
    advisories: NOTHING_OUTSIDE.advisories,
    ignores: linked.whole.files.flatMap((facts, file) =>
      facts.ignores.map(({ rule, reason, until, pos }) => ({
        rule,
        reason,
        ...(until ? { until } : {}),
        at: citeLine(linked, file, linked.whole.lineAt(file, pos)),
      })),
    ),
    notAnalysed: [...unresolved.rows, ...limits(linked, tainted.limits), ...stoppedRows(tainted.stopped)],
    knowledge: knowledgeOf(linked, unresolved.count, tainted.limits),
  }
}

/** A change of a file where whoever runs the program says which one, and what is written. */
const ofOperators = (usage: Usage): Usage => ({ ...usage, values: { ...usage.values, operators: { state: 'constant', texts: ['true'] } } })

/** A fault in following data costs what rests on that, and not the report. */
function followed(follow: () => Tainted): Tainted & { stopped?: string } {
  try {
    return follow()
  } catch (cause) {
    return { flows: [], limits: 0, stopped: `following data failed, ${(cause as Error).message}` }
  }
}

const stoppedRows = (stopped: string | undefined): NotAnalysed[] =>
  stopped === undefined
    ? []
    : [{ subject: 'paths of data', stage: 'link', reason: 'rule stopped', detail: `No rule that needs them looked for anything: ${stopped}.` }]

/** Modules resolved and values solved: what everything else asks. */
export function solve(scan: Pick<Scan, 'files'>, extracted: Extracted, models: Models): Linked {
  const fileIndex = new Map(extracted.code.map(({ path }, index) => [path, index]))
  const modules = resolveModules({ files: scan.files, configs: extracted.configs, manifests: extracted.manifests })
  const whole = new Whole(extracted.code)
  const solver = new Solver(whole, models, modules, fileIndex)
  solver.solve()
  tieCoroutines(whole, solver, models)
  tieProvided(whole, solver, models.paths)
  const dependencies = new Set(extracted.manifests.flatMap(({ facts }) => facts.filter(({ kind }) => kind === 'dependency').map(({ name }) => name)))
  const linked: Linked = {
    whole,
    solver,
    dependencies,
    versions: versionsOf(extracted, dependencies),
    values: new Values(whole, solver, modules, fileIndex),
    models,
    modules,
    fileIndex,
    settings: extracted.settings ?? [],
    effects: new Effects(whole),
  }
  if (tieActions(linked)) solver.resume()
  tieTokens(linked)
  tieComputedModules(linked)
  return linked
}

function versionsOf({ locks = [], manifests }: Extracted, dependencies: ReadonlySet<string>): Map<string, string[]> {
  const locked = new Map<string, string[]>()
  const asked = new Map<string, string[]>()
  const put = (to: Map<string, string[]>, name: string, version: string | undefined) => {
    if (version !== undefined && dependencies.has(name)) to.set(name, [...(to.get(name) ?? []), version])
  }
  for (const { tree } of locks) for (const { name, version } of tree.packages) put(locked, name, version)
  for (const { facts } of manifests) for (const { kind, name, version } of facts) if (kind === 'dependency') put(asked, name, version)
  return new Map([...asked, ...locked])
}

function unresolvedImports({ whole, modules }: Linked): { rows: NotAnalysed[]; count: number } {
  const rows: NotAnalysed[] = []
  whole.files.forEach((facts, file) => {
    for (const { specifier, pos } of facts.graph.imports) {
      const to = modules.resolve(facts.path, specifier)
      if (to.kind !== 'unresolved') continue
      rows.push({
        subject: facts.path,
        stage: 'link',
        reason: 'unresolved import',
        detail: `"${specifier}": ${to.reason}`,
        line: whole.lineAt(file, pos + (/^\s*/.exec(facts.text.slice(pos, pos + 400))?.[0].length ?? 0)),
      })
    }
  })
  return { rows, count: rows.length }
}

function limits({ solver, models }: Linked, tainted: number): NotAnalysed[] {
  const rows: NotAnalysed[] = []
  if (tainted > 0)
    rows.push({
      subject: 'data flow',
      stage: 'link',
      reason: 'limit reached',
      detail: `${tainted === 1 ? 'Once' : `${tainted} times`} outside data reached one value in more ways than are followed.`,
    })
  if (solver.limited.size > 0)
    rows.push({
      subject: 'value tracking',
      stage: 'link',
      reason: 'limit reached',
      detail: `${solver.limited.size === 1 ? '1 expression has' : `${solver.limited.size} expressions have`} more possible values than are kept; the ones met first were kept.`,
    })
  const chains = models.paths.limits
  if (chains > 0)
    rows.push({
      subject: 'library tracking',
      stage: 'link',
      reason: 'limit reached',
      detail: `${chains === 1 ? '1 chain of calls on a library is' : `${chains} chains of calls on libraries are`} longer than is followed.`,
    })
  return rows
}

function knowledgeOf({ whole, solver, models }: Linked, importsUnresolved: number, tainted: number): Program['knowledge'] {
  let callSites = 0
  let callSitesResolved = 0
  let receivers = 0
  let receiversKnown = 0
  for (const node of lookupOf(whole).of(Kind.Call, Kind.New)) {
    callSites++
    if (solver.callees.has(node) || solver.apiCalls.has(node)) callSitesResolved++
    const callee = whole.a[node] as number
    if (whole.kind[callee] !== Kind.Load) continue
    receivers++
    if (solver.count(whole.a[callee] as number) > 0) receiversKnown++
  }
  const imports = whole.files.reduce((sum, { graph }) => sum + graph.imports.length, 0)
  return {
    callSites,
    callSitesResolved,
    receivers,
    receiversKnown,
    imports,
    importsUnresolved,
    limitsReached: solver.limited.size + models.paths.limits + tainted,
  }
}

/**
 * The same route found in two ways is one entry point; the one whose guards are known better stays. A generated route that
 * is written out as well never runs: the written one comes first.
 */
function distinct(linked: Linked, entryPoints: EntryPoint[]): EntryPoint[] {
  const found = new Map<string, EntryPoint>()
  const written = new Set(entryPoints.filter(({ generated }) => !generated).map(({ method, path }) => `${method} ${path}`))
  for (const entry of entryPoints) {
    if (isTest(entry.at.file) || isTestCode(linked, entry.at.file) || (entry.generated && written.has(`${entry.method} ${entry.path}`))) continue
    const key = doorOf(entry)
    const known = found.get(key)
    if (!known || (known.authRequired.answer !== 'yes' && entry.authRequired.answer === 'yes')) found.set(key, entry)
  }
  return [...found.values()]
}

/** An application that code reaches on several ways puts its middleware in force once all the same. */
function once(guards: Guard[]): Guard[] {
  return [...new Map(guards.map((guard) => [`${guard.name} ${guard.role} ${guard.at.file}:${guard.at.line}`, guard])).values()]
}

function sorted(entryPoints: EntryPoint[], focus: string[]): EntryPoint[] {
  const inFocus = (entry: EntryPoint) => focus.some((area) => entry.at.file.startsWith(area.replace(/\*.*$/, '')) || entry.path.startsWith(area))
  const key = (entry: EntryPoint) => `${entry.kind === 'http' ? 0 : entry.kind === 'static' ? 1 : 2} ${entry.path}`
  return entryPoints.sort((one, other) => {
    const focused = Number(inFocus(other)) - Number(inFocus(one))
    if (focused !== 0) return focused
    const [a, b] = [key(one), key(other)]
    return a < b ? -1 : a > b ? 1 : one.method < other.method ? -1 : one.method > other.method ? 1 : one.at.line - other.at.line
  })
}

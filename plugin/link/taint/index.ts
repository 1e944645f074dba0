/**
 * In: the linked program and its entry points. Out: every way that outside data takes to a place that acts on it, with all
 * steps. Sources are put in, spread until nothing changes, and each landing is told backwards, step by step.
 */
import { checkForAdmins, guardForAdmins } from '../../door-purposes'
import { Kind } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import type { Confidence, Entity, EntryPoint, Evidence, Flow, SourceKind } from '../../types'
import { runsOf } from '../entry-points/runs'
import { escapingOf } from '../escaping'
import { functionsBelow } from '../functions-below'
import { calledName, cite, isTestCode, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import type { Routes } from '../routes/index'
import { packageOf } from '../usages/origin'
import { AskedInFront } from './asked-in-front'
import { isBundledFolder } from './bundled-modules'
import { connectionStrings, isPasswordTakenOut } from './connection-strings'
import { doubtOf, type Front } from './doubts/index'
import { exceptionAsJson } from './exceptions-as-json'
import { factsOf, type Hit } from './facts'
import { Gates } from './gates'
import { nameEvents } from './gateway-handlers'
import { isHandedWhole } from './handed-whole'
import { HeldRequests } from './held-requests'
import { InFront } from './in-front'
import { sourceKinds, TEXT_ONLY } from './kinds'
import { isKnownPresent } from './known-present'
import { isShownAsObject, LogFormats } from './log-formats'
import { isInMail } from './mail-components'
import { spoken, spokenSink } from './names'
import { OtherPrograms } from './other-programs'
import { beginsAsSent, hasNoSentScheme, keepsOwnBeginning } from './own-beginnings'
import { credentialOn } from './own-credentials'
import { OwnNames } from './own-names'
import { Propagation } from './propagate'
import { otherPart } from './read-parts'
import { isKeptWhole } from './secrets-of-pages'
import { isSentInBody, partOf } from './sent-parts'
import type { ShellWords } from './shell-words'
import { sourcesOf } from './sources'
import { inSteeredBrowser, STEERED } from './steered-browsers'
import { nameHandlers } from './strangers'
import { isComposed, putsIn } from './texts'
import { isOfWrittenRecord } from './written-records'

/** Longest trace that is told, in steps; the middle of a longer one is left out. */
const MOST_STEPS = 40

/** How sure it is that somebody outside decides: a request is a fact, a parameter that nothing here fills is a guess. */
const CONFIDENCE: Record<SourceKind, Confidence> = {
  request: 'high',
  browser: 'high',
  message: 'high',
  exception: 'high',
  predictable: 'high',
  environment: 'medium',
  stored: 'medium',
  response: 'medium',
  library: 'medium',
  sensitive: 'medium',
  parameter: 'low',
}

export interface Tainted {
  flows: Flow[]
  /** Times that a limit was reached. */
  limits: number
}

/** What is known of the program besides its doors. */
export interface Beside {
  /** Functions of handlers that no request reaches. */
  unmounted: ReadonlySet<number>
  /** What a call stores a record of. */
  entityAt: (call: number) => Entity | undefined
  /** Paths of files that only developers run, by hand. */
  tools: ReadonlySet<string>
}

/**
 * @param routes middleware of paths that are expressions, and the paths that functions are registered for
 */
export function flowsOf(
  linked: Linked,
  entryPoints: EntryPoint[],
  routes: Pick<Routes, 'handingOn' | 'registered'>,
  { unmounted, entityAt, tools }: Beside,
): Tainted {
  nameHandlers(linked)
  nameEvents(linked, entryPoints)
  const propagation = new Propagation(linked, sourceKinds.length * 2)
  const isApplication = entryPoints.some(({ kind }) => kind === 'http' || kind === 'graphql')
  const { conditions, assurances, loops } = propagation
  const asked = new AskedInFront(linked, conditions, assurances, (store) => propagation.isTold(store))
  const held = new HeldRequests(linked, entryPoints, conditions, new InFront(linked, conditions, assurances), asked, routes.handingOn)
  const sources = sourcesOf(linked, isApplication, (node, mask) => propagation.mayHarm(node, mask), held)
  const named = new Map(sources.flatMap(({ kind, node, name }) => (kind === 'sensitive' && name ? [[node, name] as const] : [])))
  for (const { node, settled } of sources) if (settled) propagation.settle(node)
  for (const { kind, node, mask, property, guessed, handed, leavesOut } of sources)
    propagation.seed(
      sourceKinds.indexOf(kind) + (guessed || handed ? sourceKinds.length : 0),
      node,
      mask,
      property === undefined ? propagation.allBut(leavesOut ?? []) : propagation.paths.of([property].flat().map((name) => linked.whole.string(name))),
    )
  propagation.run()
  const routesOf = routesByHandler(linked, entryPoints)
  const signed = new Map<string, string>(
    entryPoints.flatMap(({ webhook, method, path }) =>
      webhook?.verified.answer === 'yes' ? [[`${method} ${path}`, webhook.provider] as const] : [],
    ),
  )
  const beforeRoutes = frontOf(linked, entryPoints)
  const inFront = new Set(entryPoints.flatMap((entry) => runsOf(linked, entry).before))
  const isRun = (fn: number) => routesOf(fn).length > 0 || inFront.has(fn)
  const isBelowDoor = reachOf(linked, entryPoints)
  const knowledge = {
    conditions,
    assurances,
    loops,
    gates: new Gates(linked, conditions, assurances),
    programs: new OtherPrograms(linked, entryPoints),
    jobs: propagation.jobs,
    isRun,
    answers: (fn: number) => routesOf(fn).length > 0 && !inFront.has(fn),
    unmounted,
    tools,
    isModelled: (call: number) => entityAt(call) !== undefined,
  }
  const formats = new LogFormats(linked)
  const isSteered = inSteeredBrowser(linked)
  const keepsOwn = (node: number, way: ReadonlySet<number>) => keepsOwnBeginning(linked, node, way)
  const ownNames = new OwnNames(linked, routes.registered)
  const addresses = connectionStrings(linked)
  const ofPages = new Set(sources.flatMap(({ node, ofPage }) => (ofPage ? [node] : [])))
  const landings = propagation.landings
    .map(({ fact, hit }) => ({ fact, hit: isSteered(hit.at) ? { ...hit, library: STEERED } : hit }))
    .filter(
      ({ hit }) =>
        !isEscaped(linked, hit) &&
        !(hit.name === 'log' && (hit.library === STEERED || formats.isEscaped(hit.at))) &&
        !(hit.name === 'script-url' && isInMail(linked, hit.at)),
    )
  const flows = landings.flatMap(({ fact, hit }): Flow[] => {
    const source = sourceKinds[fact.origin % sourceKinds.length] as SourceKind
    const isGuess = fact.origin >= sourceKinds.length || (hit.guessed && GUESSES.has(hit.name))
    const way = factsOf(fact)
    const steps = way.map(({ node }) => node)
    const first = steps[0] as number
    if (source === 'exception' && exceptionAsJson(linked, steps, hit.at) === 'nothing') return []
    // A page may do with it what it likes, but for telling it to other pages.
    if (source === 'sensitive' && ofPages.has(first) && !(hit.library === 'window-messages' && isKeptWhole(linked, steps))) return []
    if (source === 'sensitive' && addresses.has(first) && isPasswordTakenOut(linked, steps)) return []
    if (hit.name === 'empty-password' && isKnownPresent(linked, conditions, steps, hit.at)) return []
    if (hit.name === 'resource' && isAsLongAsSent(linked, steps, hit.at)) return []
    // Only a document holds a number for a length; what stands in an address is a text.
    if (hit.name === 'length' && !isSentInBody(linked, steps)) return []
    if (hit.name === 'log' && isShownAsObject(linked, steps, hit.at)) return []
    if (hit.name === 'path' && source === 'browser' && isBundledFolder(linked, hit.at)) return []
    const begins = hit.name === 'script-url' || hit.name === 'redirect' ? beginsAsSent(linked, steps) : undefined
    if (begins === 'page') return []
    const credential = hit.name === 'request-path' ? credentialOn(linked, steps, hit.at) : undefined
    if (hit.name === 'request-path' && credential === undefined) return []
    const routes = source === 'request' || source === 'message' ? routesIn(linked, steps, routesOf) : []
    const route = routes.at(-1)
    // Nobody but the service that signs decides on the shape of what it sends; texts in it may be those of its own users.
    const signer = route === undefined || !isSentInBody(linked, steps) ? undefined : signed.get(route)
    if (signer !== undefined && (hit.bits & ~TEXT_ONLY) === 0) return []
    const part = source === 'sensitive' ? otherPart(linked, fact) : undefined
    const doubt =
      part === undefined
        ? (doubtOf(linked, knowledge, beforeRoutes(routes), source, steps, hit) ??
          (isApplication && source === 'request' && route === undefined && !isBelowDoor(first) ? NO_DOOR : undefined))
        : { most: 'low' as const, because: `It is \`${part}\` of it that goes on, which its name does not call sensitive.` }
    const isComposedWay = steps.some((step) => isComposed(linked, step) || (hit.name === 'ldap' && putsIn(linked, step)))
    // Put between tags by a function that templates call, it was meant to be text; handed back as it came, perhaps markup.
    const isOfTemplate = source === 'parameter' && fact.origin >= sourceKinds.length && isComposedWay
    const at = credential === undefined || credential.call === hit.at ? citation(linked, hit.at, hit.cited) : cite(linked, credential.call)
    const trace = told(linked, hit.cited === hit.at ? [...steps, hit.at] : [...steps, hit.cited, hit.at])
    return [
      {
        source,
        sink: hit.name,
        api: hit.library === TEMPLATES ? linked.whole.sourceOf(hit.at, 60) : spokenSink(linked, hit.at, hit.api),
        library: hit.library,
        ...(hit.name === 'merge' || hit.name === 'property' ? moduleOf(linked, hit.at) : {}),
        confidence: hit.name.endsWith('-text') ? 'low' : isOfTemplate ? 'medium' : surenessOf(source, isGuess, signer),
        from: cite(linked, first),
        origin: (source === 'sensitive' && named.get(first)) || spoken(linked, partOf(linked, steps)),
        at,
        ...(hit.composed !== undefined && hit.composed >= 0 ? { text: cite(linked, hit.composed) } : {}),
        trace,
        around: hit.library === TEMPLATES ? '' : (linked.whole.functions[linked.whole.functionOf(hit.at)]?.fact.name ?? ''),
        ...(isComposedWay ? { composed: true as const } : {}),
        ...(hit.name === 'script-url' && hasNoSentScheme(linked, steps) ? { ownScheme: true as const } : {}),
        ...letsThrough(linked, propagation.shellWords, steps, hit),
        ...(begins === undefined ? {} : { beginsAsSent: true as const }),
        ...(hit.name === 'redirect' && ownNames.isBegunWith(steps, keepsOwn) ? { beginsWithOwnName: true as const } : {}),
        ...(hit.onReceiver ? { onReceiver: true as const } : {}),
        ...(hit.byName ? { byName: true as const } : {}),
        ...(credential === undefined ? {} : { credential: credential.name }),
        ...(source === 'stored' ? fieldOf(linked, steps) : {}),
        ...(isHandedWhole(linked, steps) ? { handedWhole: true as const } : {}),
        ...(source === 'sensitive' && isOfWrittenRecord(linked, first) ? { writtenRecord: true as const } : {}),
        ...(hit.leavesOut ? { leavesOut: propagation.decided(hit.leavesOut, way) } : {}),
        ...(hit.name === 'record' ? recordOf(linked, entityAt(hit.at), steps) : {}),
        ...(route ? { route } : {}),
        ...becauseOf(linked, hit),
        ...(doubt ? { doubt } : {}),
        // What tests put into an object does not get into the program's own.
        test: isTestCode(linked, at.file) || trace.some(({ file }) => isTestCode(linked, file)),
      },
    ]
  })
  return { flows: withoutRun(flows).sort(byPlace), limits: propagation.limits }
}

/** `Array.from({ length: ids.length })`: as many elements as were sent. */
function isAsLongAsSent(linked: Linked, steps: readonly number[], call: number): boolean {
  const { whole } = linked
  return (
    whole.kind[call] === Kind.Call &&
    calledName(linked, call) === 'from' &&
    steps.some((step) => step < whole.size && whole.kind[step] === Kind.Load && whole.text(whole.b[step] as number) === 'length')
  )
}

/** What is stored as what, and which fields of it the program asks for by name on the way. */
function recordOf(linked: Linked, entity: Entity | undefined, steps: readonly number[]): Pick<Flow, 'record'> {
  if (!entity) return {}
  const { whole } = linked
  const on = steps.filter((step) => step < whole.size)
  // `req.body` is the same wherever it is read anew.
  const called = (node: number) => (whole.kind[node] === Kind.Load ? `${whole.a[node]}.${whole.b[node]}` : `${node}`)
  const known = new Set(on.map(called))
  const asked = new Set<string>()
  for (const fn of new Set(on.map((node) => whole.scopeOf(node))))
    for (const node of lookupOf(whole).inFunction(fn))
      if (whole.kind[node] === Kind.Load && known.has(called(whole.a[node] as number))) asked.add(whole.text(whole.b[node] as number))
  return { record: { model: entity.name, file: entity.at.file, asked: [...asked].sort() } }
}

/** Whether a value is read in a function that doors lead to. */
function reachOf(linked: Linked, entryPoints: readonly EntryPoint[]): (node: number) => boolean {
  const { whole } = linked
  let below: ReadonlySet<number> | undefined
  return (node) => {
    if (node >= whole.size) return false
    below ??=
      functionsBelow(
        linked,
        entryPoints.map((entry) => runsOf(linked, entry)).flatMap(({ handlers, before }) => [...handlers, ...before]),
        Number.POSITIVE_INFINITY,
        Number.POSITIVE_INFINITY,
      ) ?? new Set()
    return below.has(whole.scopeOf(node))
  }
}

/** Of findings for which no door was known readers of two sets of products confirmed 4 of 20, and 35 of 96 of those behind one. */
const NO_DOOR = { most: 'medium' as const, because: 'No route of the program was seen to lead there.' }

/** What works in a command although it was checked, where the value becomes part of its text. */
function letsThrough(linked: Linked, words: ShellWords, steps: readonly number[], hit: Hit): Pick<Flow, 'letsThrough'> {
  if (hit.name !== 'command') return {}
  for (const [index, text] of steps.entries()) {
    const part = steps[index - 1]
    if (part === undefined || part >= linked.whole.size || !isComposed(linked, text)) continue
    const character = words.letThrough(text, part)
    if (character !== undefined) return { letsThrough: character }
  }
  return {}
}

/** What runs in front of the handler of every door of a name, and the guard for administrators that every one has. */
function frontOf(linked: Linked, entryPoints: EntryPoint[]): (routes: readonly string[]) => Front {
  const fronts = new Map<string, Front>()
  for (const entry of entryPoints) {
    const route = `${entry.method} ${entry.path}`
    const { before, asked } = runsOf(linked, entry)
    const own: Front = {
      runs: before,
      forAdmins: guardForAdmins(entry)?.name ?? checkForAdmins(entry),

      asked: new Map(asked),
    }
    const known = fronts.get(route)
    fronts.set(route, known ? common(known, own) : own)
  }
  return (routes) =>
    routes.map((route) => fronts.get(route) ?? NOTHING).reduce((all: Front | undefined, own) => (all ? common(all, own) : own), undefined) ?? NOTHING
}

const NOTHING: Front = { runs: [], forAdmins: undefined, asked: new Map() }
const common = (one: Front, other: Front): Front => ({
  runs: one.runs.filter((fn) => other.runs.includes(fn)),
  forAdmins: one.forAdmins && other.forAdmins,
  // Parameters are a handler's own: doors that share it may have other guards.
  asked: one.asked.size === 0 || other.asked.size === 0 ? NOTHING.asked : new Map([...one.asked, ...other.asked]),
})

/** Queues that hand a program back what it put in itself. */
const OWN_QUEUES = new Set(['QStash', 'Inngest'])

/** @param signer service whose signature the body was checked by */
function surenessOf(source: SourceKind, isGuess: boolean, signer: string | undefined): Confidence {
  if (CONFIDENCE[source] !== 'high') return CONFIDENCE[source]
  if (signer !== undefined && OWN_QUEUES.has(signer)) return 'low'
  return isGuess || signer !== undefined ? 'medium' : 'high'
}

/** The model of what templates print. */
const TEMPLATES = 'templates'

/** What a template prints escaped, where its engine does that. */
function isEscaped(linked: Linked, { library, at }: Hit): boolean {
  if (library !== TEMPLATES || calledName(linked, at) !== '$escaped') return false
  return escapingOf(linked).isOn((linked.whole.files[linked.whole.fileOf(at)] as { path: string }).path)
}

/** The setting without which the engine would have escaped what is printed here. */
/** What the code imports a function from: by itself, or in an object of the program’s own through which it is called. */
function moduleOf(linked: Linked, at: number): Pick<Flow, 'module'> {
  const { whole, values } = linked
  const called = [at, ...(whole.kind[at] === Kind.Call ? values.definitions(whole.a[at] as number) : [])]
  const module = called.map((node) => packageOf(linked, node)).find((name) => name !== undefined && !/^[./]/.test(name))
  return module === undefined ? {} : { module }
}

function becauseOf(linked: Linked, { library, at }: Hit): Pick<Flow, 'because'> {
  if (library !== TEMPLATES || calledName(linked, at) !== '$escaped') return {}
  const setting = escapingOf(linked).offBy((linked.whole.files[linked.whole.fileOf(at)] as { path: string }).path)
  return setting === undefined ? {} : { because: cite(linked, setting) }
}

/** Sinks whose method names other things have too. */
const GUESSES = new Set(['sql', 'nosql', 'record', 'url', 'path', 'ldap', 'log', 'template'])

/** Sinks that make the most of a text of that kind: where one was seen, that it was put together says nothing more. */
const RUNS: Record<string, Set<string>> = rowsByName({
  'sql-text': new Set(['sql']),
  'html-text': new Set(['html', 'selector', 'markup', 'template', 'code']),
})

const placeOf = ({ at }: Flow) => `${at.file}:${at.line}`

function withoutRun(flows: Flow[]): Flow[] {
  const run = new Set(flows.flatMap(({ sink, trace }) => trace.map(({ file, line }) => `${sink} ${file}:${line}`)))
  // In a template, an address that is not escaped either is markup first of all, and a known source says more than a parameter.
  const printed = new Set(flows.flatMap((flow) => (flow.library === TEMPLATES && flow.sink === 'html' ? [`${flow.source} ${placeOf(flow)}`] : [])))
  const known = new Set(flows.flatMap((flow) => (flow.library === TEMPLATES && flow.source !== 'parameter' ? [placeOf(flow)] : [])))
  const isSaid = (flow: Flow) =>
    flow.library === TEMPLATES &&
    (flow.source === 'parameter' ? known.has(placeOf(flow)) : flow.sink === 'script-url' && printed.has(`${flow.source} ${placeOf(flow)}`))
  // An exception that repeats what was sent is told as what was sent.
  const sent = new Set(
    flows.flatMap((flow) =>
      flow.source === 'exception' || flow.confidence === 'low' || flow.doubt?.most === 'low' ? [] : [`${flow.sink} ${placeOf(flow)}`],
    ),
  )
  const repeats = (flow: Flow) => flow.source === 'exception' && flow.sink === 'html' && sent.has(`${flow.sink} ${placeOf(flow)}`)
  return flows.filter((flow) => !isSaid(flow) && !repeats(flow) && ![...(RUNS[flow.sink] ?? [])].some((kind) => run.has(`${kind} ${placeOf(flow)}`)))
}

/** What holds the rows, and is no field of one. */
const ROWS = /^(?:rows|recordset|recordsets|data|dataValues|items?|docs|result|hits|_doc|\d+)$/i

/** The first field that is read of stored data on its way. */
function fieldOf({ whole }: Linked, steps: readonly number[]): Pick<Flow, 'field'> {
  for (const step of steps.slice(1)) {
    const field = step < whole.size && whole.kind[step] === Kind.Load ? whole.text(whole.b[step] as number) : ''
    if (field !== '' && !ROWS.test(field)) return { field }
  }
  return {}
}

function told(linked: Linked, nodes: number[]): Evidence[] {
  const steps: Evidence[] = []
  for (const node of nodes) {
    if (node >= linked.whole.size || isNameless(linked, node)) continue
    const step = cite(linked, node)
    const last = steps[steps.length - 1]
    if (last?.file === step.file && last.line === step.line) continue
    steps.push(step)
  }
  if (steps.length <= MOST_STEPS) return steps
  const rest = steps.slice(-MOST_STEPS / 2)
  return [...steps.slice(0, MOST_STEPS / 2), { ...(rest[0] as Evidence), omitted: steps.length - MOST_STEPS }, ...rest.slice(1)]
}

/** Cells stand for variables, not for places. */
function isNameless({ whole }: Linked, node: number): boolean {
  return whole.pos[node] === 0 && whole.end[node] === 0
}

/** The call's line, and down to the argument's where that stands further down. */
function citation(linked: Linked, at: number, cited: number): Evidence {
  const place = cite(linked, at)
  const [end] = linked.whole.linesOf(cited)
  if (linked.whole.fileOf(cited) === linked.whole.fileOf(at) && end < place.line && linked.whole.kind[cited] === Kind.Property)
    return cite(linked, cited)
  return linked.whole.fileOf(cited) === linked.whole.fileOf(at) && end > place.line ? { ...place, endLine: end } : place
}

/** Of a function, the doors that it answers: by itself, or by the line where it begins. */
function routesByHandler(linked: Linked, entryPoints: EntryPoint[]): (fn: number) => readonly string[] {
  const { whole } = linked
  const routes = new Map<number | string, string[]>()
  const put = (key: number | string, route: string) => {
    const known = routes.get(key)
    if (!known) routes.set(key, [route])
    else if (!known.includes(route)) known.push(route)
  }
  for (const entry of entryPoints) {
    const route = `${entry.method} ${entry.path}`
    for (const fn of runsOf(linked, entry).handlers) put(fn, route)
    if (entry.handler) put(`${entry.handler.at.file}:${entry.handler.at.line}`, route)
  }
  return (fn) => {
    const at = whole.functions[fn]?.node ?? -1
    return routes.get(fn) ?? (at < 0 ? [] : (routes.get(`${(whole.files[whole.fileOf(at)] as { path: string }).path}:${whole.linesOf(at)[0]}`) ?? []))
  }
}

/** The doors whose handler reads the source, or passes it on. */
function routesIn({ whole }: Linked, steps: number[], routesOf: (fn: number) => readonly string[]): readonly string[] {
  for (const node of steps) {
    if (node >= whole.size) continue
    for (let fn = whole.scopeOf(node); fn >= 0; fn = whole.functions[fn]?.parent ?? -1) {
      const routes = routesOf(fn)
      if (routes.length > 0) return routes
    }
  }
  return []
}

function byPlace(one: Flow, other: Flow): number {
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  return (
    compare(one.at.file, other.at.file) ||
    one.at.line - other.at.line ||
    compare(one.sink, other.sink) ||
    compare(one.source, other.source) ||
    compare(one.origin, other.origin)
  )
}

/** Where outside data begins: what models name, parameters that frameworks fill, and parameters that nothing here fills. */

import { FunctionFlag, Kind } from '../../graph'
import type { SourceKind } from '../../types'
import { isImportedByPages } from '../action-importers'
import { isDeclaredNumber } from '../decorated/types'
import { LabelKind } from '../labels'
import { apiPathsOf, calledName, isTest, type Linked, receiverOf } from '../linked'
import { lookupOf, merge } from '../lookup'
import { INSTANCEOF } from '../operators'
import { pathsOfCall } from '../usages/modelled'
import { workerFiles } from '../workers'
import { addressesOf, isOperatorsOwn } from './address-origins'
import { CheckedChains } from './checked-chains'
import { checkedFields } from './checked-classes'
import { CheckingPipes } from './checking-pipes'
import { connectionStrings } from './connection-strings'
import { DeclaredInputs } from './declared-inputs'
import { isErrorEvent } from './error-events'
import { isException } from './exception-values'
import { exceptionParameters } from './exceptions'
import { exportedHandlers, isNamedEvent, isRunByNobody } from './gateway-handlers'
import type { HeldPlace, HeldRequests } from './held-requests'
import { KeptValues } from './kept-values'
import { ALL, bitOf, DISCLOSED, maskOf, PATH, RAW, TEXT_ONLY, without } from './kinds'
import { NamesOfUploads } from './names-of-uploads'
import { nobodysSecrets } from './nobodys-secrets'
import { schemaLeaves } from './schema-arguments'
import { secretsOfPages } from './secrets-of-pages'
import { sensitiveNodes } from './sensitive-sources'
import { decoratedPlaces } from './sent-parts'
import { isSymbol } from './symbols'
import { helperParameters } from './template-helpers'
import { unpackedRequests } from './unpacked-requests'

export interface Source {
  kind: SourceKind
  node: number
  mask: number
  /** Property of the value that is meant, or the way to it; the whole of it otherwise. `[*]` stands for any name. */
  property?: string | readonly string[]
  /** A member of a request that no model knows and nothing here sets: most likely put there by a parser. */
  guessed?: boolean
  /** A parameter of which it is known what fills it, though not with whose data. */
  handed?: boolean
  /** Names under which something else stands by then. */
  leavesOut?: readonly string[]
  /** What the code calls it, where the node itself does not say. */
  name?: string
  /** It is the page's own, and no fault but where other pages are told it. */
  ofPage?: boolean
  /** All that the node may hold is told; what middleware puts there adds nothing. */
  settled?: boolean
}

/** What frameworks and their usual middleware put on a request by themselves, and is not what the client sent. */
const OWN_MEMBERS = new Set(
  `app user session sessionID sessionStore log logger id method httpVersion route secure xhr fresh stale socket connection accepts acceptsCharsets
   acceptsEncodings acceptsLanguages csrfToken isAuthenticated isUnauthenticated login logIn logout logOut i18n t locale language locals db context
   tenant res next account auth authInfo client pipe on once emit setTimeout destroy read unpipe pause resume readable complete aborted timing start
   startTime time requestId reqId flash server raw routeOptions routeConfig is range param get header baseUrl statusCode statusMessage err error
   profile currentUser loaderData actionData matches isAdmin role roles permissions token decoded payload models services container di prisma redis cache config settings env`.split(
    /\s+/,
  ),
)

/** Sensitive and predictable data are no attack: they matter to these sinks alone. */
const ATTACKS = ALL & ~maskOf(['disclosure', 'secret'])

/** Whether harm of one of these kinds can come of a node at all: elsewhere nobody need look for sources. */
type MayHarm = (node: number, mask: number) => boolean

/**
 * @param isApplication opens doors itself: then nobody installs it as a library
 * @param held what stands in front of handlers makes sure of
 */
export function sourcesOf(linked: Linked, isApplication: boolean, mayHarm: MayHarm, held: HeldRequests): Source[] {
  const parts = decorated(linked)
  return [
    ...modelled(linked, mayHarm, held),
    ...parts,
    ...events(linked),
    ...pages(linked),
    ...actions(linked),
    ...caught(linked, mayHarm),
    ...sensitive(linked, mayHarm),
    ...helperParameters(linked).map((node): Source => ({ kind: 'parameter', node, mask: bitOf('html'), handed: true })),
    ...unpackedRequests(linked).map((node): Source => ({ kind: 'request', node, mask: bitOf('resource') })),
    ...openParameters(linked, isApplication, mayHarm, new Set(parts.map(({ node }) => node))),
  ]
}

/** `text.replace('#', '')`, `text.replace(/^#\/?/, '')`: what begins with a text, or with one of several signs. */
function takesOut({ whole, values }: Linked, call: number, begins: string): boolean {
  if (whole.kind[call] !== Kind.Call) return false
  const [what, by] = whole.args(call)
  if (what === undefined || (by !== undefined && values.texts(by).some(({ value }) => value.startsWith(begins)))) return false
  const isRegex = whole.kind[what] === Kind.Regex
  const texts = isRegex ? [whole.text(whole.a[what] as number)] : values.texts(what).flatMap(({ exact, value }) => (exact ? [value] : []))
  if (!isRegex) return texts.some((text) => text.startsWith(begins))
  return texts.some((text) => {
    const first = text.replace(/^\/\^?(?:\((?:\?:)?)*/, '')
    return (
      first.startsWith(begins) || first.startsWith(`\\${begins}`) || (first.startsWith('[') && first.slice(0, first.indexOf(']')).includes(begins))
    )
  })
}

function modelled(linked: Linked, mayHarm: MayHarm, held: HeldRequests): Source[] {
  const { whole, models, solver } = linked
  const { paths } = models
  const found: Source[] = []
  const requests = requestsOf(linked)
  const set = new Set<string>()
  const any = paths.node(paths.root('any'))
  const byMember = new Map(
    [...(any.children ?? [])].flatMap(([step, path]) =>
      step.startsWith('.') && models.flows.sources.has(path) ? [[whole.string(step.slice(1)), path] as const] : [],
    ),
  )
  const lookup = lookupOf(whole)
  for (const node of lookup.of(Kind.Store)) set.add(whole.text(whole.b[node] as number))
  /** By API path and name: the same members are read again and again. */
  const members = new Map<number, Map<number, number>>()
  const memberOf = (base: number, text: number) => {
    let ofBase = members.get(base)
    if (!ofBase) {
      ofBase = new Map()
      members.set(base, ofBase)
    }
    let path = ofBase.get(text)
    if (path === undefined) {
      const name = whole.text(text)
      path = paths.find(base, `.${name}`)
      // One of a list, where no model speaks of that place alone.
      if (path < 0 && /^\d+$/.test(name)) path = paths.find(base, '.[]')
      ofBase.set(text, path)
    }
    return path
  }
  const guess = (node: number, base: number, name: string) => {
    if (!requests.has(base) || OWN_MEMBERS.has(name) || set.has(name)) return
    const known = paths.find(base, `.${name}`)
    if (known >= 0 && (paths.node(known).known || models.flows.sources.has(known))) return
    found.push({ kind: 'request', node, mask: ATTACKS, guessed: true })
  }
  const workers = workerFiles(linked)
  const chains = new CheckedChains(linked)
  const inputs = new DeclaredInputs(linked)
  const names = new NamesOfUploads(linked)
  const kept = new KeptValues(linked)
  const put = (node: number, path: number) => {
    if (path < 0 || (workers.size > 0 && workers.has(whole.fileOf(node)) && MESSAGE.test(paths.show(path)))) return
    if (isOfOwnForm(linked, node)) return
    const own = isOwnFile(linked, node, path)
    // What is in a file of its own is no attack; sent elsewhere it is told all the same.
    if (own && !(models.flows.sources.get(path) ?? []).some(({ mask }) => mask === DISCLOSED)) return
    const where = models.requests.get(path)
    // Parts of an address and headers are texts, whatever is sent; so is what forms, queries and cookies hand out by name.
    const from = where ?? models.doors.inputs.get(path)?.in
    const isText = from === 'path' || from === 'header' || (from !== undefined && GIVES_TEXT.has(from) && isAskedByName(models, path))
    const sent = isText ? ATTACKS & ~TEXT_ONLY : ATTACKS
    if (where !== undefined && !own && !isOfOwnAddress(linked, node)) {
      if (where === 'file') found.push(...uploaded(names, node, ONE_FILE.test(paths.show(path))))
      else if (isOfPageAddress(linked, node)) found.push({ kind: 'browser', node, mask: sent })
      else {
        const known = held.fieldsOf(node, where)
        if (known) found.push(...(known.isAll ? checkedParts(linked, node, sent, known) : partlyChecked(node, sent, known)))
        else found.push({ kind: 'request', node, mask: sent })
      }
    }
    for (const { kind, mask, arguments: given, cuts, checked, declared, uploadNames, keeps } of models.flows.sources.get(path) ?? []) {
      if (given !== undefined && (whole.kind[node] !== Kind.Call || whole.args(node).length !== given)) continue
      // `attr({ title })` writes as well, with one argument.
      if (given === 1 && whole.kind[whole.args(node)[0] as number] === Kind.Object) continue
      if (keeps && kept.isKept(node)) continue
      if (cuts !== undefined && !takesOut(linked, node, cuts)) continue
      const fields = checked !== undefined ? chains.fieldsOf(node, checked) : declared !== undefined ? inputs.fieldsOf(node, declared) : undefined
      if (fields) for (const { property, clears } of fields) found.push({ kind, node, mask: mask & sent & ~clears, property })
      else if (uploadNames && names.areCut()) found.push(...withNamesCut(node, mask & sent, uploadNames))
      else if (kind === 'exception') {
        found.push({ kind, node, mask: mask & DISCLOSED, property: 'stack' })
        found.push({ kind, node, mask: mask & bitOf('html') })
      } else if (!own || mask === DISCLOSED)
        found.push({ kind, node, mask: kind === 'predictable' ? mask & bitOf('secret') : mask === DISCLOSED ? mask : mask & sent })
    }
  }
  const isPutThere = new PutUnderKeys(linked)
  const nodes = lookup.of(Kind.Load, Kind.LoadDynamic, Kind.Element, Kind.Global, Kind.Call, Kind.Tagged, Kind.New, Kind.Param)
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as number
    if (!mayHarm(node, ALL)) continue
    switch (whole.kind[node] as Kind) {
      case Kind.Load:
        if (isToldApart(linked, whole.a[node] as number)) break
        for (const base of apiPathsOf(linked, whole.a[node] as number)) {
          put(node, memberOf(base, whole.b[node] as number))
          guess(node, base, whole.text(whole.b[node] as number))
        }
        // Named by the member alone, of a value that nothing else is known of.
        if (byMember.has(whole.b[node] as number) && solver.of(whole.a[node] as number).length === 0)
          put(node, byMember.get(whole.b[node] as number) as number)
        break
      case Kind.LoadDynamic:
        if (isSymbol(linked, whole.b[node] as number)) break
        for (const base of apiPathsOf(linked, whole.a[node] as number))
          if (!(requests.has(base) && isPutThere.of(base))) put(node, paths.find(base, '.[]'))
        break
      case Kind.Element:
        for (const base of apiPathsOf(linked, whole.a[node] as number)) put(node, paths.find(base, '.[]'))
        break
      case Kind.Global:
        for (const path of apiPathsOf(linked, node)) put(node, path)
        break
      case Kind.Call:
      case Kind.Tagged:
        for (const path of pathsOfCall(linked, node)) put(node, paths.find(path, '()'))
        break
      case Kind.New:
        // What the code makes of nothing holds what the code puts in: `new FormData()`.
        if (whole.args(node).length > 0) for (const path of solver.apiCalls.get(node) ?? []) put(node, paths.find(path, '!'))
        break
      case Kind.Param:
        if (!solver.callers.has(whole.a[node] as number))
          for (const path of apiPathsOf(linked, node)) if (!isOfErrorEvent(linked, node, path)) put(node, path)
        break
    }
  }
  for (const { read, isSure } of names.decodedReads())
    if (mayHarm(read, PATH)) found.push({ kind: 'request', node: read, mask: PATH | RAW, ...(isSure ? {} : { guessed: true }) })
  return found
}

/** `request[kind] = account`: what a member of a request is under a name that is put together, the program itself wrote there. */
class PutUnderKeys {
  private bases: Set<number> | undefined

  constructor(private readonly linked: Linked) {}

  of(path: number): boolean {
    const { whole } = this.linked
    this.bases ??= new Set([...lookupOf(whole).of(Kind.StoreDynamic)].flatMap((store) => apiPathsOf(this.linked, whole.a[store] as number)))
    return this.bases.has(path)
  }
}

/**
 * `input instanceof Request ? input.url : input`: what stands in for `fetch` is handed what goes out, as a text, an address or a
 * request. What a server answers is handed nothing else.
 */
function isToldApart({ whole, values }: Linked, node: number): boolean {
  if (whole.kind[node] !== Kind.Refine || whole.c[node] !== 1) return false
  const asked = whole.b[node] as number
  if (whole.kind[asked] !== Kind.Binary || whole.c[asked] !== INSTANCEOF) return false
  return whole.a[asked] === whole.a[node] && values.nameOf(whole.b[asked] as number) === 'Request'
}

/** Of an object whose fields may be others besides those that a schema names, it as a whole. */
const OF_WHOLE = maskOf(['record', 'merge'])

/** Fields that a schema names are as it says; others are as they were sent, where they are read by name. */
function checkedParts({ whole }: Linked, node: number, sent: number, { fields, isReplaced }: HeldPlace): Source[] {
  const names = new Set(fields.map(({ property }) => property[0]))
  const checked = fields.map(({ property, clears }): Source => ({ kind: 'request', node, mask: sent & ~clears, property, settled: true }))
  const others = lookupOf(whole)
    .inFunction(whole.functionOf(node))
    .filter((load) => whole.kind[load] === Kind.Load && whole.a[load] === node && !names.has(whole.text(whole.b[load] as number)))
  return [
    ...checked,
    ...(isReplaced ? [] : [{ kind: 'request' as const, node, mask: sent & OF_WHOLE, settled: true }]),
    ...[...others].map((load): Source => ({ kind: 'request', node: load, mask: sent })),
  ]
}

/** Some parts are as what stands in front makes sure of; the rest is as it was sent. */
function partlyChecked(node: number, sent: number, { fields, clears }: Pick<HeldPlace, 'fields' | 'clears'>): Source[] {
  const all = without(sent, clears)
  const leavesOut = fields.map(({ property }) => property[0] as string)
  return [
    { kind: 'request', node, mask: all, leavesOut },
    ...fields.map((field): Source => ({ kind: 'request', node, mask: without(all, field.clears), property: field.property })),
  ]
}

/** What windows send each other; a worker hears from its own pages alone. */
const MESSAGE = /(?:^|\/)(?:Message|Window\.event)\.data$/

/** What the sender called a file, and what is in it: the names in an archive are paths. */
const SENT_WITH_FILE = ['name', 'originalname', 'originalFilename', 'data', 'buffer']

/** What holds one file, and not all by the names of their fields. */
const ONE_FILE = /\.file(?:\(\))?$/

/**
 * Files that were sent: where they were stored is the server's choice, what they were called is the sender's. By field, or one of a list.
 * @param isOne is a file itself: a field of whatever name is none of its own
 */
function uploaded(names: NamesOfUploads, node: number, isOne: boolean): Source[] {
  const named = SENT_WITH_FILE.filter((name) => !names.isCut(name)).flatMap((name) => [
    ...(isOne ? [[name]] : []),
    ['[*]', name],
    ['[*]', '[*]', name],
  ])
  return [
    { kind: 'request', node, mask: ATTACKS & ~bitOf('path') },
    ...named.map((property): Source => ({ kind: 'request', node, mask: bitOf('path') | RAW, property })),
  ]
}

/** What a parser hands over of a file: under these names, or as a whole (`''`), a name without folders. */
function withNamesCut(node: number, mask: number, cut: readonly string[]): Source[] {
  if (cut.includes('')) return [{ kind: 'request', node, mask: mask & ~PATH }]
  return partlyChecked(node, mask, { fields: cut.map((name) => ({ property: [name], clears: PATH })), clears: 0 })
}

const GIVES_TEXT: ReadonlySet<string> = new Set(['query', 'form', 'cookie'])

/** `searchParams.get('page')`: methods of the Web platform, which give texts and no objects. */
function isAskedByName({ paths }: Linked['models'], path: number): boolean {
  const { parent, step } = paths.node(path)
  return step === '()' && parent >= 0 && /^\.get(?:All)?$/.test(paths.node(parent).step)
}

/** `socket.on('error', (error) => …)` of what Node.js opens: the text of an error is its own, and nothing that came in. */
function isOfErrorEvent(linked: Linked, param: number, path: number): boolean {
  const { whole, values, models } = linked
  if (!OF_OWN_ERRORS.test(models.paths.rootOf(path))) return false
  const call = values.callAround(whole.functions[whole.a[param] as number]?.node ?? -1)
  return call >= 0 && isErrorEvent(linked, call)
}
/** Modules that tell of what is sent or read by events, and those for web sockets and forms, whose errors are written out in them. */
const OF_OWN_ERRORS = /^(?:npm:|type:)?(?:node:)?(?:net|tls|http|https|http2|fs|dgram|child_process|stream|ws|busboy|@fastify\/busboy)(?:\/|$)/

/** `new URL(process.env.DATABASE_URL).searchParams.get('schema')`: a query is as far outside as the address that it is part of. */
const isOfOwnAddress = (linked: Linked, node: number): boolean => isOfAddress(linked, node, (address) => isOperatorsOwn(linked, address))

/** `new URL(location.href).searchParams.get('tab')`: what is asked for is a page, and no server. */
const isOfPageAddress = (linked: Linked, node: number): boolean => isOfAddress(linked, node, (address) => isPageAddress(linked, address))

/** Whether what reads a query asks an address that is made of nothing but such texts. */
function isOfAddress(linked: Linked, node: number, isMeant: (address: number) => boolean): boolean {
  const { whole } = linked
  if (whole.kind[node] !== Kind.Call || !/^get(?:All)?$/.test(calledName(linked, node))) return false
  const search = receiverOf(linked, node)
  if (search < 0 || whole.kind[search] !== Kind.Load || whole.text(whole.b[search] as number) !== 'searchParams') return false
  return addressesOf(linked, whole.a[search] as number)?.every(isMeant) ?? false
}

/** `location`, `document.URL`, and what is read of them. */
function isPageAddress(linked: Linked, node: number): boolean {
  const { models } = linked
  const isOfPage = (path: number) => models.flows.sources.get(path)?.some(({ kind }) => kind === 'browser') ?? false
  return node >= 0 && apiPathsOf(linked, node).some((path) => isOfPage(path) || isOfPage(models.paths.find(path, '.href')))
}

/** `new FormData(form)`: a page reads what its own visitor typed, and a server what the code put in. */
function isOfOwnForm({ whole, values }: Linked, node: number): boolean {
  const isMade = (at: number) => at < whole.size && whole.kind[at] === Kind.New && values.nameOf(whole.a[at] as number) === 'FormData'
  if (whole.kind[node] !== Kind.Call || whole.kind[whole.a[node] as number] !== Kind.Load) return isMade(node)
  const made = values.definitions(whole.a[whole.a[node] as number] as number)
  return made.length > 0 && made.every(isMade)
}

/** A file of the program's own, named in the code: what it holds was not stored by anyone outside. */
function isOwnFile(linked: Linked, node: number, path: number): boolean {
  const { whole, models } = linked
  if (whole.kind[node] !== Kind.Call || !models.flows.sources.get(path)?.some(({ kind }) => kind === 'stored')) return false
  if (!/^(?:npm:)?(?:fs|node:fs)\b|^type:fs\//.test(models.paths.rootOf(path))) return false
  const [name] = whole.args(node)
  if (name === undefined || !isWritten(linked, name, 0)) return false
  return !linked.values.texts(name).some(({ value }) => OF_OTHERS.test(value))
}

/** Folders that are filled by others, whatever lies there with the code. */
const OF_OTHERS = /(?:^|[/\\])(?:uploads?|uploaded|incoming|inbox|dropbox|attachments?|user[-_]?(?:files|content|data|uploads))(?:[/\\]|$)/i

/** Made of nothing but texts of the code and the places where the code lies. */
function isWritten(linked: Linked, node: number, hops: number): boolean {
  const { whole, solver } = linked
  if (hops > 8) return false
  switch (whole.kind[node] as Kind) {
    case Kind.String:
    case Kind.Number:
      return true
    case Kind.Global:
      return /^(?:__dirname|__filename|import\.meta\.\w+)$/.test(whole.text(whole.a[node] as number))
    case Kind.Call: {
      const name = calledName(linked, node)
      if (name === 'cwd') return true
      if (!/^(?:join|resolve|normalize|dirname|fileURLToPath)$/.test(name)) return false
      return whole.args(node).every((argument) => isWritten(linked, argument, hops + 1))
    }
    case Kind.New:
      return whole.args(node).every((argument) => isWritten(linked, argument, hops + 1))
    case Kind.Template:
    case Kind.Choice:
    case Kind.Cell:
    case Kind.Binary:
    case Kind.Await:
    case Kind.Refine: {
      const parts = whole.madeOf(node)
      return parts.length > 0 && parts.every((part) => isWritten(linked, part, hops + 1))
    }
    default: {
      const labels = solver.of(node)
      return (
        labels.length > 0 &&
        labels.every((label) => solver.labels.kind[label] === LabelKind.Value && isWritten(linked, solver.labels.data[label] as number, hops + 1))
      )
    }
  }
}

/** `@Body() dto` and its kin. */
function decorated(linked: Linked): Source[] {
  const { whole, models, solver } = linked
  const found: Source[] = []
  const pipes = new CheckingPipes(linked)
  const names = new NamesOfUploads(linked)
  for (const { fn, index, expression } of whole.parameterDecorators) {
    const places = decoratedPlaces(linked, expression)
    const param = whole.functions[fn]?.params[index]
    if (places.length === 0 || param === undefined) continue
    if ([...(solver.apiCalls.get(expression) ?? [])].some((path) => models.decorators.get(models.paths.call(path))?.model.upload)) {
      found.push(...uploaded(names, param, true))
      continue
    }
    // An operation of GraphQL is handed what its schema says: a list is a list.
    const isOfSchema = [...(solver.apiCalls.get(expression) ?? [])].some((path) => /graphql/.test(models.paths.rootOf(path)))
    const sent = places.every((place) => place === 'path' || place === 'header')
      ? ATTACKS & ~TEXT_ONLY
      : ATTACKS & ~(isOfSchema ? maskOf(['text']) : 0)
    const checked = [...(whole.kind[expression] === Kind.Call ? whole.args(expression) : [])].some((argument) =>
      /^(?:new )?Parse(?:Int|Float|Bool|UUID|Enum|Date)Pipe\b/.test(whole.sourceOf(argument, 30)),
    )
    const leaves = isOfSchema ? schemaLeaves(linked, param) : pipes.leavesOf(expression)
    const fields = checkedFields(linked, param)
    if (leaves)
      for (const { property, clears } of leaves)
        found.push({ kind: 'request', node: param, mask: sent & ~clears, ...(property.length > 0 ? { property } : {}) })
    else if (fields)
      for (const { name, clears, elements } of fields) {
        found.push({ kind: 'request', node: param, mask: sent & ~clears, property: name })
        if (elements !== undefined) found.push({ kind: 'request', node: param, mask: sent & ~elements, property: [name, '[]'] })
      }
    else found.push({ kind: 'request', node: param, mask: checked ? sent & ~maskOf(['literal']) : sent })
  }
  return found
}

/** `exports.handler = async (event) => …`: what runs functions for a cloud hands them the request. */
function events(linked: Linked): Source[] {
  const { whole } = linked
  const named = whole.functions.flatMap(({ fact }, fn) => (/^(?:handler|lambdaHandler|lambda_handler)$/.test(fact.name) ? [fn] : []))
  return [...new Set([...named, ...exportedHandlers(linked)])].flatMap((fn): Source[] => {
    const [event] = whole.functions[fn]?.params ?? []
    return event !== undefined && isNamedEvent(linked, fn) && isRunByNobody(linked, fn) ? [{ kind: 'request', node: event, mask: ATTACKS }] : []
  })
}

/**
 * Functions that Next.js runs by the file they stand in and hands parts of the address: texts, or lists of texts. Pages of the router of
 * `app` are handed parts of a path as they were sent, so that a slash in one of them stays `%2F` and none of them leads upwards; handlers of
 * its routes are handed them decoded.
 */
function pages({ whole }: Linked): Source[] {
  const found: Source[] = []
  const put = (node: number | undefined, ...properties: string[]) => {
    if (node !== undefined) for (const property of properties) found.push({ kind: 'request', node, mask: ATTACKS & ~TEXT_ONLY, property })
  }
  whole.functions.forEach(({ params, fact, file, parent }) => {
    if (parent >= 0) return
    const { path } = whole.files[file] as { path: string }
    const [first, second] = params
    if (/(?:^|\/)app\/(?:.*\/)?(?:page|layout|template|default)\.[jt]sx?$/.test(path)) {
      if (/^(?:async )?\w+$/.test(fact.name) && isRunByName(whole, file, fact.name)) {
        if (first !== undefined) found.push({ kind: 'request', node: first, mask: ATTACKS & ~TEXT_ONLY & ~PATH, property: 'params' })
        put(first, 'searchParams')
      }
    } else if (/(?:^|\/)app\/(?:.*\/)?route\.[jt]s$/.test(path)) {
      if (/^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/.test(fact.name)) put(second, 'params')
    } else if (/(?:^|\/)pages\/.*\.[jt]sx?$/.test(path) && fact.name === 'getServerSideProps') put(first, 'params', 'query', 'resolvedUrl')
  })
  return found
}

/**
 * Server actions: whoever has the page calls them with what he likes. A function that says so by its file alone, and that nothing of a
 * page imports, has no page to be called from; frameworks leave it out of what browsers may call.
 */
function actions(linked: Linked): Source[] {
  const { whole, solver } = linked
  const found = new Set<number>()
  const unlikely = new Set<number>()
  whole.functions.forEach(({ fact }, fn) => {
    if (fact.flags & FunctionFlag.ServerAction) found.add(fn)
  })
  const files = whole.files.flatMap(({ directives }, file) => (directives.includes('use server') ? [file] : []))
  for (const file of files) {
    const isOfPage = isImportedByPages(linked, file)
    for (const { name, node } of whole.exports[file] as { name: string; node: number }[])
      if (name !== '*')
        for (const label of solver.of(node))
          if (solver.labels.kind[label] === LabelKind.Function) {
            found.add(solver.labels.data[label] as number)
            if (!isOfPage) unlikely.add(solver.labels.data[label] as number)
          }
  }
  return [...found].flatMap((fn) =>
    (whole.functions[fn]?.params ?? []).map(
      (node): Source => ({ kind: 'request', node, mask: ATTACKS, ...(unlikely.has(fn) ? { guessed: true } : {}) }),
    ),
  )
}

/** The page itself, or what tells its title. */
function isRunByName(whole: Linked['whole'], file: number, name: string): boolean {
  if (name === 'generateMetadata' || name === 'generateViewport') return true
  return (whole.exports[file] as { name: string; node: number }[]).some(({ name: exported, node }) => {
    if (exported !== 'default' || whole.kind[node] !== Kind.Function) return false
    return whole.functions[whole.a[node] as number]?.fact.name === name
  })
}

/** Exceptions: their stack says how the program is built. */
function caught(linked: Linked, mayHarm: MayHarm): Source[] {
  const { whole } = linked
  const found: Source[] = []
  const lookup = lookupOf(whole)
  for (const node of merge([lookup.of(Kind.Caught), lookup.named(Kind.Load, 'stack')])) {
    if (!mayHarm(node, DISCLOSED | bitOf('html'))) continue
    if (whole.kind[node] === Kind.Caught) {
      found.push({ kind: 'exception', node, mask: DISCLOSED, property: 'stack' })
      found.push({ kind: 'exception', node, mask: bitOf('html') })
    } else if (isException(linked, whole.a[node] as number)) found.push({ kind: 'exception', node, mask: DISCLOSED })
  }
  for (const node of exceptionParameters(linked, (param) => mayHarm(param, DISCLOSED)))
    found.push({ kind: 'exception', node, mask: DISCLOSED, property: 'stack' })
  return found
}

/** Values whose name says that they are nobody else's business. */
function sensitive(linked: Linked, mayHarm: MayHarm): Source[] {
  const isNobodys = nobodysSecrets(linked)
  const named = sensitiveNodes(linked, (node) => mayHarm(node, DISCLOSED) && !isNobodys(node))
  const addresses = [...connectionStrings(linked)].filter(([node]) => mayHarm(node, DISCLOSED) && !named.has(node))
  const ofPages = [...secretsOfPages(linked)].filter(([node]) => mayHarm(node, DISCLOSED) && !named.has(node))
  return [
    ...[...named, ...addresses].map(([node, name]): Source => ({ kind: 'sensitive', node, mask: DISCLOSED, ...(name ? { name } : {}) })),
    ...ofPages.map(([node, name]): Source => ({ kind: 'sensitive', node, mask: DISCLOSED, name, ofPage: true })),
  ]
}

/** Objects whose members are parts of requests. */
const requestsOf = ({ models: { requests, paths } }: Linked): Set<number> => new Set([...requests.keys()].map((path) => paths.node(path).parent))

/**
 * Whether a library hands a parameter its value, which then is a source of its own or none. What the language's own functions give
 * says nothing of who else calls: a function that goes down into an object calls itself with it. Nor does what a test, or one of
 * several callers, passes to a function that is published: a request is known for what it is, and what no call of the program passes.
 */
function isHandedByLibrary(linked: Linked, param: number, isPublished: boolean, requests: ReadonlySet<number>): boolean {
  const { whole, solver, models } = linked
  const paths = apiPathsOf(linked, param).filter((path) => !OF_THE_LANGUAGE.test(models.paths.rootOf(path)) && !isHandedBack(models, path))
  if (paths.length === 0 || !isPublished) return paths.length > 0
  return !solver.callers.has(whole.a[param] as number) || paths.some((path) => requests.has(path))
}

/** Of a function that a library hands back, or one in an object that it does: whoever gets that calls it. `promisify(run)` */
function isHandedBack({ paths, passes }: Linked['models'], path: number): boolean {
  for (let at = path; at >= 0; at = paths.node(at).parent) {
    const { parent, step } = paths.node(at)
    if (parent >= 0 && /^\(\d+\)$/.test(step) && passes.get(parent) === Number(step.slice(1, -1))) return true
  }
  return false
}

/** What takes objects apart and puts them together. */
const OF_THE_LANGUAGE = /^global:(?:Array|JSON|Map|Object|Promise|Reflect|Set|String)$/

/**
 * Parameters of functions that nothing here calls: of a package's entry point they are what its users pass.
 *
 * @param handed parameters of which a decorator says which part of a request they are
 */
function openParameters(linked: Linked, isApplication: boolean, mayHarm: MayHarm, handed: ReadonlySet<number>): Source[] {
  const { whole, solver, values } = linked
  const found: Source[] = []
  const requests = requestsOf(linked)
  const isInstance = (label: number) => solver.labels.kind[label] === LabelKind.Instance
  const published = isApplication ? new Set<number>() : publishedFunctions(linked)
  whole.functions.forEach(({ params, node, fact, file }, fn) => {
    if (node < 0 || !params.some((param) => mayHarm(param, ATTACKS))) return
    if (values.callAround(node) >= 0 && !published.has(fn)) return
    // What a template is given, the code that renders it says.
    if (isTest((whole.files[file] as { path: string }).path) || fact.name === '$template') return
    if (fact.flags & FunctionFlag.Setter) return
    const isLibrary = published.has(fn)
    if (!isLibrary && solver.callers.has(fn)) return
    params.forEach((param) => {
      if (handed.has(param) || !mayHarm(param, ATTACKS)) return
      if (isHandedByLibrary(linked, param, isLibrary, requests)) return
      // Of what is published, tests pass what they like.
      const labels = solver.of(param)
      if (isLibrary ? labels.length > 0 && labels.every(isInstance) : labels.some(isInstance)) return
      found.push({
        kind: isLibrary ? 'library' : 'parameter',
        node: param,
        mask: isDeclaredNumber(linked, param) ? ATTACKS & ~maskOf(['number']) : ATTACKS,
      })
    })
  })
  return found
}

/** Functions that the entry points of packages export, and methods of the classes they export. */
function publishedFunctions(linked: Linked): Set<number> {
  const { whole, solver, modules, fileIndex } = linked
  const found = new Set<number>()
  const seen = new Set<number>()
  const addLabel = (label: number, depth: number) => {
    if (depth > 3 || seen.has(label)) return
    seen.add(label)
    const data = solver.labels.data[label] as number
    switch (solver.labels.kind[label]) {
      case LabelKind.Function:
        found.add(data)
        for (const [, field] of solver.fieldsOf.get(label) ?? []) for (const inner of solver.of(field)) addLabel(inner, depth + 1)
        for (const value of whole.functions[data]?.returns ?? []) for (const inner of solver.of(value)) addLabel(inner, depth + 1)
        // What an ordinary function puts on its prototype.
        for (const [, field] of solver.fieldsOf.get(solver.labels.of(LabelKind.Constructed, data)) ?? [])
          for (const inner of solver.of(field)) addLabel(inner, depth + 1)
        break
      case LabelKind.Class:
        for (const member of whole.classes[data]?.members ?? [])
          if (member.node >= 0 && whole.kind[member.node] === Kind.Function && !member.name.startsWith('#')) {
            const fn = whole.a[member.node] as number
            if (!((whole.functions[fn]?.fact.flags ?? 0) & FunctionFlag.Private)) found.add(fn)
          }
        if ((whole.classes[data]?.constructor_ ?? -1) >= 0) found.add(whole.classes[data]?.constructor_ as number)
        break
      case LabelKind.Object:
      case LabelKind.Module:
      case LabelKind.Instance:
      case LabelKind.Constructed:
        for (const [, field] of solver.fieldsOf.get(label) ?? []) for (const inner of solver.of(field)) addLabel(inner, depth + 1)
        break
    }
  }
  for (const path of modules.packageEntries()) {
    const file = fileIndex.get(path)
    if (file === undefined) continue
    addLabel(solver.labels.of(LabelKind.Module, file), 0)
    for (const { node } of whole.exports[file] as { node: number }[]) for (const label of solver.of(node)) addLabel(label, 0)
    for (const node of whole.commonjs[file] as number[]) for (const label of solver.of(node)) addLabel(label, 0)
  }
  return found
}

/**
 * Options that weaken TLS, wherever they are written: most clients hand them on to Node's `tls`, so the option's name says
 * more than the call does. A use stands where the option is given.
 */
import { isBuiltin } from 'node:module'
import { Kind } from '../../graph'
import type { Setting, Usage } from '../../types'
import { callsToPaths } from '../acts'
import { LabelKind } from '../labels'
import { apiPathsOf, calledName, type Linked } from '../linked'
import { lookupOf, merge } from '../lookup'
import { conditionsAbove } from '../regions'
import { usage } from './modelled'
import { packageOf } from './origin'
import { settingOf } from './setting'
import { conditionForTrust } from './tls-conditions'
import { isProbe } from './tls-probes'
import { isForPlainHttp, meetsNoCertificate } from './without-tls'

/** The variable of Node.js that switches all checks off. */
const SWITCH = 'NODE_TLS_REJECT_UNAUTHORIZED'
/** Option → kind of use. */
const OPTIONS = new Map([
  ['rejectUnauthorized', 'certificate-check'],
  ['strictSSL', 'certificate-check'],
  ['rejectUnauthorised', 'certificate-check'],
  ['checkServerIdentity', 'certificate-check'],
  ['SSL_VERIFYPEER', 'certificate-check'],
  ['SSL_VERIFYHOST', 'certificate-check'],
  ['sslValidate', 'certificate-check'],
  ['tlsAllowInvalidCertificates', 'certificate-ignored'],
  ['tlsAllowInvalidHostnames', 'certificate-ignored'],
  ['tlsInsecure', 'certificate-ignored'],
  ['insecureSkipVerify', 'certificate-ignored'],
  ['trustServerCertificate', 'certificate-trusted'],
  ['minVersion', 'tls-version'],
  ['maxVersion', 'tls-version'],
  ['secureProtocol', 'tls-version'],
  ['secureOptions', 'tls-switches'],
  ['ciphers', 'tls-ciphers'],
])
/** Options under which TLS settings stand in configuration files. */
const SECTION =
  /^(?:ssl|tls|https|dialectOptions|agentOptions|httpsAgent|httpsOptions|tlsOptions|sslOptions|secureContext|connectTimeout|redis|connection|poolConfig)$/i

export function tlsUsages(linked: Linked): Usage[] {
  const { whole, values, models } = linked
  const found: Usage[] = []
  let owners: Owners | undefined
  const lookup = lookupOf(whole)
  const isOption = (name: string) => OPTIONS.has(name)
  // `Object.assign(process.env, { NODE_TLS_REJECT_UNAUTHORIZED: '0' })`
  const isPutIntoEnvironment = (object: number) =>
    lookup.named(Kind.Call, 'assign').some((call) => {
      const [target, ...sources] = whole.args(call)
      if (target === undefined || !sources.includes(object)) return false
      return apiPathsOf(linked, target).some((path) => models.paths.show(path) === 'process.env')
    })
  const stored = lookup.named(Kind.Store, (name) => isOption(name) || name === SWITCH)
  for (const node of merge([lookup.named(Kind.Property, (name) => isOption(name) || name === SWITCH), stored, lookup.of(Kind.StoreDynamic)])) {
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Property) {
      const name = whole.text(whole.a[node] as number)
      if (name === SWITCH && !(isPutIntoEnvironment(lookup.objectOf(node)) && !meetsNoCertificate(linked, whole.fileOf(node)))) continue
      const of = name === SWITCH ? 'certificate-check' : OPTIONS.get(name)
      if (!of || (of === 'certificate-check' && isOfServer(linked, lookup.objectOf(node)))) continue
      if (isForPlainHttp(linked, lookup.objectOf(node))) continue
      if (of === 'certificate-check' && isProbe(linked, lookup.objectOf(node))) continue
      owners ??= new Owners(linked)
      if (of === 'certificate-check' && isOfPage(linked, whole.fileOf(node))) continue
      if (of === 'certificate-check' && owners.isOfServer(node)) {
        const callers = asksCallers(linked, lookup.objectOf(node))
        if (callers)
          found.push(
            usage(linked, node, 'callers-certificate', 'tls', name, { value: settingOf(linked, whole.b[node] as number), read: constant(callers) }),
          )
        continue
      }
      found.push(
        usage(linked, node, of, 'tls', name, {
          name: constant(name),
          value: settings(linked, of, whole.b[node] as number),
          reaches: name === SWITCH ? constant('library') : owners.of(node),
          ...circumstances(linked, of, node),
        }),
      )
    } else {
      const name = kind === Kind.Store ? whole.text(whole.b[node] as number) : (values.texts(whole.b[node] as number)[0]?.value ?? '')
      const of = name === SWITCH ? 'certificate-check' : OPTIONS.get(name)
      const isIdle = name === SWITCH && meetsNoCertificate(linked, whole.fileOf(node))
      if (of && of !== 'tls-ciphers' && !isIdle)
        found.push(
          usage(linked, node, of, 'tls', name, {
            name: constant(name),
            value: settings(linked, of, whole.c[node] as number),
            reaches: constant('library'),
            ...circumstances(linked, of, node),
          }),
        )
    }
  }
  return found
}

/**
 * `{ requestCert: false, rejectUnauthorized: false }`: options of a server that asks callers for no certificate, so that there is none to
 * reject; and of one that asks for it in the middle of a connection, to look at it itself.
 */
function isOfServer({ whole, values }: Linked, options: number): boolean {
  const asks = options < 0 ? [] : values.property(options, 'requestCert')
  if (asks.length === 0) return false
  if (asks.every((node) => node < whole.size && whole.kind[node] === Kind.Boolean && whole.a[node] === 0)) return true
  return [...lookupOf(whole).called('renegotiate')].some((call) => whole.args(call)[0] === options)
}

/**
 * `{ requestCert: true, rejectUnauthorized: false }` of a server where nothing of the program asks whether the certificate of a caller is
 * one of those that it trusts; and whether it reads what the certificate says all the same.
 */
function asksCallers(linked: Linked, options: number): 'read' | 'unread' | undefined {
  const asks = options < 0 ? [] : linked.values.property(options, 'requestCert')
  const { whole } = linked
  if (asks.length === 0 || !asks.every((node) => node < whole.size && whole.kind[node] === Kind.Boolean && whole.a[node] === 1)) return undefined
  const lookup = lookupOf(whole)
  if (lookup.named(Kind.Load, ASKED_LATER).length > 0) return undefined
  return lookup.called(READS_CERTIFICATE).length > 0 || lookup.named(Kind.Load, READS_CERTIFICATE).length > 0 ? 'read' : 'unread'
}
const ASKED_LATER = new Set(['authorized', 'authorizationError'])
const READS_CERTIFICATE = new Set(['getPeerCertificate', 'getPeerX509Certificate'])

/**
 * A file for browsers, which check certificates whatever a script asks for: it speaks of the page, or is a part of what draws it, and
 * loads nothing that is Node's own.
 */
function isOfPage({ whole }: Linked, file: number): boolean {
  const lookup = lookupOf(whole)
  const isHere = (node: number) => whole.fileOf(node) === file
  const imports = [...lookup.of(Kind.Import)].filter(isHere).map((node) => whole.text(whole.a[node] as number))
  if (imports.some((name) => isBuiltin(name))) return false
  return [...lookup.named(Kind.Global, OF_PAGES)].some(isHere) || imports.some((name) => DRAWS.test(name))
}
/** Libraries that run where a page is drawn as it changes; what is drawn on servers alone needs none of them. */
const DRAWS = /^(?:vue|@vue\/[\w-]+|vue-router|pinia|svelte|solid-js|preact\/hooks|@vueuse\/core)$/
const OF_PAGES = new Set(['document', 'window', 'localStorage', 'sessionStorage'])

/** Of what may be switched off: a condition that asks for it, and whether it stands in one of several branches at all. */
function circumstances(linked: Linked, kind: string, node: number): Record<string, Setting> {
  if (!kind.startsWith('certificate')) return {}
  const asked = conditionForTrust(linked, node)
  const isBranch = conditionsAbove(linked.whole, node, MOST_REGIONS).length > 0
  return { ...(asked === '' ? {} : { asked: constant(asked) }), ...(isBranch ? { branch: constant('yes') } : {}) }
}
const MOST_REGIONS = 6

const constant = (text: string): Setting => ({ state: 'constant', texts: [text] })

function settings(linked: Linked, kind: string, node: number): Setting {
  if (kind === 'tls-switches') return { state: 'computed', texts: switchesIn(linked, node) }
  const { whole, solver } = linked
  // A check that is a function: one that returns nothing lets every name pass.
  const fn = solver.of(node).find((label) => solver.labels.kind[label] === LabelKind.Function)
  if (fn !== undefined) {
    const { returns, node: at } = whole.functions[solver.labels.data[fn] as number] ?? { returns: [], node }
    const empty = linked.effects.within(solver.labels.data[fn] as number).length === 0
    const passes = returns.every((value) => whole.kind[value] === Kind.Undefined || whole.kind[value] === Kind.Null)
    return { state: empty && passes ? 'constant' : 'computed', texts: empty && passes ? ['undefined'] : [], at: settingOf(linked, at).at }
  }
  return settingOf(linked, node)
}

/** Names of OpenSSL switches that are joined with `|`. */
function switchesIn(linked: Linked, node: number, hops = 0): string[] {
  const { whole, values } = linked
  if (hops > 12 || node < 0) return []
  switch (whole.kind[node] as Kind) {
    case Kind.Binary:
      return [...switchesIn(linked, whole.a[node] as number, hops + 1), ...switchesIn(linked, whole.b[node] as number, hops + 1)]
    case Kind.Cell:
    case Kind.Choice:
      return whole.items(whole.a[node] as number).flatMap((item) => switchesIn(linked, item, hops + 1))
    default: {
      const name = values.nameOf(node)
      return /^SSL_OP_/.test(name) ? [name] : []
    }
  }
}

/** What a server proves by who it is, or asks its callers to. */
const OWN_CERTIFICATE = ['key', 'cert', 'pfx', 'SNICallback', 'requestCert']
const MAKES_SERVER = /^(?:createServer|createSecureServer|Server)$/
/** As it is written, since a function that was chosen among others has no name. */
const SERVES = /^[\w$.]*(?:server|secure_?context)\s*\(/i
const OF_CLIENTS = /^(?:host|hostname|port|path|method|ur[il]|baseUrl|agent|servername|socket|headers)$/i
const PUTS_TOGETHER = /^(?:extend|assign|merge|mergeWith|deepmerge|clone|cloneDeep)$/
const SERVERS = new Set(['https', 'tls', 'http2', 'spdy'])

/** `extend(defaults, options)`, whatever the file calls what a package exports as a whole. */
function putsTogether(linked: Linked, call: number): boolean {
  const { solver, models } = linked
  const name = calledName(linked, call)
  if (name !== '*' && name !== 'default') return PUTS_TOGETHER.test(name)
  return [...(solver.apiCalls.get(call) ?? [])].some((path) => PUTS_TOGETHER.test(models.paths.rootOf(path).slice('npm:'.length)))
}

/** Objects of the program that a value may be. */
function objectsAt({ solver }: Linked, node: number): number[] {
  const found: number[] = []
  for (let i = 0, count = solver.count(node); i < count; i++) {
    const label = solver.label(node, i)
    if (solver.labels.kind[label] === LabelKind.Object) found.push(solver.labels.data[label] as number)
  }
  return found
}

/** Which objects are handed to libraries, and which stand in a section of a configuration. */
class Owners {
  /** Property whose value a node is, -1 where it is none. */
  private readonly holder: Int32Array
  private readonly handed = new Set<number>()
  /** Objects that servers are made with, and those that something else is handed. */
  private readonly ofServers = new Set<number>()
  private readonly ofOthers = new Set<number>()

  constructor(private readonly linked: Linked) {
    const { whole, solver, models } = linked
    const reach = (node: number, depth: number) => {
      for (const label of solver.of(node)) {
        if (solver.labels.kind[label] !== LabelKind.Object) continue
        const at = solver.labels.data[label] as number
        if (this.handed.has(at) || at >= whole.size) continue
        this.handed.add(at)
        if (depth < 5) for (const field of solver.fieldsOf.get(label)?.values() ?? []) reach(field, depth + 1)
      }
    }
    const lookup = lookupOf(whole)
    this.holder = new Int32Array(whole.size).fill(-1)
    for (const entry of lookup.of(Kind.Property)) if (lookup.objectOf(entry) >= 0) this.holder[whole.b[entry] as number] = entry
    const isPackage = (path: number) => models.paths.rootOf(path).startsWith('npm:')
    // A method that is TLS's own whatever it is called on.
    const own = lookup.called('renegotiate')
    for (const call of merge([own, callsToPaths(linked, isPackage)])) {
      const kind = whole.kind[call] as Kind
      if (kind !== Kind.Call && kind !== Kind.New) continue
      const given = whole.args(call).flatMap((argument) => objectsAt(linked, argument))
      if (given.length === 0) continue
      for (const argument of whole.args(call)) reach(argument, 0)
      // What options are put together by uses none of them.
      if (putsTogether(linked, call)) continue
      const isMaker = MAKES_SERVER.test(calledName(linked, call)) && SERVERS.has(packageOf(linked, call) ?? '')
      // Nor is a client what calls itself a server, or takes the keys for one.
      if (!isMaker && SERVES.test(whole.sourceOf(call, 60))) continue
      const to = isMaker ? this.ofServers : this.ofOthers
      for (const object of given) to.add(object)
    }
  }

  /** `https.createServer({ key, cert, rejectUnauthorized: false })`: what a server does with certificates of its callers, which hardly any has. */
  isOfServer(property: number): boolean {
    const object = lookupOf(this.linked.whole).objectOf(property)
    if (this.ofOthers.has(object)) return false
    // A server asks for certificates: what it does with those that it does not know is for it to say afterwards. Clients that copied
    // it say as well where they go.
    const names = this.linked.values.propertyNames(object)
    if (names.includes('requestCert') && !names.some((name) => OF_CLIENTS.test(name))) return true
    if (!this.ofServers.has(object)) return false
    return OWN_CERTIFICATE.some((name) => this.linked.values.property(object, name).length > 0)
  }

  /** `library`, `section` or `unknown`. */
  of(property: number): Setting {
    const { whole } = this.linked
    const lookup = lookupOf(whole)
    const object = lookup.objectOf(property)
    if (this.handed.has(object)) return constant('library')
    for (let at = object, hops = 0; at >= 0 && hops < 6; hops++) {
      const holder = this.holder[at] ?? -1
      if (holder < 0) break
      if (whole.a[holder] !== -1 && SECTION.test(whole.text(whole.a[holder] as number))) return constant('section')
      at = lookup.objectOf(holder)
    }
    return constant('unknown')
  }
}

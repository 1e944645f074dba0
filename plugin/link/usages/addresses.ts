/** Addresses without encryption that the code connects to: `http:`, `ws:`, `ftp:` and the like, of calls that models name. */
import { Kind } from '../../graph'
import type { Setting, Usage } from '../../types'
import { calledName, isTest, type Linked } from '../linked'
import { lookupOf, merge } from '../lookup'
import { callsOfKind, modelsOfCall, usage } from './modelled'
import { packageOf } from './origin'
import { settingAt } from './setting'

/** What ends where software is fetched that is run or unpacked to be run. */
const PROGRAM = /\.(?:exe|dmg|pkg|msi|apk|ipa|deb|rpm|jar|war|sh|bash|bat|cmd|ps1|run|bin|appimage|iso|vbs|scr|dll|so|dylib)(?:[?#].*)?$/i
const OPEN = /^(http|ws|ftp|telnet|ldap):\/\/([^/?#]*)/i
const SOCKET = /^ws:\/\/\S*$/i
/** Calls that ask a server for something, and those that have a window show what it answers. */
const ASK = new Set(['outgoing-request', 'shown-page'])
/** Calls that run a command line. */
const RUNS = /^(?:exec|execSync|execFile|execFileSync|spawn|spawnSync|execa|execaSync|execaCommand|execaCommandSync|\$)$/
/** What Node's own client is called by. */
const ASKS = /^(?:get|request)$/
/** A command line that fetches something. */
const FETCHES = /^(?:\S*\/)?(?:curl|wget|aria2c|http)\b/

export function addressUsages(linked: Linked): Usage[] {
  const lookup = lookupOf(linked.whole)
  const found: Usage[] = []
  for (const node of lookup.named(Kind.String, SOCKET))
    if (isOpenSocket(linked, node)) found.push(usage(linked, node, 'cleartext-scheme', 'network', 'WebSocket', {}))
  const requests = [...ASK].flatMap((kind) => callsOfKind(linked, kind).map(([call]) => call))
  for (const node of merge([requests, lookup.called(RUNS), lookup.called(ASKS)])) {
    const spots = new Set(
      modelsOfCall(linked, node)
        .filter((model) => ASK.has(model.kind))
        .flatMap((model) => Object.values(model.values)),
    )
    const texts = [...spots].flatMap((spot) => textsAt(linked, node, spot))
    const fetches = commandOf(linked, node)
    const known = plainHttp(linked, node)
    const open = [...(known === undefined ? [...texts, ...fetches] : [known])].find((text) => OPEN.test(text) && !isHidden(text))
    if (open === undefined) continue
    const { scheme, host } = partsOf(open)
    // Told where the text is written, which is often far from where the socket is made.
    if (scheme.toLowerCase() === 'ws') continue
    if (isOfTests(linked, host)) continue
    const target = [...['1.target', '1.filename', '1.dest'].map((spot) => settingAt(linked, node, spot)), settingAt(linked, node, '1')]
      .flatMap((setting) => setting.texts)
      .find((text) => PROGRAM.test(text))
    const program = PROGRAM.test(open.replace(/^\w+:\/\/[^/]*/, '')) || target !== undefined
    if (fetches.length > 0 && !program) continue
    found.push(usage(linked, node, 'cleartext-address', 'network', calledName(linked, node), toldOf(open, program)))
  }
  return found
}

const partsOf = (open: string) => {
  const [, scheme = '', host = ''] = OPEN.exec(open) ?? []
  return { scheme, host }
}

/** What is told of an address without encryption; nothing of another. */
export const cleartextOf = (address: string): Record<string, Setting> | undefined =>
  OPEN.test(address) && !isHidden(address) ? toldOf(address, false) : undefined

function toldOf(open: string, program: boolean): Record<string, Setting> {
  const { scheme, host } = partsOf(open)
  return {
    address: { state: open.includes('{') ? 'partly' : 'constant', texts: [open] },
    scheme: constant(scheme.toLowerCase()),
    host: host.includes('{') || host === '' ? { state: 'computed', texts: [] } : constant(host.toLowerCase()),
    near: constant(String(isNear(host))),
    program: constant(String(program)),
  }
}

/** Hosts of networks that encrypt everything to them, and by their name make sure of who answers: Tor, I2P. */
const HIDDEN = /^(?:[^@]*@)?[^@:]+\.(?:onion|i2p)\.?(?::\d*)?$/i
const isHidden = (address: string): boolean => HIDDEN.test(OPEN.exec(address)?.[2] ?? '')

/** A host that only tests name, who call what sends the request. */
function isOfTests(linked: Linked, host: string): boolean {
  if (host === '' || host.includes('{')) return false
  const { whole } = linked
  const named = lookupOf(whole).named(Kind.String, (text) => text.includes(`//${host}`))
  return named.length > 0 && named.every((node) => isTest((whole.files[whole.fileOf(node)] as { path: string }).path))
}

/** The address of a socket, or the scheme that is put in front of one. One that is chosen beside `wss:` follows the page's own. */
function isOpenSocket(linked: Linked, node: number): boolean {
  const { whole } = linked
  const text = whole.text(whole.a[node] as number)
  const host = OPEN.exec(text)?.[2] ?? ''
  if (isHidden(text) || (host !== '' && isNear(host))) return false
  const file = whole.fileOf(node)
  const [line] = whole.linesOf(node)
  return ![line - 1, line, line + 1].some((at) => /wss/i.test(whole.lineText(file, at)))
}

const constant = (text: string): Setting => ({ state: 'constant', texts: [text] })

/** Texts of an argument or option, what is not known of them in braces. */
function textsAt(linked: Linked, call: number, spot: string): string[] {
  const { whole, values } = linked
  const [index, ...names] = spot.split('.') as [string, ...string[]]
  const argument = whole.args(call)[Number(index)]
  if (argument === undefined) return []
  let nodes = [argument]
  for (const name of names) nodes = nodes.flatMap((node) => values.property(node, name))
  return nodes.flatMap((node) => [...values.texts(node), ...ofUrl(linked, node)].map(({ value }) => value))
}

/** `new URL('http://…')` */
function ofUrl(linked: Linked, node: number): { value: string }[] {
  const { whole, values } = linked
  return values
    .definitions(node)
    .filter((made) => whole.kind[made] === Kind.New && calledName(linked, made) === 'URL')
    .flatMap((made) => [...whole.args(made)].reverse().flatMap((argument) => values.texts(argument)))
}

/** Addresses in a command that fetches them: `exec('curl http://…')`, `execFile('curl', ['http://…'])`. */
function commandOf(linked: Linked, call: number): string[] {
  const { whole, values } = linked
  if (!RUNS.test(calledName(linked, call))) return []
  const [command, list] = whole.args(call)
  if (command === undefined) return []
  const lines = values.texts(command).map(({ value }) => value)
  if (!lines.some((line) => FETCHES.test(line))) return []
  const words = [
    ...lines.flatMap((line) => line.split(/\s+/)),
    ...(list === undefined ? [] : values.elements(list).flatMap((item) => values.texts(item).map(({ value }) => value))),
  ]
  return words.map((word) => word.replace(/^["']|["']$/g, '')).filter((word) => OPEN.test(word))
}

/** The address of `http.get(…)` and `http.request(…)`, from its text or its options. */
function plainHttp(linked: Linked, call: number): string | undefined {
  const { whole, values } = linked
  if (!ASKS.test(calledName(linked, call)) || packageOf(linked, whole.a[call] as number) !== 'http') return undefined
  const [first] = whole.args(call)
  if (first === undefined) return undefined
  const text = [...values.texts(first), ...ofUrl(linked, first)].map(({ value }) => value).find((value) => /^https?:/i.test(value))
  if (text) return /^http:/i.test(text) ? text : undefined
  // A socket of the file system leaves nothing to listen to.
  if (values.property(first, 'socketPath').length > 0) return undefined
  const host = ['hostname', 'host'].flatMap((name) => values.property(first, name)).flatMap((node) => values.texts(node))[0]?.value
  return `http://${host ?? '{host}'}/`
}

/** Stays on the machine, or in the network of its containers: a name without a dot, a private address. */
export function isNear(host: string): boolean {
  const name = host.replace(/^[^@]*@/, '').toLowerCase()
  if (name.startsWith('[')) return /^\[(?:::1|::|fe80|fc|fd)/.test(name)
  const bare = name.replace(/:\d*$/, '')
  if (/^::1?/.test(name)) return true
  if (bare.includes('{')) return false
  return (
    /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|0\.0\.0\.0$)/.test(bare) ||
    /(?:^|\.)(?:localhost|local|internal|test|invalid|lan|home\.arpa|localdomain)$/.test(bare) ||
    (bare !== '' && !bare.includes('.'))
  )
}

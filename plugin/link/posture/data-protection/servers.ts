/** TLS of the program's own servers. In: calls that make and start them. Out: controls for TLS, HSTS and the way from http to https. */
import { Kind } from '../../../graph'
import type { Control, Evidence } from '../../../types'
import { calledName, cite, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { packageOf } from '../../usages/origin'
import { allHeaders } from '../../usages/response-headers'
import { commentedOut } from './commented'
import { answer, code, listed } from './control'
import type { Ground } from './ground'

interface Server {
  text: string
  at: Evidence
  encrypted: boolean
}

const MAKES = new Set(['createServer', 'createSecureServer', 'Server', 'SSLApp'])

/** Servers for HTTP: those that are made, and applications that listen by themselves. */
function serversOf(ground: Ground): Server[] {
  const { linked } = ground
  const { whole, values } = linked
  const lookup = lookupOf(whole)
  const found: Server[] = []
  for (const node of lookup.called(MAKES)) {
    if (!ground.runsAt(node)) continue
    const name = calledName(linked, node)
    const from = packageOf(linked, whole.a[node] as number) ?? ''
    if (!/^(?:https?2?|spdy|uWebSockets\.js)$/.test(from)) continue
    const encrypted = from === 'https' || from === 'spdy' || name === 'createSecureServer' || name === 'SSLApp'
    if (from === 'http2' && !encrypted) continue
    found.push({ text: code(named(whole.sourceOf(node))), at: cite(linked, node), encrypted })
  }
  for (const { at, values: settings, api } of ground.uses('server')) {
    const tls = ['https', 'key', 'keyFile', 'tls'].some(
      (name) => settings[name] && !['missing', 'unknown'].includes(settings[name].state) && !settings[name].texts.includes('false'),
    )
    if (tls) found.push({ text: `${code(api)} with a certificate`, at, encrypted: true })
  }
  if (found.length > 0) return found
  for (const node of lookup.named(Kind.Call, 'listen')) {
    const receiver = receiverOf(linked, node)
    if (receiver < 0 || !ground.runsAt(node)) continue
    const from = [receiver, ...values.definitions(receiver)].map((made) => packageOf(linked, made)).find((name) => name !== undefined)
    if (from === undefined || /^(?:net|dgram|tls|ws|socket\.io|nodemailer)$/.test(from)) continue
    found.push({ text: code(named(whole.sourceOf(node))), at: cite(linked, node), encrypted: false })
  }
  return found
}

/** `http.createServer` of a call. */
const named = (source: string): string => source.replace(/^(?:await |new )+/, '').replace(/\(.*$/s, '')

export function serverControls(ground: Ground): Control[] {
  const servers = serversOf(ground)
  return [serverTls(ground, servers), strictTransport(ground), httpsRedirect(ground, servers)]
}

function serverTls(ground: Ground, servers: readonly Server[]): Control {
  const asked = { id: 'server-tls', aspect: 'Own servers', recommended: 'TLS 1.2 or later, here or at a proxy in front' }
  const plain = servers.filter(({ encrypted }) => !encrypted)
  const comments = commentedOut(ground, /\bhttps\.createServer\s*\(|\bhttp2\.createSecureServer\s*\(|\bhttpsOptions\s*=/)
  const proxy = proxyTrust(ground)
  const commented = comments.length > 0 ? ' A server with TLS stands in a comment, and so does nothing.' : ''
  if (servers.length === 0) {
    if (ground.requests.length === 0) return answer(asked, 'not applicable', { reason: 'No endpoint was recognised.' })
    return answer(asked, 'unknown', {
      reason: `Looked for calls that make a server or let an application listen: none whose library could be told. The platform may serve it.${commented}`,
      evidence: comments,
    })
  }
  if (plain.length === 0)
    return answer(asked, 'pass', { current: `HTTPS: ${listed(servers.map(({ text }) => text))}`, reason: '', evidence: servers.map(({ at }) => at) })
  const some = plain.length < servers.length
  return answer(asked, some ? 'partial' : proxy ? 'unknown' : 'fail', {
    current: `${some ? 'Plain HTTP beside HTTPS' : 'Plain HTTP'}: ${listed(plain.map(({ text }) => text))}`,
    reason: `The code sets up no TLS for ${plain.length === 1 ? 'this server' : 'these servers'}.${proxy ? ' It trusts the headers of a proxy, which may add TLS; the code does not say so.' : ' A proxy that adds it would not be seen here.'}${commented}`,
    evidence: [...plain.map(({ at }) => at), ...comments, ...(proxy ? [proxy] : [])],
  })
}

function proxyTrust({ linked, runsAt }: Ground): Evidence | undefined {
  const { whole, values } = linked
  for (const call of lookupOf(whole).named(Kind.Call, new Set(['set', 'enable']))) {
    const [setting, value] = whole.args(call)
    if (setting === undefined || !runsAt(call) || !values.texts(setting).some((text) => text.value === 'trust proxy')) continue
    if (value === undefined || !values.texts(value).some((text) => text.value === 'false')) return cite(linked, call)
  }
  return undefined
}

const HELMETS = new Set(['helmet', 'transport-policy'])
/** Of the packages that share the model, those that send this header. */
const HELMET_PACKAGES = /^(?:helmet|@fastify\/helmet|fastify-helmet|koa-helmet|hsts)$/

function strictTransport(ground: Ground): Control {
  const { linked } = ground
  const { whole, values } = linked
  const asked = { id: 'strict-transport-security', aspect: 'Strict-Transport-Security', recommended: 'Sent with every answer, for a year or more' }
  const found: { text: string; at: Evidence }[] = []
  const lines = new Set([...ground.middleware, ...ground.requests.flatMap(({ guards }) => guards)].map(({ at }) => `${at.file}:${at.line}`))
  for (const usage of ground.uses(...HELMETS)) {
    const { kind, at, values: settings, api } = usage
    if (!HELMET_PACKAGES.test(ground.packageOf(usage))) continue
    const off = [settings.hsts, settings.strictTransportSecurity].some((setting) => setting?.texts.includes('false'))
    const isMounted =
      lines.has(`${at.file}:${at.line}`) ||
      api === 'register' ||
      ground.calls(kind).some((call) => cite(linked, call).line === at.line && cite(linked, call).file === at.file && ground.isMounted(call))
    if (off || !isMounted) continue
    const age = [settings.hstsMaxAge, settings.transportMaxAge, settings.maxAge].find((setting) => setting && setting.texts.length > 0)?.texts[0]
    found.push({
      text: `${code(kind === 'helmet' ? ground.packageOf(usage) : api)}${age ? ` for ${age} seconds` : ', with its default of a year or half a year by version'}`,
      at,
    })
  }
  for (const [node, headers] of allHeaders(linked)) {
    const header = headers.find(({ name }) => name === 'strict-transport-security')
    if (!header || !ground.runsAt(node)) continue
    found.push({
      text: code(values.texts(header.value)[0]?.value ?? 'Strict-Transport-Security'),
      at: cite(linked, whole.kind[node] === Kind.Object ? header.value : node),
    })
  }
  if (found.length > 0)
    return answer(asked, 'pass', { current: listed(found.map(({ text }) => text)), reason: '', evidence: found.map(({ at }) => at) })
  if (ground.requests.length === 0) return answer(asked, 'not applicable', { reason: 'No endpoint was recognised.' })
  const comments = commentedOut(ground, /\bhelmet\.hsts\s*\(|\bhelmet\s*\(\s*\)|\bhsts\s*\(|Strict-Transport-Security/)
  return answer(asked, 'fail', {
    reason: `Looked for middleware that sets the header among what is in force, and for code that sets it: none. A proxy that adds it would not be seen here.${comments.length > 0 ? ' It stands in a comment, and so does nothing.' : ''}`,
    evidence: comments,
  })
}

function httpsRedirect(ground: Ground, servers: readonly Server[]): Control {
  const { linked } = ground
  const { whole, values } = linked
  const asked = { id: 'https-redirect', aspect: 'From HTTP to HTTPS', recommended: 'Plain requests are redirected or refused' }
  const found = ground.uses('https-redirect').map((usage) => ({ text: code(ground.packageOf(usage)), at: usage.at }))
  for (const call of lookupOf(whole).named(Kind.Call, 'redirect')) {
    if (!ground.runsAt(call)) continue
    const texts = whole.args(call).flatMap((argument) => values.texts(argument).map(({ value }) => value))
    if (texts.some((text) => /^https:\/\/\{[^}]*(?:host|hostname|get|headers)[^}]*\}/i.test(text) || /^https:\/\/\{…\}/.test(text)))
      found.push({ text: code(whole.sourceOf(call, 80)), at: cite(linked, call) })
  }
  if (found.length > 0)
    return answer(asked, 'pass', { current: listed(found.map(({ text }) => text)), reason: '', evidence: found.map(({ at }) => at) })
  if (ground.requests.length === 0 || (servers.length > 0 && servers.every(({ encrypted }) => encrypted)))
    return answer(asked, 'not applicable', {
      reason: ground.requests.length === 0 ? 'No endpoint was recognised.' : 'No server of the program answers plain HTTP.',
    })
  return answer(asked, 'fail', {
    reason:
      'Looked for middleware that redirects to HTTPS and for redirects of the program to an address of its own that begins with `https://`: none. A proxy that does it would not be seen here.',
  })
}

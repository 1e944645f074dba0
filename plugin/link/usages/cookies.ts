/**
 * Cookies that are written as text (`Set-Cookie` headers, `document.cookie`) or into a jar that belongs to a request. Their
 * settings have the names that a model of a cookie call uses, so that rules need not know how a cookie was written.
 */
import { Kind } from '../../graph'
import type { Setting, Usage } from '../../types'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import { lookupOf, merge } from '../lookup'
import { usage } from './modelled'
import { packageOf } from './origin'
import { allHeaders } from './response-headers'
import { settingAt } from './setting'

const MISSING: Setting = { state: 'missing', texts: [] }
const UNKNOWN: Setting = { state: 'unknown', texts: [] }

export function cookieUsages(linked: Linked): Usage[] {
  const { whole, values } = linked
  const found: Usage[] = []
  const lookup = lookupOf(whole)
  const headers = allHeaders(linked)
  for (const node of merge([lookup.named(Kind.Call, 'set'), [...headers.keys()], lookup.named(Kind.Store, 'cookie')])) {
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Call) {
      if (isJar(linked, node)) found.push(usage(linked, node, 'cookie', 'cookies', 'cookies.set', jarValues(linked, node)))
      for (const { name, value } of headers.get(node) ?? []) {
        if (name !== 'set-cookie') continue
        for (const item of values.elements(value)) {
          const settings = ofTexts(values.texts(item).map(({ value }) => value))
          if (settings) found.push(usage(linked, item, 'cookie', 'http', 'Set-Cookie', settings))
        }
      }
    } else if (kind === Kind.Store && whole.text(whole.b[node] as number) === 'cookie' && isDocument(linked, whole.a[node] as number)) {
      const settings = ofTexts(values.texts(whole.c[node] as number).map(({ value }) => value))
      if (settings) found.push(usage(linked, node, 'browser-cookie', 'dom', 'document.cookie', settings))
    }
  }
  return found
}

/** `ctx.cookies.set(name, value, options)`, `cookies().set({ name, value })`. */
export function isJar(linked: Linked, call: number): boolean {
  const { whole, values } = linked
  if (calledName(linked, call) !== 'set') return false
  let receiver = receiverOf(linked, call)
  while (receiver >= 0 && whole.kind[receiver] === Kind.Await) receiver = whole.a[receiver] as number
  return receiver >= 0 && ((/^cookies(?:Store)?$/i.test(values.nameOf(receiver)) && !isBrowserJar(linked, receiver)) || isOfPackage(linked, receiver))
}

/** `new Cookies(request, response)` */
function isOfPackage(linked: Linked, receiver: number): boolean {
  const { whole, values } = linked
  const isMade = (node: number) => whole.kind[node] === Kind.New || whole.kind[node] === Kind.Call
  return values.definitions(receiver).some((node) => node < whole.size && isMade(node) && packageOf(linked, whole.a[node] as number) === 'cookies')
}

/** A jar of the page itself, which a model speaks of. */
const isBrowserJar = (linked: Linked, receiver: number) =>
  apiPathsOf(linked, receiver).some((path) => linked.models.flows.usages.has(linked.models.paths.find(path, '.set')))

function jarValues(linked: Linked, call: number): Record<string, Setting> {
  const inner = linked.whole.args(call).length === 1 ? '0' : '2'
  const made = madeWith(linked, call)
  const option = (name: string) => {
    const said = settingAt(linked, call, `${inner}.${name}`)
    return said.state === 'missing' && made >= 0 ? settingAt(linked, made, `0.${name}`) : said
  }
  const plain =
    inner === '0' ? { name: option('name'), value: option('value') } : { name: settingAt(linked, call, '0'), value: settingAt(linked, call, '1') }
  // The jar of Koa and of the package `cookies` keeps cookies from scripts unless it is told otherwise.
  const httpOnly = option('httpOnly')
  const secure = option('secure')
  return {
    ...plain,
    options: settingAt(linked, call, inner),
    // Left out, it follows the connection there: set wherever the request came over TLS.
    secure: secure.state === 'missing' && (isOfContext(linked, call) || isOfPackage(linked, receiverOf(linked, call))) ? UNKNOWN : secure,
    httpOnly: httpOnly.state === 'missing' && inner === '2' ? UNKNOWN : httpOnly,
    sameSite: option('sameSite'),
  }
}

/** `cookies = library.withAttributes({ secure: true })`: what a cookie leaves out, its jar was given. */
function madeWith(linked: Linked, call: number): number {
  const { whole, values } = linked
  const jars = values.definitions(receiverOf(linked, call)).filter((node) => node < whole.size && whole.kind[node] === Kind.Call)
  return jars.find((node) => /^(?:withAttributes|withDefaults|defaults)$/.test(calledName(linked, node))) ?? -1
}

/** `ctx.cookies`, as Koa hands it out; an answer has a jar too, with other defaults. */
function isOfContext(linked: Linked, call: number): boolean {
  const { whole, values } = linked
  const receiver = receiverOf(linked, call)
  return receiver >= 0 && whole.kind[receiver] === Kind.Load && /^(?:ctx|context)$/i.test(values.nameOf(whole.a[receiver] as number))
}

function isDocument(linked: Linked, node: number): boolean {
  const { whole } = linked
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Global) return whole.text(whole.a[node] as number) === 'document'
  return kind === Kind.Load && whole.text(whole.b[node] as number) === 'document'
}

/** Of several texts the first; what only others say is not known. */
function ofTexts(texts: readonly string[]): Record<string, Setting> | undefined {
  const [first, ...others] = texts.map(ofText)
  if (!first) return undefined
  const isMissing = (setting: Setting | undefined) => setting?.state === 'missing'
  const isSaid = (key: string) => others.some((other) => other && !isMissing(other[key]))
  return Object.fromEntries(Object.entries(first).map(([key, setting]) => [key, isMissing(setting) && isSaid(key) ? UNKNOWN : setting]))
}

/** @param text `name={value}; Secure; SameSite=None`, where braces stand for what is not known */
function ofText(text: string | undefined): Record<string, Setting> | undefined {
  const match = text === undefined ? undefined : /^([^=;]+)=([^;]*)(;.*)?$/s.exec(text)
  if (!match) return undefined
  const [, name, value, attributes = ''] = match as unknown as [string, string, string, string?]
  const given = new Map(
    attributes
      .split(';')
      .map((part) => part.trim().split('='))
      .map(([key, said]) => [(key ?? '').trim().toLowerCase(), (said ?? 'true').trim()]),
  )
  // A time is a time, whatever it is; elsewhere a further attribute may begin in what is not known.
  const isTime = (key: string, said: string) => /^(?:expires|max-age)$/.test(key) && /^\{[^{}]*\}$/.test(said)
  const open = [...given].some(([key, said]) => /\{/.test(key + said) && !isTime(key, said))
  const attribute = (key: string): Setting => {
    const said = given.get(key)
    if (said !== undefined) return { state: 'constant', texts: [said.toLowerCase()] }
    return open ? UNKNOWN : MISSING
  }
  return {
    name: /\{/.test(name) ? { state: 'computed', texts: [] } : { state: 'constant', texts: [name.trim()] },
    value: /\{/.test(value) ? { state: 'computed', texts: [] } : { state: 'constant', texts: [value.trim()] },
    options: { state: 'computed', texts: [] },
    secure: attribute('secure'),
    httpOnly: attribute('httponly'),
    sameSite: attribute('samesite'),
    maxAge: attribute('max-age'),
    expires: attribute('expires'),
  }
}

/**
 * Where credentials are kept between requests. In: cookies that are set, session libraries, and what page code stores. Out: each cookie
 * that carries a session or a token, with its settings as they are in force, and each place at which a page keeps a token.
 */
import { Kind } from '../../../graph'
import type { Evidence, Setting } from '../../../types'
import { calledName, cite, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { namesOf } from '../../names'
import { accountUses } from './accounts'
import { durationOf, inWords, type Lifetime, momentOf } from './lifetimes'
import { isOfTests, type Scene } from './scene'
import { SESSION_LIBRARIES, type SessionLibrary } from './session-libraries'
import { type Told, told, toldKey } from './told'
import { packageOf, propertyAt, type Use, usesOf } from './uses'

export interface Flag {
  /** As it is in force: `yes`, `no`, `lax`…; '' where it could not be told. */
  value: string
  /** Who says it: the code, or the library where the code says nothing. */
  by: 'code' | 'default' | 'unknown'
  at?: Evidence | undefined
}

export interface Cookie {
  /** `token`, `connect.sid`; `?` where it could not be told. */
  name: string
  nameBy: Flag['by']
  /** Session id or sealed session of a library, or a token that the program puts there. */
  holds: 'session id' | 'session' | 'token'
  library: string
  session?: SessionLibrary | undefined
  use?: Use
  secure: Flag
  httpOnly: Flag
  sameSite: Flag
  lifetime: Lifetime | undefined
  /** Nothing limits it: it lasts as long as the browser is open. */
  isOfBrowser: boolean
  secret: Told[]
  at: Evidence
}

export interface Kept {
  where: 'localStorage' | 'sessionStorage' | 'cookie set by script' | 'storage of the device' | 'secure storage of the device'
  name: string
  lifetime: Lifetime | undefined
  at: Evidence
}

const CREDENTIAL = /token|jwt|auth|session|\bsid\b|credential|api[-_]?key|access|refresh|bearer|login|remember/i
/** What is called so and lets nobody in. */
const HARMLESS =
  /csrf|xsrf|redirect|path|url|nonce|state|last|post-?login|theme|lang|locale|consent|banner|device|push|fcm|seen|dismiss|color|sidebar|email$|time|date|count/i

export const isCredential = (name: string): boolean => CREDENTIAL.test(name) && !HARMLESS.test(name)

export function cookiesOf(scene: Scene): Cookie[] {
  return [...sessionCookies(scene), ...tokenCookies(scene)]
}

// ── cookies of session libraries ─────────────────────────────────────────────────────────────────────────────────────

function sessionCookies(scene: Scene): Cookie[] {
  const { linked } = scene
  return [...usesOf(linked, 'session-cookie', 'account-session'), ...firstOfEach(accountUses(scene))].flatMap((use): Cookie[] => {
    const session =
      SESSION_LIBRARIES.find(({ packages }) => packages.includes(use.package)) ??
      SESSION_LIBRARIES.find(({ packages }) => packages.includes(use.model.library))
    if (!session || scene.isPage(use.at.file)) return []
    const index = Math.max(0, optionsIndex(scene, use, session))
    const at = (...names: string[]) => session.under.flatMap((under) => use.place([index, ...(under ? [under] : []), ...names].join('.')))
    const own = (...names: string[]) => use.place([index, ...names].join('.'))
    const names = [...own('name'), ...own('key'), ...own('cookieName'), ...own('cookie', 'name')]
      .flatMap((node) => told(linked, node))
      .filter(({ text }) => text !== undefined)
    const age = [...at('maxAge'), ...own('ttl'), ...own('duration'), ...at('ttl'), ...(session.accounts ? use.setting('maxAge') : [])]
    const expires = at('expires')
    const lifetime =
      age.map((node) => durationOf(linked, node, session.ageIn)).find((found) => found) ??
      expires.map((node) => momentOf(linked, node)).find((found) => found)
    return [
      {
        name: names[0]?.text ?? session.name,
        nameBy: names.length > 0 ? 'code' : 'default',
        holds: session.holds,
        library: use.package,
        session,
        use,
        secure: flagAt(scene, at('secure'), session.secure),
        httpOnly: flagAt(scene, at('httpOnly'), session.httpOnly),
        sameSite: flagAt(scene, at('sameSite'), session.sameSite),
        lifetime,
        isOfBrowser: !lifetime && age.length === 0 && expires.length === 0 && session.lifetime === undefined,
        secret: [...own('secret'), ...own('keys'), ...own('password'), ...own('key')].slice(0, 2).flatMap((node) => toldKey(linked, node)),
        at: use.at,
      },
    ]
  })
}

const firstOfEach = (uses: readonly Use[]): Use[] => [...new Map([...uses].reverse().map((use) => [use.package, use])).values()]

/** `session(options)`, `session(options, app)`; iron-session is given request and answer first. */
function optionsIndex({ linked }: Scene, use: Use, session: SessionLibrary): number {
  const args = [...linked.whole.args(use.node)]
  if (use.api === 'register') return 0
  if (session.options === 'last') return args.length - 1
  return 0
}

function flagAt({ linked }: Scene, nodes: readonly number[], otherwise: string): Flag {
  const [node] = nodes
  if (node === undefined) return { value: otherwise, by: 'default' }
  const ways = nodes.flatMap((each) => told(linked, each))
  const texts = [...new Set(ways.flatMap(({ text }) => (text === undefined ? [] : [text])))]
  const condition = conditionIn(linked, node)
  if (condition) return { value: condition, by: 'code', at: cite(linked, node) }
  if (texts.length === 0 || ways.some(({ from }) => from === 'unknown')) return { value: '', by: 'unknown', at: cite(linked, node) }
  return { value: texts.map(plainly).join(' or '), by: 'code', at: cite(linked, node) }
}

const plainly = (text: string): string => (text === 'true' ? 'yes' : text === 'false' ? 'no' : text.toLowerCase())

/** `secure: process.env.NODE_ENV === 'production'`: in force under a condition. */
function conditionIn({ whole }: Scene['linked'], node: number): string | undefined {
  if (node >= whole.size || whole.kind[node] !== Kind.Binary) return undefined
  return `only where ${whole.sourceOf(node, 80)}`
}

// ── cookies that the program sets ────────────────────────────────────────────────────────────────────────────────────

function tokenCookies(scene: Scene): Cookie[] {
  const { linked } = scene
  const byPlace = new Map(usesOf(linked, 'cookie').map((use) => [`${use.at.file}:${use.at.line}`, use]))
  return scene.known.usages.flatMap((usage): Cookie[] => {
    if (usage.kind !== 'cookie' || usage.test || scene.isPage(usage.at.file)) return []
    const use = byPlace.get(`${usage.at.file}:${usage.at.line}`)
    const shift = use ? shiftOf(scene, use) : 0
    const name = use ? textAt(scene, use.place(String(shift))) : usage.values.name?.texts[0]
    const valueNames = use ? use.place(String(shift + 1)).flatMap((node) => namesOf(linked, node)) : []
    if (!(name !== undefined ? isCredential(name) : isCredential(usage.at.text)) && !valueNames.some(isCredential)) return []
    // An empty value, or one of the past, takes the cookie away.
    if (use?.place(String(shift + 1)).some((node) => told(linked, node).some(({ text }) => text === ''))) return []
    const options = use?.place(String(shift + 2)) ?? []
    const option = (key: string) => options.flatMap((node) => propertyAt(linked, node, [key]))
    const isOpen =
      use !== undefined &&
      options.length > 0 &&
      option('secure').length + option('httpOnly').length + option('sameSite').length + option('maxAge').length + option('expires').length === 0 &&
      usage.values.options?.state !== 'missing' &&
      isElsewhere(scene, options)
    const flag = (key: 'secure' | 'httpOnly' | 'sameSite'): Flag => {
      if (use && option(key).length > 0) return flagAt(scene, option(key), '')
      if (isOpen) return { value: '', by: 'unknown' }
      return use ? { value: key === 'sameSite' ? 'not set' : 'no', by: 'default' } : flagOf(usage.values[key], key)
    }
    const lifetime =
      option('maxAge')
        .map((node) => durationOf(linked, node, usage.library === 'cookie' && usage.api === 'cookie' ? 'milliseconds' : 'seconds'))
        .find(Boolean) ??
      option('expires')
        .map((node) => momentOf(linked, node))
        .find(Boolean)
    return [
      {
        name: name ?? '?',
        nameBy: name === undefined ? 'unknown' : 'code',
        holds: 'token',
        library: usage.library,
        secure: flag('secure'),
        httpOnly: flag('httpOnly'),
        sameSite: flag('sameSite'),
        lifetime: lifetime ?? undefined,
        isOfBrowser:
          !lifetime &&
          !isOpen &&
          option('maxAge').length + option('expires').length === 0 &&
          (use !== undefined || usage.values.maxAge?.state === 'missing'),
        secret: [],
        at: usage.at,
      },
    ]
  })
}

/** `setCookie(context, name, value, options)` of some frameworks has the context in front. */
function shiftOf({ linked }: Scene, use: Use): number {
  const [first, second] = linked.whole.args(use.node)
  const isText = (node: number | undefined) => node !== undefined && linked.values.texts(node).some(({ exact }) => exact)
  return use.api === 'setCookie' && !isText(first) && isText(second) ? 1 : 0
}

function isElsewhere({ linked }: Scene, options: readonly number[]): boolean {
  return options.every((node) => linked.whole.kind[node] !== Kind.Object && linked.values.propertyNames(node).length === 0)
}

function textAt({ linked }: Scene, nodes: readonly number[]): string | undefined {
  return nodes.flatMap((node) => told(linked, node)).find(({ text }) => text !== undefined)?.text
}

function flagOf(setting: Setting | undefined, key: string): Flag {
  if (!setting || setting.state === 'missing') return { value: key === 'sameSite' ? 'not set' : 'no', by: 'default' }
  if (setting.state !== 'constant') return { value: '', by: 'unknown', at: setting.at }
  return { value: setting.texts.map(plainly).join(' or '), by: 'code', at: setting.at }
}

// ── what pages keep ──────────────────────────────────────────────────────────────────────────────────────────────────

/** Services and libraries for cookies of a page, by what their objects are called. */
const JARS = /^(?:cookies?|cookie_?(?:service|store|jar|storage)|js_?cookies?)$/i
const PUTS = /^(?:put|set|setCookie|write|add)$/

export function keptByPages(scene: Scene): Kept[] {
  const { linked } = scene
  const { whole, values } = linked
  const nameAt = (nodes: readonly number[], value: readonly number[]) =>
    textAt(scene, nodes) ?? value.flatMap((node) => namesOf(linked, node))[0] ?? ''
  const found = usesOf(linked, 'kept-in-storage', 'kept-in-secure-storage').flatMap((use): Kept[] => {
    const name = nameAt(use.setting('name'), use.setting('value'))
    if (!isCredential(name)) return []
    const holder = values.nameOf(receiverOf(linked, use.node))
    const where =
      use.kind === 'kept-in-secure-storage'
        ? 'secure storage of the device'
        : holder === 'sessionStorage'
          ? 'sessionStorage'
          : holder === 'localStorage'
            ? 'localStorage'
            : 'storage of the device'
    return [{ where, name, lifetime: undefined, at: use.at }]
  })
  for (const node of lookupOf(whole).named(Kind.Call, PUTS)) {
    const at = cite(linked, node)
    const args = [...whole.args(node)]
    if (args.length < 2 || !scene.isPage(at.file) || isOfTests(linked, node)) continue
    const receiver = receiverOf(linked, node)
    if (receiver < 0 ? calledName(linked, node) !== 'setCookie' : !JARS.test(values.nameOf(receiver)) && !isJar(scene, receiver)) continue
    const name = nameAt(args.slice(0, 1), args.slice(1, 2))
    if (!isCredential(name)) continue
    const [expires] = args.slice(2, 3).flatMap((options) => propertyAt(linked, options, ['expires']))
    // Where days stand alone, they are the third argument itself.
    const bare = args[2] !== undefined && whole.kind[args[2]] !== Kind.Object ? args[2] : undefined
    const lifetime = [expires, bare]
      .flatMap((time) => (time === undefined ? [] : [momentOf(linked, time) ?? durationOf(linked, time, 'days')]))
      .find((each) => each !== undefined)
    found.push({ where: 'cookie set by script', name, lifetime, at })
  }
  for (const node of lookupOf(whole).named(Kind.Store, isCredential)) {
    const holder = whole.a[node] as number
    const name =
      whole.kind[holder] === Kind.Global
        ? whole.text(whole.a[holder] as number)
        : whole.kind[holder] === Kind.Load
          ? whole.text(whole.b[holder] as number)
          : ''
    if ((name === 'localStorage' || name === 'sessionStorage') && !isOfTests(linked, node))
      found.push({ where: name, name: whole.text(whole.b[node] as number), lifetime: undefined, at: cite(linked, node) })
  }
  for (const { kind, test, values, at } of scene.known.usages) {
    const name = values.name?.texts[0]
    if (
      kind === 'browser-cookie' &&
      !test &&
      name !== undefined &&
      isCredential(name) &&
      !found.some((one) => one.at.file === at.file && one.at.line === at.line)
    )
      found.push({ where: 'cookie set by script', name, lifetime: undefined, at })
  }
  return found
}

/** An imported object is called as its package. */
const isJar = ({ linked }: Scene, node: number): boolean => linked.whole.kind[node] === Kind.Import && /cookie/i.test(packageOf(linked, node, ''))

export const lastsFor = ({ lifetime, isOfBrowser, session }: Cookie): string =>
  lifetime
    ? lifetime.text
    : isOfBrowser
      ? 'until the browser is closed'
      : session?.lifetime !== undefined
        ? `${inWords(session.lifetime)}, the default of the library`
        : ''

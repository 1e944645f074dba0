/**
 * Tokens that the program signs and checks. In: uses of token libraries. Out: for each that is signed its algorithm, key, claims and
 * lifetimes, each with what it is for; for each check what it pins and where it takes the token from.
 */
import { Kind } from '../../../graph'
import type { Evidence } from '../../../types'
import { apiPathsOf, calledName, cite, type Linked, receiverOf } from '../../linked'
import { lookupOf, merge } from '../../lookup'
import { namesOf } from '../../names'
import { durationOf, type Lifetime, momentOf, type Unit } from './lifetimes'
import { isOfTests, type Scene } from './scene'
import { type Told, told, toldKey } from './told'
import { packageOf, propertyAt, type Use, usesOf } from './uses'

export type TokenPurpose = 'access' | 'refresh' | 'reset' | 'verification' | 'second factor' | 'other'

export interface Issue {
  node: number
  package: string
  algorithm: string
  /** The library decides it: none is named. */
  isDefault: boolean
  key: Told[]
  lifetimes: { purpose: TokenPurpose; lifetime: Lifetime | undefined; at: Evidence }[]
  issuer: boolean
  audience: boolean
  /** Function around, '' at module level. */
  around: string
  at: Evidence
}

export interface Check {
  node: number
  way: 'verify' | 'guard' | 'strategy'
  package: string
  key: Told[]
  /** Algorithms that are allowed; undefined where none are named. */
  algorithms: string[] | undefined
  /** The key is one that everyone may know. */
  isPublic: boolean
  /** The key is made anew at each start or call: nothing passes. */
  isBarrier: boolean
  issuer: boolean
  audience: boolean
  ignoresExpiry: boolean
  revocation: boolean
  /** `Authorization header`, `cookie "token"`; empty where it is told elsewhere. */
  from: string[]
  /** Lines that say so. */
  fromAt: Evidence[]
  at: Evidence
}

export interface Tokens {
  issues: Issue[]
  checks: Check[]
}

export function tokensOf(scene: Scene): Tokens {
  const { linked } = scene
  const settings = usesOf(linked, 'token-settings')
  const issues = usesOf(linked, 'token-sign', 'token-issue')
    .filter(notIn(scene))
    .map((use) =>
      issueOf(
        scene,
        use,
        settings.find((each) => family(each.package) === family(use.package)),
      ),
    )
  const checks = [
    ...usesOf(linked, 'token-verify', 'token-check', 'token-guard')
      .filter(notIn(scene))
      .flatMap((use) =>
        checkOf(
          scene,
          use,
          settings.find((each) => family(each.package) === family(use.package)),
        ),
      ),
    ...strategies(scene),
  ].sort((one, other) => one.node - other.node)
  return { issues: distinctBy(issues), checks: distinctBy(checks) }
}

const notIn =
  (scene: Scene) =>
  ({ node }: Use) =>
    !scene.isPage((scene.linked.whole.files[scene.linked.whole.fileOf(node)] as { path: string }).path)
const distinctBy = <T extends { node: number }>(list: T[]): T[] => [...new Map(list.map((each) => [each.node, each])).values()]
/** A plugin and what it puts on requests are one library. */
const family = (name: string): string => (/^(?:@fastify\/jwt|fastify-jwt|fastify|any|token-libraries)$/.test(name) ? 'fastify' : name)

// ── signing ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Algorithms that libraries take where none is named. Source: their documentation. */
const DEFAULT_ALGORITHM = 'HS256'

function issueOf(scene: Scene, use: Use, settings: Use | undefined): Issue {
  const { linked } = scene
  const builder = /^SignJWT$|^EncryptJWT$/.test(use.api) ? chainFrom(linked, use.node) : new Map<string, number[]>()
  const payload = use.setting('payload')[0] ?? linked.whole.args(use.node)[0] ?? -1
  const header = (builder.get('setProtectedHeader') ?? []).flatMap((node) => linked.values.property(node, 'alg'))
  const algorithms = [...use.setting('algorithm'), ...header, ...use.place('2.header.alg'), ...(settings?.setting('algorithm') ?? [])].flatMap(
    (node) => told(linked, node),
  )
  const [named] = algorithms.filter(({ text }) => text !== undefined)
  const keys = [
    ...use.setting('key'),
    ...use.setting('key2'),
    ...(builder.get('sign') ?? []),
    ...(settings?.setting('key') ?? []),
    ...(settings?.setting('key2') ?? []),
  ]
  return {
    node: use.node,
    package: use.package,
    algorithm: named?.text ?? (algorithms.length > 0 ? '' : DEFAULT_ALGORITHM),
    isDefault: named === undefined && algorithms.length === 0,
    key: keys.slice(0, 2).flatMap((node) => toldKey(linked, node)),
    lifetimes: lifetimesOf(scene, use, payload, builder, settings),
    issuer: has(linked, use, '2.issuer') || builder.has('setIssuer') || has(linked, use, '0.iss') || (settings?.setting('issuer').length ?? 0) > 0,
    audience:
      has(linked, use, '2.audience') || builder.has('setAudience') || has(linked, use, '0.aud') || (settings?.setting('audience').length ?? 0) > 0,
    around: linked.whole.functions[linked.whole.functionOf(use.node)]?.fact.name ?? '',
    at: use.at,
  }
}

const has = (_: Linked, use: Use, place: string): boolean => use.place(place).length > 0

/** `new SignJWT(claims).setIssuedAt().setExpirationTime('2h').sign(key)`: what each method of the chain is given. */
function chainFrom(linked: Linked, made: number): Map<string, number[]> {
  const { whole, effects } = linked
  const found = new Map<string, number[]>()
  for (const node of effects.within(whole.functionOf(made))) {
    if (whole.kind[node] !== Kind.Call || node < made) continue
    let at = receiverOf(linked, node)
    for (let hops = 0; hops < 14 && at >= 0 && at !== made; hops++)
      at = whole.kind[at] === Kind.Call ? receiverOf(linked, at) : (linked.values.definitions(at).find((each) => each !== at) ?? -1)
    if (at === made) found.set(calledName(linked, node), [...whole.args(node)])
  }
  return found
}

interface Expiry {
  node: number
  /** `age`: when it was made; the check decides how old it may be. */
  way: 'duration' | 'moment' | 'age'
  bare: Unit
}

function lifetimesOf(scene: Scene, use: Use, payload: number, builder: Map<string, number[]>, settings: Use | undefined): Issue['lifetimes'] {
  const { linked } = scene
  const expiries: Expiry[] = [
    ...use.setting('expiry').map((node): Expiry => ({ node, way: 'duration', bare: use.package === 'fast-jwt' ? 'milliseconds' : 'seconds' })),
    ...(builder.get('setExpirationTime') ?? []).map((node): Expiry => ({ node, way: 'duration', bare: 'seconds' })),
    ...(payload < 0 ? [] : ['exp', 'expiresAt', 'expires', 'expires_at'].flatMap((name) => propertyAt(linked, payload, [name]))).map(
      (node): Expiry => ({ node, way: 'moment', bare: 'seconds' }),
    ),
  ]
  const ages = payload < 0 ? [] : ['createdAt', 'issuedAt', 'created_at'].flatMap((name) => propertyAt(linked, payload, [name]))
  if (expiries.length === 0 && ages.length > 0) expiries.push(...ages.map((node): Expiry => ({ node, way: 'age', bare: 'seconds' })))
  if (expiries.length === 0) expiries.push(...(settings?.setting('expiry') ?? []).map((node): Expiry => ({ node, way: 'duration', bare: 'seconds' })))
  const calls = waysInto(scene, use.node)
  if (expiries.length === 0)
    return calls.map(({ node, names }) => ({ purpose: purposeOf(scene, [...names], node), lifetime: undefined, at: cite(linked, node) }))
  return calls.flatMap(({ node, names, given }) =>
    expiries.map((expiry) => {
      const at = whereGiven(linked, expiry.node, given)
      const lifetime =
        at === undefined || linked.whole.kind[at] === Kind.Undefined
          ? undefined
          : (timeOf(linked, at, expiry) ?? { text: UNTOLD, at: cite(linked, at) })
      return { purpose: purposeOf(scene, names, node), lifetime, at: cite(linked, node) }
    }),
  )
}

const UNTOLD = 'a time that could not be told'

function timeOf(linked: Linked, at: number, { way, bare }: Expiry): Lifetime | undefined {
  if (way === 'age') return { text: 'as long as the check takes it for young enough', at: cite(linked, at) }
  return way === 'moment' ? momentOf(linked, at) : (durationOf(linked, at, bare) ?? momentOf(linked, at))
}

/** The parameter that an expiry is made of, as this caller gives it; the expiry itself where none is. */
function whereGiven(linked: Linked, node: number, given: ReadonlyMap<number, number>, hops = 0): number | undefined {
  const { whole } = linked
  const own = given.get(node)
  if (own !== undefined) return own
  if (hops > 6 || node < 0 || node >= whole.size) return node
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Call) {
    const receiver = receiverOf(linked, node)
    const inner = receiver >= 0 ? whereGiven(linked, receiver, given, hops + 1) : undefined
    if (inner !== undefined && inner !== receiver) return inner
    const [first] = whole.args(node)
    const argument = first === undefined ? undefined : whereGiven(linked, first, given, hops + 1)
    if (argument !== undefined && argument !== first) return argument
  }
  if (kind === Kind.Cell || kind === Kind.Choice)
    for (const item of whole.items(whole.a[node] as number)) {
      const inner = whereGiven(linked, item, given, hops + 1)
      if (inner !== undefined && inner !== item) return inner
    }
  return node
}

interface WayIn {
  /** Call that hands the settings over; the signing itself where it takes none. */
  node: number
  names: string[]
  given: ReadonlyMap<number, number>
}

const MOST_WAYS = 20

/** A function that signs whatever it is told to is as many tokens as it has callers. */
function waysInto(scene: Scene, sign: number): WayIn[] {
  const { linked } = scene
  const { whole, solver } = linked
  const fn = whole.functionOf(sign)
  const wrapper = whole.functions[fn]
  const callers = fn < 0 ? [] : [...(solver.callers.get(fn) ?? [])].filter((node) => !isOfTests(linked, node)).sort((one, other) => one - other)
  if (!wrapper || callers.length === 0) return [{ node: sign, names: nearbyNames(linked, sign), given: new Map() }]
  return callers.slice(0, MOST_WAYS).map((node) => {
    const given = new Map<number, number>()
    wrapper.params.forEach((param, index) => {
      const argument = whole.args(node)[index]
      if (argument !== undefined && whole.kind[argument] !== Kind.Spread) given.set(param, argument)
    })
    return { node, names: [...nearbyNames(linked, node), ...[...given.values()].flatMap((argument) => wordsAt(linked, argument))], given }
  })
}

/** What a token is called by the code around: the variable, the function, the words among its arguments. */
function nearbyNames(linked: Linked, node: number): string[] {
  const { whole } = linked
  const names = namesOf(linked, node).filter((name) => !/^(?:sign|signAsync|jwt|SignJWT|generateToken|createToken|authorize)$/.test(name))
  for (let fn = whole.functionOf(node), hops = 0; fn >= 0 && hops < 2; fn = whole.functions[fn]?.parent ?? -1, hops++)
    names.push(whole.functions[fn]?.fact.name ?? '')
  return names
}

function wordsAt({ whole, values }: Linked, node: number): string[] {
  if (whole.kind[node] === Kind.Object)
    return values.propertyNames(node).flatMap((name) => [
      name,
      ...values.property(node, name).flatMap((value) =>
        value < whole.size
          ? values
              .texts(value)
              .filter(({ exact }) => exact)
              .map((text) => text.value)
          : [],
      ),
    ])
  return values
    .texts(node)
    .filter(({ exact, value }) => exact && value.length < 60)
    .map(({ value }) => value)
}

const PURPOSES: [RegExp, TokenPurpose][] = [
  [/refresh/i, 'refresh'],
  [/reset|forgot/i, 'reset'],
  [/verif\w*_?-?e?-?mail|e?-?mail_?-?verif|confirm|activat/i, 'verification'],
  [/second_?factor|two_?factor|2fa|mfa|totp|otp/i, 'second factor'],
]

function purposeOf(scene: Scene, names: readonly string[], node: number): TokenPurpose {
  // The nearest name counts: `refreshToken` in `generateAuthTokens`.
  for (const name of names) for (const [pattern, purpose] of PURPOSES) if (pattern.test(name)) return purpose
  const doors = scene.doorsAround(node)
  if (doors.length > 0 && doors.every(({ purpose }) => purpose === 'reset')) return 'reset'
  if (doors.length > 0 && doors.every(({ purpose }) => purpose === 'verify address')) return 'verification'
  return doors.length > 0 || names.some((name) => /token|jwt|auth|login|sign/i.test(name)) ? 'access' : 'other'
}

// ── checking ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const PUBLIC = /public|cert|pem|jwks?|\.pub\b/i

function checkOf(scene: Scene, use: Use, settings: Use | undefined): Check[] {
  const { linked } = scene
  const isGuard = use.kind === 'token-guard'
  const prefix = isGuard ? '0' : '2'
  const keys = isGuard ? use.place('0.secret') : [...use.setting('key'), ...(settings?.setting('key') ?? [])]
  const algorithms = [...(isGuard ? use.place('0.algorithms') : use.setting('algorithms')), ...(settings?.setting('algorithms') ?? [])]
  const key = keys.slice(0, 2).flatMap((node) => toldKey(linked, node))
  return [
    {
      node: use.node,
      way: isGuard || (use.kind === 'token-check' && /^(?:jwt|jwk)$/.test(use.api)) ? 'guard' : 'verify',
      package: use.package,
      key,
      algorithms: namedAlgorithms(linked, algorithms),
      isPublic:
        keys.some((node) => namesOf(linked, node).some((name) => PUBLIC.test(name))) ||
        key.some(({ name }) => name !== undefined && PUBLIC.test(name)),
      isBarrier: key.length > 0 && key.every(({ from }) => from === 'made'),
      issuer: use.place(`${prefix}.issuer`).length > 0 || (settings?.setting('issuer').length ?? 0) > 0,
      audience: use.place(`${prefix}.audience`).length > 0 || (settings?.setting('audience').length ?? 0) > 0,
      ignoresExpiry: [...use.place(`${prefix}.ignoreExpiration`)].some((node) => told(linked, node).some(({ text }) => text === 'true')),
      revocation: use.place('0.isRevoked').length > 0,
      from: isGuard
        ? [use.place('0.getToken').length > 0 || use.place('0.cookie').length > 0 ? 'cookie or function of the program' : 'Authorization header']
        : [],
      fromAt: [],
      at: use.at,
    },
  ]
}

function namedAlgorithms(linked: Linked, nodes: readonly number[]): string[] | undefined {
  const texts = nodes
    .flatMap((node) => linked.values.elements(node))
    .flatMap((node) => told(linked, node))
    .flatMap(({ text }) => (text === undefined ? [] : [text]))
  return nodes.length === 0 ? undefined : [...new Set(texts)]
}

/** `new Strategy({ secretOrKey, jwtFromRequest }, verify)` of passport-jwt; `super({ … })` in a class that extends it. */
function strategies(scene: Scene): Check[] {
  const { linked } = scene
  const { whole } = linked
  const found: Check[] = []
  for (const { node, name } of strategiesMade(linked)) {
    if (name !== 'passport-jwt') continue
    const [options] = whole.args(node)
    if (options === undefined) continue
    const key = [...propertyAt(linked, options, ['secretOrKey']), ...propertyAt(linked, options, ['secretOrKeyProvider'])]
    found.push({
      node,
      way: 'strategy',
      package: name,
      key: key.flatMap((at) => toldKey(linked, at)),
      algorithms: namedAlgorithms(linked, propertyAt(linked, options, ['algorithms'])),
      isPublic: key.some((at) => namesOf(linked, at).some((each) => PUBLIC.test(each))),
      isBarrier: false,
      issuer: propertyAt(linked, options, ['issuer']).length > 0,
      audience: propertyAt(linked, options, ['audience']).length > 0,
      ignoresExpiry: propertyAt(linked, options, ['ignoreExpiration']).some((at) => told(linked, at).some(({ text }) => text === 'true')),
      revocation: false,
      from: propertyAt(linked, options, ['jwtFromRequest']).flatMap((at) => extractorsAt(linked, at)),
      fromAt: propertyAt(linked, options, ['jwtFromRequest']).map((at) => cite(linked, at)),
      at: cite(linked, node),
    })
  }
  return found
}

const made = new WeakMap<Linked, { node: number; name: string }[]>()

/** Strategies that the code makes, with the package of each: by `new`, or by `super(…)` in a class that extends one. */
export function strategiesMade(linked: Linked): readonly { node: number; name: string }[] {
  let known = made.get(linked)
  if (known) return known
  const { whole } = linked
  known = []
  made.set(linked, known)
  for (const node of merge([lookupOf(whole).of(Kind.New), lookupOf(whole).named(Kind.Call, 'super')])) {
    const name = whole.kind[node] === Kind.New ? packageOfNew(linked, node) : packageOfSuper(linked, node)
    if (name && !isOfTests(linked, node)) known.push({ node, name })
  }
  return known
}

function packageOfSuper(linked: Linked, node: number): string | undefined {
  const { whole } = linked
  const owner = whole.functions[whole.functionOf(node)]?.owner ?? -1
  const base = owner < 0 ? -1 : (whole.classes[owner]?.extends ?? -1)
  if (base < 0) return undefined
  // `class X extends PassportStrategy(Strategy)`
  const strategy = whole.kind[base] === Kind.Call ? (whole.args(base)[0] ?? -1) : base
  return strategy < 0 ? undefined : passportName(packageOf(linked, strategy, ''))
}

function packageOfNew(linked: Linked, node: number): string | undefined {
  const { whole, solver, models } = linked
  for (const path of [...(solver.apiCalls.get(node) ?? []), ...apiPathsOf(linked, whole.a[node] as number)]) {
    const root = models.paths.rootOf(path)
    if (/^npm:(?:passport-|@[\w-]+\/passport-)/.test(root)) return passportName(packageOf(linked, whole.a[node] as number, root.slice(4)))
  }
  return undefined
}

const passportName = (name: string): string | undefined => (/(?:^|\/)passport-/.test(name) ? name : undefined)

const EXTRACTORS: [RegExp, (text: string) => string][] = [
  [/^fromAuthHeaderAsBearerToken$/, () => 'Authorization header (Bearer)'],
  [/^fromAuthHeaderWithScheme$/, (text) => `Authorization header (${text || 'own scheme'})`],
  [/^fromHeader$/, (text) => `header "${text}"`],
  [/^fromBodyField$/, (text) => `body field "${text}"`],
  [/^fromUrlQueryParameter$/, (text) => `query parameter "${text}"`],
]

function extractorsAt(linked: Linked, node: number): string[] {
  const { whole, values } = linked
  if (node >= whole.size || whole.kind[node] !== Kind.Call) return whole.kind[node] === Kind.Function ? ['a function of the program'] : []
  const name = calledName(linked, node)
  if (name === 'fromExtractors') return [...whole.args(node)].flatMap((list) => values.elements(list)).flatMap((each) => extractorsAt(linked, each))
  const [first] = whole.args(node)
  const text = first === undefined ? '' : (values.texts(first).find(({ exact }) => exact)?.value ?? '')
  const known = EXTRACTORS.find(([pattern]) => pattern.test(name))
  return known ? [known[1](text)] : ['a function of the program']
}

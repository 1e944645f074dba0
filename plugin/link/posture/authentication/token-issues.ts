/** Tokens that the program signs. In: uses of token libraries. Out: algorithm, key, claims and lifetimes of each, with what it is for. */
import { Kind } from '../../../graph'
import type { Evidence } from '../../../types'
import { calledName, cite, type Linked, receiverOf } from '../../linked'
import { namesOf } from '../../names'
import { durationOf, type Lifetime, momentOf, type Unit } from './lifetimes'
import { isOfTests, type Scene } from './scene'
import { type Told, told, toldKey } from './told'
import { propertyAt, type Use } from './uses'

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

/** Algorithms that libraries take where none is named. Source: their documentation. */
const DEFAULT_ALGORITHM = 'HS256'

export function issueOf(scene: Scene, use: Use, settings: Use | undefined): Issue {
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
  // What stands nearest says most: the variable, then what is signed, then the functions around.
  const payloads = whole.args(sign).slice(0, 1)
  const named = variableNames(linked, sign)
  if (!wrapper || callers.length === 0) {
    const literals = payloads.flatMap((payload) => literalsIn(linked, payload))
    return [{ node: sign, names: [...named, ...literals, ...functionNames(linked, sign)], given: new Map() }]
  }
  // What callers hand over differs from one to the next, and says nothing of the others.
  const own = [...named, ...payloads.filter((payload) => isWrittenHere(linked, payload)).flatMap((payload) => literalsIn(linked, payload))]
  return callers.slice(0, MOST_WAYS).map((node) => {
    const given = new Map<number, number>()
    wrapper.params.forEach((param, index) => {
      const argument = whole.args(node)[index]
      if (argument !== undefined && whole.kind[argument] !== Kind.Spread) given.set(param, argument)
    })
    const handed = [...given.values()].flatMap((argument) => wordsAt(linked, argument))
    return { node, names: [...own, ...variableNames(linked, node), ...handed, ...functionNames(linked, sign), ...functionNames(linked, node)], given }
  })
}

/** Variables that a token is put into; what says only that it is one says nothing. */
const variableNames = (linked: Linked, node: number): string[] =>
  namesOf(linked, node).filter((name) => !/^(?:sign|signAsync|jwtSign|jwt|SignJWT|generateToken|createToken|authorize)$/.test(name))

/** The functions around, innermost first. */
function functionNames({ whole }: Linked, node: number): string[] {
  const names: string[] = []
  for (let fn = whole.functionOf(node), hops = 0; fn >= 0 && hops < 2; fn = whole.functions[fn]?.parent ?? -1, hops++)
    names.push(whole.functions[fn]?.fact.name ?? '')
  return names
}

/** Texts that stand in an object itself: what comes from elsewhere differs from caller to caller. */
function literalsIn({ whole, values }: Linked, node: number): string[] {
  return values
    .propertyNames(node)
    .flatMap((name) => values.property(node, name))
    .filter((value) => value < whole.size && whole.kind[value] === Kind.String)
    .map((value) => whole.text(whole.a[value] as number))
}

/** An object of this function, and not what it was handed. */
function isWrittenHere({ whole }: Linked, node: number, hops = 0): boolean {
  if (node < 0 || node >= whole.size || hops > 4) return false
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Object) return true
  if (kind !== Kind.Cell && kind !== Kind.Choice) return false
  const items = [...whole.items(whole.a[node] as number)]
  return items.length > 0 && items.every((item) => isWrittenHere({ whole } as Linked, item, hops + 1))
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
  [/^access|access_?token/i, 'access'],
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

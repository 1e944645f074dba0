/** Checks of tokens. In: uses of token libraries and strategies. Out: what each pins, and where it takes the token from. */
import { Kind } from '../../../graph'
import type { Evidence } from '../../../types'
import { calledName, cite, type Linked } from '../../linked'
import { namesOf } from '../../names'
import type { Scene } from './scene'
import { strategiesMade } from './strategies'
import { type Told, told, toldKey } from './told'
import { propertyAt, type Use } from './uses'

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

const PUBLIC = /public|cert|pem|jwks?|\.pub\b/i

export function checkOf(scene: Scene, use: Use, settings: Use | undefined): Check[] {
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
export function checksByStrategy(scene: Scene): Check[] {
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
  if (name === 'fromExtractors')
    return whole
      .args(node)
      .flatMap((list) => values.elements(list))
      .flatMap((each) => extractorsAt(linked, each))
  const [first] = whole.args(node)
  const text = first === undefined ? '' : (values.texts(first).find(({ exact }) => exact)?.value ?? '')
  const known = EXTRACTORS.find(([pattern]) => pattern.test(name))
  return known ? [known[1](text)] : ['a function of the program']
}

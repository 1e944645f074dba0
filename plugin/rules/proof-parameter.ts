/** Which parameter of a door a fault is reached by. In: what the code reads, in its own words. Out: the parameter; nothing where several may be meant. */
import type { EntryPoint, Finding, Parameter } from '../types'

export interface Found extends Pick<Parameter, 'name' | 'in'> {
  /** Of a file: its name decides, not what is in it. */
  byName?: boolean
}

/** What code calls the parts of a request. */
const PLACES: [words: RegExp, places: Parameter['in'][]][] = [
  [/\b(?:query|queries|queryParams|queryStringParameters|searchParams)\b/, ['query']],
  [/\b(?:params|pathParameters|param)\b/, ['path']],
  [/\b(?:body|payload|fields|formData|form|json)\b/, ['json', 'form', 'body']],
  [/\bheaders?\b/, ['header']],
  [/\b(?:cookies?|signedCookies)\b/, ['cookie']],
  [/\bfiles?\b/, ['file']],
]
/** The address as a whole. */
const ADDRESS = /^(?:\w+\.)?(?:url|originalUrl|search|href)$/
const READ = /\b(?:req|request|ctx|c|context|event)\.(?:query|params|body)\.\w+/

export function parameterOf(finding: Pick<Finding, 'flow' | 'trace' | 'at'>, { parameters }: EntryPoint): Found | undefined {
  const origin = finding.flow ? (finding.flow.source === 'request' ? finding.flow.origin : undefined) : READ.exec(finding.at.text)?.[0]
  if (origin === undefined) return undefined
  const exact = parameters.find(({ name }) => name === origin)
  if (exact) return exact
  const inside = (places: Parameter['in'][]) => parameters.filter(({ in: place }) => places.includes(place))
  if (ADDRESS.test(origin)) return namedIn(finding, inside(['query']))
  const [words, places = []] = PLACES.find(([pattern]) => pattern.test(origin)) ?? []
  // An object under a name of its own: `createUserDto`.
  if (!words) return /^\w+$/.test(origin) && inside(BODY).length > 0 ? whole(inside(BODY)) : undefined
  if (places[0] === 'file') return fileOf(origin, parameters)
  const rest = origin.slice(origin.search(words)).replace(words, '')
  const name = /^(?:\.get\(|\.|\(|\[)['"`]?([\w$-]+)/.exec(rest)?.[1]
  const candidates = inside(places)
  if (name) {
    const known = candidates.find((each) => each.name === name || (places[0] === 'header' && each.name.toLowerCase() === name.toLowerCase()))
    return known ?? { name, in: places[0] === 'json' ? bodyPlace(candidates) : (places[0] as Parameter['in']) }
  }
  return namedIn(finding, candidates) ?? (places[0] === 'json' ? whole(candidates) : undefined)
}

const BODY: Parameter['in'][] = ['json', 'form', 'body']

/** Of several, the one that the place names, or the way there. */
function namedIn({ at, trace }: Pick<Finding, 'at' | 'trace'>, candidates: Found[]): Found | undefined {
  const named = candidates.filter(({ name }) => name !== 'body')
  if (candidates.length === 1) return candidates[0]
  const told = trace.map(({ text }) => text).join('\n')
  for (const [text, before] of [
    [at.text, '\\b'],
    [told, '[.\'"`]'],
  ] as const) {
    const those = named.filter(({ name }) => new RegExp(`${before}${name.replace(/[^\w-]/g, '.')}\\b`).test(text))
    if (those.length === 1) return those[0]
  }
  return undefined
}

function fileOf(origin: string, parameters: Parameter[]): Found {
  const known =
    parameters.find(({ in: place, shape }) => place === 'file' || shape?.type === 'file') ??
    parameters.find(({ in: place, name }) => place === 'form' && /file|upload|image|photo|avatar/i.test(name))
  const name = known?.name ?? /\bfiles\.([\w$-]+)/.exec(origin)?.[1] ?? 'file'
  return { name, in: 'file', byName: /name|path$/i.test(origin) }
}

const bodyPlace = (fields: Found[]): Parameter['in'] => (fields.length > 0 && fields.every(({ in: place }) => place === 'form') ? 'form' : 'json')

const whole = (fields: Found[]): Found => ({ name: 'body', in: bodyPlace(fields) })

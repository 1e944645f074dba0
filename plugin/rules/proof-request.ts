/**
 * Requests as text. In: a door of the program and what goes into one of its parameters. Out: the request as HTTP clients read it
 * from a file, with a host that does not exist; nothing where the address or the parameter could not be told. Every other value
 * is a sample: nothing that the code holds is copied but names.
 */
import type { EntryPoint } from '../types'
import { bodyOf } from './proof-body'
import { type Ask, encode, HOST, isBody, pairOf, sampleOf } from './proof-values'

export function requestOf(entry: EntryPoint, ask: Ask): string | undefined {
  const { filling, remark } = ask
  const address = addressOf(entry, ask)
  if (address === undefined) return undefined
  const headers = headersOf(entry, ask)
  const body = bodyOf(entry, ask)
  if (!headers) return undefined
  const method = /^(?:ALL|ANY)$/.test(entry.method) ? (body || isBody(filling?.parameter.in) ? 'POST' : 'GET') : entry.method
  if (!/^[A-Z]+$/.test(method)) return undefined
  return [
    ...(remark ? [`# ${remark}`] : []),
    `${method} ${HOST}${address}`,
    ...(body && method !== 'GET' ? [`Content-Type: ${body.media}`] : []),
    ...headers,
    ...(body && method !== 'GET' ? ['', body.text] : []),
  ].join('\n')
}

// ── address ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export function addressOf({ path, parameters }: EntryPoint, { filling, samples = new Map(), without = () => false }: Ask): string | undefined {
  const valueFor = (name: string): string => {
    if (filling?.parameter.in === 'path' && filling.parameter.name === name) return encode(filling.payload.value)
    return encode(samples.get(name) ?? sampleOf(parameters.find((each) => each.in === 'path' && each.name === name) ?? { name, in: 'path' }))
  }
  const filled = path
    .split('/')
    .map((step) =>
      step
        .replace(
          /\[+(?:\.{3})?(\w+)\]+|:(\w+)(?:\([^)]*\))?[?+*]?|\{(?:\.{3})?(\w+)(?:[*?]\d*)?(?::[^}]*)?\}|^\$(\w+)$|<(?:\w+:)?(\w+)>/g,
          (_, ...names) => valueFor(names.slice(0, 5).find((name) => name !== undefined) as string),
        )
        .replace(/^\*{1,2}(\w*)$/, (_, name: string) => (name ? valueFor(name) : 'x')),
    )
    .join('/')
  // An expression, or a notation that is not known.
  if (!/^[\w\-.~%!@,;=/&+]*$/.test(filled)) return undefined
  const query = parameters.filter((each) => each.in === 'query' && (each.required || samples.has(each.name)) && !without(each.name))
  const pairs = query
    .filter(({ name }) => name !== filling?.parameter.name)
    .map((each) => `${encode(each.name)}=${encode(samples.get(each.name) ?? sampleOf(each))}`)
  if (filling?.parameter.in === 'query') pairs.unshift(pairOf(filling))
  return `/${filled.replace(/^\/+/, '')}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`
}

// ── headers ──────────────────────────────────────────────────────────────────────────────────────────────────────────

function headersOf(entry: EntryPoint, { filling, anonymous }: Ask): string[] | undefined {
  const lines: string[] = []
  const { name, in: place } = filling?.parameter ?? { name: '', in: undefined }
  if (place === 'header' || place === 'cookie') {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return undefined
    const value = (filling?.payload.value ?? '').replace(/[\r\n]+/g, ' ')
    lines.push(place === 'header' ? `${name}: ${value}` : `Cookie: ${name}=${encode(value)}`)
  }
  const isKnown = !anonymous && entry.authRequired.answer === 'yes'
  // Where forged requests matter, a cookie says who is calling.
  if (isKnown && !lines.some((line) => /^(?:cookie|authorization):/i.test(line)))
    lines.push(entry.csrf ? 'Cookie: <session of a signed-in user>' : 'Authorization: <credentials of a signed-in user>')
  return lines
}

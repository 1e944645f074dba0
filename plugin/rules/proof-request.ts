/**
 * Requests as text. In: a door of the program and what goes into one of its parameters. Out: the request as HTTP clients read it
 * from a file, with a host that does not exist; nothing where the address or the parameter could not be told. Every other value
 * is a sample: nothing that the code holds is copied but names.
 */
import type { EntryPoint, Parameter, Shape } from '../types'
import type { Payload } from './proof-payloads'

export const HOST = 'https://app.example'

export interface Filling {
  /** `body` stands for the body as a whole. */
  parameter: Pick<Parameter, 'name' | 'in'> & { byName?: boolean }
  payload: Payload
}

export interface Ask {
  filling?: Filling
  /** Sent without credentials although others of the program demand them. */
  anonymous?: boolean
  /** Parameters that are left out. */
  without?: (name: string) => boolean
  /** Sample values by name of the parameter. */
  samples?: Record<string, string>
  /** Lines that stand above it. */
  remark?: string
}

type Field = Pick<Parameter, 'name' | 'in' | 'shape'>

/** Fields that are shown beside the one that matters. */
const MOST_FIELDS = 12

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

export const isBody = (place: Parameter['in'] | undefined): boolean => place === 'json' || place === 'form' || place === 'body' || place === 'file'

// ── address ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export function addressOf({ path, parameters }: EntryPoint, { filling, samples = {}, without = () => false }: Ask): string | undefined {
  const valueFor = (name: string): string => {
    if (filling?.parameter.in === 'path' && filling.parameter.name === name) return encode(filling.payload.value)
    return encode(samples[name] ?? sampleOf(parameters.find((each) => each.in === 'path' && each.name === name) ?? { name, in: 'path' }))
  }
  const filled = path
    .split('/')
    .map((step) =>
      step
        .replace(/\[+(?:\.{3})?(\w+)\]+|:(\w+)(?:\([^)]*\))?[?+*]?|\{(?:\.{3})?(\w+)(?::[^}]*)?\}|^\$(\w+)$|<(?:\w+:)?(\w+)>/g, (_, ...names) =>
          valueFor(names.slice(0, 5).find((name) => name !== undefined) as string),
        )
        .replace(/^\*{1,2}(\w*)$/, (_, name: string) => (name ? valueFor(name) : 'x')),
    )
    .join('/')
  // An expression, or a notation that is not known.
  if (!/^[\w\-.~%!@,;=/&+]*$/.test(filled)) return undefined
  const query = parameters.filter((each) => each.in === 'query' && (each.required || each.name in samples) && !without(each.name))
  const pairs = query
    .filter(({ name }) => name !== filling?.parameter.name)
    .map((each) => `${encode(each.name)}=${encode(samples[each.name] ?? sampleOf(each))}`)
  if (filling?.parameter.in === 'query') pairs.unshift(pairOf(filling))
  return `/${filled.replace(/^\/+/, '')}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`
}

function pairOf({ parameter, payload: { keyed, value } }: Filling): string {
  return keyed ? `${encode(parameter.name)}${keyed.suffix}=${encode(keyed.value)}` : `${encode(parameter.name)}=${encode(value)}`
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

// ── body ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

interface Part {
  field: Field
  /** What is put into this one. */
  target: Filling | undefined
}

function bodyOf(entry: EntryPoint, { filling, without = () => false, samples = {} }: Ask): { media: string; text: string } | undefined {
  const target = filling && isBody(filling.parameter.in) ? filling : undefined
  if (target?.payload.document && target.parameter.in !== 'file') return target.payload.document
  const parts = partsOf(entry, target, without)
  const added = target?.parameter.name === 'body' ? target.payload.added : undefined
  if (target && parts.length === 0 && !added) return { media: 'application/json', text: JSON.stringify(target.payload.json ?? target.payload.value) }
  if (parts.length === 0 && !added) return undefined
  const textOf = ({ field, target: mine }: Part): string => mine?.payload.value ?? samples[field.name] ?? sampleOf(field)
  if (target?.parameter.in === 'file' || parts.some(({ field }) => isFile(field)) || /multipart/.test(entry.body?.media ?? ''))
    return { media: 'multipart/form-data; boundary=proof', text: multipart(parts, textOf) }
  if (parts.length > 0 && parts.every(({ field }) => field.in === 'form')) {
    const pairs = parts.map((part) => (part.target ? pairOf(part.target) : `${encode(part.field.name)}=${encode(textOf(part))}`))
    return { media: 'application/x-www-form-urlencoded', text: pairs.join('&') }
  }
  const entries = parts.map(({ field, target: mine }): [string, unknown] => [
    field.name,
    mine ? (mine.payload.json ?? mine.payload.value) : jsonSample(field.name, field.shape, samples[field.name]),
  ])
  return { media: 'application/json', text: written(entries) }
}

/** The fields that the route reads; what the body as a whole is to hold is put among them, or into the one object that it is. */
function partsOf({ parameters }: EntryPoint, target: Filling | undefined, without: (name: string) => boolean): Part[] {
  const fields: Field[] = parameters.filter(({ in: place, name }) => isBody(place) && name !== 'body' && !without(name)).slice(0, MOST_FIELDS)
  if (!target) return fields.map((field) => ({ field, target: undefined }))
  const { parameter, payload } = target
  if (parameter.name !== 'body') {
    const others = fields.filter(({ name }) => name !== parameter.name)
    const known = fields.find(({ name }) => name === parameter.name) ?? parameter
    return [{ field: parameter.in === 'file' ? { ...known, in: 'file' } : known, target }, ...others.map((field) => ({ field, target: undefined }))]
  }
  const { added } = payload
  const [only] = fields
  // A body that is one object, as frameworks with classes for it have: what is added goes inside.
  if (added && only && fields.length === 1 && only.shape?.type === 'object')
    return [
      {
        field: only,
        target: { parameter: only, payload: { ...payload, json: { ...(jsonSample(only.name, only.shape) as object), [added.name]: added.json } } },
      },
    ]
  const extra = added && {
    field: { name: added.name, in: bodyPlace(fields) },
    target: { parameter: { name: added.name, in: 'json' as const }, payload: { ...payload, value: String(added.json), json: added.json } },
  }
  // Nothing is added: the first field stands for all.
  return [
    ...fields
      .filter(({ name }) => name !== added?.name)
      .map((field, index) => ({ field, target: added || index > 0 ? undefined : { ...target, parameter: field } })),
    ...(extra ? [extra] : []),
  ]
}

const bodyPlace = (fields: Field[]): Parameter['in'] => (fields.length > 0 && fields.every(({ in: place }) => place === 'form') ? 'form' : 'json')

const isFile = ({ in: place, shape }: Field): boolean => place === 'file' || shape?.type === 'file'

/** Key by key: `__proto__` in an object would set its prototype instead of being written. */
function written(entries: [string, unknown][]): string {
  const lines = entries.map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
  return `{\n${lines.join(',\n')}\n}`
}

function multipart(parts: Part[], textOf: (part: Part) => string): string {
  const texts = parts.map((part) => {
    const { field, target } = part
    const name = JSON.stringify(field.name.replace(/[\r\n]/g, ' '))
    if (!isFile(field)) return `Content-Disposition: form-data; name=${name}\n\n${textOf(part)}`
    const { payload, parameter } = target ?? {}
    const file = payload?.file ?? {
      name: payload && parameter?.byName ? payload.value.replace(/[\r\n"]/g, '_') : 'sample.txt',
      media: 'text/plain',
      text: payload && !parameter?.byName ? payload.value : 'sample',
    }
    return `Content-Disposition: form-data; name=${name}; filename="${file.name}"\nContent-Type: ${file.media}\n\n${file.text}`
  })
  return `${texts.map((text) => `--proof\n${text}\n`).join('')}--proof--`
}

// ── samples ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const FORMATS: Record<string, string> = {
  email: 'user@app.example',
  uuid: '00000000-0000-4000-8000-000000000000',
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00Z',
  uri: `${HOST}/`,
}

export function sampleOf({ name, shape }: Field): string {
  if (shape?.values?.[0] !== undefined) return shape.values[0]
  if (shape?.format && FORMATS[shape.format]) return FORMATS[shape.format] as string
  if (shape?.type === 'integer' || shape?.type === 'number' || /(?:^|_)id$|Id$|ID$|number$|count$|page$|limit$|offset$/.test(name)) return '1'
  if (shape?.type === 'boolean') return 'true'
  if (/e-?mail/i.test(name)) return FORMATS.email as string
  if (/pass(?:word|wd|phrase)?|pwd|^(?:new|repeat|confirm)$/i.test(name)) return 'a-new-passphrase'
  return /^[\w-]{1,40}$/.test(name) ? `some-${name}` : 'x'
}

/** Shapes may hold themselves, hence the depth. */
function jsonSample(name: string, shape: Shape | undefined, given?: string, depth = 0): unknown {
  if (shape?.type === 'array') return []
  if (shape?.type === 'object' && given === undefined)
    return depth > 2
      ? {}
      : Object.fromEntries(
          (shape.fields ?? []).slice(0, MOST_FIELDS).map((each) => [each.name, jsonSample(each.name, each.shape, undefined, depth + 1)]),
        )
  const text = given ?? sampleOf({ name, in: 'json', ...(shape ? { shape } : {}) })
  if (shape?.type === 'boolean') return text === 'true'
  return (shape?.type === 'integer' || shape?.type === 'number') && /^\d+$/.test(text) ? Number(text) : text
}

const encode = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Cs}/gu, '')).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

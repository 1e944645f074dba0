/** Values of a request: what is put into one parameter, and samples for all others. Nothing that the code holds is copied but names. */
import { rowsByName } from '../rows-by-name'
import type { Parameter, Shape } from '../types'
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
  samples?: ReadonlyMap<string, string>
  /** Lines that stand above it. */
  remark?: string
}

export type Field = Pick<Parameter, 'name' | 'in' | 'shape'>

/** Fields that are shown beside the one that matters. */
export const MOST_FIELDS = 12

export const isBody = (place: Parameter['in'] | undefined): boolean => place === 'json' || place === 'form' || place === 'body' || place === 'file'

/** `name=value` of an address or a form. */
export function pairOf({ parameter, payload: { keyed, value } }: Filling): string {
  return keyed ? `${encode(parameter.name)}${keyed.suffix}=${encode(keyed.value)}` : `${encode(parameter.name)}=${encode(value)}`
}

const FORMATS: Record<string, string> = rowsByName({
  email: 'user@app.example',
  uuid: '00000000-0000-4000-8000-000000000000',
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00Z',
  uri: `${HOST}/`,
})

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
export function jsonSample(name: string, shape: Shape | undefined, given?: string, depth = 0): unknown {
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

export const encode = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Cs}/gu, '')).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

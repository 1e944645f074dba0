/** Bodies of requests as text: JSON, forms, forms with files. In: a door and what goes into one of its fields. Out: media type and text. */
import type { EntryPoint, Parameter } from '../types'
import { type Ask, encode, type Field, type Filling, isBody, jsonSample, MOST_FIELDS, pairOf, sampleOf } from './proof-values'

interface Part {
  field: Field
  /** What is put into this one. */
  target: Filling | undefined
}

export function bodyOf(entry: EntryPoint, { filling, without = () => false, samples = new Map() }: Ask): { media: string; text: string } | undefined {
  const target = filling && isBody(filling.parameter.in) ? filling : undefined
  if (target?.payload.document && target.parameter.in !== 'file') return target.payload.document
  const parts = partsOf(entry, target, without)
  const added = target?.parameter.name === 'body' ? target.payload.added : undefined
  if (target && parts.length === 0 && !added) return { media: 'application/json', text: JSON.stringify(target.payload.json ?? target.payload.value) }
  if (parts.length === 0 && !added) return undefined
  const textOf = ({ field, target: mine }: Part): string => mine?.payload.value ?? samples.get(field.name) ?? sampleOf(field)
  if (target?.parameter.in === 'file' || parts.some(({ field }) => isFile(field)) || /multipart/.test(entry.body?.media ?? ''))
    return { media: 'multipart/form-data; boundary=proof', text: multipart(parts, textOf) }
  if (parts.length > 0 && parts.every(({ field }) => field.in === 'form')) {
    const pairs = parts.map((part) => (part.target ? pairOf(part.target) : `${encode(part.field.name)}=${encode(textOf(part))}`))
    return { media: 'application/x-www-form-urlencoded', text: pairs.join('&') }
  }
  const entries = parts.map(({ field, target: mine }): [string, unknown] => [
    field.name,
    mine ? (mine.payload.json ?? mine.payload.value) : jsonSample(field.name, field.shape, samples.get(field.name)),
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

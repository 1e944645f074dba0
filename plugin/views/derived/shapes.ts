/** Forms of data as pages, the results file and exported descriptions show them. A type may hold itself; what is made here does not. */
import type { EntryPoint, Shape } from '../../types'

/** As one would say it: `string (email)`, `list of Item`, `"asc" or "desc"`. */
export function typeText(shape: Shape, depth = 0): string {
  if (shape.values && shape.values.length > 0) {
    const shown = shape.values.slice(0, 6).map((value) => JSON.stringify(value))
    return `${shown.join(' or ')}${shape.values.length > 6 ? ' or …' : ''}`
  }
  if (shape.type === 'array') return shape.items && depth < 3 ? `list of ${typeText(shape.items, depth + 1)}` : 'list'
  if (shape.name) return shape.name
  if (shape.type === 'unknown') return 'not told'
  return shape.format ? `${shape.type} (${shape.format})` : shape.type
}

/** Fields that one form of the results shows, those inside of its fields included: types of one GraphQL schema lead to nearly all others. */
const MOST_FIELDS = 300

/**
 * The same form as a tree: a type met again inside itself keeps its name only, and so does what lies furthest in once 300 fields
 * are told.
 */
export function acyclic(shape: Shape): Shape {
  let fieldsLeft = MOST_FIELDS
  const outer: Opened = { shape, copy: plain(shape), above: undefined, depth: 0 }
  const opened = [outer]
  for (const one of opened) {
    const { shape, copy, depth } = one
    if (depth > 8 || isInside(shape, one.above)) continue
    const { items, fields = [] } = shape
    const open = (inner: Shape): Shape => {
      const innerCopy = plain(inner)
      opened.push({ shape: inner, copy: innerCopy, above: one, depth: depth + 1 })
      return innerCopy
    }
    if (items) copy.items = open(items)
    if (!shape.fields || (depth > 0 && fields.length > fieldsLeft)) continue
    fieldsLeft -= fields.length
    copy.fields = fields.map(({ name, shape, required }) => ({ name, shape: open(shape), required }))
  }
  return outer.copy
}

interface Opened {
  shape: Shape
  copy: Shape
  above: Opened | undefined
  depth: number
}

function isInside(shape: Shape, above: Opened | undefined): boolean {
  for (let one = above; one; one = one.above) if (one.shape === shape) return true
  return false
}

function plain({ type, name, format, values }: Shape): Shape {
  return { type, ...(name === undefined ? {} : { name }), ...(format === undefined ? {} : { format }), ...(values ? { values } : {}) }
}

export interface BodyField {
  /** `address.city` for fields of fields, `items[]` for those of a list's entries. */
  name: string
  type: string
  /** null where the code does not tell. */
  required: boolean | null
}

const deepest = 3

export function fieldsOf(shape: Shape, prefix = '', above: readonly Shape[] = []): BodyField[] {
  if (above.includes(shape) || above.length >= deepest) return []
  const inside = [...above, shape]
  if (shape.type === 'array' && shape.items) return fieldsOf(shape.items, prefix === '' ? '[].' : `${prefix.replace(/\.$/, '')}[].`, inside)
  return (shape.fields ?? []).flatMap(({ name, shape: inner, required }) => [
    { name: `${prefix}${name}`, type: typeText(inner), required },
    ...fieldsOf(inner, `${prefix}${name}.`, inside),
  ])
}

const bodyPlaces = new Set(['body', 'json', 'form', 'file'])

/** Fields of the request body: from its description where there is one, else those that the code reads. */
export function bodyFieldsOf({ body, parameters }: EntryPoint): BodyField[] {
  const described = body ? fieldsOf(body.shape) : []
  const names = new Set(described.map(({ name }) => name))
  const read = parameters
    .filter((parameter) => bodyPlaces.has(parameter.in) && !names.has(parameter.name))
    .map(({ name, shape, schema, required, in: place }) => ({
      name,
      type: shape ? typeText(shape) : (schema ?? (place === 'file' ? 'file' : 'not told')),
      required: required ?? null,
    }))
  return [...described, ...(described.length > 0 ? read.filter(({ name }) => name !== 'body') : read)]
}

export function isInBody(place: string): boolean {
  return bodyPlaces.has(place)
}

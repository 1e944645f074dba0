/**
 * The parameters of a route, and its body. In: what its path, decorators, schemas and handlers say. Out: one list in which a
 * name stands once a place; what a schema says of it counts for more than how it is used.
 */
import { rowsByName } from '../../rows-by-name'
import type { EntryPoint, Evidence, Parameter, Shape } from '../../types'
import type { InputPlace } from '../door-models'
import { cite, type Linked } from '../linked'
import type { FoundRoute } from '../routes/index'
import { describedBy, shapeOfType } from '../shapes/index'
import type { Check, Read } from './handler'
import type { Held } from './taken'

export type BodyPlace = 'json' | 'form' | 'body'

const ORDER = ['path', 'query', 'body', 'json', 'form', 'file', 'header', 'cookie']
const BODY = new Set<string>(['body', 'json', 'form'])
const MOST_PARAMETERS = 200

export class ParameterTable {
  private readonly found = new Map<string, Parameter>()
  body: EntryPoint['body']
  /** Places that a schema describes completely. */
  readonly described = new Set<string>()
  /** What stands under a validator. */
  readonly held: Held[] = []
  private holder: Omit<Held, 'in' | 'name'> | undefined

  constructor(
    private readonly route: { method: string; path: string },
    readonly bodyPlace: BodyPlace,
  ) {}

  put(parameter: Parameter): void {
    const place = parameter.in
    if (!isName(parameter.name) || this.found.size >= MOST_PARAMETERS) return
    if (this.holder) this.held.push({ in: place, name: parameter.name, ...this.holder })
    const key = `${place} ${place === 'header' ? parameter.name.toLowerCase() : parameter.name}`
    const known = this.found.get(key)
    if (!known) this.found.set(key, { ...parameter })
    else {
      const shape = narrower(known.shape, parameter.shape)
      this.found.set(key, { ...parameter, ...withoutUndefined(known), ...(shape ? { shape } : {}) })
    }
  }

  /** What is put in by a function stands under that validator. */
  under(holder: Omit<Held, 'in' | 'name'>, put: () => void): void {
    const before = this.holder
    this.holder = holder
    put()
    this.holder = before
  }

  has(place: string): boolean {
    return [...this.found.values()].some((parameter) => parameter.in === place)
  }

  get(place: string, name: string): Parameter | undefined {
    return this.found.get(`${place} ${name}`)
  }

  drop(place: string, name: string): void {
    this.found.delete(`${place} ${name}`)
  }

  get all(): Parameter[] {
    return [...this.found.values()].sort(
      (one, other) => ORDER.indexOf(one.in) - ORDER.indexOf(other.in) || (one.name < other.name ? -1 : one.name > other.name ? 1 : 0),
    )
  }

  /** Where fields of a place of requests stand for this route. */
  placeOf(place: InputPlace): Parameter['in'] | undefined {
    if (place === 'url' || place === 'raw' || place === 'argument') return undefined
    if (place === 'input') return /^(?:GET|HEAD|DELETE)$/.test(this.route.method) ? 'query' : this.bodyPlace
    return place === 'json' && this.bodyPlace === 'form' ? 'form' : place
  }

  /** Every field of a shape as a parameter. */
  putShape(place: Parameter['in'], shape: Shape, at: Parameter['at']): void {
    const form = BODY.has(place) && shape.fields?.some((field) => field.shape.type === 'file') ? 'form' : place
    for (const field of shape.fields ?? []) {
      const { default: standard, ...of } = field.shape
      this.put({
        name: field.name,
        in: form,
        shape: of,
        required: place === 'path' ? true : field.required,
        ...(standard === undefined ? {} : { default: standard }),
        ...(at ? { at } : {}),
      })
    }
    if (shape.fields && shape.fields.length > 0) this.described.add(form)
    if (BODY.has(place) && !this.body) this.body = { ...mediaOf(form), shape, required: (shape.fields ?? []).some(({ required }) => required) }
  }
}

export const mediaOf = (place: string): { media?: string } =>
  place === 'json' ? { media: 'application/json' } : place === 'form' ? { media: 'multipart/form-data' } : {}

/** Names as clients send them; what reads as code is none. */
const isName = (name: string) => name !== '' && name.length < 100 && !/[\s{}<>"'`/]/.test(name)

function withoutUndefined(parameter: Parameter): Partial<Parameter> & Pick<Parameter, 'name' | 'in'> {
  return Object.fromEntries(Object.entries(parameter).filter(([, value]) => value !== undefined)) as Parameter
}

/** Of two answers the one that says more. */
function narrower(one: Shape | undefined, other: Shape | undefined): Shape | undefined {
  if (!one || !other) return one ?? other
  return one.type === 'unknown' && other.type !== 'unknown' ? other : one
}

// ── from reads ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** Reads of one field. */
export interface FieldReads {
  place: Parameter['in']
  name: string
  reads: readonly Read[]
}

/** @param fields of each handler in turn */
export function putReads(linked: Linked, table: ParameterTable, fields: readonly FieldReads[], path: ReadonlySet<string>, isOpenPath: boolean): void {
  const together = new Map<string, FieldReads>()
  for (const field of fields) {
    const { place, name } = field
    if (place === 'path' && !path.has(name) && !isOpenPath) continue
    // Next hands parts of the path out with the query.
    if (place === 'query' && path.has(name) && !table.get('query', name)) continue
    if (place === 'file') continue
    const key = `${place} ${name}`
    const before = together.get(key)
    together.set(key, before ? { place, name, reads: [...before.reads, ...field.reads] } : field)
  }
  for (const field of together.values()) table.put(parameterOf(linked, field))
}

const parameters = new WeakMap<FieldReads, Parameter>()

function parameterOf(linked: Linked, field: FieldReads): Parameter {
  let parameter = parameters.get(field)
  if (!parameter) {
    const { place, name, reads } = field
    const shape = shapeOfReads(reads.map(({ trail, type }) => ({ trail: trail.slice(1), type })))
    const standard = reads.find((read) => read.default !== undefined)?.default
    parameter = {
      name,
      in: place,
      ...(shape.type === 'unknown' ? {} : { shape }),
      ...(place === 'path' ? { required: true } : standard === undefined ? {} : { required: false, default: standard }),
      at: whereRead(linked, field),
    }
    parameters.set(field, parameter)
  }
  return parameter
}

/** A helper that many parts of requests pass through says nothing of this one: a line that names it is cited before others. */
function whereRead(linked: Linked, { name, reads }: FieldReads): Evidence {
  const places = reads.map(({ node }) => cite(linked, node))
  const [first] = places as [Evidence]
  return (
    places.find(({ text }) => [`.${name}`, `'${name}'`, `"${name}"`].some((said) => text.includes(said))) ??
    places.find(({ text }) => text.includes(name)) ??
    first
  )
}

/** What is read of one field, as its form. */
function shapeOfReads(reads: { trail: readonly string[]; type: Shape['type'] | undefined }[], depth = 0): Shape {
  const inner = new Map<string, typeof reads>()
  let type: Shape['type'] = 'unknown'
  for (const read of reads) {
    const [name] = read.trail
    if (name === undefined) {
      if (read.type) type = read.type
      continue
    }
    const list = inner.get(name)
    const rest = { trail: read.trail.slice(1), type: read.type }
    if (list) list.push(rest)
    else inner.set(name, [rest])
  }
  if (inner.size === 0 || depth > 4) return { type }
  const items = inner.get('[]')
  if (items) return { type: 'array', items: shapeOfReads(items, depth + 1) }
  return { type: 'object', fields: [...inner].map(([name, list]) => ({ name, shape: shapeOfReads(list, depth + 1), required: false })) }
}

// ── from schemas ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** Places by the names under which schemas are given: `querystring`, `payload`, `Segments.BODY`. */
const SCHEMA_PLACES: Record<string, Parameter['in']> = rowsByName({
  body: 'json',
  payload: 'json',
  json: 'json',
  data: 'json',
  requestbody: 'json',
  form: 'form',
  formdata: 'form',
  multipart: 'form',
  query: 'query',
  querystring: 'query',
  params: 'path',
  param: 'path',
  path: 'path',
  pathparams: 'path',
  headers: 'header',
  header: 'header',
  cookies: 'cookie',
  cookie: 'cookie',
  signedcookies: 'cookie',
  state: 'cookie',
})

export const schemaPlace = (name: string): Parameter['in'] | undefined =>
  SCHEMA_PLACES[
    name
      .replace(/^\$/, '')
      .replace(/Schema$/, '')
      .toLowerCase()
  ]

export function putChecks(linked: Linked, table: ParameterTable, checks: readonly Check[]): void {
  for (const { place, trail, schema, isType, field, node } of checks) {
    const at = table.placeOf(place)
    if (at === undefined || trail.length > 1) continue
    const whole = isType ? shapeOfType(linked, schema) : describedBy(linked, schema)?.shape
    const inside =
      field === undefined
        ? whole
        : (whole?.fields?.find(({ name }) => name === field)?.shape ?? (whole?.fields?.some(({ name }) => schemaPlace(name)) ? undefined : whole))
    if (!inside) continue
    const [name] = trail
    const put = () => {
      if (name === undefined) table.putShape(at, inside, cite(linked, node))
      else table.put({ name, in: at, shape: inside, at: cite(linked, node) })
    }
    // A type is a promise of the code to itself.
    if (isType) put()
    else table.under({ by: node, schema, changes: [] }, put)
  }
}

/** A schema that is given for a place of the request, or one with a field a place. */
export function putSchema(linked: Linked, table: ParameterTable, name: string, node: number): void {
  const shape = describedBy(linked, node)?.shape
  if (!shape) return
  const place = schemaPlace(name)
  const at = node < linked.whole.size ? cite(linked, node) : undefined
  if (place) {
    table.putShape(place === 'json' ? table.bodyPlace : place, shape, at)
    return
  }
  const fields = shape.fields ?? []
  // A schema of whole requests has a field a place; files among them are told by what takes uploads.
  if (fields.some((field) => schemaPlace(field.name)) && fields.every((field) => schemaPlace(field.name) || /^files?$/.test(field.name)))
    for (const field of fields) {
      const to = schemaPlace(field.name)
      if (to) table.putShape(to === 'json' ? table.bodyPlace : to, field.shape, at)
    }
  else table.putShape(table.bodyPlace, shape, at)
}

/** Names in the path, and whether it may hold others that are not written. */
export function pathNames(route: FoundRoute): { names: Map<string, string | undefined>; open: boolean } {
  const names = new Map<string, string | undefined>()
  for (const match of route.path.matchAll(
    /[:$](\w+)(?:\(([^)]*)\)|\{([^}]*)\})?|\{(?:\.\.\.|\*)?([\w-]+)(?::([^}]*))?[*?]?\}|\[{1,2}(?:\.\.\.)?(\w+)\]{1,2}|\*(\w+)/g,
  )) {
    const name = match[1] ?? match[4] ?? match[6] ?? match[7]
    if (name) names.set(name, match[2] ?? match[3] ?? match[5])
  }
  return { names, open: /^\/\^|\*|\{unknown\}|\{…\}|\(/.test(route.path) }
}

/**
 * OpenAPI 3.x and Swagger 2. In: YAML or JSON. Out: one operation for each method of each path, and as base the
 * prefix that the first server or `basePath` gives. References inside the document are followed, others stay a name.
 */
import type { DefinedOperation, Definition } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import type { Parameter, Shape } from '../../types'
import { at, type Entry, entriesOf, itemsOf, type Located, oneOrMore, textOf } from '../manifests/read/located'
import type { DefinitionReader } from './reader'
import { readDocument } from './text'

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'])
/** References inside references; real documents stay far below. */
const DEEPEST = 12

export const openapi: DefinitionReader = {
  format: 'openapi',
  reads: (path, text) =>
    /\.(?:ya?ml|json)$/i.test(path) &&
    /["']?(?:openapi|swagger)["']?\s*:\s*["']?[23][\d.]*/.test(text.slice(0, 4000)) &&
    /["']?paths["']?\s*:/.test(text),
  read(text, path) {
    const document = readDocument(text, path)
    return { name: textOf(at(document, 'info', 'title')), ...operationsOf(document, text.split('\n')) }
  },
}

/** Operations and types of a description, or of a fragment of one that has nothing but `paths`. */
export function operationsOf(document: Located, lines: string[]): Pick<Definition, 'base' | 'operations' | 'types'> {
  const prefix = prefixOf(document)
  const read = new References(document)
  const lineText = (line: number) => (lines[line - 1] ?? '').trim().slice(0, 160)
  const operations: DefinedOperation[] = []
  for (const { key: path, value } of entriesOf(at(document, 'paths'))) {
    const item = read.follow(value)
    const shared = itemsOf(at(item, 'parameters'))
    for (const { key, value: operation, line } of entriesOf(item)) {
      if (!METHODS.has(key.toLowerCase())) continue
      const given = [...shared, ...itemsOf(at(operation, 'parameters'))].map((parameter) => read.follow(parameter))
      const content = mediaOf(read.follow(at(operation, 'requestBody')))
      const inBody = given.find((parameter) => textOf(at(parameter, 'in')) === 'body')
      const body = content ? read.shape(at(content.value, 'schema')) : inBody ? read.shape(at(inBody, 'schema')) : undefined
      const security = at(operation, 'security') ?? at(document, 'security')
      operations.push({
        kind: 'http',
        method: key.toUpperCase(),
        path,
        handler: textOf(at(operation, 'x-handler')) ?? textOf(at(operation, 'x-operation')) ?? textOf(at(operation, 'operationId')),
        purpose: textOf(at(operation, 'summary')) ?? textOf(at(operation, 'description'))?.split('\n')[0],
        parameters: given.flatMap((parameter) => parameterOf(parameter, read)),
        ...(body ? { body } : {}),
        responses: entriesOf(at(operation, 'responses')).map((response) => responseOf(response, read)),
        ...(security ? { secured: securedBy(security) } : {}),
        line,
        text: lineText(line),
      })
    }
  }
  const schemas = [...entriesOf(at(document, 'components', 'schemas')), ...entriesOf(at(document, 'definitions'))]
  return {
    ...(prefix ? { base: prefix } : {}),
    operations,
    types: schemas.map(({ key, value, line }) => ({ name: key, shape: read.shape(value) ?? { type: 'unknown' }, line })),
  }
}

function prefixOf(document: Located): string {
  const basePath = textOf(at(document, 'basePath'))
  const server = textOf(at(itemsOf(at(document, 'servers'))[0], 'url'))
  const path = basePath ?? (server === undefined ? '' : server.replace(/^[a-z][\w+.-]*:\/\/[^/]*/i, ''))
  return path.replace(/^(?=[^/])/, '/').replace(/\/+$/, '')
}

function securedBy(security: Located): { yes: boolean; by: string; line: number } {
  const names = oneOrMore(security).flatMap((each) => entriesOf(each).map(({ key }) => key))
  // An empty requirement beside others makes them optional.
  const optional = oneOrMore(security).some((each) => entriesOf(each).length === 0)
  return { yes: names.length > 0 && !optional, by: [...new Set(names)].join(', '), line: security.line }
}

const PLACES: Record<string, Parameter['in']> = rowsByName({ path: 'path', query: 'query', header: 'header', cookie: 'cookie', formData: 'form' })

function parameterOf(parameter: Located, read: References): Omit<Parameter, 'at'>[] {
  const place = PLACES[textOf(at(parameter, 'in')) ?? '']
  const name = textOf(at(parameter, 'name'))
  if (!place || name === undefined) return []
  // Swagger 2 writes the type beside the name.
  const shape = read.shape(at(parameter, 'schema') ?? parameter)
  const preset = textOf(at(parameter, 'schema', 'default') ?? at(parameter, 'default'))
  return [
    {
      name,
      in: place,
      required: textOf(at(parameter, 'required')) === 'true',
      ...(shape ? { shape } : {}),
      ...(preset === undefined ? {} : { default: preset }),
    },
  ]
}

function responseOf({ key, value }: Entry, read: References): { status: number | undefined; shape?: Shape } {
  const response = read.follow(value)
  const shape = read.shape(at(mediaOf(response)?.value ?? response, 'schema'))
  return { status: /^\d{3}$/.test(key) ? Number(key) : undefined, ...(shape ? { shape } : {}) }
}

/** JSON where several media types are described. */
function mediaOf(holder: Located | undefined): Entry | undefined {
  const all = entriesOf(at(holder, 'content'))
  return all.find(({ key }) => key.includes('json')) ?? all[0]
}

class References {
  private readonly known = new Map<Located, Shape>()

  constructor(private readonly document: Located) {}

  follow(located: Located | undefined, hops = 0): Located {
    if (!located) return { kind: 'scalar', value: null, line: 1 }
    const reference = textOf(at(located, '$ref'))
    if (reference === undefined || !reference.startsWith('#/') || hops > DEEPEST) return located
    const keys = reference
      .slice(2)
      .split('/')
      .map((key) => key.replace(/~1/g, '/').replace(/~0/g, '~'))
    const target = at(this.document, ...keys)
    return target ? this.follow(target, hops + 1) : located
  }

  shape(schema: Located | undefined, depth = 0): Shape | undefined {
    if (schema?.kind !== 'map') return undefined
    const reference = textOf(at(schema, '$ref'))
    const name = reference?.split('/').at(-1)
    if (depth > DEEPEST) return { type: 'unknown', ...(name ? { name } : {}) }
    const target = this.follow(schema)
    const before = this.known.get(target)
    if (before) return before
    const shape: Shape = { type: typeOf(target), ...(name ? { name } : {}) }
    // Known before its fields are: a type may hold itself.
    if (reference) this.known.set(target, shape)
    const format = textOf(at(target, 'format'))
    if (format) shape.format = format
    const values = itemsOf(at(target, 'enum')).flatMap((each) => textOf(each) ?? [])
    if (values.length > 0) shape.values = values
    const items = this.shape(at(target, 'items'), depth + 1)
    if (items) shape.items = items
    const parts = [target, ...itemsOf(at(target, 'allOf')).map((part) => this.follow(part))]
    const fields = parts.flatMap((part) => {
      const required = new Set(itemsOf(at(part, 'required')).flatMap((each) => textOf(each) ?? []))
      return entriesOf(at(part, 'properties')).map(({ key, value }) => ({
        name: key,
        shape: this.shape(value, depth + 1) ?? { type: 'unknown' as const },
        required: required.has(key),
      }))
    })
    if (fields.length > 0) {
      shape.type = 'object'
      shape.fields = fields
    }
    return shape
  }
}

const TYPES = new Set<Shape['type']>(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null', 'file'])

function typeOf(schema: Located): Shape['type'] {
  const stated = oneOrMore(at(schema, 'type')).flatMap((each) => textOf(each) ?? [])
  const type = (stated.find((each) => each !== 'null') ?? stated[0]) as Shape['type'] | undefined
  return type !== undefined && TYPES.has(type) ? type : at(schema, 'properties') ? 'object' : 'unknown'
}

/**
 * Protocol Buffers. In: a `.proto` file. Out: one operation for each method of each service, routes that a method is annotated
 * with, and messages and enumerations by full name. Types of other files stay names; linking puts them in.
 */
import type { Enum, Field, MapField, Method, NamespaceBase, ReflectionObject, Service, Type } from 'protobufjs'
import type { DefinedOperation, Definition } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import type { Shape } from '../../types'
import type { DefinitionReader } from './reader'

const MOST_CHARACTERS = 4_000_000

export const proto: DefinitionReader = {
  format: 'proto',
  reads: (path) => /\.proto$/i.test(path),
  read(text) {
    if (text.length > MOST_CHARACTERS) throw new Error(`${text.length} characters are more than are read of such a file (${MOST_CHARACTERS})`)
    // Loaded where there is such a file: it is large. Imports are not followed.
    const { parse, Root } = require('protobufjs') as typeof import('protobufjs')
    const { root, package: name } = parse(text, new Root(), { keepCase: true, alternateCommentMode: true })
    const operations: DefinedOperation[] = []
    const types: Definition['types'] = []
    const lines = new Lines(text)
    visit(root, 0, (object) => {
      if (isService(object)) for (const method of object.methodsArray) operations.push(...operationsOf(object, method, lines))
      else if (isMessage(object))
        types.push({ name: fullName(object), shape: shapeOfMessage(object), line: lines.of(`(?:message|group)\\s+${object.name}`) })
      else if (isEnum(object)) types.push({ name: fullName(object), shape: shapeOfEnum(object), line: lines.of(`enum\\s+${object.name}`) })
    })
    return { ...(name ? { name } : {}), operations, types }
  },
}

const isService = (object: ReflectionObject): object is Service => 'methods' in object
const isMessage = (object: ReflectionObject): object is Type => 'oneofs' in object && 'fields' in object
const isEnum = (object: ReflectionObject): object is Enum => 'valuesById' in object

/** Messages inside of messages; real ones stay far below. */
const DEEPEST = 40

function visit(namespace: NamespaceBase, depth: number, see: (object: ReflectionObject) => void): void {
  if (depth > DEEPEST) throw new Error(`declarations are nested more than ${DEEPEST} deep`)
  for (const object of namespace.nestedArray) {
    see(object)
    if ('nestedArray' in object) visit(object as NamespaceBase, depth + 1, see)
  }
}

const fullName = (object: ReflectionObject) => object.fullName.replace(/^\./, '')

function operationsOf(service: Service, method: Method, lines: Lines): DefinedOperation[] {
  const path = `${fullName(service)}/${method.name}`
  const purpose = method.comment?.trim().split('\n')[0]
  const line = lines.of(`rpc\\s+${method.name}\\b`, `service\\s+${service.name}\\b`)
  const shared = {
    ...(purpose ? { purpose } : {}),
    parameters: [],
    body: namedShape(method, method.requestType),
    responses: [{ status: undefined, shape: namedShape(method, method.responseType) }],
    line,
    text: lines.text(line),
  }
  const called: DefinedOperation = { kind: 'rpc', method: method.requestStream || method.responseStream ? 'STREAM' : 'CALL', path, ...shared }
  return [called, ...httpRulesOf(method).map((rule) => ({ kind: 'http' as const, ...rule, handler: path, ...shared }))]
}

const VERBS = ['get', 'put', 'post', 'delete', 'patch']

/** `option (google.api.http) = { get: "/v1/{name=shelves/*}" additional_bindings { … } }` */
function httpRulesOf(method: Method): { method: string; path: string }[] {
  const given: unknown = method.parsedOptions
  const options = (Array.isArray(given) ? given : []).flatMap((option: Record<string, unknown>) => [option['(google.api.http)']].flat())
  return options.flatMap((rule) => bindingsOf(rule, 0))
}

function bindingsOf(rule: unknown, depth: number): { method: string; path: string }[] {
  if (typeof rule !== 'object' || rule === null || depth > 2) return []
  const said = rule as Record<string, unknown>
  const own = VERBS.flatMap((verb) => {
    const path = said[verb]
    // `{name=shelves/*}` is the parameter `name`.
    return typeof path === 'string' ? [{ method: verb.toUpperCase(), path: path.replace(/\{([^=}]+)=[^}]*\}/g, '{$1}') }] : []
  })
  return [...own, ...[said.additional_bindings].flat().flatMap((more) => bindingsOf(more, depth + 1))]
}

const SCALARS: Record<string, Shape> = rowsByName({
  string: { type: 'string' },
  bool: { type: 'boolean' },
  bytes: { type: 'string', format: 'byte' },
  double: { type: 'number' },
  float: { type: 'number' },
  'google.protobuf.Timestamp': { type: 'string', format: 'date-time' },
  'google.protobuf.Duration': { type: 'string', format: 'duration' },
  'google.protobuf.Empty': { type: 'object', name: 'google.protobuf.Empty', fields: [] },
  'google.protobuf.StringValue': { type: 'string' },
  'google.protobuf.BoolValue': { type: 'boolean' },
  'google.protobuf.Int32Value': { type: 'integer' },
  'google.protobuf.Int64Value': { type: 'integer' },
})
for (const name of ['int32', 'uint32', 'sint32', 'fixed32', 'sfixed32', 'int64', 'uint64', 'sint64', 'fixed64', 'sfixed64'])
  SCALARS[name] = { type: 'integer', format: name }

/** A type by name, in full where the file itself declares it. */
function namedShape(from: ReflectionObject, name: string): Shape {
  const scalar = SCALARS[name.replace(/^\./, '')]
  if (scalar) return scalar
  const found = from.parent?.lookup(name) ?? undefined
  return { type: 'unknown', name: found ? fullName(found) : name.replace(/^\./, '') }
}

function shapeOfMessage(message: Type): Shape {
  return {
    type: 'object',
    name: fullName(message),
    fields: message.fieldsArray.map((field) => ({ name: field.name, shape: shapeOfField(field), required: field.required })),
  }
}

const isMap = (field: Field | MapField): field is MapField => 'keyType' in field

function shapeOfField(field: Field): Shape {
  if (isMap(field)) return { type: 'object', fields: [{ name: '[key]', shape: namedShape(field, field.type), required: false }] }
  const shape = namedShape(field, field.type)
  return field.repeated ? { type: 'array', items: shape } : shape
}

const shapeOfEnum = (enumeration: Enum): Shape => ({ type: 'string', name: fullName(enumeration), values: Object.keys(enumeration.values) })

/** Where declarations stand: the parser does not say. */
class Lines {
  private readonly lines: string[]

  constructor(text: string) {
    this.lines = text.split('\n')
  }

  /** First line on which a pattern matches, behind the one on which another does. 1 where none does. */
  of(pattern: string, behind?: string): number {
    const from = behind === undefined ? 0 : Math.max(0, this.find(behind, 0))
    return Math.max(0, this.find(pattern, from)) + 1
  }

  private find(pattern: string, from: number): number {
    const wanted = new RegExp(`^\\s*(?:.*[;{}]\\s*)?${pattern}`)
    for (let at = from; at < this.lines.length; at++) if (wanted.test((this.lines[at] as string).slice(0, 400))) return at
    return -1
  }

  text(line: number): string {
    return (this.lines[line - 1] ?? '').trim().slice(0, 160)
  }
}

/** JSON Schema written as an object, as Fastify, ajv and OpenAPI decorators take it. */
import { Kind } from '../../graph'
import type { Shape } from '../../types'
import { type Described, type Field, formOf, MOST_FIELDS, MOST_VALUES, merged, type Reading } from './reading'

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
const KEYWORDS = ['properties', 'items', 'enum', '$ref', 'allOf', 'anyOf', 'oneOf', 'const'] as const

/** @param object an Object node */
export function readJsonSchema(reading: Reading, object: number): Described | undefined {
  const { whole, values } = reading.linked
  const given = propertiesOf(reading, object)
  const texts = (key: string) => {
    const node = given.get(key)
    return node === undefined
      ? []
      : values
          .elements(node)
          .flatMap((item) => values.texts(item))
          .filter(({ exact }) => exact)
          .map(({ value }) => value)
  }
  const [type, nullable] = typesIn(texts('type'))
  if (type === undefined && !KEYWORDS.some((key) => isKeyword(reading, key, given.get(key)))) return undefined
  const standard = texts('default')[0]
  const description = texts('description')[0]
  const format = texts('format')[0]
  const choices = [...texts('enum'), ...texts('const')].slice(0, MOST_VALUES)
  const name = texts('$id')[0] ?? texts('title')[0] ?? texts('$ref')[0]
  const shape: Shape = {
    type: type ?? (given.has('properties') ? 'object' : given.has('items') ? 'array' : choices.length > 0 ? 'string' : 'unknown'),
  }
  if (type === undefined && nullable) shape.type = 'null'
  if (name) shape.name = name.replace(/#$/, '').replace(/^.*\//, '')
  if (format === 'binary' && shape.type === 'string') shape.type = 'file'
  else if (format) shape.format = format
  if (choices.length > 0) shape.values = choices
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => {
    const list = given.get(key)
    const items = list === undefined ? [] : values.elements(list)
    return (key === 'allOf' ? items : items.slice(0, 1)).flatMap((item) => reading.schema(item)?.shape ?? [])
  })
  const fields = fieldsIn(reading, given.get('properties'), new Set(texts('required')))
  if (fields.length > 0 || parts.some((part) => part.fields)) {
    shape.type = 'object'
    shape.fields = merged(...parts.map((part) => part.fields), fields)
  } else if (shape.type === 'unknown' && parts[0]) Object.assign(shape, { ...parts[0], ...(shape.name ? { name: shape.name } : {}) })
  const items = given.get('items')
  if (items !== undefined && whole.kind[items] !== Kind.Undefined) {
    const inner = reading.schema(items)?.shape
    if (inner) shape.items = inner
  }
  return { shape, ...(standard === undefined ? {} : { default: standard, required: false }), ...(description ? { description } : {}) }
}

function fieldsIn(reading: Reading, properties: number | undefined, required: Set<string>): Field[] {
  if (properties === undefined) return []
  const fields: Field[] = []
  for (const object of reading.linked.values.definitions(properties))
    for (const [name, node] of propertiesOf(reading, object)) {
      if (fields.length >= MOST_FIELDS) break
      fields.push({ name, shape: formOf(reading.schema(node)), required: required.has(name) })
    }
  return merged(fields)
}

/** Names and values of an object literal, those of objects spread into it included. */
export function propertiesOf(reading: Reading, object: number, hops = 0): Map<string, number> {
  const { whole, values } = reading.linked
  const found = new Map<string, number>()
  if (whole.kind[object] !== Kind.Object || hops > 4) return found
  for (const entry of whole.items(whole.a[object] as number)) {
    if (whole.kind[entry] === Kind.Spread)
      for (const spread of values.definitions(whole.a[entry] as number))
        for (const [name, node] of propertiesOf(reading, spread, hops + 1)) found.set(name, node)
    else if (whole.a[entry] !== -1) found.set(whole.text(whole.a[entry] as number), whole.b[entry] as number)
    else for (const name of namesOf(reading, whole.c[entry] as number)) found.set(name, whole.b[entry] as number)
    if (found.size > MOST_FIELDS * 2) break
  }
  return found
}

/** Texts of a computed key; a library's constant stands for its own name: `[Segments.BODY]`. */
function namesOf({ linked }: Reading, key: number): string[] {
  if (key < 0) return []
  const texts = linked.values.texts(key).filter(({ exact }) => exact)
  if (texts.length > 0) return texts.map(({ value }) => value)
  const name = linked.values.nameOf(key)
  return /^[A-Z][A-Z_]*$/.test(name) ? [name] : []
}

function typesIn(texts: string[]): [Shape['type'] | undefined, boolean] {
  if (!texts.every((text) => TYPES.has(text))) return [undefined, false]
  return [texts.find((text) => text !== 'null') as Shape['type'] | undefined, texts.includes('null')]
}

/** A field may be called `items` or `enum` as well: then it holds a schema of its own library, not a list or a schema's object. */
function isKeyword({ linked }: Reading, key: (typeof KEYWORDS)[number], node: number | undefined): boolean {
  if (node === undefined) return false
  const { whole, values } = linked
  const kinds = values.definitions(node).map((definition) => whole.kind[definition] as Kind)
  if (key === 'const' || key === '$ref') return kinds.includes(Kind.String)
  if (key === 'properties') return kinds.includes(Kind.Object)
  if (key === 'items') return false
  return kinds.includes(Kind.Array)
}

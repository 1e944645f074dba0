/** Types as annotations, interfaces and classes state them, with what decorators add to fields. */
import { Kind } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import type { Shape } from '../../types'
import { calledName } from '../linked'
import { propertiesOf } from './json-schema'
import { type Described, type Field, FORMATS, MOST_FIELDS, MOST_VALUES, merged, type Reading, within } from './reading'

const KEYWORDS: Record<string, Shape> = rowsByName({
  string: { type: 'string' },
  number: { type: 'number' },
  bigint: { type: 'integer' },
  boolean: { type: 'boolean' },
  object: { type: 'object' },
  String: { type: 'string' },
  Number: { type: 'number' },
  Boolean: { type: 'boolean' },
  Object: { type: 'object' },
  Date: { type: 'string', format: 'date-time' },
  URL: { type: 'string', format: 'uri' },
  File: { type: 'file' },
  Blob: { type: 'file' },
  Buffer: { type: 'file' },
  Record: { type: 'object' },
  FormData: { type: 'object' },
  UUID: { type: 'string', format: 'uuid' },
})

/** Types that stand for their first argument. */
const SAME = new Set([
  'Promise',
  'Awaited',
  'Readonly',
  'NonNullable',
  'Observable',
  'PromiseLike',
  'Ref',
  'MaybePromise',
  'HydratedDocument',
  'Loaded',
])
/** Types of a schema: `z.infer<typeof schema>`. */
const OF_SCHEMA = new Set([
  'infer',
  'input',
  'output',
  'TypeOf',
  'Infer',
  'Static',
  'StaticDecode',
  'InferType',
  'InferInput',
  'InferOutput',
  'FromSchema',
  'InferSchemaType',
  'Asserts',
])
const LISTS = new Set(['Array', 'ReadonlyArray', 'Set', 'Iterable'])

export function readType(reading: Reading, type: number): Shape | undefined {
  const { whole, values } = reading.linked
  if (type < 0) return undefined
  if (reading.open.has(~type)) return byName(reading, type)
  // A class is met as what describes and as a type: two things to be open.
  return within(reading, ~type, () => {
    switch (whole.kind[type] as Kind) {
      case Kind.TypeRef:
        return readReference(reading, type)
      case Kind.Interface:
        return once(reading, ~(whole.a[type] as number), () => readInterface(reading, whole.a[type] as number))
      case Kind.Class:
        return once(reading, whole.a[type] as number, () => readClass(reading, whole.a[type] as number))
      case Kind.Object:
        return choiceOf(reading, type)
      case Kind.Global:
        return copied(KEYWORDS[whole.text(whole.a[type] as number)])
      default: {
        const definition = values.definitions(type).find((other) => other !== type)
        return definition === undefined ? undefined : readType(reading, definition)
      }
    }
  })
}

/** Classes by index, interfaces below zero. */
const known = new WeakMap<Reading['linked']['whole'], Map<number, Shape | undefined>>()

/** Models hold each other round and round: each is read once, and everyone who mentions it shares it. */
function once(reading: Reading, key: number, read: () => Shape | undefined): Shape | undefined {
  const { whole } = reading.linked
  let types = known.get(whole)
  if (!types) {
    types = new Map()
    known.set(whole, types)
  }
  if (types.has(key)) return types.get(key)
  const isCut = reading.cut
  reading.cut = false
  const shape = read()
  if (!reading.cut) types.set(key, shape)
  reading.cut ||= isCut
  return shape
}

/** What stands for a type inside of itself. */
function byName({ linked: { whole } }: Reading, type: number): Shape | undefined {
  const kind = whole.kind[type] as Kind
  const index = whole.a[type] as number
  if (kind === Kind.Class) return named(whole.classes[index]?.fact.name)
  const of = kind === Kind.Interface ? whole.interfaces[index] : undefined
  return of && of.members.length > 0 ? named(of.fact.name) : undefined
}

const named = (name: string | undefined): Shape | undefined => (name ? { type: 'object', name } : undefined)

/** Fields that one shape shows, those inside of its fields included; past them, named types are told by name. */
const MOST_SHOWN = 300
const sizes = new WeakMap<Shape, number>()

function sizeOf(shape: Shape): number {
  const before = sizes.get(shape)
  if (before !== undefined) return before
  let size = shape.items ? sizeOf(shape.items) : 0
  for (const field of shape.fields ?? []) size += 1 + sizeOf(field.shape)
  sizes.set(shape, size)
  return size
}

function shown(fields: Field[]): Field[] {
  let left = MOST_SHOWN - fields.length
  return fields.map((field) => {
    const size = sizeOf(field.shape)
    if (size <= left) {
      left -= size
      return field
    }
    return { ...field, shape: foldedTo(field.shape) }
  })
}

function foldedTo(shape: Shape): Shape {
  if (shape.items) return { ...shape, items: foldedTo(shape.items) }
  const { fields: _, ...rest } = shape
  return rest
}

const copied = (shape: Shape | undefined): Shape | undefined => shape && { ...shape }

function readReference(reading: Reading, type: number): Shape | undefined {
  const { whole } = reading.linked
  const entity = whole.a[type] as number
  const args = whole.args(type)
  if (whole.c[type] === 1) {
    const items = readType(reading, entity)
    return { type: 'array', ...(items ? { items } : {}) }
  }
  if (entity < 0) return undefined
  const name = nameOf(reading, entity)
  const [first, second] = args
  const [given] = first === undefined ? [] : [first]
  if (OF_SCHEMA.has(name)) return given === undefined ? undefined : reading.schema(given)?.shape
  // `type Maybe<T> = T | null`: stands for what it is given.
  if (given !== undefined && args.length === 1 && isPassedOn(reading, entity)) return readType(reading, given)
  const found = isOwn(reading, entity) ? readType(reading, entity) : undefined
  if (found) return found.name || found.type !== 'object' ? found : { ...found, name }
  if (given !== undefined) {
    if (SAME.has(name)) return readType(reading, given)
    if (LISTS.has(name)) {
      const items = readType(reading, given)
      return { type: 'array', ...(items ? { items } : {}) }
    }
    const inner = name === 'Partial' || name === 'Required' || name === 'Pick' || name === 'Omit' ? readType(reading, given) : undefined
    if (inner?.fields) return { type: 'object', fields: mapped(name, inner.fields, namesIn(reading, second)) }
    if (name === 'Record') return { type: 'object' }
  }
  return copied(KEYWORDS[name])
}

function mapped(name: string, fields: Field[], names: Set<string>): Field[] {
  if (name === 'Partial' || name === 'PartialType') return fields.map((field) => ({ ...field, required: false }))
  if (name === 'Required') return fields.map((field) => ({ ...field, required: true }))
  if (name === 'Pick' || name === 'PickType') return fields.filter((field) => names.has(field.name))
  return fields.filter((field) => !names.has(field.name))
}

/** Names in `'a' | 'b'` or `['a', 'b']`. */
function namesIn({ linked }: Reading, node: number | undefined): Set<string> {
  if (node === undefined) return new Set()
  const { whole, values } = linked
  const literals = whole.kind[node] === Kind.Interface ? whole.interfaces[whole.a[node] as number]?.fact.values : undefined
  if (literals) return new Set(literals.map(String))
  const nodes = values.elements(node)
  return new Set(nodes.flatMap((each) => values.texts(each)).map(({ value }) => value))
}

/** An alias of nothing but its own parameter. */
function isPassedOn(reading: Reading, entity: number): boolean {
  const { whole, values } = reading.linked
  const [alias, ...others] = [entity, ...values.definitions(entity)].filter((node) => whole.kind[node] === Kind.Interface)
  const of = alias === undefined ? undefined : whole.interfaces[whole.a[alias] as number]
  if (!of || others.some((other) => other !== alias) || of.members.length > 0 || of.fact.values || of.extends.length !== 1) return false
  const [parent = -1] = of.extends
  const named = whole.kind[parent] === Kind.TypeRef ? (whole.a[parent] as number) : parent
  return named >= 0 && whole.kind[named] === Kind.Global && /^T[A-Z]?\w*$/.test(whole.text(whole.a[named] as number)) && !isOwn(reading, named)
}

/** Whether a type is written in this code, not a library's or the language's. */
function isOwn({ linked }: Reading, entity: number): boolean {
  const { whole, values } = linked
  if (whole.kind[entity] === Kind.Global) return false
  return values.definitions(entity).some((node) => {
    const kind = whole.kind[node] as Kind
    return kind === Kind.Interface || kind === Kind.Class || kind === Kind.Object || kind === Kind.TypeRef
  })
}

function nameOf({ linked }: Reading, entity: number): string {
  const { whole, values } = linked
  const kind = whole.kind[entity] as Kind
  if (kind === Kind.Interface) return whole.interfaces[whole.a[entity] as number]?.fact.name ?? ''
  if (kind === Kind.Class) return whole.classes[whole.a[entity] as number]?.fact.name ?? ''
  return values.nameOf(entity)
}

function readInterface(reading: Reading, index: number): Shape | undefined {
  const of = reading.linked.whole.interfaces[index]
  if (!of) return undefined
  const { values } = of.fact
  if (values) {
    const types = new Set(values.map((value) => typeof value as 'string' | 'number' | 'boolean'))
    const [type = 'unknown'] = types.size === 1 ? types : []
    return { type, values: values.slice(0, MOST_VALUES).map(String) }
  }
  const parents = of.extends.flatMap((parent) => readType(reading, parent) ?? [])
  const fields: Field[] = of.members.slice(0, MOST_FIELDS).map(({ name, type, optional }) => ({
    name,
    shape: readType(reading, type) ?? { type: 'unknown' },
    required: !optional,
  }))
  const [parent] = parents
  // An alias of something else than fields: a choice, a list, a text.
  if (fields.length === 0 && parent && parents.length === 1)
    return of.fact.name && parent.type === 'object' ? { ...parent, name: of.fact.name } : parent
  const all = shown(merged(...parents.map((each) => each.fields), fields))
  return { type: 'object', ...(of.fact.name ? { name: of.fact.name } : {}), ...(all.length > 0 ? { fields: all } : {}) }
}

/** An enumeration: its values. */
function choiceOf(reading: Reading, object: number): Shape | undefined {
  const { values } = reading.linked
  const texts = [...propertiesOf(reading, object).values()].flatMap((node) => values.texts(node)).filter(({ exact }) => exact)
  return texts.length === 0 ? { type: 'object' } : { type: 'string', values: texts.slice(0, MOST_VALUES).map(({ value }) => value) }
}

// ── classes ──────────────────────────────────────────────────────────────────────────────────────────────────────────

function readClass(reading: Reading, index: number): Shape | undefined {
  const { whole } = reading.linked
  const cls = whole.classes[index]
  if (!cls) return undefined
  const fields: Field[] = []
  for (const member of cls.members) {
    if (member.static || (member.node >= 0 && whole.kind[member.node] === Kind.Function) || fields.length >= MOST_FIELDS) continue
    // What neither type nor decorator describes is the class's own business: a service that was handed in.
    const typed =
      readType(reading, member.type) ??
      (member.node >= 0 && whole.kind[member.node] !== Kind.Unknown ? reading.schema(member.node)?.shape : undefined)
    fields.push(decorated(reading, member.name, typed, member.optional ?? false, member.decorators))
  }
  const inherited = cls.extends >= 0 ? inheritedBy(reading, cls.extends) : []
  const all = shown(merged(inherited, fields))
  return { type: 'object', name: cls.fact.name, ...(all.length > 0 ? { fields: all } : {}) }
}

/** Fields of a superclass; of `PartialType(CreateDto)`, `PickType(Dto, ['a'])` what these leave. */
function inheritedBy(reading: Reading, parent: number): Field[] {
  const { whole } = reading.linked
  if (whole.kind[parent] !== Kind.Call) return reading.schema(parent)?.shape.fields ?? []
  const name = calledName(reading.linked, parent)
  const [first, second] = whole.args(parent)
  if (first === undefined) return []
  if (name === 'IntersectionType') return merged(...whole.args(parent).map((each) => reading.schema(each)?.shape.fields))
  const fields = reading.schema(first)?.shape.fields ?? []
  return /^(?:PartialType|PickType|OmitType)$/.test(name) ? mapped(name, fields, namesIn(reading, second)) : fields
}

/** A field with what its decorators say: class-validator, swagger, type-graphql, LoopBack, TypeORM and their kin. */
function decorated(reading: Reading, name: string, typed: Shape | undefined, optional: boolean, decorators: number[]): Field {
  const { whole } = reading.linked
  let shape: Shape = typed ?? { type: 'unknown' }
  let required = !optional
  for (const decorator of decorators) {
    const said = calledName(reading.linked, decorator)
    const args = whole.kind[decorator] === Kind.Call ? [...whole.args(decorator)] : []
    if (/^(?:IsOptional|ApiPropertyOptional|ValidateIf)$/.test(said)) required = false
    const format = FORMATS[said.toLowerCase()]
    if (format) shape = { ...shape, type: shape.type === 'unknown' ? 'string' : shape.type, ...(shape.type === 'array' ? {} : { format }) }
    const type = DECORATED[said]
    if (type && shape.type !== 'array' && (shape.type === 'unknown' || (type === 'integer' && shape.type === 'number'))) shape = { ...shape, type }
    if (/^(?:IsEnum|IsIn)$/.test(said) && args[0] !== undefined && shape.type !== 'array') {
      const values = choiceIn(reading, args[0])
      if (values.length > 0) shape = { ...shape, type: shape.type === 'unknown' || shape.type === 'object' ? 'string' : shape.type, values }
    }
    if (said === 'Type' && args[0] !== undefined && (shape.type === 'unknown' || shape.type === 'array')) {
      const inner = reading.schema(args[0])?.shape
      if (inner) shape = shape.type === 'array' ? { ...shape, items: shape.items ?? inner } : inner
    }
    for (const argument of args) {
      if (whole.kind[argument] !== Kind.Object) {
        // `@Field(() => Int)`, `@prop(() => X)`
        if (shape.type === 'unknown' && whole.kind[argument] === Kind.Function) shape = reading.schema(argument)?.shape ?? shape
        continue
      }
      const given = propertiesOf(reading, argument)
      const says = (key: string) => given.has(key) && reading.linked.values.texts(given.get(key) as number).some(({ value }) => value === 'true')
      const denies = (key: string) => given.has(key) && reading.linked.values.texts(given.get(key) as number).some(({ value }) => value === 'false')
      if (denies('required') || says('nullable') || says('optional')) required = false
      else if (says('required')) required = true
      const choices = given.get('enum')
      if (choices !== undefined && !shape.values && shape.type !== 'array') {
        const values = choiceIn(reading, choices)
        if (values.length > 0) shape = { ...shape, type: shape.type === 'unknown' ? 'string' : shape.type, values }
      }
      const described: Described | undefined =
        shape.type === 'unknown' && given.has('type') ? describedType(reading, given.get('type') as number) : undefined
      if (described) shape = says('isArray') ? { type: 'array', items: described.shape } : described.shape
    }
  }
  return { name, shape, required }
}

/** `type: 'string'` or `type: String` or `type: () => Item` or `type: [Item]`. */
function describedType(reading: Reading, node: number): Described | undefined {
  const { whole, values } = reading.linked
  const text = values.texts(node).find(({ exact }) => exact)?.value
  if (text !== undefined && /^(?:string|number|integer|boolean|object|array)$/.test(text)) return { shape: { type: text as Shape['type'] } }
  if (whole.kind[node] === Kind.Array) {
    const items = reading.schema(node)?.shape
    return { shape: { type: 'array', ...(items ? { items } : {}) } }
  }
  return reading.schema(node)
}

function choiceIn(reading: Reading, node: number): string[] {
  const { whole, values } = reading.linked
  const found = values
    .definitions(node)
    .flatMap((definition) => (whole.kind[definition] === Kind.Object ? [...propertiesOf(reading, definition).values()] : values.elements(definition)))
    .flatMap((each) => values.texts(each))
    .filter(({ exact }) => exact)
    .map(({ value }) => value)
  return [...new Set(found)].slice(0, MOST_VALUES)
}

const DECORATED: Record<string, Shape['type']> = rowsByName({
  IsString: 'string',
  Length: 'string',
  MinLength: 'string',
  MaxLength: 'string',
  IsInt: 'integer',
  IsNumber: 'number',
  IsPositive: 'number',
  Min: 'number',
  Max: 'number',
  IsNumberString: 'string',
  IsBoolean: 'boolean',
  IsObject: 'object',
  IsArray: 'array',
  ArrayNotEmpty: 'array',
  IsDate: 'string',
})

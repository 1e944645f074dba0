/**
 * Schemas built by calls: `z.object({ name: z.string().email() }).optional()`. A chain is taken apart down to the library it
 * begins with, then told from there: the first call makes something, each further one changes it.
 */
import { Kind } from '../../graph'
import type { Shape } from '../../types'
import { LabelKind } from '../labels'
import { propertiesOf, readJsonSchema } from './json-schema'
import {
  ADDS_FIELDS,
  GLOBAL_LIBRARIES,
  libraryNamed,
  MAKES,
  MAKES_CHOICE,
  MAKES_LIST,
  MAKES_LITERAL,
  MAKES_OBJECT,
  MAKES_OPTIONAL,
  MAKES_RECORD,
  MAKES_UNION,
  WRAPS,
} from './libraries'
import { type Described, type Field, FORMATS, formOf, MOST_FIELDS, MOST_VALUES, merged, type Reading, within } from './reading'

interface Step {
  name: string
  args: number[]
}

export function readSchema(reading: Reading, node: number): Described | undefined {
  const { values } = reading.linked
  return within(reading, node, () => {
    for (const definition of values.definitions(node).slice(0, 4)) {
      const found = definition === node ? readDefinition(reading, node) : within(reading, definition, () => readDefinition(reading, definition))
      if (found) return named(reading, node, found)
    }
    return byLabels(reading, node)
  })
}

function readDefinition(reading: Reading, node: number): Described | undefined {
  const { whole } = reading.linked
  switch (whole.kind[node] as Kind) {
    case Kind.Call:
    case Kind.New:
    case Kind.Load:
      return readChain(reading, node)
    case Kind.Object:
      return readJsonSchema(reading, node) ?? fieldsOfSchemas(reading, node)
    case Kind.Class:
    case Kind.Interface:
    case Kind.TypeRef: {
      const shape = reading.type(node)
      return shape && { shape }
    }
    case Kind.Array: {
      // Joi takes a list for alternatives.
      const [first] = whole.items(whole.a[node] as number)
      return first === undefined ? undefined : reading.schema(first)
    }
    case Kind.Function: {
      const [returned] = whole.functions[whole.a[node] as number]?.returns ?? []
      return returned === undefined ? undefined : reading.schema(returned)
    }
    case Kind.Global: {
      const type = ({ String: 'string', Number: 'number', Boolean: 'boolean', Object: 'object', Array: 'array' } as const)[
        whole.text(whole.a[node] as number)
      ]
      return type
        ? { shape: { type } }
        : whole.text(whole.a[node] as number) === 'Date'
          ? { shape: { type: 'string', format: 'date-time' } }
          : undefined
    }
    default:
      return undefined
  }
}

/** Where the expression says nothing by itself: a parameter that is handed a class or schema. */
function byLabels(reading: Reading, node: number): Described | undefined {
  const { solver } = reading.linked
  for (const label of solver.of(node)) {
    const kind = solver.labels.kind[label]
    const data = solver.labels.data[label] as number
    const at = kind === LabelKind.Class ? (reading.linked.whole.classes[data]?.node ?? -1) : kind === LabelKind.Object ? data : -1
    if (at < 0 || at === node) continue
    const found = within(reading, at, () => readDefinition(reading, at))
    if (found) return found
  }
  return undefined
}

/** An object whose values are schemas. */
function fieldsOfSchemas(reading: Reading, object: number): Described | undefined {
  const fields = fieldsIn(reading, object, true)
  return fields.length > 0 && fields.some(({ shape }) => shape.type !== 'unknown') ? { shape: { type: 'object', fields } } : undefined
}

function fieldsIn(reading: Reading, node: number | undefined, required: boolean): Field[] {
  if (node === undefined) return []
  const fields: Field[] = []
  for (const object of reading.linked.values.definitions(node))
    for (const [name, value] of propertiesOf(reading, object)) {
      if (fields.length >= MOST_FIELDS) break
      const inner = reading.schema(value)
      const standard = reading.linked.whole.kind[object] === Kind.Object ? (inner?.required ?? required) : required
      fields.push({ name: name.replace(/\?$/, ''), shape: formOf(inner), required: name.endsWith('?') ? false : standard })
    }
  return fields
}

/** The schema's name: that of the variable or property it was put into. */
function named({ linked }: Reading, node: number, found: Described): Described {
  if (found.shape.name || found.shape.type !== 'object') return found
  const name = linked.whole.kind[node] === Kind.Call ? '' : linked.values.nameOf(node)
  return name && !/^(?:default|body|query|params|headers|querystring|schema|z|t|[a-z])$/.test(name)
    ? { ...found, shape: { ...found.shape, name } }
    : found
}

// ── chains ───────────────────────────────────────────────────────────────────────────────────────────────────────────

function readChain(reading: Reading, node: number): Described | undefined {
  const chain = unroll(reading, node)
  if (!chain) return undefined
  let made: Described | undefined = chain.from
  for (const step of chain.steps) made = apply(reading, step, made, chain.required, chain.library)
  return made && made.required === undefined && !chain.from ? { ...made, required: chain.required } : made
}

/** Longest chain that is taken apart. */
const MOST_STEPS = 80

function unroll(reading: Reading, node: number): { library: string; required: boolean; steps: Step[]; from?: Described | undefined } | undefined {
  const { whole, values, solver, modules } = reading.linked
  const steps: Step[] = []
  let at = node
  for (let count = 0; count < MOST_STEPS; count++) {
    switch (whole.kind[at] as Kind) {
      case Kind.Call:
      case Kind.New: {
        const callee = whole.a[at] as number
        const args = [...whole.args(at)]
        const own = solver.callees.get(at)
        if (own && own.size > 0) {
          // A function of this code that hands back a schema.
          const [fn] = own
          const [returned] = whole.functions[fn as number]?.returns ?? []
          if (returned === undefined) return undefined
          at = returned
        } else if (whole.kind[callee] === Kind.Load) {
          steps.unshift({ name: whole.text(whole.b[callee] as number), args })
          at = whole.a[callee] as number
        } else {
          const [made] = values.definitions(callee)
          if (made === undefined || whole.kind[made] !== Kind.Import) return undefined
          steps.unshift({ name: whole.text(whole.b[made] as number), args })
          at = made
        }
        break
      }
      case Kind.Load: {
        const [definition] = values.definitions(at)
        if (definition !== undefined && definition !== at) at = definition
        else {
          steps.unshift({ name: whole.text(whole.b[at] as number), args: [] })
          at = whole.a[at] as number
        }
        break
      }
      case Kind.Import: {
        const specifier = whole.text(whole.a[at] as number)
        const to = modules.resolve((whole.files[whole.fileOf(at)] as { path: string }).path, specifier)
        if (to.kind === 'file') {
          const definition = values.definitions(at).find((other) => other !== at)
          if (definition === undefined) return undefined
          at = definition
          break
        }
        const library = to.kind === 'package' ? to.name : specifier.split('/')[0] === '' ? '' : specifier
        const known = libraryNamed(library) ?? libraryNamed(specifier)
        return known && { library, required: known.required, steps: withoutNamespaces(steps) }
      }
      case Kind.Global: {
        const library = GLOBAL_LIBRARIES[whole.text(whole.a[at] as number)]
        return library === undefined ? undefined : { library, required: libraryNamed(library)?.required ?? true, steps: withoutNamespaces(steps) }
      }
      case Kind.Refine:
      case Kind.Await:
        at = whole.a[at] as number
        break
      case Kind.Class:
      case Kind.Object: {
        const from = steps.length > 0 ? within(reading, at, () => readDefinition(reading, at)) : undefined
        return from && { library: '', required: true, steps, from }
      }
      default: {
        const definition = values.definitions(at).find((other) => other !== at)
        if (definition === undefined) return undefined
        at = definition
      }
    }
  }
  return undefined
}

/** `z`, `Type` and the like stand between the library and its calls. */
function withoutNamespaces(steps: Step[]): Step[] {
  let from = 0
  while (
    from < steps.length - 1 &&
    /^(?:z|Joi|joi|yup|Type|t|S|v|default|coerce|iso|Schema|vine|types)$/.test((steps[from] as Step).name) &&
    (steps[from] as Step).args.length === 0
  )
    from++
  return steps.slice(from)
}

function apply(
  reading: Reading,
  { name: written, args }: Step,
  made: Described | undefined,
  required: boolean,
  library: string,
): Described | undefined {
  const name = written.toLowerCase()
  if (made) return change(reading, name, args, made, required)
  if (library === 'arktype' && name === 'type') return arkType(reading, args[0])
  const { format: _, ...options } = optionsIn(reading, args)
  if (MAKES_OBJECT.has(name) || name === 'type' || name === 'struct') {
    const fields = merged(fieldsIn(reading, args[0], required))
    return { shape: { type: 'object', ...(fields.length > 0 ? { fields } : {}) }, ...options }
  }
  if (name === 'partial' && args[0] !== undefined && reading.linked.whole.kind[args[0]] === Kind.Object)
    return { shape: { type: 'object', fields: fieldsIn(reading, args[0], false) } }
  if (MAKES_LIST.has(name)) {
    const items = args[0] === undefined ? undefined : reading.schema(args[0])?.shape
    return { shape: { type: 'array', ...(items ? { items } : {}) }, ...options }
  }
  if (MAKES_RECORD.has(name)) return { shape: { type: 'object' }, ...options }
  if (MAKES_CHOICE.has(name) && name !== 'allow') return choice(reading, args, undefined)
  if (MAKES_LITERAL.has(name)) return choice(reading, args, undefined)
  if (MAKES_UNION.has(name)) return union(reading, args)
  const kind = MAKES[name]
  if (kind) {
    const shape: Shape = kind === 'date' ? { type: 'string', format: 'date-time' } : { type: kind }
    const { format, ...others } = optionsIn(reading, args)
    if (name === 'files') return { shape: { type: 'array', items: { type: 'file' } }, ...others }
    return { shape: { ...shape, ...(format ? { format } : {}) }, ...others }
  }
  const format = FORMATS[name]
  if (format) return { shape: { type: 'string', format }, ...options }
  if (name === 'instanceof') {
    const text = args[0] === undefined ? '' : reading.linked.values.nameOf(args[0])
    return /^(?:File|Blob|FileList)$/.test(text) ? { shape: { type: 'file' } } : args[0] === undefined ? undefined : reading.schema(args[0])
  }
  if (WRAPS.has(name)) return wrap(reading, name, args)
  return undefined
}

/** Calls that are given the schema which they change. */
function wrap(reading: Reading, name: string, args: number[]): Described | undefined {
  if (name === 'preprocess') return args[1] === undefined ? undefined : reading.schema(args[1])
  const parts = /^(?:intersect|composite)/.test(name)
    ? args.flatMap((argument) => reading.linked.values.elements(argument)).flatMap((argument) => reading.schema(argument) ?? [])
    : []
  let inner = parts.length > 0 ? joined(parts) : args[0] === undefined ? undefined : reading.schema(args[0])
  if (!inner) return undefined
  // Valibot: what follows in a pipe is an action on the first.
  if (name === 'pipe')
    for (const action of args.slice(1)) {
      const { whole } = reading.linked
      if (whole.kind[action] !== Kind.Call) continue
      inner = change(reading, reading.linked.values.nameOf(action).toLowerCase(), [...whole.args(action)], inner, true)
    }
  if (name === 'partial' && inner.shape.fields)
    return { ...inner, shape: { ...inner.shape, fields: inner.shape.fields.map((field) => ({ ...field, required: false })) } }
  if (name === 'defaulted' || ((name === 'optional' || name === 'withdefault') && args[1] !== undefined)) {
    const standard = args[1] === undefined ? undefined : textOf(reading, args[1])
    return { ...inner, required: false, ...(standard === undefined ? {} : { default: standard }) }
  }
  return MAKES_OPTIONAL.has(name) ? { ...inner, required: false } : inner
}

function change(reading: Reading, name: string, args: number[], made: Described, required: boolean): Described {
  const { shape } = made
  if (MAKES_OPTIONAL.has(name) && name !== 'partial') return { ...made, required: false }
  if (name === 'partial' || name === 'deeppartial')
    return shape.fields ? { ...made, shape: { ...shape, fields: shape.fields.map((field) => ({ ...field, required: false })) } } : made
  if (name === 'required' || name === 'exist' || name === 'defined' || name === 'nonoptional') {
    const names = new Set(args.flatMap((argument) => textsOf(reading, argument)))
    if (!shape.fields || (names.size === 0 && !required)) return { ...made, required: true }
    return {
      ...made,
      shape: { ...shape, fields: shape.fields.map((field) => (names.size === 0 || names.has(field.name) ? { ...field, required: true } : field)) },
    }
  }
  if (name === 'default' || name === 'prefault' || name === 'catch' || name === 'fallback' || name === 'failover') {
    const standard = args[0] === undefined ? undefined : textOf(reading, args[0])
    return { ...made, required: false, ...(standard === undefined ? {} : { default: standard }) }
  }
  if (ADDS_FIELDS.has(name) && args[0] !== undefined) {
    const { whole, values } = reading.linked
    const isPlain = values.definitions(args[0]).some((definition) => whole.kind[definition] === Kind.Object)
    const added = isPlain ? fieldsIn(reading, args[0], required) : (reading.schema(args[0])?.shape.fields ?? [])
    return added.length > 0 ? { ...made, shape: { ...shape, type: 'object', fields: merged(shape.fields, added) } } : made
  }
  if (name === 'prop' && args[0] !== undefined) {
    const key = textOf(reading, args[0])
    const inner = args[1] === undefined ? undefined : reading.schema(args[1])
    if (key === undefined) return made
    return {
      ...made,
      shape: { ...shape, type: 'object', fields: merged(shape.fields, [{ name: key, shape: formOf(inner), required: inner?.required ?? required }]) },
    }
  }
  if ((name === 'pick' || name === 'omit') && shape.fields && args[0] !== undefined) {
    const names = new Set([...textsOf(reading, args[0]), ...keysOf(reading, args[0])])
    return { ...made, shape: { ...without(shape), fields: shape.fields.filter((field) => names.has(field.name) === (name === 'pick')) } }
  }
  if ((name === 'items' || name === 'of') && args[0] !== undefined) {
    const items = reading.schema(args[0])?.shape
    return { ...made, shape: { ...shape, type: 'array', ...(items ? { items } : {}) } }
  }
  if (name === 'array' && args.length === 0) return { shape: { type: 'array', items: shape } }
  if (MAKES_CHOICE.has(name) || MAKES_LITERAL.has(name)) return name === 'allow' ? made : choice(reading, args, made)
  if (name === 'integer' || name === 'int') return { ...made, shape: { ...shape, type: 'integer' } }
  if ((name === 'describe' || name === 'description') && args[0] !== undefined) {
    const text = textOf(reading, args[0])
    return text ? { ...made, description: text } : made
  }
  const format = FORMATS[name]
  if (format && (shape.type === 'string' || shape.type === 'unknown')) return { ...made, shape: { ...shape, type: 'string', format } }
  if (name === 'date' || name === 'time') return shape.type === 'string' && !shape.format ? { ...made, shape: { ...shape, format: name } } : made
  return made
}

const without = ({ name: _, ...shape }: Shape): Shape => shape

function choice(reading: Reading, args: number[], made: Described | undefined): Described {
  const { values } = reading.linked
  const nodes = args.flatMap((argument) => values.elements(argument))
  const texts = [...new Set(nodes.flatMap((node) => [...textsOf(reading, node), ...valuesOf(reading, node)]))].slice(0, MOST_VALUES)
  const type = made && made.shape.type !== 'unknown' ? made.shape.type : typeOfTexts(reading, nodes)
  return { ...made, shape: { ...made?.shape, type, ...(texts.length > 0 ? { values: texts } : {}) } }
}

function typeOfTexts({ linked }: Reading, nodes: number[]): Shape['type'] {
  const kinds = nodes.flatMap((node) => linked.values.definitions(node)).map((node) => linked.whole.kind[node] as Kind)
  if (kinds.length > 0 && kinds.every((kind) => kind === Kind.Number)) return 'number'
  return kinds.length > 0 && kinds.every((kind) => kind === Kind.Boolean) ? 'boolean' : 'string'
}

function union(reading: Reading, args: number[]): Described | undefined {
  const parts = args
    .flatMap((argument) => reading.linked.values.elements(argument))
    .slice(0, MOST_VALUES)
    .flatMap((argument) => reading.schema(argument) ?? [])
  if (parts.length === 0) return { shape: { type: 'unknown' } }
  const values = parts.flatMap(({ shape }) => shape.values ?? [])
  if (values.length > 0 && parts.every(({ shape }) => shape.values || shape.type === 'null'))
    return { shape: { type: (parts[0] as Described).shape.type, values: [...new Set(values)] } }
  return parts.find(({ shape }) => shape.type !== 'null') ?? parts[0]
}

function joined(parts: Described[]): Described {
  const fields = merged(...parts.map(({ shape }) => shape.fields))
  return { shape: { type: (parts[0] as Described).shape.type, ...(fields.length > 0 ? { fields } : {}) } }
}

/** `type({ name: 'string', 'age?': 'number' })`: types are texts. */
function arkType(reading: Reading, node: number | undefined): Described | undefined {
  if (node === undefined) return undefined
  const fields: Field[] = []
  for (const object of reading.linked.values.definitions(node))
    for (const [name, value] of propertiesOf(reading, object)) {
      const text = textOf(reading, value) ?? ''
      const inner = reading.schema(value)?.shape
      const type = /^(string|number|boolean|integer|object|unknown)/.exec(text)?.[1] as Shape['type'] | undefined
      const format = FORMATS[/^string\.(\w+)/.exec(text)?.[1] ?? '']
      fields.push({
        name: name.replace(/\?$/, ''),
        shape: inner ?? { type: /\[\]$/.test(text) ? 'array' : (type ?? 'unknown'), ...(format ? { format } : {}) },
        required: !name.endsWith('?') && !text.endsWith('?'),
      })
    }
  return { shape: { type: 'object', ...(fields.length > 0 ? { fields: merged(fields) } : {}) } }
}

/** TypeBox and JSON Schema builders take an object of options last. */
function optionsIn(reading: Reading, args: number[]): { format?: string; default?: string; description?: string; required?: boolean } {
  const last = args[args.length - 1]
  if (last === undefined || reading.linked.whole.kind[last] !== Kind.Object) return {}
  const given = propertiesOf(reading, last)
  const text = (key: string) => {
    const node = given.get(key)
    return node === undefined ? undefined : textOf(reading, node)
  }
  const [format, standard, description] = [text('format'), text('default'), text('description')]
  return {
    ...(format ? { format } : {}),
    ...(standard === undefined ? {} : { default: standard, required: false }),
    ...(description ? { description } : {}),
  }
}

function textOf({ linked }: Reading, node: number): string | undefined {
  return linked.values.texts(node).find(({ exact }) => exact)?.value
}

function textsOf({ linked }: Reading, node: number): string[] {
  return linked.values
    .elements(node)
    .flatMap((item) => linked.values.texts(item))
    .filter(({ exact }) => exact)
    .map(({ value }) => value)
}

/** Values of an enumeration. */
function valuesOf(reading: Reading, node: number): string[] {
  return reading.linked.values
    .definitions(node)
    .flatMap((object) => [...propertiesOf(reading, object).values()])
    .flatMap((value) => textsOf(reading, value))
}

function keysOf(reading: Reading, node: number): string[] {
  return reading.linked.values.definitions(node).flatMap((object) => [...propertiesOf(reading, object).keys()])
}

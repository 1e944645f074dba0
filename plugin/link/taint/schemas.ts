/**
 * What a schema leaves of data that passes it: `z.object({ id: z.number(), name: z.string() })` makes a number of one field and
 * leaves the other any text. Told from how the schema is written, for libraries whose calls read alike: zod, joi, yup, valibot, and what
 * Drizzle makes of a table for them.
 */
import { Kind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { charactersAllowedBy } from '../regex/allowed-characters'
import { type CharSet, intersect, union } from '../regex/characters'
import { packageOf } from '../usages/origin'
import { begunWith } from './allowed-texts'
import type { Conditions } from './conditions'
import { LITERAL, maskOf, NUMBER, TEXT_ONLY } from './kinds'
import { columnsOf } from './table-columns'

/** What a schema says of a value, of the fields of an object, of the elements of a list. */
export interface Shape {
  clears: number
  /** It says nothing of what is in the value: `z.any()`. */
  isOpen: boolean
  fields?: Map<string, Shape>
  element?: Shape
  /** Holds every character that a text may have; nothing is known where it is left out. */
  allowed?: CharSet
  /** An object with any other field does not pass; elsewhere others are left out of what comes of it, or stay. */
  refusesOthers?: true
}

const NO_CHARACTERS: CharSet = []
const MOST_HOPS = 12
const MOST_FIELDS = 60

/** Texts that can hold nothing but letters, digits and a few harmless signs; one of some known texts. */
const FIXED =
  /^(?:enum_?|nativeEnum|picklist|literal|valid|equal|only|oneOf|is|uuid(?:v\d)?|guid|cuid2?|ulid|nanoid|xid|ksuid|ip(?:v4|v6)?|cidr(?:v4|v6)?|datetime|isoDate\w*|isoTimestamp|iso\w*|hex\w*|alphanum|token|objectId|creditCard|dataUri|jwt|base64url|mongoId|e164)$/
const NUMBERS = /^(?:number|int(?:32|64)?|uint(?:32|64)?|integer|float(?:32|64)?|boolean|bool|bigint|date|nan|null_?|undefined_?|void_?|port)$/
const OPEN = /^(?:any|unknown|mixed|record|custom|instance(?:of)?|map|looseObject|passthrough|function|binary|symbol)$/
const OBJECTS = /^(?:object|strictObject|interface|type|shape|partial)$/
const UNIONS = /^(?:union|discriminatedUnion|alternatives|variant)$/
const JOI = /^(?:@hapi\/)?joi$|^celebrate$/
const FROM_TABLES = /^create(?:Insert|Select|Update)Schema$/
const WRAPPERS = /^(?:optional|nullable|nullish|nonOptional|nonNullable|exactOptional|readonly|defaulted|lazy|cache|optionalAsync|nullableAsync)$/

export class Schemas {
  private readonly known = new Map<number, Shape | undefined>()

  constructor(
    private readonly linked: Linked,
    private readonly conditions: Conditions,
  ) {}

  /** What the schema of a call that checks data says, and where in its result the data are; undefined for any other call. */
  of(call: number): { shape: Shape; at: string[][] } | undefined {
    const name = calledName(this.linked, call)
    const args = this.linked.whole.args(call)
    const receiver = receiverOf(this.linked, call)
    const wrapped = /^safe|^spa$/.test(name) ? [['data'], ['output']] : name === 'validate' ? [['value'], []] : [[]]
    for (const node of [receiver, args[0], args[1]]) {
      const shape = node === undefined || node < 0 ? undefined : this.shape(node, 0)
      if (shape) return { shape: this.under(shape, [...args].slice(1)), at: wrapped }
    }
    return undefined
  }

  /** What a schema itself says, wherever it is handed. */
  ofSchema(node: number): Shape | undefined {
    return this.shape(node, 0)
  }

  /** Whether what passes is made into something else, with other fields: `schema.transform(({ name }) => ({ file: name }))`. */
  isMadeAnew(node: number): boolean {
    const { whole, values } = this.linked
    let at = node
    for (let hops = 0; hops < MOST_HOPS; hops++) {
      const [made, ...others] = values.definitions(at)
      if (made === undefined || others.length > 0 || whole.kind[made] !== Kind.Call) return false
      if (/^(?:transform|overwrite|pipe|preprocess|codec)$/.test(calledName(this.linked, made))) return true
      at = receiverOf(this.linked, made)
      if (at < 0) return false
    }
    return false
  }

  private shape(node: number, hops: number): Shape | undefined {
    if (hops > MOST_HOPS) return undefined
    if (this.known.has(node)) return this.known.get(node)
    this.known.set(node, undefined)
    const { whole, values } = this.linked
    const ways = values.definitions(node)
    const [only] = ways
    const kind = ways.length === 1 && only !== undefined ? whole.kind[only] : undefined
    const shape = kind === Kind.Call ? this.called(only as number, hops) : kind === Kind.LoadDynamic ? this.picked(only as number, hops) : undefined
    this.known.set(node, shape)
    return shape
  }

  /** `schemas[kind]` of a table that is written out: one of them holds. */
  private picked(load: number, hops: number): Shape | undefined {
    const { whole, values } = this.linked
    const table = whole.a[load] as number
    if (!this.conditions.tables.isTable(table)) return undefined
    const [named] = values.texts(whole.b[load] as number).flatMap(({ value, exact }) => (exact ? [value] : []))
    const names = values.propertyNames(table).filter((name) => name !== '[]')
    const meant = named !== undefined && names.includes(named) && values.texts(whole.b[load] as number).length === 1 ? [named] : names
    const ways = meant.slice(0, MOST_FIELDS).map((name) => {
      const [schema, ...others] = values.property(table, name)
      return schema === undefined || others.length > 0 ? undefined : this.shape(schema, hops + 1)
    })
    return ways.length > 0 && ways.every((way) => way !== undefined) ? (ways as Shape[]).reduce(either) : undefined
  }

  private called(call: number, hops: number): Shape | undefined {
    const name = calledName(this.linked, call)
    const args = this.linked.whole.args(call)
    const receiver = receiverOf(this.linked, call)
    const before = receiver >= 0 ? this.shape(receiver, hops + 1) : undefined
    const first = args[0]
    const shapeOf = (at: number | undefined) => (at === undefined ? undefined : this.shape(at, hops + 1))
    if (before) return this.narrowed(before, name, call, hops)
    const plain = (clears: number, isOpen = false): Shape => ({ clears, isOpen })
    if (name === 'pipe')
      return [...args].map(shapeOf).reduce<Shape | undefined>((all, next) => (all && next ? both(all, next) : (all ?? next)), undefined)
    if (WRAPPERS.test(name) && first !== undefined) return shapeOf(first)
    if (name === 'preprocess') return shapeOf(args[1])
    if (FROM_TABLES.test(name) && first !== undefined) return this.ofTable(first, args[1], hops)
    if (OBJECTS.test(name) && first !== undefined) {
      const shape: Shape = { clears: 0, isOpen: false, fields: this.fieldsOf(first, hops) }
      return name === 'strictObject' || this.isJois(call) ? { ...shape, refusesOthers: true } : shape
    }
    if (OBJECTS.test(name)) return plain(0, true)
    if (name === 'string' || name === 'email' || name === 'url' || name === 'text') return plain(0)
    if (NUMBERS.test(name)) return plain(NUMBER)
    if (FIXED.test(name)) return plain(LITERAL)
    if (name === 'regex' && first !== undefined) return this.matching(plain(0), first)
    // `v.pipe(v.string(), v.startsWith(root))`
    if (name === 'startsWith' && first !== undefined) return plain(this.beginning(first))
    if (OPEN.test(name)) return plain(0, true)
    if (name === 'array' || name === 'set') return { clears: 0, isOpen: false, element: shapeOf(first) ?? plain(0) }
    if (name === 'intersection' || name === 'intersect') {
      const parts = args.length > 1 ? [...args] : first === undefined ? [] : this.linked.values.elements(first)
      const shapes = parts.map((part) => shapeOf(part) ?? plain(0, true))
      const all = shapes.length === 0 ? undefined : shapes.reduce(both)
      // What one of them lets pass besides stays: other than a union, it keeps the fields of all.
      return all && { ...all, isOpen: shapes.some(({ isOpen }) => isOpen) }
    }
    if (UNIONS.test(name)) {
      // One that tells its ways apart by a field names that first.
      const list = name === 'discriminatedUnion' || name === 'variant' ? (args[1] ?? first) : first
      const ways = list === undefined ? [] : this.linked.values.elements(list).map(shapeOf)
      return ways.length > 0 && ways.every((way) => way !== undefined) ? (ways as Shape[]).reduce(either) : undefined
    }
    return undefined
  }

  /** `createInsertSchema(users, { email: (schema) => schema.email() })`: what the columns say, but for those that are said anew. */
  private ofTable(table: number, overrides: number | undefined, hops: number): Shape {
    const { whole, values } = this.linked
    const columns = columnsOf(this.linked, table)
    const fields = new Map<string, Shape>(columns ?? [])
    for (const name of overrides === undefined ? [] : values.propertyNames(overrides).slice(0, MOST_FIELDS)) {
      const before = fields.get(name) ?? { clears: 0, isOpen: true }
      const ways = values.property(overrides as number, name).flatMap((node) => values.definitions(node))
      const [only, ...others] = ways
      if (only === undefined || others.length > 0) fields.set(name, { clears: 0, isOpen: true })
      else if (whole.kind[only] !== Kind.Function) fields.set(name, this.shape(only, hops + 1) ?? { clears: 0, isOpen: true })
      else {
        const fn = whole.functions[whole.a[only] as number]
        const [column, returned] = [fn?.params[0], fn?.returns[0]]
        if (column !== undefined) this.known.set(column, before)
        const made = returned !== undefined && fn?.returns.length === 1 ? this.shape(returned, hops + 1) : undefined
        fields.set(name, made ?? { clears: 0, isOpen: true })
      }
    }
    return { clears: 0, isOpen: columns === undefined, fields }
  }

  /** `.pick({ name: true })`, `.omit({ id: true })`. */
  private pickedOf(before: Shape, names: number | undefined, isLeftOut: boolean): Shape {
    const { values } = this.linked
    const told = names === undefined ? [] : values.propertyNames(names)
    if (!before.fields || told.length === 0) return before
    if (isLeftOut) return { ...before, fields: new Map([...before.fields].filter(([name]) => !told.includes(name))) }
    // Of what is picked from a table that cannot be read, the names are known all the same.
    const fields = told.map((name) => [name, before.fields?.get(name) ?? { clears: 0, isOpen: true }] as const)
    return { ...before, isOpen: false, fields: new Map(fields) }
  }

  /** A schema with one more demand: `.uuid()`, `.max(9)`. */
  private narrowed(before: Shape, name: string, call: number, hops: number): Shape {
    const first = this.linked.whole.args(call)[0]
    const also = (clears: number): Shape => ({ ...before, clears: before.clears | clears })
    const other = first === undefined ? undefined : this.shape(first, hops + 1)
    if (name === 'array') return { clears: 0, isOpen: false, element: before }
    if ((name === 'items' || name === 'of') && other) return { ...before, element: other }
    if (name === 'or') return other ? either(before, other) : { clears: 0, isOpen: true }
    if ((name === 'pipe' || name === 'and' || name === 'merge' || name === 'concat') && other) return both(before, other)
    if (name === 'keys' || name === 'extend' || name === 'shape' || name === 'append' || name === 'safeExtend') {
      const fields = first === undefined ? new Map<string, Shape>() : this.fieldsOf(first, hops)
      const shape = { ...before, isOpen: hasMore(before), fields: new Map([...(before.fields ?? []), ...fields]) }
      // `Joi.object().keys({ … })`: without any keys it lets all of them pass.
      return !before.fields && before.isOpen && this.isJois(call) ? { ...shape, refusesOthers: true } : shape
    }
    if (name === 'pick' || name === 'omit') return this.pickedOf(before, first, name === 'omit')
    if (name === 'passthrough' || name === 'loose' || name === 'catchall') return opened(before)
    if (name === 'strict' && before.fields && packageOf(this.linked, call) === 'zod') return { ...before, refusesOthers: true }
    if (name === 'strip') return closing(before)
    if (before.fields && this.isJois(call)) {
      if (name === 'unknown') return first !== undefined && this.conditions.isFalse(first) ? before : opened(before)
      if (name === 'pattern') return opened(before)
      if (/^(?:options|prefs|preferences)$/.test(name) && first !== undefined) return this.under(before, [first])
    }
    if (name === 'max' || name === 'lte' || name === 'lt' || name === 'length' || name === 'less') return also(maskOf(['resource', 'matched']))
    if (/^(?:refine|test|check|superRefine)$/.test(name) && first !== undefined && !before.fields) return also(this.asked(first))
    if ((name === 'regex' || name === 'pattern' || name === 'matches') && first !== undefined) return this.matching(before, first)
    if (name === 'startsWith' && first !== undefined) return also(this.beginning(first))
    if (name === 'transform' || name === 'overwrite') {
      // What it makes of the text may hold other characters.
      const { allowed: _, ...made } = first !== undefined && this.isToNumber(first) ? also(NUMBER) : before
      return made
    }
    // `valid(Joi.ref('other'))`: one more field of what was sent.
    if (FIXED.test(name) && !before.fields) return this.linked.whole.args(call).some((each) => this.isReference(each)) ? before : also(LITERAL)
    if (NUMBERS.test(name) && !before.fields) return also(NUMBER)
    return before
  }

  private isJois(call: number): boolean {
    return JOI.test(packageOf(this.linked, call) ?? '')
  }

  /** What is left of a schema under options of joi: `{ allowUnknown: true }`, `{ stripUnknown: true }`. */
  under(shape: Shape, options: readonly number[]): Shape {
    const { values } = this.linked
    const has = (name: string) => options.some((each) => values.property(each, name).some((value) => !this.conditions.isFalse(value)))
    if (has('allowUnknown')) return opened(shape)
    return has('stripUnknown') ? closing(shape) : shape
  }

  /** `refine((value) => KINDS.includes(value))`: what a function asks that answers whether a value passes. */
  private asked(predicate: number): number {
    const { whole, values } = this.linked
    const functions = values
      .definitions(predicate)
      .map((made) => (whole.kind[made] === Kind.Function ? whole.functions[whole.a[made] as number] : undefined))
    const [fn, ...others] = functions
    const [param, answer] = [fn?.params[0], fn?.returns[0]]
    const isOne = others.length === 0 && fn?.returns.length === 1 && fn.endRegion < 0
    return isOne && param !== undefined && answer !== undefined ? this.conditions.where(answer, param) : 0
  }

  /** What a text can do no harm to that has to begin with another: `https://example.org/files/`. */
  private beginning(start: number): number {
    const texts = this.linked.values.texts(start)
    return texts.length > 0 && texts.every(({ exact }) => exact) ? texts.reduce((mask, { value }) => mask & begunWith(value), ~0) : 0
  }

  /** A text that has to match an expression as well. */
  private matching(before: Shape, pattern: number): Shape {
    const written = this.conditions.expressions.patternOf(pattern)
    const allowed = written && charactersAllowedBy(written.source, written.flags)
    const left = allowed && before.allowed ? intersect(before.allowed, allowed) : (allowed ?? before.allowed)
    return { ...before, clears: before.clears | this.conditions.expressions.matches(pattern, true), ...(left ? { allowed: left } : {}) }
  }

  private fieldsOf(object: number, hops: number): Map<string, Shape> {
    const { values } = this.linked
    const fields = new Map<string, Shape>()
    for (const name of values.propertyNames(object).slice(0, MOST_FIELDS)) {
      const shapes = values.property(object, name).map((node) => this.shape(node, hops + 1))
      const [only] = shapes
      fields.set(name, shapes.length === 1 && only ? only : { clears: 0, isOpen: false })
    }
    return fields
  }

  private isReference(node: number): boolean {
    return this.linked.whole.kind[node] === Kind.Call && calledName(this.linked, node) === 'ref'
  }

  /** `Number`, `(x) => parseInt(x)`. */
  private isToNumber(node: number): boolean {
    const { whole } = this.linked
    const isNumeric = (name: string) => /^(?:Number|parseInt|parseFloat|BigInt|Boolean)$/.test(name)
    if (whole.kind[node] === Kind.Global) return isNumeric(whole.text(whole.a[node] as number))
    if (whole.kind[node] !== Kind.Function) return false
    const returns = whole.functions[whole.a[node] as number]?.returns ?? []
    return returns.length > 0 && returns.every((value) => whole.kind[value] === Kind.Call && isNumeric(calledName(this.linked, value)))
  }
}

/** A part of data that passed a schema, and what it can do no harm to. */
export interface CheckedLeaf {
  property: readonly string[]
  clears: number
}
/** Fields that no form shows. */
const OTHER_FIELDS = maskOf(['record'])
/** Names in front of one another that leaves are told apart by. */
const MOST_DEPTH = 3

/** What is left of data where a schema lets nothing else pass: of what it leaves open, nothing is known. */
export function checkedLeaves(shape: Shape, property: readonly string[] = []): CheckedLeaf[] {
  const isDeep = property.length >= MOST_DEPTH
  if (shape.fields && !shape.isOpen && !isDeep) return [...shape.fields].flatMap(([name, field]) => checkedLeaves(field, [...property, name]))
  if (shape.element && !isDeep) return checkedLeaves(shape.element, [...property, '[*]'])
  const isWhole = shape.fields !== undefined || shape.element !== undefined || shape.isOpen
  return [{ property, clears: isWhole ? shape.clears : shape.clears | TEXT_ONLY }]
}

/** Any other fields may come as well. */
function opened(shape: Shape): Shape {
  return { ...closing(shape), isOpen: true }
}

/** Others are left out. */
function closing({ refusesOthers: _, ...shape }: Shape): Shape {
  return shape
}

/** An object of which some fields are told and more may come. */
const hasMore = ({ isOpen, fields }: Shape): boolean => isOpen && fields !== undefined

/** The same of data that are not replaced by what passed: where other fields are refused, the whole object has none either. */
export function checkedData(shape: Shape): CheckedLeaf[] {
  const leaves = checkedLeaves(shape)
  return shape.refusesOthers && !shape.isOpen ? [...leaves, { property: [], clears: OTHER_FIELDS }] : leaves
}

/** Both hold. */
function both(one: Shape, other: Shape): Shape {
  const fields = one.fields || other.fields ? new Map([...(one.fields ?? []), ...(other.fields ?? [])]) : undefined
  const element = one.element ?? other.element
  const allowed = one.allowed && other.allowed ? intersect(one.allowed, other.allowed) : (one.allowed ?? other.allowed)
  return {
    clears: one.clears | other.clears,
    isOpen: (one.isOpen && other.isOpen) || hasMore(one) || hasMore(other),
    ...(fields ? { fields } : {}),
    ...(element ? { element } : {}),
    ...(allowed ? { allowed } : {}),
    ...(one.refusesOthers && other.refusesOthers ? { refusesOthers: true as const } : {}),
  }
}

/** One of them holds, nobody knows which: a field that only one has is as that one says. */
function either(one: Shape, other: Shape): Shape {
  const fields = one.fields && other.fields ? new Map([...one.fields, ...other.fields]) : undefined
  for (const [name, field] of one.fields ?? []) {
    const also = other.fields?.get(name)
    if (also) fields?.set(name, either(field, also))
  }
  // One of some known texts holds no other characters.
  const [left, right] = [one, other].map(({ allowed, clears }) => allowed ?? ((clears & LITERAL) === LITERAL ? NO_CHARACTERS : undefined))
  const allowed = left && right ? union([left, right]) : undefined
  return {
    clears: one.clears & other.clears,
    isOpen: one.isOpen || other.isOpen,
    ...(fields ? { fields } : {}),
    ...(allowed ? { allowed } : {}),
    ...(one.refusesOthers && other.refusesOthers ? { refusesOthers: true as const } : {}),
  }
}

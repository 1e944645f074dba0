/**
 * What a request is known to hold because of what stands in front of its handler: middleware and wrappers that go on only with data that
 * passed a schema, `req.body = schema.parse(req.body); next()`. In: the doors, with what they take. Out: for a part of the request that a
 * handler reads, its fields, each with the kinds of harm that the schema rules out; undefined where nothing in front makes sure of it.
 */
import { Kind } from '../../graph'
import type { EntryPoint, Shape } from '../../types'
import { schemaPlace } from '../entry-points/parameters'
import { runsOf } from '../entry-points/runs'
import { type Held, takenOf } from '../entry-points/taken'
import type { Linked } from '../linked'
import { parametersOf } from '../paths'
import type { BehindExpression, InFront as Front } from '../routes/index'
import { describedBy } from '../shapes/index'
import { limitedTo } from './allowed-texts'
import type { Asked, AskedInFront } from './asked-in-front'
import type { CheckedField } from './checked-chains'
import type { Conditions } from './conditions'
import type { InFront } from './in-front'
import { ALL, LITERAL, NUMBER, TEXT_ONLY } from './kinds'
import { SchemaChecks } from './schema-checks'
import { type Shape as Checked, checkedLeaves, Schemas } from './schemas'
import { WrappedHandlers } from './wrapped-handlers'

/** Fields of one place of a request, as all doors of a handler have them, by name. */
interface Fields {
  named: ReadonlyMap<string, readonly CheckedField[]>
  /** Kinds ruled out for all of the place. */
  clears: number
  /** No others are read. */
  isAll: boolean
  /** All that may be there, as far as that is told: others are not sent. */
  only?: ReadonlySet<string>
}
/** By place: `body`, `query`. */
type Places = ReadonlyMap<string, Fields>

/** What is known of a place of a request. */
export interface HeldPlace {
  fields: readonly CheckedField[]
  clears: number
  isAll: boolean
  /** What was sent beside these fields is left out. */
  isReplaced?: true
}

const FIXED = /^(?:uuid|guid|date|date-time|datetime|time|ipv4|ipv6|ip|objectid|cuid2?|ulid|nanoid|hex|alphanum|mongo-?id)$/i
const BODY = new Set(['body', 'json', 'form'])
const MOST_DEPTH = 3
const NOTHING: Fields = { named: new Map(), clears: 0, isAll: false }
const NOWHERE: Places = new Map()
/** Express takes a star for any text at all, whatever stands before it. */
const ANYTHING = /(?:^|[^\\])\*/
/** Paths of which nobody knows all parameters. */
const HAS_OTHERS = /[*{]|^\/\^/

const placeOf = (place: string): string => (BODY.has(place) ? 'body' : place)
const isOfPlace = (name: string, place: string): boolean => {
  const said = schemaPlace(name)
  return said !== undefined && placeOf(said) === placeOf(place)
}

export class HeldRequests {
  /** By function: what every door that it answers makes sure of. */
  private readonly places = new Map<number, Places>()
  private readonly schemas: Schemas
  private readonly wrapped: WrappedHandlers

  constructor(
    private readonly linked: Linked,
    entryPoints: readonly EntryPoint[],
    conditions: Conditions,
    private readonly inFront: InFront,
    private readonly asked: AskedInFront,
    /** What hands on at paths that are expressions, where no door is. */
    handingOn: readonly BehindExpression[],
  ) {
    this.schemas = new Schemas(linked, conditions)
    this.wrapped = new WrappedHandlers(linked, conditions, new SchemaChecks(linked, conditions, this.schemas))
    for (const entry of entryPoints) if (entry.kind === 'http') this.putDoor(entry)
    for (const { functions, groups } of handingOn) for (const fn of functions) this.put(fn, new Map([['path', fieldsOfGroups(groups)]]))
  }

  private putDoor(entry: EntryPoint): void {
    const { handlers, before, own, front } = runsOf(this.linked, entry)
    const taken = takenOf(this.linked, entry)
    const path = (taken?.groups && fieldsOfGroups(taken.groups)) ?? (taken?.path && fieldsOfPath(taken.path))
    const names = parametersOf(entry.path)
    let places: Places = new Map([['path', { ...(path ?? NOTHING), ...(HAS_OTHERS.test(entry.path) ? {} : { only: new Set(names) }) }]])
    // What stands there for many routes runs in no certain order; a route in front is a door of its own.
    for (const fn of before) if (!own.includes(fn)) this.put(fn, NOWHERE)
    for (const each of front) {
      if (each.isOwn) for (const fn of each.functions) if (!handlers.includes(fn)) this.put(fn, places)
      if (!each.isConditional) places = withAsked(places, this.askedBy(each, names))
    }
    for (const handler of handlers) this.put(handler, new Map([...places, ...this.placesOf(taken?.held ?? [], handler)]))
  }

  /** What a handler in front makes sure of that those behind it see as well. */
  private askedBy(front: Front, names: readonly string[]): readonly Asked[] {
    const { params, rewrites } = front
    const isSeen = ({ name, unless, isWritten }: Asked) =>
      (rewrites || !isWritten) && (params?.includes(name) ?? true) && names.includes(name) && !unless.some((other) => names.includes(other))
    return this.asked.of(front).filter((each) => (each.place === 'path' ? isSeen(each) : each.unless.length === 0))
  }

  /** @param place of the request that a node reads */
  fieldsOf(node: number, place: string): HeldPlace | undefined {
    const { whole } = this.linked
    if (whole.kind[node] !== Kind.Load) return undefined
    let request = whole.a[node] as number
    while (whole.kind[request] === Kind.Refine) request = whole.a[request] as number
    if (whole.kind[request] !== Kind.Param) return undefined
    const fields = this.places.get(whole.a[request] as number)?.get(placeOf(place))
    if (!fields || (fields.named.size === 0 && fields.clears === 0))
      // A wrapper hands a request over in front of all else.
      return whole.b[request] !== 0 ? undefined : this.replacedBefore(whole.a[request] as number, whole.text(whole.b[node] as number))
    return { fields: [...fields.named.values()].flat(), clears: fields.clears, isAll: fields.isAll && fields.named.size > 0 }
  }

  /** What a wrapper has put in place of a part of the request before it runs a handler. */
  private replacedBefore(handler: number, part: string): HeldPlace | undefined {
    const key = `${handler} ${part}`
    if (!this.replaced.has(key)) {
      const schema = this.wrapped.schemaOf(handler, part)
      const shape = schema === undefined ? undefined : this.schemas.ofSchema(schema)
      const isKnown = shape?.fields !== undefined && !shape.isOpen && !this.schemas.isMadeAnew(schema as number)
      this.replaced.set(key, isKnown ? { fields: checkedLeaves(shape), clears: 0, isAll: true, isReplaced: true } : undefined)
    }
    return this.replaced.get(key)
  }
  private readonly replaced = new Map<string, HeldPlace | undefined>()

  private put(handler: number, places: Places): void {
    const known = this.places.get(handler)
    this.places.set(handler, known ? common(known, places) : places)
  }

  private placesOf(held: readonly Held[], handler: number): Places {
    const places = new Map<string, Map<string, readonly CheckedField[]>>()
    for (const each of held) {
      const { in: place, name, by, schema, withRoute } = each
      // Steps of a chain take notes; whether anybody looks at these is asked elsewhere.
      if (!withRoute && (by === schema || !this.inFront.letsOnlyPassed(by, handler))) continue
      const fields = places.get(placeOf(place)) ?? new Map<string, readonly CheckedField[]>()
      places.set(placeOf(place), fields)
      fields.set(name, this.leavesOf(each))
    }
    return new Map([...places].map(([place, named]) => [place, { named, clears: 0, isAll: true }]))
  }

  private leavesOf({ schema, in: place, name }: Held): readonly CheckedField[] {
    const checked = this.checkedField(schema, place, name)
    if (checked) return checkedLeaves(checked, [name])
    const described = describedBy(this.linked, schema)?.shape
    const ofPlace = described?.fields?.find((field) => isOfPlace(field.name, place))?.shape.fields
    const field = (ofPlace ?? described?.fields)?.find((each) => each.name === name)
    return field ? describedLeaves(field.shape, [name]) : [{ property: [name], clears: 0 }]
  }

  /** A field of `z.object({ name })`, of one with a field a place, `z.object({ body: z.object({ name }) })`, and of `{ body: z.object({ name }) }`. */
  private checkedField(schema: number, place: string, name: string): Checked | undefined {
    const { values } = this.linked
    const shape = this.schemas.ofSchema(schema)
    if (shape?.fields) {
      const ofPlace = [...shape.fields].find(([field]) => isOfPlace(field, place))?.[1]
      return (ofPlace?.fields ?? shape.fields).get(name)
    }
    const [field] = values.propertyNames(schema).filter((each) => isOfPlace(each, place))
    const [own, ...others] = field === undefined ? [] : values.property(schema, field)
    return own === undefined || others.length > 0 ? undefined : this.schemas.ofSchema(own)?.fields?.get(name)
  }
}

/** `/files/:id([0-9a-f]{16})`: who answers there is handed nothing else. */
const fieldsOfPath = (path: ReadonlyMap<string, string>): Fields =>
  fieldsBy(path, (limit) => (limit === '' || ANYTHING.test(limit) ? 0 : limitedTo(limit)))

/** `/^(\/files\/.*)$/` */
const fieldsOfGroups = (groups: ReadonlyMap<string, string>): Fields => fieldsBy(groups, limitedTo)

function fieldsBy(limits: ReadonlyMap<string, string>, says: (limit: string) => number): Fields {
  const named = [...limits].map(([name, limit]): [string, readonly CheckedField[]] => [name, [{ property: [name], clears: says(limit) }]])
  return { named: new Map(named), clears: 0, isAll: true }
}

/** What was known before, and what one more handler in front makes sure of. */
function withAsked(before: Places, asked: readonly Asked[]): Places {
  if (asked.length === 0) return before
  const places = new Map(before)
  for (const { place, name, clears } of asked) {
    const known = places.get(placeOf(place)) ?? NOTHING
    if (name === '') {
      places.set(placeOf(place), { ...known, clears: known.clears | clears })
      continue
    }
    const leaves = known.named.get(name) ?? [{ property: [name], clears: 0 }]
    const named = new Map([...known.named, [name, leaves.map((leaf) => ({ ...leaf, clears: leaf.clears | clears }))]])
    places.set(placeOf(place), { ...known, named })
  }
  return places
}

/** What both say: a field that one of two doors takes as it comes may be anything. */
function common(one: Places, other: Places): Places {
  const places = new Map<string, Fields>()
  for (const [place, fields] of one) {
    const others = other.get(place)
    if (others) places.set(place, inBoth(fields, others))
  }
  return places
}

function inBoth(one: Fields, other: Fields): Fields {
  const names = new Set([...one.named.keys(), ...other.named.keys()])
  const named = [...names].flatMap((name): [string, readonly CheckedField[]][] => {
    const leaves = shared(name, leavesOf(one, name), leavesOf(other, name))
    return leaves ? [[name, leaves]] : []
  })
  const only = one.only && other.only && new Set([...one.only, ...other.only])
  return { named: new Map(named), clears: one.clears & other.clears, isAll: one.isAll && other.isAll, ...(only ? { only } : {}) }
}

/** What is not sent at all does no harm. */
function leavesOf({ named, only }: Fields, name: string): readonly CheckedField[] | undefined {
  return named.get(name) ?? (only && !only.has(name) ? [{ property: [name], clears: ALL }] : undefined)
}

function shared(
  name: string,
  one: readonly CheckedField[] | undefined,
  other: readonly CheckedField[] | undefined,
): readonly CheckedField[] | undefined {
  if (!one || !other) return undefined
  const clears = [...one, ...other].reduce((all, leaf) => all & leaf.clears, ALL)
  const isSame = one.length === other.length && one.every((leaf, index) => leaf.clears === other[index]?.clears)
  return isSame ? one : [{ property: [name], clears }]
}

/** The same of schemas that are told by their form alone: JSON Schema, classes. */
function describedLeaves(shape: Shape, property: readonly string[]): CheckedField[] {
  const isDeep = property.length >= MOST_DEPTH
  if (shape.fields && !isDeep) return shape.fields.flatMap(({ name, shape: inner }) => describedLeaves(inner, [...property, name]))
  if (shape.items && !isDeep) return describedLeaves(shape.items, [...property, '[*]'])
  return [{ property, clears: clearedBy(shape) }]
}

function clearedBy({ type, format, values }: Shape): number {
  if (type === 'number' || type === 'integer' || type === 'boolean' || type === 'null') return NUMBER
  if (values !== undefined && values.length > 0) return LITERAL
  if (type !== 'string') return 0
  return format !== undefined && FIXED.test(format) ? LITERAL : TEXT_ONLY
}

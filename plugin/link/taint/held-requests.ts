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
import { describedBy } from '../shapes/index'
import { allowedBy } from './allowed-texts'
import type { CheckedField } from './checked-chains'
import type { Conditions } from './conditions'
import type { InFront } from './in-front'
import { ALL, maskOf, TEXT_ONLY } from './kinds'
import { type Shape as Checked, checkedLeaves, Schemas } from './schemas'

/** Fields of one place of a request, as all doors of a handler have them, by name. */
type Fields = ReadonlyMap<string, readonly CheckedField[]>
/** By place: `body`, `query`. */
type Places = ReadonlyMap<string, Fields>

const LITERAL = maskOf(['literal'])
const NUMBER = maskOf(['number'])
const FIXED = /^(?:uuid|guid|date|date-time|datetime|time|ipv4|ipv6|ip|objectid|cuid2?|ulid|nanoid|hex|alphanum|mongo-?id)$/i
const BODY = new Set(['body', 'json', 'form'])
const MOST_DEPTH = 3

const placeOf = (place: string): string => (BODY.has(place) ? 'body' : place)
const isOfPlace = (name: string, place: string): boolean => {
  const said = schemaPlace(name)
  return said !== undefined && placeOf(said) === placeOf(place)
}

export class HeldRequests {
  /** By function: what every door that it answers makes sure of. */
  private readonly places = new Map<number, Places>()
  private readonly schemas: Schemas

  constructor(
    private readonly linked: Linked,
    entryPoints: readonly EntryPoint[],
    conditions: Conditions,
    private readonly inFront: InFront,
  ) {
    this.schemas = new Schemas(linked, conditions)
    for (const entry of entryPoints) {
      if (entry.kind !== 'http') continue
      const taken = takenOf(linked, entry)
      const path = taken?.path && fieldsOfPath(taken.path)
      for (const handler of runsOf(linked, entry).handlers) {
        const places = this.placesOf(taken?.held ?? [], handler)
        this.put(handler, path && !places.has('path') ? new Map([...places, ['path', path]]) : places)
      }
    }
  }

  /** @param place of the request that a node reads */
  fieldsOf(node: number, place: string): CheckedField[] | undefined {
    const { whole } = this.linked
    if (whole.kind[node] !== Kind.Load) return undefined
    let request = whole.a[node] as number
    while (whole.kind[request] === Kind.Refine) request = whole.a[request] as number
    if (whole.kind[request] !== Kind.Param) return undefined
    const fields = this.places.get(whole.a[request] as number)?.get(placeOf(place))
    return fields && fields.size > 0 ? [...fields.values()].flat() : undefined
  }

  private put(handler: number, places: Places): void {
    const known = this.places.get(handler)
    this.places.set(handler, known ? common(known, places) : places)
  }

  private placesOf(held: readonly Held[], handler: number): Places {
    const places = new Map<string, Map<string, readonly CheckedField[]>>()
    for (const each of held) {
      const { in: place, name, by, schema } = each
      // Steps of a chain take notes; whether anybody looks at these is asked elsewhere.
      if (by === schema || !this.inFront.letsOnlyPassed(by, handler)) continue
      const fields = places.get(placeOf(place)) ?? new Map<string, readonly CheckedField[]>()
      places.set(placeOf(place), fields)
      fields.set(name, this.leavesOf(each))
    }
    return places
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

/**
 * `/files/:id([0-9a-f]{16})`: who answers there is handed nothing else. Routers match what was sent, and write it out afterwards, so an
 * expression that lets `%` pass says nothing.
 */
function fieldsOfPath(path: ReadonlyMap<string, string>): Fields {
  return new Map(
    [...path].map(([name, limit]) => {
      const clears = limit === '' || limit.includes('%') ? 0 : allowedBy(`^(?:${limit})$`, '')
      return [name, [{ property: [name], clears }]]
    }),
  )
}

/** What both say: a field that one of two doors takes as it comes may be anything. */
function common(one: Places, other: Places): Places {
  const places = new Map<string, Fields>()
  for (const [place, fields] of one) {
    const others = other.get(place)
    if (others) places.set(place, new Map([...fields].flatMap(([name, leaves]) => shared(name, leaves, others.get(name)))))
  }
  return places
}

function shared(name: string, one: readonly CheckedField[], other: readonly CheckedField[] | undefined): [string, readonly CheckedField[]][] {
  if (!other) return []
  const clears = [...one, ...other].reduce((all, leaf) => all & leaf.clears, ALL)
  const isSame = one.length === other.length && one.every((leaf, index) => leaf.clears === other[index]?.clears)
  return [[name, isSame ? one : [{ property: [name], clears }]]]
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

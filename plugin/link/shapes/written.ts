/** Values that the code writes: literals, what operators make, and what types say of the rest. */
import { ChoiceKind, Kind } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import type { Shape } from '../../types'
import { LabelKind } from '../labels'
import type { Linked } from '../linked'
import { NOT, PLUS } from '../operators'
import { type Field, MOST_FIELDS, merged, type Reading, within } from './reading'

export function readValue(reading: Reading, node: number): Shape | undefined {
  if (node < 0) return undefined
  return within(reading, node, () => byAnnotation(reading, node) ?? byKind(reading, node) ?? byLabels(reading, node))
}

/** What annotations say of nodes. */
const annotations = new WeakMap<Linked['whole'], Map<number, number>>()

export function annotationOf({ whole }: Linked, node: number): number | undefined {
  let known = annotations.get(whole)
  if (!known) {
    known = new Map(whole.annotations)
    annotations.set(whole, known)
  }
  return known.get(node)
}

function byAnnotation(reading: Reading, node: number): Shape | undefined {
  const type = annotationOf(reading.linked, node)
  return type === undefined ? undefined : reading.type(type)
}

function byKind(reading: Reading, node: number): Shape | undefined {
  const { whole, values, solver } = reading.linked
  const a = whole.a[node] as number
  switch (whole.kind[node] as Kind) {
    case Kind.String:
    case Kind.Template:
      return { type: 'string' }
    case Kind.Number:
      return { type: /^\d+$/.test(whole.text(a)) ? 'integer' : 'number' }
    case Kind.Boolean:
      return { type: 'boolean' }
    case Kind.Null:
      return { type: 'null' }
    case Kind.Binary:
      return binary(reading, node)
    case Kind.Unary:
      return whole.c[node] === NOT ? { type: 'boolean' } : undefined
    case Kind.Array: {
      const [first] = whole.items(a)
      const items = first === undefined || whole.kind[first] === Kind.Spread ? undefined : readValue(reading, first)
      return { type: 'array', ...(items ? { items } : {}) }
    }
    case Kind.Object:
      return object(reading, node)
    case Kind.Refine:
    case Kind.Await:
      return readValue(reading, a)
    case Kind.Choice: {
      if (whole.c[node] === ChoiceKind.And) return readValue(reading, whole.items(a)[whole.items(a).length - 1] ?? -1)
      for (const item of whole.items(a)) {
        const found = readValue(reading, item)
        if (found && found.type !== 'null') return found
      }
      return undefined
    }
    case Kind.Cell:
    case Kind.Import: {
      for (const definition of values.definitions(node).slice(0, 4)) {
        const found = definition === node ? undefined : readValue(reading, definition)
        if (found) return found
      }
      return undefined
    }
    case Kind.Load: {
      const property = whole.text(whole.b[node] as number)
      const of = readValue(reading, a)
      if (property === 'length' && (of?.type === 'array' || of?.type === 'string')) return { type: 'integer' }
      return of?.fields?.find((field) => field.name === property)?.shape
    }
    case Kind.New:
      return instance(reading, node)
    case Kind.Call: {
      const known = made(reading, node)
      if (known) return known
      for (const fn of [...(solver.callees.get(node) ?? [])].slice(0, 2)) {
        const fact = whole.functions[fn]
        if (!fact) continue
        const declared = fact.fact.returnType < 0 ? undefined : reading.type(fact.fact.returnType + (whole.base[fact.file] as number))
        const found = declared ?? (fact.returns[0] === undefined ? undefined : readValue(reading, fact.returns[0]))
        if (found) return found
      }
      return undefined
    }
    default:
      return undefined
  }
}

function object(reading: Reading, node: number): Shape {
  const { whole } = reading.linked
  const fields: Field[][] = []
  for (const entry of whole.items(whole.a[node] as number).slice(0, MOST_FIELDS)) {
    if (whole.kind[entry] === Kind.Spread) fields.push(readValue(reading, whole.a[entry] as number)?.fields ?? [])
    else if (whole.a[entry] !== -1)
      fields.push([
        { name: whole.text(whole.a[entry] as number), shape: readValue(reading, whole.b[entry] as number) ?? { type: 'unknown' }, required: true },
      ])
  }
  const all = merged(...fields)
  return { type: 'object', ...(all.length > 0 ? { fields: all } : {}) }
}

function binary(reading: Reading, node: number): Shape | undefined {
  const { whole } = reading.linked
  if (whole.c[node] !== PLUS)
    return COMPARES.has(whole.c[node] as number) ? { type: 'boolean' } : CALCULATES.has(whole.c[node] as number) ? { type: 'number' } : undefined
  const sides = [readValue(reading, whole.a[node] as number), readValue(reading, whole.b[node] as number)]
  if (sides.some((side) => side?.type === 'string')) return { type: 'string' }
  return sides.every((side) => side?.type === 'number' || side?.type === 'integer') ? { type: 'number' } : undefined
}

/** ts.SyntaxKind of <, >, <=, >=, ==, !=, ===, !==, in, instanceof. */
const COMPARES = new Set([30, 32, 33, 34, 35, 36, 37, 38, 103, 104])
/** … of -, *, **, / and %. */
const CALCULATES = new Set([41, 42, 43, 44, 45])

/** Calls whose result everyone knows. */
function made({ linked }: Reading, call: number): Shape | undefined {
  const { whole, values } = linked
  const callee = whole.a[call] as number
  const name = values.nameOf(callee)
  if (whole.kind[callee] === Kind.Global) return GLOBAL_CALLS[name]
  if (whole.kind[callee] !== Kind.Load) return undefined
  const receiver = whole.a[callee] as number
  const of = whole.kind[receiver] === Kind.Global ? `${whole.text(whole.a[receiver] as number)}.` : '.'
  return KNOWN_CALLS[of + name]
}

const GLOBAL_CALLS: Record<string, Shape> = rowsByName({
  String: { type: 'string' },
  Number: { type: 'number' },
  Boolean: { type: 'boolean' },
  parseInt: { type: 'integer' },
  parseFloat: { type: 'number' },
})
const KNOWN_CALLS: Record<string, Shape> = rowsByName({
  'Date.now': { type: 'integer' },
  'JSON.stringify': { type: 'string' },
  'Array.isArray': { type: 'boolean' },
  'Object.keys': { type: 'array', items: { type: 'string' } },
  'Object.values': { type: 'array' },
  'Object.entries': { type: 'array' },
  'crypto.randomUUID': { type: 'string', format: 'uuid' },
  'process.uptime': { type: 'number' },
  '.toISOString': { type: 'string', format: 'date-time' },
  '.toString': { type: 'string' },
  '.toUpperCase': { type: 'string' },
  '.toLowerCase': { type: 'string' },
  '.trim': { type: 'string' },
  '.join': { type: 'string' },
  '.toFixed': { type: 'string' },
  '.getTime': { type: 'integer' },
  '.map': { type: 'array' },
  '.filter': { type: 'array' },
  '.includes': { type: 'boolean' },
  '.startsWith': { type: 'boolean' },
  '.some': { type: 'boolean' },
  '.every': { type: 'boolean' },
})

function instance(reading: Reading, node: number): Shape | undefined {
  const { whole, values, solver } = reading.linked
  if (values.nameOf(whole.a[node] as number) === 'Date') return { type: 'string', format: 'date-time' }
  for (const label of solver.of(node))
    if (solver.labels.kind[label] === LabelKind.Instance) return reading.type(whole.classes[solver.labels.data[label] as number]?.node ?? -1)
  return undefined
}

function byLabels(reading: Reading, node: number): Shape | undefined {
  const { solver, whole } = reading.linked
  for (const label of solver.of(node).slice(0, 6)) {
    const data = solver.labels.data[label] as number
    switch (solver.labels.kind[label]) {
      case LabelKind.Instance:
        return reading.type(whole.classes[data]?.node ?? -1)
      case LabelKind.Value:
      case LabelKind.Object: {
        if (data === node || data >= whole.size) break
        const found = within(reading, data, () => byKind(reading, data))
        if (found) return found
        break
      }
    }
  }
  return undefined
}

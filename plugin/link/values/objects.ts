/** Objects and lists that are given to something: their properties and elements. */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { restOf } from './bound'
import { literalProperty } from './definitions'
import { handedElsewhere } from './handed-back'
import type { Context, Reading } from './reading'

/** A property of an object argument: the nodes it was given. */
export function property(reading: Reading, node: number, name: string, context: Context, spreads = 0): number[] {
  const { whole, solver } = reading
  const direct = literalProperty(reading, node, name)
  if (direct >= 0) return [direct]
  const property = whole.string(name)
  const nodes: number[] = []
  const labels = reading.labels(node, context)
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i] as number
    if (solver.labels.kind[label] !== LabelKind.Object) continue
    const object = solver.labels.data[label] as number
    const literal = literalProperty(reading, object, name)
    const spread = literal >= 0 ? [literal] : spreadProperty(reading, object, name, context, spreads)
    if (spread.length > 0) nodes.push(...spread)
    else {
      const field = solver.fieldAt(label, property)
      if (field >= 0) nodes.push(field)
    }
  }
  return nodes
}

/** Objects that are spread within others, of which no more are looked into. */
const MOST_SPREADS = 3

/** `{ …, ...options }`: the expression that was written where the options were, which tells more than all that the name may hold. */
function spreadProperty(reading: Reading, object: number, name: string, context: Context, spreads: number): readonly number[] {
  const { whole } = reading
  if (whole.kind[object] !== Kind.Object || spreads >= MOST_SPREADS) return []
  const entries = whole.items(whole.a[object] as number)
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index] as number
    if (whole.kind[entry] !== Kind.Spread) continue
    const found = property(reading, whole.a[entry] as number, name, context, spreads + 1)
    if (found.length > 0 && found.every((node) => node < whole.size)) return found
  }
  return NONE
}

const NONE: readonly number[] = []

/** Names of the properties of an object argument. */
export function propertyNames(reading: Reading, node: number): string[] {
  const names = new Set<string>()
  for (const label of reading.solver.of(node))
    for (const property of reading.solver.fieldsOf.get(label)?.keys() ?? []) names.add(reading.whole.text(property))
  return [...names]
}

/** How many spreads deep a list is looked into. */
const MOST_NESTED = 6

/**
 * Elements of an array argument, spreads of literals included; the node itself when it is not a list. Each literal is gone into
 * once: `list = [...list, one]`, written ten times over one variable, is ten lists that each hold all ten.
 */
export function elements(reading: Reading, node: number, context: Context): number[] {
  return elementsOf(reading, node, context, new Set(), 0)
}

function elementsOf(reading: Reading, node: number, context: Context, seen: Set<number>, depth: number): number[] {
  const { whole, solver } = reading
  if (depth > MOST_NESTED) return [node]
  if (whole.kind[node] === Kind.Array) return itemsOf(reading, node, context, seen, depth)
  if (whole.kind[node] === Kind.Spread) return elementsOf(reading, whole.a[node] as number, context, seen, depth + 1)
  const rest = context.bindings.size === 0 ? undefined : restOf(reading, node, context)
  if (rest) return rest.map((item) => item.node)
  const all = reading
    .labels(node, context)
    .filter((label) => solver.labels.kind[label] === LabelKind.Object && whole.kind[solver.labels.data[label] as number] !== Kind.Object)
  const elsewhere = all.length > 0 ? handedElsewhere(reading, node, context) : undefined
  const lists = elsewhere?.size ? all.filter((label) => !elsewhere.has(label)) : all
  // Where the list itself is known, what its type says of elements adds nothing.
  const written = lists.filter((label) => whole.kind[solver.labels.data[label] as number] === Kind.Array)
  const arrays = written.length > 0 ? written : lists
  if (arrays.length === 0) return [node]
  return arrays.flatMap((label) => {
    const at = solver.labels.data[label] as number
    if (whole.kind[at] === Kind.Array) {
      const items = itemsOf(reading, at, context, seen, depth)
      if (items.length > 0) return items
    }
    const field = solver.fieldAt(label, whole.string('[]'))
    return field < 0 ? [] : [field]
  })
}

function itemsOf(reading: Reading, array: number, context: Context, seen: Set<number>, depth: number): number[] {
  const { whole } = reading
  if (seen.has(array)) return []
  seen.add(array)
  return whole
    .items(whole.a[array] as number)
    .flatMap((item) => (whole.kind[item] === Kind.Spread ? elementsOf(reading, whole.a[item] as number, context, seen, depth + 1) : [item]))
}

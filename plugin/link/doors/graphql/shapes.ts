/** Shapes of GraphQL types: those that definitions name put in, and what arguments come to for a client. */
import type { Definition } from '../../../graph'
import type { Parameter, Shape } from '../../../types'

/** Types inside of types that are written out; a reader follows the names of the rest. */
const DEEPEST = 4

/** Types of every definition by name; a type that is extended has the fields of all its parts. */
export function namedTypes(definitions: readonly Definition[]): Map<string, Shape> {
  const types = new Map<string, Shape>()
  for (const { types: declared } of definitions)
    for (const { name, shape } of declared) {
      const known = types.get(name)
      if (!known) types.set(name, shape)
      else if (known.fields && shape.fields) {
        const names = new Set(known.fields.map((field) => field.name))
        types.set(name, { ...known, fields: [...known.fields, ...shape.fields.filter((field) => !names.has(field.name))] })
      }
    }
  return types
}

export function resolved(shape: Shape, types: ReadonlyMap<string, Shape>, open: readonly string[] = []): Shape {
  if (shape.items) return { ...shape, items: resolved(shape.items, types, open) }
  if (shape.name !== undefined && shape.type === 'unknown') {
    const named = types.get(shape.name)
    if (!named || named === shape || open.length >= DEEPEST || open.includes(shape.name))
      return named && named !== shape ? { type: named.type, name: shape.name } : shape
    return resolved(named, types, [...open, shape.name])
  }
  if (shape.fields) return { ...shape, fields: shape.fields.map((field) => ({ ...field, shape: resolved(field.shape, types, open) })) }
  return shape
}

/** An argument that is an input object is told by its fields; how they nest, the body says. */
export function flattened(parameters: readonly Parameter[]): Parameter[] {
  return parameters.flatMap((parameter): Parameter[] =>
    parameter.shape?.type === 'object' && parameter.shape.fields && parameter.shape.fields.length > 0
      ? parameter.shape.fields.map((field) => ({
          name: field.name,
          in: parameter.in,
          shape: field.shape,
          required: field.required && parameter.required !== false,
          ...(parameter.at ? { at: parameter.at } : {}),
        }))
      : [parameter],
  )
}

/** All arguments as one object: the variables of a request. */
export function variablesOf(parameters: readonly Parameter[]): Shape | undefined {
  if (parameters.length === 0) return undefined
  return {
    type: 'object',
    fields: parameters.map(({ name, shape, required }) => ({ name, shape: shape ?? { type: 'unknown' }, required: required ?? false })),
  }
}

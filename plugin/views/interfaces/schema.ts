/** Shapes as JSON Schema. Named ones become components, so that types that hold themselves can be written down. */
import type { Shape } from '../../types'

export interface Schemas {
  of(shape: Shape): Record<string, unknown>
  /** By name, in the order of names. */
  components(): Record<string, unknown>
}

const deepest = 8

/** @param place where components stand in the document: `#/components/schemas` */
export function schemas(place: string): Schemas {
  const names = new Map<string, Shape>()
  const written = new Map<string, Record<string, unknown>>()

  const plain = ({ type, format, fields, items, values }: Shape, depth: number): Record<string, unknown> => {
    const required = (fields ?? []).filter((field) => field.required).map(({ name }) => name)
    return {
      ...(type === 'unknown' || (values && type !== 'string') ? {} : type === 'file' ? { type: 'string', format: 'binary' } : { type }),
      ...(format && type !== 'file' ? { format } : {}),
      ...(values && values.length > 0 && type === 'string' ? { enum: [...new Set(values)] } : {}),
      ...(fields ? { properties: Object.fromEntries(fields.map(({ name, shape }) => [name, of(shape, depth + 1)])) } : {}),
      ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
      ...(items ? { items: of(items, depth + 1) } : {}),
    }
  }

  const of = (shape: Shape, depth = 0): Record<string, unknown> => {
    if (shape.name && (shape.fields || shape.values)) return { $ref: `${place}/${componentOf(shape)}` }
    return depth > deepest ? {} : plain(shape, depth)
  }

  /** Two types of one name are told apart by number. */
  const componentOf = (shape: Shape): string => {
    const base = (shape.name as string).replace(/[^A-Za-z0-9._-]+/g, '_') || 'Type'
    for (let number = 1; ; number++) {
      const name = number === 1 ? base : `${base}${number}`
      const known = names.get(name)
      if (known === shape) return name
      if (known) continue
      names.set(name, shape)
      written.set(name, plain(shape, 0))
      return name
    }
  }

  return {
    of,
    components: () => Object.fromEntries([...written].sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}

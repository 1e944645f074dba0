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
  /** Names of components by what makes a type the same: its name and its fields. */
  const components = new Map<string, string>()
  const taken = new Map<string, number>()
  const written = new Map<string, Record<string, unknown>>()
  /** Types that are told by name alone: they are joined with their components when all of these are known. */
  const mentioned: { schema: Record<string, unknown>; name: string }[] = []

  const plain = (shape: Shape, depth: number): Record<string, unknown> => {
    const { type, format, fields, items, values, name } = shape
    const required = (fields ?? []).filter((field) => field.required).map((field) => field.name)
    const schema: Record<string, unknown> = {
      ...(type === 'unknown' || (values && type !== 'string') ? {} : type === 'file' ? { type: 'string', format: 'binary' } : { type }),
      ...(format && type !== 'file' ? { format } : {}),
      ...(values && values.length > 0 && type === 'string' ? { enum: [...new Set(values)] } : {}),
      ...(fields ? { properties: Object.fromEntries(fields.map((field) => [field.name, of(field.shape, depth + 1)])) } : {}),
      ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
      ...(items ? { items: of(items, depth + 1) } : {}),
    }
    if (name && type === 'object' && !fields && !values) mentioned.push({ schema, name: nameOf(name) })
    return schema
  }

  const of = (shape: Shape, depth = 0): Record<string, unknown> => {
    if (shape.name && (shape.fields || shape.values)) return { $ref: `${place}/${componentOf(shape.name, shape)}` }
    return depth > deepest ? {} : plain(shape, depth)
  }

  /** Two types of one name are told apart by number. */
  const componentOf = (typeName: string, shape: Shape): string => {
    const base = nameOf(typeName)
    const key = JSON.stringify([base, shape.type, shape.values, shape.fields?.map((field) => [field.name, field.required])])
    const known = components.get(key)
    if (known) return known
    const number = (taken.get(base) ?? 0) + 1
    taken.set(base, number)
    const name = number === 1 ? base : `${base}${number}`
    components.set(key, name)
    written.set(name, plain(shape, 0))
    return name
  }

  return {
    of,
    components: () => {
      for (const { schema, name } of mentioned.splice(0)) {
        if (taken.get(name) !== 1) continue
        delete schema.type
        schema.$ref = `${place}/${name}`
      }
      return Object.fromEntries([...written].sort(([one], [other]) => (one < other ? -1 : 1)))
    },
  }
}

const nameOf = (name: string): string => name.replace(/[^A-Za-z0-9._-]+/g, '_') || 'Type'

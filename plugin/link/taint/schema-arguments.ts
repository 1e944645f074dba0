/**
 * What an operation of GraphQL hands to its resolver: the server has held every argument against the schema, of which the type of the
 * parameter is the copy in the code. In: the parameter. Out: its leaves, each with the kinds of harm that its type rules out; undefined
 * where the type does not say what is in it.
 */
import type { Shape } from '../../types'
import { typesOf } from '../decorated/types'
import type { Linked } from '../linked'
import { shapeOfType } from '../shapes/index'
import { LITERAL, NUMBER, TEXT_ONLY } from './kinds'

export interface Leaf {
  property: readonly string[]
  clears: number
}

/** As many names as a path has; what is deeper keeps its danger. */
const MOST_DEPTH = 4
const MOST_LEAVES = 80

export function schemaLeaves(linked: Linked, param: number): Leaf[] | undefined {
  const type = typesOf(linked).get(param)
  const shape = type === undefined ? undefined : shapeOfType(linked, type)
  const leaves = shape ? leavesOf(shape, []) : []
  return leaves.length > 0 && leaves.length <= MOST_LEAVES && leaves.some(({ clears }) => clears !== 0) ? leaves : undefined
}

function leavesOf(shape: Shape, property: readonly string[]): Leaf[] {
  const isDeep = property.length >= MOST_DEPTH
  if (shape.type === 'object' && shape.fields?.length && !isDeep)
    return shape.fields.flatMap(({ name, shape: field }) => leavesOf(field, [...property, name]))
  if (shape.type === 'array' && shape.items && !isDeep) return leavesOf(shape.items, [...property, '[*]'])
  return [{ property, clears: clearedBy(shape) }]
}

function clearedBy({ type, values }: Shape): number {
  if (values?.length) return LITERAL
  if (type === 'number' || type === 'integer' || type === 'boolean') return NUMBER
  return type === 'string' ? TEXT_ONLY : 0
}

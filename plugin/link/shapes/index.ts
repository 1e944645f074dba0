/**
 * The form of data, as code states it. In: a node. Out: a `Shape`, or undefined where the code does not say. What holds itself
 * is named once and not followed again; what is very deep or wide is cut.
 */
import type { Shape } from '../../types'
import type { Linked } from '../linked'
import { remember } from '../lookup'
import type { Described, Reading } from './reading'
import { readSchema } from './schemas'
import { readType } from './types'
import { readValue } from './written'

export type { Described } from './reading'

/** What a node describes: a schema of zod, joi, yup, TypeBox and others, a JSON Schema, a class, a type. */
export function shapeOf(linked: Linked, node: number): Shape | undefined {
  return describedBy(linked, node)?.shape
}

/** As `shapeOf`, with what the schema says besides: whether a value must be there, its default. */
export function describedBy(linked: Linked, node: number): Described | undefined {
  return schemas(linked, node, 0, () => reading(linked).schema(node))
}

const schemas = remember<Described | undefined>()

/** What a type annotation says: a TypeRef or Interface node. */
export function shapeOfType(linked: Linked, type: number): Shape | undefined {
  return reading(linked).type(type)
}

/** Form of a value that the code writes: `{ id: user.id, total: 0 }`. */
export function shapeOfValue(linked: Linked, node: number): Shape | undefined {
  return written(linked, node, 0, () => readValue(reading(linked), node))
}

const written = remember<Shape | undefined>()

function reading(linked: Linked): Reading {
  const of: Reading = {
    linked,
    open: new Set(),
    budget: { left: MOST_NODES },
    cut: false,
    schema: (node) => readSchema(of, node),
    type: (node) => readType(of, node),
  }
  return of
}

/** Nodes that one answer may look at. */
const MOST_NODES = 4000

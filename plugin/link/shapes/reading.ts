/** What the readers of shapes share: where they are, what they may still spend, and how they ask each other. */
import { rowsByName } from '../../rows-by-name'
import type { Shape } from '../../types'
import type { Linked } from '../linked'

/** What a schema says of a value besides its form. */
export interface Described {
  shape: Shape
  /** undefined: the library's own rule decides. */
  required?: boolean
  /** As the code writes it. */
  default?: string
  description?: string
}

export interface Reading {
  linked: Linked
  /** Nodes that are being read: a type that holds itself ends there. */
  open: Set<number>
  /** Nodes that may still be looked at. */
  budget: { left: number }
  /** Whether something was left out for being too deep, or for want of budget. */
  cut: boolean
  /** What a node describes: schema, class, type. */
  schema: (node: number) => Described | undefined
  /** What a type annotation names. */
  type: (node: number) => Shape | undefined
}

export const MOST_FIELDS = 100
export const MOST_VALUES = 50

/** Reads inside of a node, unless it is being read already, too deep, or there is nothing left to spend. @param node types count below zero */
export function within<T>(reading: Reading, node: number, read: () => T): T | undefined {
  const { open, budget } = reading
  if (open.has(node)) return undefined
  if (open.size > DEEPEST || budget.left-- <= 0) {
    reading.cut = true
    return undefined
  }
  open.add(node)
  try {
    return read()
  } finally {
    open.delete(node)
  }
}

/** Schemas nest by calls and names, several of them a field. */
const DEEPEST = 40

export type Field = NonNullable<Shape['fields']>[number]

/** A field's form, with its default. */
export function formOf(described: Described | undefined): Shape {
  if (!described) return { type: 'unknown' }
  return described.default === undefined ? described.shape : { ...described.shape, default: described.default }
}

/** Fields of several shapes as one; a later one replaces an earlier one of the same name. */
export function merged(...lists: (readonly Field[] | undefined)[]): Field[] {
  const fields = new Map<string, Field>()
  for (const list of lists) for (const field of list ?? []) if (fields.size < MOST_FIELDS || fields.has(field.name)) fields.set(field.name, field)
  return [...fields.values()]
}

/** Names of formats as schema libraries and decorators say them, in the words of JSON Schema. */
export const FORMATS: Record<string, string> = rowsByName({
  email: 'email',
  isemail: 'email',
  uuid: 'uuid',
  uuidv4: 'uuid',
  guid: 'uuid',
  isuuid: 'uuid',
  url: 'uri',
  uri: 'uri',
  httpurl: 'uri',
  isurl: 'uri',
  datetime: 'date-time',
  isodatetime: 'date-time',
  isodate: 'date-time',
  isdatestring: 'date-time',
  isiso8601: 'date-time',
  isotimestamp: 'date-time',
  ip: 'ip',
  ipv4: 'ipv4',
  ipv6: 'ipv6',
  isip: 'ip',
  hostname: 'hostname',
  cuid: 'cuid',
  cuid2: 'cuid',
  ulid: 'ulid',
  nanoid: 'nanoid',
  base64: 'byte',
  isbase64: 'byte',
  ismongoid: 'objectid',
  objectid: 'objectid',
  isphonenumber: 'phone',
  isjwt: 'jwt',
  jwt: 'jwt',
  creditcard: 'credit-card',
  iscreditcard: 'credit-card',
})

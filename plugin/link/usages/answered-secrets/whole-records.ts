/**
 * Stored records as a whole. In: a call. Out: the record it answers with, where it reads or makes one and names no fields: a query
 * that chooses what comes out has been thought about.
 */
import { Kind } from '../../../graph'
import { recordCalls } from '../../access/records'
import { calledName, type Linked, receiverOf } from '../../linked'

export interface Held {
  what: 'environment' | 'setting' | 'field' | 'record'
  /** Variable, field, or what holds the records as the code calls it. */
  name: string
  node: number
  /** A schema on the way leaves something out that could not be read. */
  filtered?: boolean
}

/** Steps that choose what comes out. */
export const CHOOSES = /^(?:select|projection|project|omit|pick|only|attributes|scope|unscoped|columns|fields|addSelect)$/
/** Options that do. */
const CHOICES = ['select', 'attributes', 'projection', 'fields', 'columns', 'omit', 'exclude', 'raw', '_id']
/** Changes whose result is the record. */
const GIVES_RECORD = /^(?:create|findOneAndUpdate|findByIdAndUpdate|findOneAndReplace|upsert|save|insert)$/
/** Reads whose result is something else. */
const GIVES_OTHER = /^(?:count\w*|exists|aggregate|groupBy|distinct|sum|max|min)$/

export function wholeRecordAt(linked: Linked, call: number): Held | undefined {
  const record = recordCalls(linked).get(call)
  if (!record || record.of === '' || chooses(linked, call)) return undefined
  return record.does === 'read' || GIVES_RECORD.test(calledName(linked, call)) ? { what: 'record', name: record.of, node: call } : undefined
}

/** Whether a query says which fields it wants. */
function chooses(linked: Linked, call: number): boolean {
  const { whole, values } = linked
  if (GIVES_OTHER.test(calledName(linked, call))) return true
  for (let at = receiverOf(linked, call), hops = 0; at >= 0 && hops < 8 && whole.kind[at] === Kind.Call; at = receiverOf(linked, at), hops++)
    if (CHOOSES.test(calledName(linked, at))) return true
  return whole.args(call).some((argument, index) => {
    // A projection as a text, or as a list of fields: `findOne({ id }, 'name email')`.
    if (index > 0 && (whole.kind[argument] === Kind.String || whole.kind[argument] === Kind.Array)) return true
    if (CHOICES.some((option) => values.property(argument, option).length > 0)) return true
    return index > 0 && whole.kind[argument] === Kind.Object && whole.items(whole.a[argument] as number).some((item) => isNumbered(linked, item))
  })
}

/** `{ password: 0 }`, `{ name: 1 }` */
function isNumbered({ whole }: Linked, property: number): boolean {
  const value = whole.b[property] as number
  return whole.kind[property] === Kind.Property && (whole.kind[value] === Kind.Number || whole.kind[value] === Kind.Boolean)
}

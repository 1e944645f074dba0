/**
 * What the columns of a table say of data that is checked by it: `createInsertSchema(users)` of Drizzle. In: the table, `pgTable('users',
 * { id: serial('id') })`. Out: by column, what a value does no harm to; undefined where the table cannot be read.
 */
import { Kind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { LITERAL, NUMBER } from './kinds'

/** What a column says of a value; of elements where it is a list of them. */
export interface Column {
  clears: number
  isOpen: boolean
  element?: Column
}

const MOST_COLUMNS = 100
const MOST_LINKS = 20

const NUMBERS =
  /^(?:int(?:eger)?|(?:tiny|small|medium|big)int|(?:big|small)?serial|real|double(?:Precision)?|float|boolean|bool|bit|timestamp|datetime|date|year)$/
const TEXTS =
  /^(?:text|(?:var|n|nvar)?char|varchar|tinytext|mediumtext|longtext|citext|numeric|decimal|inet|cidr|macaddr8?|time|interval|timestamp|datetime|date)$/
const KNOWN = /^(?:uuid|(?:mysql|singlestore)Enum)$/
const ENUMS = /^(?:pg|mysql|singlestore)Enum$/

export function columnsOf(linked: Linked, table: number): Map<string, Column> | undefined {
  const { whole, values } = linked
  const [made, ...others] = values.definitions(table)
  if (made === undefined || others.length > 0 || whole.kind[made] !== Kind.Call) return undefined
  const columns = objectAt(linked, whole.args(made)[1])
  if (columns < 0) return undefined
  const shapes = new Map<string, Column>()
  for (const item of whole.items(whole.a[columns] as number)) {
    if (whole.kind[item] === Kind.Spread) {
      for (const name of values.propertyNames(whole.a[item] as number))
        shapes.set(name, columnOf(linked, values.property(whole.a[item] as number, name)))
      if (values.propertyNames(whole.a[item] as number).length === 0) return undefined
    } else if (whole.kind[item] !== Kind.Property || whole.a[item] === -1) return undefined
    else shapes.set(whole.text(whole.a[item] as number), columnOf(linked, [whole.b[item] as number]))
  }
  return shapes.size > 0 && shapes.size <= MOST_COLUMNS ? shapes : undefined
}

/** Columns as an object, or what a function makes of the builders: `(t) => ({ id: t.serial() })`. */
function objectAt({ whole, values }: Linked, node: number | undefined): number {
  const [made, ...others] = node === undefined ? [] : values.definitions(node)
  if (made === undefined || others.length > 0) return -1
  if (whole.kind[made] === Kind.Object) return made
  const returned = whole.kind[made] === Kind.Function ? (whole.functions[whole.a[made] as number]?.returns ?? []) : []
  const [only] = returned
  return returned.length === 1 && only !== undefined && whole.kind[only] === Kind.Object ? only : -1
}

const OPEN: Column = { clears: 0, isOpen: true }

/** `text('name').notNull()`: by the call that the chain begins with. Of a kind that is not known, anything may come. */
function columnOf(linked: Linked, written: readonly number[]): Column {
  const { whole, values } = linked
  const [only, ...others] = written.flatMap((node) => values.definitions(node))
  if (only === undefined || others.length > 0) return OPEN
  let at = only
  let isList = false
  for (let hops = 0; hops < MOST_LINKS; hops++) {
    if (whole.kind[at] !== Kind.Call) return OPEN
    const receiver = receiverOf(linked, at)
    const [before = -1] = receiver < 0 ? [] : values.definitions(receiver)
    if (before < 0 || whole.kind[before] !== Kind.Call) break
    if (calledName(linked, at) === 'array') isList = true
    at = before
  }
  const shape = begunAs(linked, at)
  return isList ? { clears: 0, isOpen: false, element: shape } : shape
}

function begunAs(linked: Linked, call: number): Column {
  const { whole, values } = linked
  const name = calledName(linked, call)
  const options = [...whole.args(call)].filter((argument) => whole.kind[argument] === Kind.Object)
  const hasOption = (option: string) => options.some((each) => values.property(each, option).length > 0)
  const mode = options.flatMap((each) => values.property(each, 'mode').flatMap((node) => values.texts(node)))
  const isEnum = values.definitions(whole.a[call] as number).some((made) => whole.kind[made] === Kind.Call && ENUMS.test(calledName(linked, made)))
  if (KNOWN.test(name) || isEnum || (TEXTS.test(name) && hasOption('enum'))) return { clears: LITERAL, isOpen: false }
  if (mode.some(({ value }) => value === 'json')) return OPEN
  if (NUMBERS.test(name) && !mode.some(({ value }) => value === 'string')) return { clears: NUMBER, isOpen: false }
  return TEXTS.test(name) ? { clears: 0, isOpen: false } : OPEN
}

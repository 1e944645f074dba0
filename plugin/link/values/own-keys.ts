/**
 * Loops over an object's own keys: `for (const key of Object.keys(actions)) app.post('/' + key, actions[key])`. In: the variable of
 * such a loop, and a context in which the object is known. Out: the entries of the object, each of which is one turn of the loop. A
 * variable stands for the entry itself: its text is the entry's name, and what the object has under it is the entry's value.
 */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import type { Bound, Context, Reading } from './reading'

const OWN_KEYS = new Set(['keys', 'getOwnPropertyNames', 'ownKeys', 'keysIn'])
/** Entries of one object. */
const MOST_ENTRIES = 200

/** The object whose own keys a list holds, or a variable goes over; -1 where it is nothing of the kind. */
export function objectOfKeys(reading: Reading, node: number): number {
  const { whole, solver } = reading
  if (whole.kind[node] === Kind.Key) return whole.a[node] as number
  for (const call of reading.definitions(whole.kind[node] === Kind.Element ? (whole.a[node] as number) : node)) {
    const callee = whole.kind[call] === Kind.Call ? (whole.a[call] as number) : -1
    const [object, ...others] = callee < 0 ? [] : whole.args(call)
    if (object === undefined || others.length > 0 || whole.kind[callee] !== Kind.Load) continue
    if (OWN_KEYS.has(whole.text(whole.b[callee] as number)) && solver.apiCalls.has(call) && !solver.callees.has(call)) return object
  }
  return -1
}

/** What is written into an object by name, an entry for each name. */
export function entriesOf(reading: Reading, object: number, context: Context): number[] {
  const { whole, solver } = reading
  const found = new Map<string, number>()
  for (const label of reading.labels(object, context)) {
    const at = solver.labels.data[label] as number
    if (solver.labels.kind[label] !== LabelKind.Object || whole.kind[at] !== Kind.Object) continue
    for (const entry of whole.items(whole.a[at] as number)) {
      const name = keyOf(reading, entry)
      if (name !== undefined && found.size < MOST_ENTRIES) found.set(name, entry)
    }
  }
  return [...found.values()]
}

/** Name of an entry of an object that is written out; undefined of anything else. */
export function keyOf({ whole }: Reading, node: number): string | undefined {
  return whole.kind[node] === Kind.Property && whole.a[node] !== -1 ? whole.text(whole.a[node] as number) : undefined
}

/** Whether a loop over keys is at one of them. */
export function isAtKey(reading: Reading, { bindings }: Context): boolean {
  for (const { node } of bindings.values()) if (keyOf(reading, node) !== undefined) return true
  return false
}

/** `object[key]`, ``object[`${key}_options`]`` where a loop is at a key: the value of the entry, undefined where it has none or nothing is known. */
export function memberAtKey(reading: Reading, load: number, context: Context): { value: Bound | undefined } | undefined {
  const { whole, solver } = reading
  if (whole.kind[load] !== Kind.LoadDynamic || !isAtKey(reading, context)) return undefined
  const [name, ...others] = reading.texts(whole.b[load] as number, context)
  if (!name?.exact || others.length > 0) return undefined
  for (const label of reading.labels(whole.a[load] as number, context)) {
    const at = solver.labels.data[label] as number
    if (solver.labels.kind[label] !== LabelKind.Object || whole.kind[at] !== Kind.Object) continue
    const items = [...whole.items(whole.a[at] as number)]
    const entry = items.find((item) => keyOf(reading, item) === name.value)
    if (entry !== undefined) return { value: { node: whole.b[entry] as number, context } }
    // What is spread into it, or written by a name that nobody knows, may have it all the same.
    return items.every((item) => keyOf(reading, item) !== undefined) ? { value: undefined } : undefined
  }
  return undefined
}

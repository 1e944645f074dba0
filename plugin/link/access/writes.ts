/**
 * Who decides the fields that an act writes. In: what is written, and the way by which its function was entered. Out: the fields, each
 * with whether the caller, the request or the code says what it is set to.
 */
import { Kind } from '../../graph'
import type { DataUse } from '../../types'
import { cite } from '../linked'
import { conditionsAbove } from '../regions'
import type { Asker } from './conditions'
import { PRIVILEGED } from './privileged-fields'
import type { Way } from './provenance'
import { MOST_REGIONS, type Scene } from './scene'
import type { StoredAct } from './statements'

type Write = DataUse['writes'][number]

/** Where something is written. */
type Writing = Pick<Scene, 'linked' | 'provenance'> & Pick<Asker, 'overwritten'>

const DEEPEST = 4
/** Values that one name may stand for. */
const MOST_VALUES = 4

export function writesOf(writing: Writing, node: number, { puts, written = [] }: StoredAct, way: Way): Write[] {
  return [
    ...puts.flatMap((put) => fieldsOf(writing, put, way)),
    ...written.map(({ name, value }) => writeOf(writing, name, value, value < 0 ? node : value, way)),
  ]
}

/** `*` for an object that is taken as it comes. */
function fieldsOf(writing: Writing, node: number, way: Way, depth = 0): Write[] {
  const { linked, provenance } = writing
  const { whole } = linked
  const found: Write[] = []
  const told = (field: string, value: number, at: number) => {
    found.push(writeOf(writing, field, value, at, way))
  }
  for (const made of linked.values.definitions(node).slice(0, MOST_VALUES)) {
    const kind = made < whole.size ? (whole.kind[made] as Kind) : Kind.Unknown
    if (kind === Kind.Param && depth < DEEPEST) {
      const given = way.args.get(made)
      if (given) found.push(...fieldsOf(writing, given.node, given.way, depth + 1))
      else told('*', made, node)
      continue
    }
    if (kind !== Kind.Object && kind !== Kind.New && kind !== Kind.Call) {
      if (made < whole.size) told('*', made, node)
      continue
    }
    if (kind === Kind.Object)
      for (const entry of whole.items(whole.a[made] as number)) {
        if (whole.kind[entry] === Kind.Spread) told('*', whole.a[entry] as number, entry)
        else if (whole.a[entry] !== -1) {
          const name = whole.text(whole.a[entry] as number)
          if (/^\$(?:set|setOnInsert|push)$/.test(name) && depth < DEEPEST) found.push(...fieldsOf(writing, whole.b[entry] as number, way, depth + 1))
          else told(name, whole.b[entry] as number, entry)
        }
      }
    for (const store of provenance.storesOn(made)) told(whole.text(whole.b[store] as number), whole.c[store] as number, store)
  }
  return found
}

/** @param value -1 where the code writes it */
function writeOf(writing: Writing, field: string, value: number, at: number, way: Way): Write {
  const { linked, provenance, overwritten } = writing
  const made = value < 0 ? undefined : provenance.of(value, way, overwritten)
  const sent =
    (made !== undefined && made.request.size > 0 && !made.stored) ||
    (PRIVILEGED.test(field) && !made?.caller && isDecidedBySender(writing, value, at, way))
  const by = made?.caller ? 'caller' : sent ? 'request' : 'other'
  return { field, by, at: cite(linked, at) }
}

/** `if (req.body.isAdmin) account.isAdmin = true`: the value is the code's, and the sender says whether. */
function isDecidedBySender({ linked, provenance, overwritten }: Writing, value: number, at: number, way: Way): boolean {
  const { whole, values } = linked
  const made = value < 0 ? [] : values.definitions(value).slice(0, MOST_VALUES)
  const nodes = [
    at,
    ...made.flatMap((node) => (node < whole.size && whole.kind[node] === Kind.Choice ? [...whole.items(whole.a[node] as number)] : [node])),
  ]
  const conditions = nodes.flatMap((node) => (node < whole.size ? conditionsAbove(whole, node, MOST_REGIONS) : []))
  const asked = conditions.map((condition) => provenance.of(condition, way, overwritten))
  return !asked.some(({ caller }) => caller) && asked.some(({ request }) => [...request].some((part) => PRIVILEGED.test(part.replace(/^.*\./, ''))))
}

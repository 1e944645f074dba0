/** Whether `object[name]`, by a name from outside, may be the prototype that all objects share. In: the place that looks it up. */
import { Kind } from '../../graph'
import { calledName, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import type { Conditions } from './conditions'
import type { Holders } from './holders'

export function mayBePrototype(linked: Linked, holders: Holders, conditions: Conditions, lookup: number): boolean {
  const [object, key] = [linked.whole.a[lookup] as number, linked.whole.b[lookup] as number]
  // What an object has of its own hides what it inherits under that name.
  return !conditions.tables.isNameIn(object, key) && !hasNoPrototype(linked, holders, object) && !isFilledBefore(linked, conditions, lookup)
}

/** `Object.create(null)`, a Map: names lead to nothing inherited. */
function hasNoPrototype(linked: Linked, holders: Holders, object: number): boolean {
  const { whole } = linked
  const root = holders.rootOf(object)
  if (root < 0 || root >= whole.size || whole.kind[root] !== Kind.Call) return false
  const [argument] = whole.args(root)
  return calledName(linked, root) === 'create' && argument !== undefined && whole.kind[argument] === Kind.Null
}

/**
 * `query[field] = {}; query[field].$in = list`: whatever the name is, a new object is what stands there. Put under `__proto__` it is the
 * prototype of this one object, and of no other.
 */
function isFilledBefore(linked: Linked, conditions: Conditions, lookup: number): boolean {
  const { whole } = linked
  const fn = whole.functionOf(lookup)
  if (fn < 0) return false
  return lookupOf(whole)
    .inFunction(fn)
    .some(
      (store) =>
        whole.kind[store] === Kind.StoreDynamic &&
        (whole.end[store] as number) <= (whole.pos[lookup] as number) &&
        NEW.has(whole.kind[whole.c[store] as number] as Kind) &&
        isAround(whole, whole.region[store] as number, whole.region[lookup] as number) &&
        conditions.isSame(whole.b[store] as number, whole.b[lookup] as number) &&
        conditions.isSame(whole.a[store] as number, whole.a[lookup] as number),
    )
}

/** Written out where it is put in, so that nobody else has it. */
const NEW = new Set<Kind>([Kind.Object, Kind.Array, Kind.New])

function isAround({ regions }: Linked['whole'], outer: number, inner: number): boolean {
  for (let at = inner; at >= 0; at = regions[at * 4 + 1] as number) if (at === outer) return true
  return outer < 0
}

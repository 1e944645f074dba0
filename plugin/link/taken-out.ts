/**
 * Properties that an object has no longer where it is used: `delete user.password; send(user)`, `const { password, ...rest } = user`,
 * `user.password = undefined`. In: the object and the node that uses it. Out: their names.
 */
import { Kind } from '../graph'
import type { Linked } from './linked'
import { lookupOf } from './lookup'
import { DELETE } from './operators'
import { SameValues } from './taint/same-values'

export function namesTakenOut(linked: Linked, object: number, user: number): ReadonlySet<string> {
  const { whole } = linked
  const same = new SameValues(linked)
  const names = new Set<string>()
  const made = same.plain(object)
  if (made >= 0 && made < whole.size && whole.kind[made] === Kind.Rest && (whole.b[made] as number) >= 0)
    for (const name of whole.text(whole.b[made] as number).split(' ')) names.add(name)
  for (const node of lookupOf(whole).inFunction(whole.functionOf(user))) {
    const part = partRidOf(node)
    if (part === undefined || (whole.end[node] as number) > (whole.pos[user] as number)) continue
    if (isAround(whole.region[node] as number) && same.isSame(whole.a[part] as number, object)) names.add(whole.text(whole.b[part] as number))
  }
  return names

  function partRidOf(node: number): number | undefined {
    if (whole.kind[node] === Kind.Unary)
      return whole.c[node] === DELETE && whole.kind[whole.a[node] as number] === Kind.Load ? (whole.a[node] as number) : undefined
    if (whole.kind[node] !== Kind.Store) return undefined
    const put = whole.kind[whole.c[node] as number]
    return put === Kind.Undefined || put === Kind.Null ? node : undefined
  }

  function isAround(region: number): boolean {
    for (let at = whole.region[user] as number; at >= 0; at = whole.regions[at * 4 + 1] as number) if (at === region) return true
    return region < 0
  }
}

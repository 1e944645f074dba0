/**
 * Queries of which only whether they found anything is asked: `if (await users.findOne(query)) refuse()`. In: the call. Out: whether
 * nothing of what it found is read, handed on or given back. Whoever bends such a query learns of a record that there is one.
 */
import { Kind } from '../../graph'
import type { Linked } from '../linked'
import { isEqual, isUnequal } from '../operators'
import type { Whole } from '../whole/index'
import { sensitivityOf } from './sensitive'

const MOST_NODES = 40

export function looksForAny({ whole }: Pick<Linked, 'whole'>, query: number): boolean {
  if (whole.kind[query] !== Kind.Call || whole.args(query).some((argument) => opensDoors(whole, argument))) return false
  const file = whole.fileOf(query)
  const [first, last] = [whole.base[file] as number, whole.base[file + 1] as number]
  const seen = new Set([query])
  const returned = new Set(whole.functions.flatMap(({ file: of, returns }) => (of === file ? returns : [])))
  const stack = [query]
  let isAsked = false
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (returned.has(node) || seen.size > MOST_NODES) return false
    for (let user = first; user < last; user++) {
      if (!uses(user, node)) continue
      const kind = whole.kind[user] as Kind
      if (kind === Kind.Unary || (kind === Kind.Binary && (isEqual(whole.c[user] as number) || isUnequal(whole.c[user] as number)))) isAsked = true
      else if (kind !== Kind.Await && kind !== Kind.Cell && kind !== Kind.Choice && kind !== Kind.Refine) return false
      else if (!seen.has(user)) {
        seen.add(user)
        stack.push(user)
      }
    }
  }
  for (let region = 0; !isAsked && region * 4 < whole.regions.length; region++) isAsked = seen.has(whole.regions[region * 4 + 2] as number)
  return isAsked

  function uses(user: number, node: number): boolean {
    const value = whole.kind[user] === Kind.Property ? whole.b[user] : whole.kind[user] === Kind.Store ? whole.c[user] : -1
    return value === node || whole.madeOf(user).includes(node)
  }
}

/** A record that is found by a password or a code lets its visitor in by being there. */
function opensDoors(whole: Whole, node: number, depth = 0): boolean {
  if (node < 0 || depth > 3 || whole.kind[node] !== Kind.Object) return false
  return [...whole.items(whole.a[node] as number)].some(
    (entry) =>
      whole.kind[entry] === Kind.Property &&
      ((whole.a[entry] !== -1 && isKey(whole.text(whole.a[entry] as number))) || opensDoors(whole, whole.b[entry] as number, depth + 1)),
  )
}

const isKey = (name: string): boolean => /^(?:password|secret)$/.test(sensitivityOf(name) ?? '') || /(?:code|token|otp|pin|hash|answer)$/i.test(name)

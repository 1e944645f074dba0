/**
 * Regular expressions that the program only puts into queries: `users.find({ name: new RegExp(text) })`. In: where one is made. Out: whether
 * nothing else is done with it. It is the engine of the database that runs it then, with limits of its own, and not the process.
 */
import { Kind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { pathsOfCall } from '../usages/modelled'

const MOST_NODES = 60

export function isOnlyQueried(linked: Linked, made: number): boolean {
  const { whole } = linked
  const fn = whole.functionOf(made)
  if (fn < 0 || (whole.kind[made] !== Kind.New && whole.kind[made] !== Kind.Call)) return false
  // What functions inside of it do with it counts as well.
  const isInside = (of: number): boolean => of === fn || (of >= 0 && isInside(whole.functions[of]?.parent ?? -1))
  const inside = whole.functions.flatMap((_, of) => (isInside(of) ? [...lookupOf(whole).inFunction(of)] : []))
  const returned = new Set(whole.functions[fn]?.returns)
  const seen = new Set([made])
  const stack = [made]
  let isQueried = false
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (returned.has(node) || seen.size > MOST_NODES) return false
    for (const user of inside) {
      const use = doneWith(linked, node, user)
      if (use === 'none') continue
      if (use === 'query') isQueried = true
      else if (use === 'other') return false
      else if (!seen.has(use)) {
        seen.add(use)
        stack.push(use)
      }
    }
  }
  return isQueried
}

/** What a node does with another: nothing, queries by it, anything else, or what it becomes part of. */
function doneWith(linked: Linked, node: number, user: number): 'none' | 'query' | 'other' | number {
  const { whole } = linked
  const [a, b, c] = [whole.a[user] as number, whole.b[user] as number, whole.c[user] as number]
  switch (whole.kind[user] as Kind) {
    case Kind.Property:
      return b === node ? lookupOf(whole).objectOf(user) : 'none'
    case Kind.Store:
      if (c !== node) return 'none'
      // Put into an object that is written out there: what becomes of that is looked at in turn.
      return whole.kind[a] === Kind.Object ? a : 'other'
    case Kind.Refine:
    case Kind.Spread:
      return a === node ? user : 'none'
    case Kind.Array:
    case Kind.Choice:
    case Kind.Cell:
      return whole.items(a).includes(node) ? user : 'none'
    case Kind.Object:
      return whole.items(a).includes(node) ? user : 'none'
    case Kind.Call:
    case Kind.New:
      if (!whole.args(user).includes(node)) return a === node ? 'other' : 'none'
      if (isQuery(linked, user)) return 'query'
      return ADDS.test(calledName(linked, user)) ? holderOf(linked, receiverOf(linked, user)) : 'other'
    case Kind.Load:
      // A query that is put together step by step: `query.$or.push(…)`.
      return a === node && !/^\$/.test(whole.text(b)) && !ADDS.test(whole.text(b)) ? 'other' : 'none'
    case Kind.LoadDynamic:
    case Kind.Unary:
    case Kind.Await:
    case Kind.Yield:
    case Kind.Throw:
    case Kind.Element:
      return a === node ? 'other' : 'none'
    case Kind.Binary:
      return a === node || b === node ? 'other' : 'none'
    case Kind.StoreDynamic:
      return c === node ? 'other' : 'none'
    case Kind.Template:
    case Kind.Tagged:
    case Kind.Jsx:
      return whole.madeOf(user).includes(node) ? 'other' : 'none'
    default:
      return 'none'
  }
}

const ADDS = /^(?:push|unshift)$/

/** `query` of `query.$or`: a list of its conditions is a part of it. */
function holderOf({ whole }: Linked, list: number): number | 'other' {
  let at = list
  while (at >= 0 && whole.kind[at] === Kind.Load) at = whole.a[at] as number
  return at < 0 ? 'other' : at
}

/** A call that takes a query of a document database. */
function isQuery(linked: Linked, call: number): boolean {
  const { models } = linked
  return pathsOfCall(linked, call).some((path) => models.flows.sinks.get(path)?.some(({ kind }) => kind === 'nosql'))
}

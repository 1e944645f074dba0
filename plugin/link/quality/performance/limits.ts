/**
 * What limits a list. In: a read of many records. Out: whether a limit stands in its options, its chain, its statement or on its
 * builder: always, only where something holds, never, or not to be told.
 */
import { Kind } from '../../../graph'
import { atPlace, calledName, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import type { Query } from './queries'
import type { Scene } from './scene'

const LIMITS =
  /^(?:limit|take|top|first|fetch|page|paginate|findOne|one|single|forPage|range|tail|slice|limitBy|cursor|stream|batchSize|eachAsync|toStream|lean_limit|executeTakeFirst|executeTakeFirstOrThrow|count|next|iterate)$/
/** Tables in which a database keeps its own structure. */
const CATALOGUE = /sqlite_master|information_schema|pg_catalog|pg_(?:tables|class|indexes|stat\w*)|\bsys\.|show\s/i
const SQL_LIMIT = /\blimit\b|\btop\s*\(?\s*\d|\bfetch\s+(?:first|next)\b|\brownum\b|\boffset\b/i
const SQL_NUMBER = /^\s*select\s+(?:distinct\s+)?(?:count|sum|avg|min|max|exists|coalesce|nextval|setval|pg_\w+|now|version|last_insert_id|\d)\b/i

export function limitOf(scene: Scene, query: Query): 'always' | 'sometimes' | 'never' | 'unknown' {
  const { linked } = scene
  const { whole, values } = linked
  for (const spot of query.bounds) if (atPlace(linked, query.call, spot).length > 0) return 'always'
  for (const { name } of query.chain) if (LIMITS.test(name)) return 'always'
  // Options that are not written here may hold a limit.
  if (query.bounds.length > 0)
    for (const spot of query.bounds) {
      const options = whole.args(query.call)[Number(spot.split('.')[0])]
      if (options !== undefined && !isWritten(scene, options)) return 'unknown'
    }
  if (query.sql) {
    const [statement] = whole.args(query.call)
    const texts = statement === undefined ? [] : values.texts(statement).map(({ value }) => value)
    if (texts.length === 0) return 'unknown'
    if (texts.every((text) => SQL_LIMIT.test(text) || SQL_NUMBER.test(text) || CATALOGUE.test(text) || !/^\s*(?:select|with)\b/i.test(text)))
      return 'always'
    if (values.property(whole.args(query.call)[1] ?? -1, 'plain').length > 0) return 'always'
    return 'never'
  }
  const here = onBuilder(scene, query)
  return here === 'never' && isLimitedWhereMade(scene, query) ? 'unknown' : here
}

/** Options that limit, as keys. */
const LIMITING_KEYS = /^(?:take|limit|top|pageSize|perPage|per_page)$/

/** `this.lists.build(Order, options).getMany()`: the function that makes the builder says how much, for all its callers. */
function isLimitedWhereMade({ linked }: Scene, query: Query): boolean {
  const { whole, solver } = linked
  const stack = [receiverOf(linked, query.call)]
  for (let hops = 0; stack.length > 0 && hops < 24; hops++) {
    const at = stack.pop() as number
    if (at < 0) continue
    const kind = whole.kind[at]
    if (kind === Kind.Call) {
      for (const fn of solver.callees.get(at) ?? [])
        for (const node of lookupOf(whole).inFunction(fn)) {
          if (whole.kind[node] === Kind.Call && LIMITS.test(calledName(linked, node))) return true
          if (whole.kind[node] === Kind.Property && (whole.a[node] as number) >= 0 && LIMITING_KEYS.test(whole.text(whole.a[node] as number)))
            return true
        }
      stack.push(receiverOf(linked, at))
    } else if (kind === Kind.Refine || kind === Kind.Await || kind === Kind.Load) stack.push(whole.a[at] as number)
    else if (kind === Kind.Choice || kind === Kind.Cell) stack.push(...whole.items(whole.a[at] as number))
  }
  return false
}

/** Calls on the same builder or query in other statements: `if (page) query.limit(10)`. */
function onBuilder({ linked, uses }: Scene, query: Query): 'always' | 'sometimes' | 'never' {
  const { whole } = linked
  const region = whole.region[query.call] as number
  let sometimes = false
  const seen = new Set<number>()
  const roots = [query.call, query.end, ...query.chain.map(({ call }) => call)]
  // What ends a chain is called on a builder; what begins one, on a table that others use as well.
  let receiver = /^(?:get|load|execute)/.test(calledName(linked, query.call)) ? receiverOf(linked, query.call) : -1
  for (let hops = 0; receiver >= 0 && hops < 12; hops++) {
    roots.push(receiver)
    if (whole.kind[receiver] === Kind.Refine || whole.kind[receiver] === Kind.Await) receiver = whole.a[receiver] as number
    else if (whole.kind[receiver] === Kind.Call) receiver = receiverOf(linked, receiver)
    else break
  }
  for (const root of roots) {
    const kind = whole.kind[root]
    if (kind !== Kind.Call && kind !== Kind.Refine && kind !== Kind.Choice && kind !== Kind.Cell) continue
    const stack = [root]
    while (stack.length > 0 && seen.size < 200) {
      const node = stack.pop() as number
      if (seen.has(node)) continue
      seen.add(node)
      for (const user of uses.of(node)) {
        // What was waited for is the answer: a part that is taken of it was read as a whole.
        if (whole.kind[user] === Kind.Refine || whole.kind[user] === Kind.Choice || whole.kind[user] === Kind.Cell) stack.push(user)
        if (whole.kind[user] !== Kind.Load) continue
        for (const call of uses.of(user)) {
          if (whole.kind[call] !== Kind.Call || whole.a[call] !== user) continue
          if (LIMITS.test(calledName(linked, call))) {
            if (linked.effects.isInside(region, whole.region[call] as number) || whole.region[call] === region) return 'always'
            sometimes = true
          }
          stack.push(call)
        }
      }
    }
  }
  return sometimes ? 'sometimes' : 'never'
}

/** An object of the code's own, without parts that come from elsewhere. */
function isWritten({ linked }: Scene, options: number): boolean {
  const { whole, values } = linked
  const made = values.definitions(options)
  return (
    made.length > 0 &&
    made.every((node) => {
      if (node >= whole.size) return false
      if (whole.kind[node] === Kind.Undefined || whole.kind[node] === Kind.Null) return true
      return whole.kind[node] === Kind.Object && [...whole.items(whole.a[node] as number)].every((entry) => whole.kind[entry] !== Kind.Spread)
    })
  )
}

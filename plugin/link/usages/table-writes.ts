/**
 * Statements that change rows of a table, and whether any condition goes with them. In: chains of Drizzle, Knex and Kysely. Out: a use of
 * the kind `table-write` for each `update` and `delete` of a table that the code names, with whether single rows of it are chosen elsewhere.
 */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import { methodCalls, textOf } from '../doors/written'
import { drizzleTables } from '../entities/drizzle'
import { calledName, isTestCode, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { isMadeOf } from '../made-of'
import { type Uses, usesOf } from '../uses'
import { placeInChain } from './drizzle-conditions'
import { usage } from './modelled'
import { returnedTo } from './returned-to'

const said = (text: string) => ({ state: 'constant' as const, texts: [text] })

export function tableWrites(linked: Linked): Usage[] {
  const { whole } = linked
  return [...drizzleWrites(linked), ...kyselyWrites(linked), ...knexWrites(linked)]
    .filter(({ call }) => !isTestCode(linked, (whole.files[whole.fileOf(call)] as { path: string }).path))
    .map(({ call, library, does, bounded, narrowed }) => ({
      ...usage(linked, call, 'table-write', library, does, { does: said(does), bounded: said(bounded), narrowed: said(String(narrowed)) }),
      at: placeInChain(linked, call),
    }))
}

interface Write {
  call: number
  library: string
  does: 'update' | 'delete'
  /** `yes`: a condition goes with it. `no`: it runs without one. `replaced`: other rows are put in their place. `unknown`: somebody else has it. */
  bounded: 'yes' | 'no' | 'replaced' | 'unknown'
  /** Single rows of the table are chosen somewhere: what holds one row of settings is written as a whole. */
  narrowed: boolean
}

function drizzleWrites(linked: Linked): Write[] {
  const { whole, values } = linked
  const tables = new Set(drizzleTables(linked).flatMap(({ nodes }) => nodes))
  if (tables.size === 0) return []
  const tableOf = (node: number): number | undefined => values.definitions(node).find((made) => tables.has(made))
  const lookup = lookupOf(whole)
  const narrowed = narrowedTables(linked, tableOf)
  return [...lookup.named(Kind.Call, new Set(['update', 'delete']))].flatMap((call) => {
    const [first, ...more] = whole.args(call)
    if (first === undefined || more.length > 0 || receiverOf(linked, call) < 0) return []
    const table = tableOf(first)
    if (table === undefined) return []
    const does = calledName(linked, call) as Write['does']
    const isFilledAgain =
      does === 'delete' &&
      [...lookup.inFunction(whole.functionOf(call))].some(
        (node) =>
          node > call && whole.kind[node] === Kind.Call && calledName(linked, node) === 'insert' && tableOf(whole.args(node)[0] ?? -1) === table,
      )
    return [
      {
        call,
        library: 'drizzle-orm',
        does,
        bounded: isFilledAgain ? 'replaced' : boundOf(linked, call, DRIZZLE),
        narrowed: narrowed.has(table),
      } as const,
    ]
  })
}

function narrowedTables(linked: Linked, tableOf: (node: number) => number | undefined): Set<number> {
  const { whole } = linked
  const found = new Set<number>()
  for (const call of lookupOf(whole).named(Kind.Call, 'where'))
    for (const argument of whole.args(call))
      isMadeOf(whole, argument, (part) => {
        const table = whole.kind[part] === Kind.Load ? tableOf(whole.a[part] as number) : undefined
        if (table !== undefined) found.add(table)
        return false
      })
  return found
}

/** `db.updateTable('users').set(…).execute()` */
function kyselyWrites(linked: Linked): Write[] {
  const begun = methodCalls(linked, 'knex/Builder')
  const tableOf = (call: number) => textOf(linked, linked.whole.args(call)[0])
  const named = begun.filter(({ name }) => KYSELY.has(name)).map(({ call, name }) => ({ call, name, table: tableOf(call) }))
  const bounds = new Map(named.map(({ call }) => [call, boundOf(linked, call, KNEX)]))
  const narrowed = new Set(named.flatMap(({ call, table }) => (table !== undefined && bounds.get(call) === 'yes' ? [table] : [])))
  return named.flatMap(({ call, name, table }) => {
    const does = KYSELY.get(name)
    if (!does || table === undefined) return []
    const isFilledAgain =
      does === 'delete' && begun.some((other) => other.name === 'insertInto' && isAfter(linked, call, other.call) && tableOf(other.call) === table)
    return [
      {
        call,
        library: 'kysely',
        does,
        bounded: isFilledAgain ? 'replaced' : (bounds.get(call) ?? 'unknown'),
        narrowed: narrowed.has(table),
      } as const,
    ]
  })
}

const KYSELY: ReadonlyMap<string, Write['does'] | undefined> = new Map([
  ['updateTable', 'update'],
  ['deleteFrom', 'delete'],
  ['selectFrom', undefined],
])

/** `knex('users').update(…)`, `trx('users').where(…).del()` */
function knexWrites(linked: Linked): Write[] {
  const { whole } = linked
  const { callsOfPath } = linked.solver
  const { paths } = linked.models
  if (![...callsOfPath.keys()].some((path) => paths.rootOf(path) === KNEX_ROOT)) return []
  const lookup = lookupOf(whole)
  const narrowed = new Set([...lookup.named(Kind.Call, /where/i)].map((call) => beginningOf(linked, call)?.table))
  const inserts = [...lookup.named(Kind.Call, 'insert')]
  return [...lookup.named(Kind.Call, new Set(['update', 'del', 'delete']))].flatMap((call) => {
    const does = calledName(linked, call) === 'update' ? 'update' : 'delete'
    if ((does === 'update') !== whole.args(call).length > 0) return []
    const begun = beginningOf(linked, call)
    if (!begun) return []
    const isFilledAgain =
      does === 'delete' && inserts.some((other) => isAfter(linked, call, other) && beginningOf(linked, other)?.table === begun.table)
    const bounded = isFilledAgain ? 'replaced' : begun.isPlain ? boundOf(linked, begun.call, KNEX) : 'unknown'
    return [{ call, library: 'knex', does, bounded, narrowed: narrowed.has(begun.table) } as const]
  })
}

const KNEX_ROOT = 'type:knex/Builder'

/** A builder of Knex, or something handed out by it, is called. */
function isOfKnex({ solver, models }: Linked, call: number): boolean {
  return [...(solver.apiCalls.get(call) ?? [])].some((path) => models.paths.rootOf(path) === KNEX_ROOT)
}

/** The call that names the table of a chain, and whether the chain alone has it: such builders remember what they are told. */
function beginningOf(linked: Linked, call: number): { call: number; table: string; isPlain: boolean } | undefined {
  const { whole } = linked
  let isPlain = true
  for (let at = receiverOf(linked, call), hops = 0; at >= 0 && hops < MOST_HOPS && whole.kind[at] === Kind.Call; hops++) {
    const receiver = receiverOf(linked, at)
    const isBeginning = receiver < 0 || /^(?:from|into|table)$/.test(calledName(linked, at))
    const table = isBeginning ? textOf(linked, whole.args(at)[0]) : undefined
    if (table !== undefined) return !isOfKnex(linked, at) ? undefined : { call: at, table, isPlain: isPlain && usesOf(whole).of(at).length === 1 }
    if (!KNEX.narrows.test(calledName(linked, at)) && !KNEX.leaves.test(calledName(linked, at))) isPlain = false
    at = receiver
  }
  return undefined
}

const MOST_HOPS = 24

/** Later in the same function. */
const isAfter = ({ whole }: Linked, call: number, other: number): boolean => other > call && whole.functionOf(other) === whole.functionOf(call)

interface Words {
  narrows: RegExp
  /** Parts of a statement that leave its rows as they are, and what runs it. */
  leaves: RegExp
}

const DRIZZLE: Words = {
  narrows: /^(?:where|limit|\$dynamic)$/,
  leaves:
    /^(?:set|from|returning|\$returningId|execute|run|all|get|values|then|catch|finally|prepare|innerJoin|leftJoin|rightJoin|fullJoin|orderBy|\$withCache)$/,
}
const KNEX: Words = {
  narrows: /where|^(?:limit|having|modify|join|\w+Join|using)$/i,
  leaves:
    /^(?:set|from|into|table|withSchema|transacting|update|del|delete|returning|returningAll|execute|executeTakeFirst|executeTakeFirstOrThrow|then|catch|finally|timeout)$/,
}
/** What waits for several. */
const WAITS = /^(?:all|allSettled|race|resolve|batch|push)$/

function boundOf(linked: Linked, start: number, { narrows, leaves }: Words): 'yes' | 'no' | 'unknown' {
  const { whole } = linked
  const uses: Uses = usesOf(whole)
  const seen = new Set<number>()
  let isKnown = true
  const stack = [start]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (seen.has(node) || seen.size > 60) continue
    seen.add(node)
    for (const user of uses.of(node)) {
      const kind = whole.kind[user] as Kind
      if (kind === Kind.Load) {
        const name = whole.text(whole.b[user] as number)
        if (narrows.test(name)) return 'yes'
        if (!leaves.test(name)) isKnown = false
        else for (const called of uses.of(user)) if (whole.a[called] === user && whole.kind[called] === Kind.Call) stack.push(called)
      } else if (kind === Kind.Array || kind === Kind.Choice || kind === Kind.Refine) stack.push(user)
      else if (kind === Kind.Call) {
        if (!WAITS.test(calledName(linked, user))) isKnown = false
      } else if (kind !== Kind.Await && kind !== Kind.Yield) isKnown = false
    }
    // Whoever is handed it may say more.
    stack.push(...(returnedTo(linked, node) ?? []))
  }
  return isKnown ? 'no' : 'unknown'
}

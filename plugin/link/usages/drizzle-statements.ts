/**
 * Statements of Drizzle that say less than they seem to. In: chains of its builders. Out: a use of the kind `statement-condition` for each
 * `where`, with the one before it in its chain, which it replaces; and one of the kind `table-write` for each `update` and `delete` of a
 * table, with whether any condition goes with it.
 */
import { ChoiceKind, Kind } from '../../graph'
import type { Usage } from '../../types'
import { drizzleTables } from '../entities/drizzle'
import { packagesOf } from '../entities/reading'
import { calledName, citeLine, isTestCode, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { isMadeOf } from '../made-of'
import { usesOf } from '../quality/performance/uses'
import { usage } from './modelled'

/** A chain is followed this far. */
const MOST_HOPS = 24
/** What makes a question of its own of the chain before it. */
const ENDS = /^(?:as|\$with|union(?:All)?|intersect(?:All)?|except(?:All)?)$/

const said = (text: string) => ({ state: 'constant' as const, texts: [text] })

export function drizzleStatements(linked: Linked): Usage[] {
  return [...conditions(linked), ...tableWrites(linked)]
}

function conditions(linked: Linked): Usage[] {
  const { whole } = linked
  return [...lookupOf(whole).named(Kind.Call, 'where')].flatMap((call) => {
    const [condition] = whole.args(call)
    const receiver = receiverOf(linked, call)
    if (condition === undefined || receiver < 0) return []
    const before = earlier(linked, receiver, true)
    if (!isCondition(linked, condition) && !(before && isCondition(linked, whole.args(before.call)[0] as number))) return []
    const lost = before !== undefined && isLost(linked, whole.args(before.call)[0] as number, condition) ? before : undefined
    const found = usage(linked, call, 'statement-condition', 'drizzle-orm', 'where', {
      ...(lost ? { lost: { ...said(lost.sure ? 'surely' : 'on some way'), at: placeOf(linked, lost.call) } } : {}),
      does: said(doesOf(linked, receiver)),
    })
    return [{ ...found, at: placeOf(linked, call) }]
  })
}

/** Line of a chain on which the call's own name stands. */
function placeOf(linked: Linked, call: number) {
  const { whole } = linked
  return citeLine(linked, whole.fileOf(call), whole.linesOf(whole.a[call] as number)[1])
}

/** The `where` before it, in the same chain or in one that it goes on with. */
function earlier(linked: Linked, node: number, sure: boolean, hops = 0): { call: number; sure: boolean } | undefined {
  const { whole } = linked
  if (node < 0 || hops > MOST_HOPS) return undefined
  switch (whole.kind[node] as Kind) {
    case Kind.Call: {
      const name = calledName(linked, node)
      if (name === 'where') return whole.args(node).length === 1 ? { call: node, sure } : undefined
      return ENDS.test(name) ? undefined : earlier(linked, receiverOf(linked, node), sure, hops + 1)
    }
    case Kind.Refine:
      return earlier(linked, whole.a[node] as number, sure, hops + 1)
    case Kind.Choice: {
      if (whole.c[node] === ChoiceKind.And || whole.c[node] === ChoiceKind.Or) return undefined
      for (const item of whole.items(whole.a[node] as number)) {
        const found = earlier(linked, item, false, hops + 1)
        if (found) return found
      }
      return undefined
    }
    default:
      return undefined
  }
}

/** `eq(users.id, id)`, `sql`…``: what only Drizzle takes. */
function isCondition(linked: Linked, node: number): boolean {
  const { whole, values } = linked
  return values.definitions(node).some((made) => {
    if (made >= whole.size) return false
    const kind = whole.kind[made] as Kind
    if (kind !== Kind.Call && kind !== Kind.Tagged) return false
    return packagesOf(linked, kind === Kind.Call ? made : (whole.a[made] as number)).some((name) => name.startsWith('drizzle-orm'))
  })
}

/** The later one does not say the same again. */
function isLost({ whole, values }: Linked, before: number, after: number): boolean {
  const made = values.definitions(before)
  if (made.some((node) => node < whole.size && (whole.kind[node] === Kind.Undefined || whole.kind[node] === Kind.Null))) return false
  if (isMadeOf(whole, after, (part) => part === before || made.includes(part))) return false
  return whole.sourceOf(before, 200) !== whole.sourceOf(after, 200)
}

/** What the statement does to what it is about: the method that the chain begins with. */
function doesOf(linked: Linked, receiver: number): string {
  const { whole } = linked
  for (let at = receiver, hops = 0; at >= 0 && hops < MOST_HOPS && whole.kind[at] === Kind.Call; at = receiverOf(linked, at), hops++) {
    const name = calledName(linked, at)
    if (name === 'update' || name === 'delete') return name
  }
  return 'select'
}

function tableWrites(linked: Linked): Usage[] {
  const { whole, values } = linked
  const tables = new Set(drizzleTables(linked).flatMap(({ nodes }) => nodes))
  if (tables.size === 0) return []
  const tableOf = (node: number): number | undefined => values.definitions(node).find((made) => tables.has(made))
  const lookup = lookupOf(whole)
  const narrowed = narrowedTables(linked, tableOf)
  return [...lookup.named(Kind.Call, new Set(['update', 'delete']))].flatMap((call) => {
    const [first, ...more] = whole.args(call)
    if (first === undefined || more.length > 0 || receiverOf(linked, call) < 0) return []
    if (isTestCode(linked, (whole.files[whole.fileOf(call)] as { path: string }).path)) return []
    const table = tableOf(first)
    if (table === undefined) return []
    const does = calledName(linked, call)
    const isFilledAgain =
      does === 'delete' &&
      [...lookup.inFunction(whole.functionOf(call))].some(
        (node) =>
          node > call && whole.kind[node] === Kind.Call && calledName(linked, node) === 'insert' && tableOf(whole.args(node)[0] ?? -1) === table,
      )
    const found = usage(linked, call, 'table-write', 'drizzle-orm', does, {
      does: said(does),
      bounded: said(isFilledAgain ? 'replaced' : boundOf(linked, call)),
      narrowed: said(String(narrowed.has(table))),
    })
    return [{ ...found, at: placeOf(linked, call) }]
  })
}

/** Tables of which single rows are chosen somewhere: what holds one row of settings is written as a whole. */
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

const NARROWS = /^(?:where|limit|\$dynamic)$/
/** Parts of a statement that leave its rows as they are, and what runs it. */
const LEAVES =
  /^(?:set|from|returning|\$returningId|execute|run|all|get|values|then|catch|finally|prepare|innerJoin|leftJoin|rightJoin|fullJoin|orderBy|\$withCache)$/
/** What waits for several. */
const WAITS = /^(?:all|allSettled|race|resolve|batch|push)$/

/** `yes`: a condition goes with it. `no`: it runs without one. `unknown`: somebody else has it. */
function boundOf(linked: Linked, start: number): 'yes' | 'no' | 'unknown' {
  const { whole, solver } = linked
  const uses = usesOf(whole)
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
        if (NARROWS.test(name)) return 'yes'
        if (!LEAVES.test(name)) isKnown = false
        else for (const called of uses.of(user)) if (whole.a[called] === user && whole.kind[called] === Kind.Call) stack.push(called)
      } else if (kind === Kind.Array || kind === Kind.Choice || kind === Kind.Refine) stack.push(user)
      else if (kind === Kind.Call) {
        if (!WAITS.test(calledName(linked, user))) isKnown = false
      } else if (kind !== Kind.Await && kind !== Kind.Yield) isKnown = false
    }
    // Whoever is handed it may say more.
    const fn = whole.functionOf(node)
    if (whole.functions[fn]?.returns.includes(node)) for (const call of solver.callers.get(fn) ?? []) stack.push(call)
  }
  return isKnown ? 'no' : 'unknown'
}

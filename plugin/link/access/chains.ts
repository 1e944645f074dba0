/**
 * Questions that are put together call by call: `knex('orders').where({ id }).del()`. In: the program. Out: by the last call of
 * each such chain, what it does to which records, what chooses them and what is written; conditions that are put on it later, where a
 * variable holds it (`if (!seesAll) query.andWhere('owner', id)`), are told with where that is.
 */
import { Kind } from '../../graph'
import type { RecordAct } from '../flow-models'
import { calledName, isOfTests, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { pathsOfCall } from '../usages/modelled'
import { usesOf } from '../uses'
import type { RecordCall } from './records'

const ACTS: [RecordAct, RegExp][] = [
  ['create', /^(?:insert|insertInto|batchInsert|replaceInto)$/],
  ['delete', /^(?:delete|del|deleteFrom|deleteById|softDelete|truncate)$/],
  ['update', /^(?:update|updateTable|patch|patchAndFetchById|updateAndFetchById|increment|decrement|upsert)$/],
]
const CHOOSES =
  /^(?:(?:and|or)?where(?:In|Not|NotIn|Raw|Like|ILike|Between|Ref)?|(?:and|or)?Where|findById|findOne|findFirst|deleteById|patchAndFetchById|updateAndFetchById|eq|match|filter|setParameters?)$/
/** Conditions that leave fewer records, and never more. */
const NARROWS = /^(?:(?:where|andWhere)(?:In|Not|NotIn|Raw|Like|ILike|Between|Ref)?|eq|match|filter)$/
const WRITES = /^(?:insert|values|set|update|patch|patchAndFetchById|updateAndFetchById|upsert|batchInsert)$/
const NAMES = /^(?:from|into|table|insertInto|selectFrom|updateTable|deleteFrom|replaceInto|delete|update|insert|batchInsert)$/

/** A condition that is put on a question after it was put together. */
export interface LaterCondition {
  call: number
  by: number[]
}

interface Called {
  name: string
  call: number
}

export interface Chain extends RecordCall {
  /** Columns that its conditions name. */
  columns: string[]
  later: LaterCondition[]
}

export function chains(linked: Linked): Map<number, Chain> {
  const { whole, models } = linked
  const found = new Map<number, Chain>()
  const lasts = new Map<number, number>()
  const { queries } = models.costs
  for (const start of lookupOf(whole).of(Kind.Call)) {
    const path = pathsOfCall(linked, start).find((each) => queries.get(each)?.starts)
    if (path === undefined) continue
    const { methods } = usesOf(whole).endOfChain(start)
    const calls = [{ name: calledName(linked, start), call: start }, ...methods.filter(({ name }) => !/^(?:then|catch|finally)$/.test(name))]
    // What is put on a variable behind a condition says nothing of what is asked without it.
    const isLater = ({ name, call }: Called) => isBehindCondition(linked, start, call) && !ACTS.some(([, test]) => test.test(name))
    const last = calls.findLast((each) => !isLater(each))?.call ?? start
    // `knex.raw(…)` is a statement, `knex.select().from(…)` begins with the same object.
    if (calls.length < 2 || found.has(last) || isOfTests(linked, start)) continue
    const does = calls.flatMap(({ name }) => ACTS.find(([, test]) => test.test(name))?.[0] ?? [])[0] ?? 'read'
    const conditions = calls.filter(({ name }) => CHOOSES.test(name))
    const later = conditions.filter(isLater).map(({ call }) => ({ call, by: [...whole.args(call)] }))
    const chosen = conditions.filter((each) => !isLater(each)).flatMap(({ call }) => [...whole.args(call)])
    if (does === 'read' && conditions.length === 0) continue
    for (const { call } of calls) lasts.set(call, last)
    found.set(last, {
      does,
      library: queries.get(path)?.library ?? '',
      by: chosen,
      // The table of `update(orders)` is no object of fields.
      puts: calls
        .filter(({ name, call }) => WRITES.test(name) && (call !== start || isFields(linked, whole.args(call)[0])))
        .flatMap(({ call }) =>
          whole
            .args(call)
            .filter((argument) => isFields(linked, argument) || !isName(linked, argument))
            .slice(0, 1),
        ),
      of: holder(linked, calls),
      columns: [...new Set([...chosen, ...later.flatMap(({ by }) => by)].flatMap((argument) => columnsIn(linked, argument)))],
      later,
    })
  }
  putOnLater(linked, found, lasts)
  return found
}

/** Runs where something else than what the chain began behind was asked, in the same function. */
function isBehindCondition({ whole, effects }: Linked, start: number, call: number): boolean {
  const [of, at] = [whole.region[start] as number, whole.region[call] as number]
  return of !== at && whole.functionOf(start) === whole.functionOf(call) && effects.isInside(at, of)
}

/** @param lasts by call of a chain, its last */
function putOnLater(linked: Linked, found: ReadonlyMap<number, Chain>, lasts: Map<number, number>): void {
  if (found.size === 0) return
  const { whole, values } = linked
  // In source order, so that one that is put on what another gave back is met after it.
  for (const call of lookupOf(whole).called(NARROWS)) {
    const receiver = lasts.has(call) ? -1 : receiverOf(linked, call)
    if (receiver < 0) continue
    const before = values.definitions(receiver).find((each) => lasts.has(each))
    const last = before === undefined ? undefined : lasts.get(before)
    const chain = last === undefined ? undefined : found.get(last)
    if (!chain || last === undefined) continue
    lasts.set(call, last)
    const by = [...whole.args(call)]
    chain.later.push({ call, by })
    chain.columns = [...new Set([...chain.columns, ...by.flatMap((argument) => columnsIn(linked, argument))])]
  }
}

const isFields = ({ whole }: Linked, node: number | undefined): boolean => node !== undefined && whole.kind[node] === Kind.Object

const isName = ({ whole }: Linked, node: number): boolean => whole.kind[node] === Kind.String

function holder(linked: Linked, calls: readonly { name: string; call: number }[]): string {
  const { whole, values } = linked
  const named = calls.find(({ name }) => NAMES.test(name) && whole.args(calls.find((each) => each.name === name)?.call as number).length > 0)
  for (const call of [named?.call, calls[0]?.call]) {
    const first = call === undefined ? undefined : whole.args(call)[0]
    if (first === undefined || whole.kind[first] === Kind.Object) continue
    const text = values.texts(first).find(({ exact }) => exact)?.value ?? ''
    const name = /^[\w.]+/.exec(text)?.[0] ?? (tableOf(linked, first) || values.nameOf(first))
    if (name) return name.replace(/^.*\./, '')
  }
  return ''
}

/** `orders` of `const ordersTable = pgTable('orders', …)`. */
function tableOf({ whole, values }: Linked, node: number): string {
  const made = values.definitions(node).find((each) => each < whole.size && whole.kind[each] === Kind.Call)
  const first = made === undefined ? undefined : whole.args(made)[0]
  return first === undefined ? '' : (values.texts(first).find(({ exact }) => exact)?.value ?? '')
}

/** `id` of `'orders.id'`, `eq(orders.id, …)`, `{ id: … }`. */
function columnsIn(linked: Linked, node: number, hops = 0): string[] {
  const { whole, values } = linked
  switch (whole.kind[node] as Kind) {
    case Kind.String: {
      const text = whole.text(whole.a[node] as number)
      return /^[\w.]+$/.test(text) ? [text.replace(/^.*\./, '')] : []
    }
    case Kind.Object:
      return values.propertyNames(node)
    case Kind.Call:
      return hops > 3
        ? []
        : whole
            .args(node)
            .flatMap((argument) =>
              whole.kind[argument] === Kind.Load ? [whole.text(whole.b[argument] as number)].slice(0, 1) : columnsIn(linked, argument, hops + 1),
            )
    default:
      return []
  }
}

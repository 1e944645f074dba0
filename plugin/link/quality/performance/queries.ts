/**
 * Calls that ask a data store. In: what models say under `queries`, and statements written as text. Out: by call, what is asked of
 * which records, how much comes back, and where its chain ends. Tests are left out.
 */
import { Kind } from '../../../graph'
import { holderOf, NAMES_TABLE, recordCalls, tableNamed } from '../../access/records'
import type { QueryModel } from '../../cost-models'
import { LabelKind } from '../../labels'
import { calledName, isTestCode, type Linked, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { pathsOfCall } from '../../usages/modelled'
import { usesOf } from '../../uses'
import { inheritedPaths } from './inherited'

export interface Query extends QueryModel {
  call: number
  /** Last call of the chain it begins; the call itself where there is none. */
  end: number
  /** Methods called on what it gives, in order. */
  chain: { name: string; call: number }[]
  /** As the code calls it: `User.findAll`. */
  api: string
  /** What holds the records: `User`, `orders`; '' where it has no name. */
  of: string
  /** The statement is written as text. */
  sql: boolean
  /** Only the method's name tells. */
  guessed: boolean
  /** Handed a function that takes the answer: no promise is waited for. */
  callback: boolean
}

/** Methods that make one question of what a chain began, or that narrow it to one record or a number. */
const ONE = /^(?:first|findOne|findById|one|executeTakeFirst|executeTakeFirstOrThrow|getOne|getOneOrFail|next|limitOne)$/
const NUMBER = /^(?:count|countDistinct|sum|avg|min|max|getCount|resultSize|countDocuments)$/
const WRITE =
  /^(?:insert|update|delete|del|patch|upsert|increment|decrement|truncate|insertGraph|upsertGraph|insertAndFetch|patchAndFetchById|updateAndFetchById|deleteById|deleteMany|deleteOne|updateOne|updateMany|remove)$/

const known = new WeakMap<Linked, Map<number, Query>>()

export function queriesOf(linked: Linked): Map<number, Query> {
  const before = known.get(linked)
  if (before) return before
  const found = new Map<number, Query>()
  known.set(linked, found)
  const { whole, models } = linked
  const { queries } = models.costs
  if (queries.size === 0) return found
  const isTest = whole.files.map(({ path }) => isTestCode(linked, path))
  const anything = models.paths.root('any')
  /** The first path that is a question; one that is known by more than the method's name before others. */
  const asked = (paths: readonly number[], before: number): number => {
    let path = before
    for (let i = 0; i < paths.length && (path < 0 || models.paths.node(path).root === anything); i++)
      if (queries.has(paths[i] as number)) path = paths[i] as number
    return path
  }
  for (const call of lookupOf(whole).of(Kind.Call)) {
    if (isTest[whole.fileOf(call)]) continue
    const told = pathsOfCall(linked, call)
    let path = asked(told, -1)
    if (path < 0 || models.paths.node(path).root === anything) path = asked(told, asked(inheritedPaths(linked, call), -1))
    if (path < 0) continue
    const query = queryAt(linked, call, queries.get(path) as QueryModel, models.paths.node(path).root === anything)
    if (query) found.set(call, query)
  }
  for (const [call, record] of recordCalls(linked)) {
    if (found.has(call) || record.of === '' || record.puts.length + record.by.length === 0) continue
    if (!isStatement(linked, call)) continue
    const model: QueryModel = {
      ...NO_MODEL,
      library: record.library,
      does: record.does === 'read' ? 'read' : 'write',
      gives: record.does === 'read' ? 'many' : 'nothing',
    }
    const query = queryAt(linked, call, model, false)
    if (query) found.set(call, { ...query, of: record.of, sql: true })
  }
  for (const [call, query] of found)
    if (!query.sql && isStatement(linked, call)) found.set(call, { ...query, sql: true, of: recordCalls(linked).get(call)?.of ?? query.of })
  for (const [call, query] of found) if (query.starts && isPartOfAnother(linked, query.end)) found.delete(call)
  // The middle of a chain is no question of its own: `query().where().first()` is one.
  for (const [call, query] of found) for (const { call: later } of query.chain) if (later !== call) found.delete(later)
  return found
}

const NO_MODEL: Omit<QueryModel, 'library' | 'does' | 'gives'> = { where: [], bounds: [], includes: [], starts: false, sync: false }

function queryAt(linked: Linked, call: number, model: QueryModel, guessed: boolean): Query | undefined {
  const { whole } = linked
  const { end, methods } = usesOf(whole).endOfChain(call)
  const chain = methods.filter(({ name }) => !/^(?:then|catch|finally)$/.test(name))
  let { does, gives } = model
  if (model.starts || gives === 'many')
    for (const { name } of chain) {
      if (WRITE.test(name)) {
        does = 'write'
        gives = 'nothing'
      } else if (does === 'read' && NUMBER.test(name)) gives = 'number'
      else if (does === 'read' && ONE.test(name) && gives === 'many') gives = 'one'
    }
  const receiver = receiverOf(linked, call)
  const args = [...whole.args(call)]
  const table = model.starts && args[0] !== undefined ? tableOf(linked, args[0]) : ''
  const of = table || (receiver >= 0 ? holderBehind(linked, receiver) || holderOf(linked, receiver) || classNameOf(linked, receiver) : '')
  const name = calledName(linked, call)
  const last = args.at(-1)
  return {
    ...model,
    does,
    gives,
    call,
    end: chain.at(-1)?.call ?? (methods.length > 0 ? call : end),
    chain,
    api: table && receiver < 0 ? `${/^[\w$]+/.exec(whole.sourceOf(call))?.[0] ?? 'db'}('${table}')` : apiOf(linked, call, name, of),
    of: of === 'this' ? '' : of,
    sql: false,
    guessed,
    callback: [last, ...whole.args(chain.at(-1)?.call ?? call)].some((argument) => argument !== undefined && isFunction(linked, argument)),
  }
}

const classNameOf = ({ whole }: Linked, node: number): string =>
  whole.kind[node] === Kind.Class ? (whole.classes[whole.a[node] as number]?.fact.name ?? '') : ''

/** `Order` of `getRepository(Order).createQueryBuilder('it').where(…)`: the table that a chain of calls began with. */
function holderBehind(linked: Linked, receiver: number): string {
  const { whole } = linked
  for (let at = receiver, hops = 0; at >= 0 && hops < 20; hops++) {
    const kind = whole.kind[at]
    if (kind === Kind.Call && NAMES_TABLE.test(calledName(linked, at))) return tableNamed(linked, at)
    if (kind === Kind.Call) at = receiverOf(linked, at)
    else if (kind === Kind.Refine || kind === Kind.Await) at = whole.a[at] as number
    else return ''
  }
  return ''
}

/** `orders` of `db('orders')`. */
function tableOf({ values }: Linked, node: number): string {
  const text = values.texts(node).find(({ exact }) => exact)?.value ?? ''
  return /^[\w.]+$/.test(text) ? text : ''
}

/** `userRepository.find`, `prisma.user.findMany`: as the code writes it, without `this` and without arguments. */
function apiOf(linked: Linked, call: number, name: string, of: string): string {
  const written = /^(?:this\??\.)?([\w$]+(?:\??\.[\w$]+)*)\s*(?:<[^(]*>)?\(/.exec(linked.whole.sourceOf(call, 200))?.[1]?.replace(/\?/g, '')
  if (written?.includes('.')) return written
  const holder = /^(?:scope|unscoped|constructor|this)?$/.test(of) ? tableBehind(linked, call) : of
  return holder && holder !== name ? `${holder}.${name}` : name
}

/** `User` of `User.scope('team').findAll()`; of `this.constructor.findAll()` the class around. */
function tableBehind({ whole, values }: Linked, call: number): string {
  let at = call
  for (let hops = 0; hops < 8; hops++) {
    const kind = whole.kind[at]
    if (kind === Kind.Call || kind === Kind.Load || kind === Kind.Refine) at = whole.a[at] as number
    else break
  }
  if (whole.kind[at] !== Kind.This) return values.nameOf(at)
  let fn = whole.a[at] as number
  while (fn >= 0 && (whole.functions[fn]?.owner ?? -1) < 0) fn = whole.functions[fn]?.parent ?? -1
  return whole.classes[whole.functions[fn]?.owner ?? -1]?.fact.name ?? ''
}

function isFunction({ whole, solver }: Linked, node: number): boolean {
  if (whole.kind[node] === Kind.Function) return true
  return whole.kind[node] !== Kind.Object && solver.of(node).some((label) => solver.labels.kind[label] === LabelKind.Function)
}

/** Its first argument is a text that begins like a statement. */
function isStatement(linked: Linked, call: number): boolean {
  const [first] = linked.whole.args(call)
  if (first === undefined) return false
  const kind = linked.whole.kind[first]
  if (kind === Kind.Object || kind === Kind.Function) return false
  return linked.values.texts(first).some(({ value }) => /^\s*(?:select|insert|update|delete|with|replace|merge)\b/i.test(value))
}

/** `select(db.raw('count(*)'))`, `whereIn('id', db('orders').select('id'))`: written into another question, not asked. */
function isPartOfAnother(linked: Linked, end: number): boolean {
  const { whole } = linked
  return [...usesOf(whole).of(end)].some(
    (user) =>
      whole.kind[user] === Kind.Call &&
      whole.kind[whole.a[user] as number] === Kind.Load &&
      whole.args(user).includes(end) &&
      !/^(?:push|all|allSettled|race|resolve|then|map|add)$/.test(calledName(linked, user)),
  )
}

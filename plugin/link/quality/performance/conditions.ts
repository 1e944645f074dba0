/**
 * How much the conditions of a question leave. In: a query with conditions in an object or a chain. Out: few records (of one id, one
 * owner), some, all, or not to be told; and the fields that are asked about.
 */
import { Kind } from '../../../graph'
import { atPlace, calledName } from '../../linked'
import type { Query } from './queries'
import type { Scene } from './scene'

/** Fields whose value picks one record, or those of one person. */
const IDENTIFIES =
  /^(?:_?id|.*[a-z_]Id|.*_id|ids|uuid|guid|slug|key|e-?mail|username|user_?name|login|token|code|hash|phone|sku|url|path|handle|session|sessionId)$/
const OWNER = /^(?:user|owner|author|account|customer|member|creator|created_?by|owned_?by|recipient|sender|actor|profile|cart|basket|parent)$/i
const OPERATOR =
  /^(?:\$?(?:or|and|not|nor|in|eq|gt|gte|lt|lte|ne|like|iLike|contains|AND|OR|NOT|startsWith|exists|regex|text|search|between|notIn|nin))$/
/** Options beside conditions, where one object holds both. */
const OPTION =
  /^(?:relations|select|order|skip|take|cache|withDeleted|loadEagerRelations|lock|join|transaction|comment|loadRelationIds|relationLoadStrategy)$/
/** Methods of builders that say conditions: `where('id', id)`. */
const WHERE = /^(?:where|andWhere|whereIn|findById|eq|equals|filter|whereId|setParameter|setParameters|byId|whereRef|and)$/

export interface Condition {
  field: string
  /** The value may not be less than one record: a list of ids counts as well. */
  isEqual: boolean
}

export function conditionsOf(scene: Scene, query: Query): 'few' | 'some' | 'all' | 'unknown' {
  const { linked } = scene
  const { whole } = linked
  const fields: Condition[] = []
  for (const spot of query.where) {
    const nodes = atPlace(linked, query.call, spot)
    if (nodes.length === 0) continue
    for (const node of nodes) {
      const read = fieldsIn(scene, node)
      if (read === undefined) return 'unknown'
      // Where one object holds both, options are no conditions.
      fields.push(...(/^\d+$/.test(spot) ? read.filter(({ field }) => !OPTION.test(field)) : read))
    }
    break
  }
  if (fields.some(({ field, isEqual }) => isEqual && (IDENTIFIES.test(field) || OWNER.test(field)))) return 'few'
  const chain = onChain(scene, query)
  if (chain) return chain
  // A question whose argument is not an object: a primary key or a list of keys.
  const [first] = whole.args(query.call)
  if (fields.length === 0 && first !== undefined && query.where.includes('0') && whole.kind[first] !== Kind.Object && !query.starts) return 'unknown'
  return fields.length > 0 ? 'some' : 'all'
}

/** Fields of an object of conditions; undefined where not all of it is written here. */
export function fieldsIn(scene: Scene, node: number, depth = 0): Condition[] | undefined {
  const { linked } = scene
  const { whole, values } = linked
  const found: Condition[] = []
  for (const made of values.definitions(node).slice(0, 6)) {
    if (made >= whole.size) return undefined
    const kind = whole.kind[made]
    if (kind === Kind.Undefined || kind === Kind.Null) continue
    if (kind === Kind.Choice && depth < 4) {
      for (const way of whole.items(whole.a[made] as number)) {
        const read = fieldsIn(scene, way, depth + 1)
        if (!read) return undefined
        found.push(...read)
      }
      continue
    }
    if (kind === Kind.Array && depth < 4) {
      for (const item of whole.items(whole.a[made] as number)) found.push(...(fieldsIn(scene, item, depth + 1) ?? []))
      continue
    }
    if (kind !== Kind.Object) return undefined
    for (const entry of whole.items(whole.a[made] as number)) {
      if (whole.kind[entry] === Kind.Spread) return undefined
      const name = (whole.a[entry] as number) >= 0 ? whole.text(whole.a[entry] as number) : ''
      const value = whole.b[entry] as number
      // A condition of the store's own language: an equal id chooses few as well.
      if (name === '$where') {
        const [text] = values.texts(value)
        const compared = /\bthis\.([\w$]+)\s*={2,3}/.exec(text?.value ?? '')?.[1]
        found.push(compared ? { field: compared, isEqual: true } : { field: name, isEqual: false })
        continue
      }
      if (name === '' || OPERATOR.test(name)) {
        if (depth < 4) found.push(...(fieldsIn(scene, value, depth + 1) ?? []))
        continue
      }
      found.push({ field: !IDENTIFIES.test(name) && isKeyOf(scene, value) ? `${name}Id` : name, isEqual: isEqual(scene, value) })
      // A condition on what it belongs to: `author: { id }`.
      if (depth < 3 && whole.kind[value] === Kind.Object)
        for (const inner of fieldsIn(scene, value, depth + 1) ?? [])
          found.push(/^_?id$/.test(inner.field) ? { ...inner, field: `${name}Id` } : { ...inner, isEqual: false })
    }
  }
  return found
}

/** `{ article: article.id }`: the key of another record. */
function isKeyOf({ linked: { whole } }: Scene, value: number): boolean {
  let at = value
  while (whole.kind[at] === Kind.Refine) at = whole.a[at] as number
  return whole.kind[at] === Kind.Load && /^_?id$/.test(whole.text(whole.b[at] as number))
}

/** `$ne`, `$gt` and `like` choose many; `$in` and `$eq` as many as are given. */
function isEqual({ linked: { whole } }: Scene, value: number): boolean {
  if (whole.kind[value] === Kind.Boolean || whole.kind[value] === Kind.Null) return false
  if (whole.kind[value] === Kind.Call)
    return !/^(?:Not|MoreThan|LessThan|MoreThanOrEqual|LessThanOrEqual|Like|ILike|IsNull|Between)$/.test(calledOf(whole, value))
  if (whole.kind[value] !== Kind.Object) return true
  const names = [...whole.items(whole.a[value] as number)].map((entry) =>
    whole.kind[entry] === Kind.Property && (whole.a[entry] as number) >= 0
      ? whole.text(whole.a[entry] as number)
      : whole.kind[entry] === Kind.Property && (whole.c[entry] as number) >= 0 && whole.kind[whole.c[entry] as number] === Kind.Load
        ? whole.text(whole.b[whole.c[entry] as number] as number)
        : '',
  )
  return names.some((name) => /^\$?(?:in|eq|equals|any)$/i.test(name))
}

function calledOf(whole: Scene['linked']['whole'], call: number): string {
  const callee = whole.a[call] as number
  if (whole.kind[callee] === Kind.Load || whole.kind[callee] === Kind.Import) return whole.text(whole.b[callee] as number)
  return whole.kind[callee] === Kind.Global ? whole.text(whole.a[callee] as number) : ''
}

/** `order.customer = :id`: equal to one value that is no flag. */
function asksForOne(text: string): boolean {
  for (const [, field] of text.matchAll(/(\w+)["`\]]?\s*=\s*\(?\s*[:$?@]/g))
    if (
      !/^(?:is_?\w+|has_?\w+|active|enabled|disabled|deleted\w*|status|state|type|kind|role|visible|published|open|locale|language\w*)$/i.test(
        field as string,
      )
    )
      return true
  return false
}

/** Calls on the same builder in other statements: `query.where(…)` after `const query = …`. */
function callsOn({ linked: { whole }, uses }: Scene, root: number, except: number): number[] {
  const found: number[] = []
  const stack = [root]
  const seen = new Set<number>()
  for (let node = stack.pop(); node !== undefined && seen.size < 100; node = stack.pop()) {
    if (seen.has(node)) continue
    seen.add(node)
    for (const user of uses.of(node)) {
      const kind = whole.kind[user]
      if (kind === Kind.Refine || kind === Kind.Choice || kind === Kind.Cell) stack.push(user)
      if (kind !== Kind.Load || whole.a[user] !== node) continue
      for (const call of uses.of(user))
        if (whole.kind[call] === Kind.Call && whole.a[call] === user && call !== except) {
          found.push(call)
          stack.push(call)
        }
    }
  }
  return found
}

/** What the calls of a chain say: `.where('userId', id)`, `.eq(users.id, id)`. */
function onChain(scene: Scene, query: Query): 'few' | 'some' | undefined {
  const { linked } = scene
  const { whole, values } = linked
  let some = false
  const calls = [...query.chain.map(({ call }) => call)]
  // A builder that was begun before: its earlier calls say conditions, too.
  for (let at = whole.a[whole.a[query.call] as number] as number, hops = 0; at >= 0 && hops < 20; hops++) {
    if (whole.kind[at] === Kind.Call) calls.push(at)
    if (whole.kind[at] === Kind.Call && whole.kind[whole.a[at] as number] === Kind.Load) at = whole.a[whole.a[at] as number] as number
    else if (whole.kind[at] === Kind.Refine || whole.kind[at] === Kind.Await) at = whole.a[at] as number
    else break
  }
  const root = calls.at(-1)
  if (root !== undefined && !query.chain.some(({ call }) => call === root)) calls.push(...callsOn(scene, root, query.call))
  for (const call of calls) {
    const name = calledName(linked, call)
    // `innerJoin('order.customer', 'customer', 'customer.id = :id', { id })`
    const joined = /Join/.test(name) ? whole.args(call)[2] : undefined
    if (joined !== undefined && values.texts(joined).some(({ value }) => asksForOne(value) || /\bid\s+in\s*\(\s*[:$?]/i.test(value))) return 'few'
    if (!WHERE.test(name) && !/^where/.test(name)) continue
    some = true
    const [first] = whole.args(call)
    if (first === undefined) continue
    // As many as are in the list that is given.
    if (/^(?:or)?whereIn$/i.test(calledName(linked, call))) return 'few'
    const texts = values.texts(first).map(({ value }) => value)
    if (texts.some((text) => IDENTIFIES.test(text.replace(/^.*\./, '')) || /[\w.]*\bid\s*(?:=|in)\s*[:(?$]/i.test(text)) && !isMany(texts))
      return 'few'
    if (texts.some(asksForOne)) return 'few'
    const fields = fieldsIn(scene, first)
    if (fields?.some(({ field, isEqual: equal }) => equal && (IDENTIFIES.test(field) || OWNER.test(field)))) return 'few'
    // `eq(users.id, id)` of Drizzle.
    if (whole.kind[first] === Kind.Call && /^(?:eq|inArray|and)$/.test(calledOf(whole, first)) && /[iI]d\b/.test(whole.sourceOf(first))) return 'few'
  }
  return some ? 'some' : undefined
}

/** `authorId IN (:ids)`: as many people as the list has. */
const isMany = (texts: string[]) => texts.some((text) => /\bin\s*\(/i.test(text) && !/(?:^|\.)_?id\b/.test(text))

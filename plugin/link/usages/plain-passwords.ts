/**
 * Passwords that are compared as they are, which only works where they are stored as they are: `user.password === password`,
 * a query that asks for the password, SQL with `password = …`, and documents that take one without hashing.
 */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import { lookupOf, merge } from '../lookup'
import { isEqual, isUnequal, PLUS } from '../operators'
import { sensitivityOf } from '../taint/sensitive'
import { isChangedThen } from './changed-then'
import { usage } from './modelled'
import { isOfAddress } from './unsent-secrets'
import { HASHING, isMadeBy, nameOfValue } from './value-names'

/** Calls of data libraries that look a record up by an object. */
const LOOKUPS = new Set(
  'find findOne findAll findFirst findFirstOrThrow findUnique findUniqueOrThrow findOneBy findBy findOneOrFail findOneByOrFail findAndCountAll findOneAndUpdate where getRepository'.split(
    ' ',
  ),
)
/** Calls of drivers that store a document as it is; models of object mappers may hash in a hook. */
const INSERTS = new Set(['insert', 'insertOne', 'insertMany'])
/** Words of the second entry of a password in a form. */
const REPEATED = /confirm|repeat|again|retype|re_?enter|verif|match|2$|old|new|current|previous/i
const COMPARES = /(?:compare|check|verify|match|valid)\w*pass(?:word|wd)?|pass(?:word|wd)?\w*(?:match|equal)/i

const ASKS_PASSWORD = /\b(?:password|passwd|pwd)["'`\]]?\s*(?:=|like)\s*['"]?$/i

export function plainPasswords(linked: Linked): Usage[] {
  const { whole } = linked
  const found: Usage[] = []
  const put = (node: number, way: string) => found.push(usage(linked, node, 'plain-password', way, nameOfValue(linked, node), {}))
  const lookup = lookupOf(whole)
  // A part of a statement that ends with a password's column.
  const statements = new Set(lookup.named(Kind.String, ASKS_PASSWORD))
  for (const node of merge([lookup.of(Kind.Binary, Kind.Template), lookup.named(Kind.Call, LOOKUPS), lookup.named(Kind.Call, INSERTS)])) {
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Binary && isComparison(linked, node)) put(node, 'compared')
    else if (kind === Kind.Call) {
      const at = askedFor(linked, node)
      if (at >= 0) put(at, INSERTS.has(calledName(linked, node)) ? 'stored' : 'queried')
    }
    if ((kind === Kind.Template || kind === Kind.Binary) && isSqlWithPassword(linked, node, statements)) put(node, 'queried')
  }
  return found
}

function isComparison(linked: Linked, node: number): boolean {
  const { whole } = linked
  const operator = whole.c[node] as number
  if (!isEqual(operator) && !isUnequal(operator)) return false
  const sides = [whole.a[node] as number, whole.b[node] as number]
  const names = sides.map((side) => nameOfValue(linked, side))
  if (names.some((name) => name === '') || sides.every((side) => isOfAddress(linked, side))) return false
  if (names.every(isPassword)) {
    if (names.some((name) => REPEATED.test(name)) || isFormOnly(linked, sides)) return false
    // One of them is somebody's: a property of a record.
    return (
      sides.some((side) => isOfRecord(linked, side)) &&
      !sides.some((side) => isMadeBy(linked, side, HASHING)) &&
      !(isUnequal(operator) && isChangedThen(linked, node))
    )
  }
  const fn = whole.functions[whole.functionOf(node)]
  if (!fn || !COMPARES.test(fn.fact.name) || fn.params.length < 2 || fn.returns.every((value) => value !== node)) return false
  return sides.every((side) => fn.params.includes(side)) && !REPEATED.test(fn.fact.name)
}

const isPassword = (name: string) => sensitivityOf(name) === 'password'

/** Both come from one object, as two fields of a form do. */
function isFormOnly({ whole }: Linked, [one, other]: number[]): boolean {
  return whole.kind[one as number] === Kind.Load && whole.kind[other as number] === Kind.Load && whole.a[one as number] === whole.a[other as number]
}

/** A property of something that is no request, form, process environment or configuration. */
function isOfRecord(linked: Linked, node: number): boolean {
  const { whole, models } = linked
  if (whole.kind[node] !== Kind.Load) return false
  const object = whole.a[node] as number
  if (apiPathsOf(linked, object).some((path) => models.requests.has(path) || models.paths.show(path).startsWith('process'))) return false
  return !/^(?:req|request|body|params|query|data|input|dto|form|formData|values|state|props|errors|env|config|options|settings|this|credentials)$|values$|form$|dto$/i.test(
    nameOfValue(linked, object),
  )
}

/** The value of a password that a lookup asks for, or that a driver stores; -1 where there is none, or it is hashed. */
function askedFor(linked: Linked, call: number): number {
  const { whole, values } = linked
  const name = calledName(linked, call)
  const isInsert = INSERTS.has(name)
  if ((!isInsert && !LOOKUPS.has(name)) || receiverOf(linked, call) < 0) return -1
  const argument = whole.args(call)[0]
  if (argument === undefined || whole.kind[argument] === Kind.Function) return -1
  const objects = [argument, ...values.property(argument, 'where'), ...(isInsert ? values.elements(argument) : [])]
  for (const object of objects)
    for (const key of ['password', 'passwd', 'pwd', 'pass', 'userPassword', 'user_password'])
      for (const value of values.property(object, key))
        if (value >= 0 && value < whole.size && isGiven(linked, value) && !isMadeBy(linked, value, HASHING))
          return isInsert ? entryOf(linked, object, key, call) : call
  return -1
}

/** Where an object is written out with that key; else the call. */
function entryOf({ whole, solver }: Linked, object: number, key: string, call: number): number {
  for (const at of [object, ...solver.of(object)])
    if (at < whole.size && whole.kind[at] === Kind.Object)
      for (const entry of whole.items(whole.a[at] as number))
        if (whole.kind[entry] === Kind.Property && whole.a[entry] !== -1 && whole.text(whole.a[entry] as number) === key) return entry
  return call
}

/** A value that comes in, not an operator, a flag or a text that is written out. */
function isGiven({ whole }: Linked, node: number): boolean {
  const kind = whole.kind[node] as Kind
  return kind === Kind.Load || kind === Kind.Param || kind === Kind.Cell || kind === Kind.Refine || kind === Kind.Call || kind === Kind.Await
}

/** `… AND password = '` + password: SQL that compares it as it is. */
function isSqlWithPassword(linked: Linked, node: number, statements: Set<number>): boolean {
  const { whole } = linked
  if (statements.size === 0) return false
  const parts =
    whole.kind[node] === Kind.Template
      ? [...whole.items(whole.a[node] as number)]
      : whole.c[node] === PLUS
        ? [whole.a[node] as number, whole.b[node] as number]
        : []
  for (let i = 0; i + 1 < parts.length; i++) {
    const end = endOf(linked, parts[i] as number)
    const value = parts[i + 1] as number
    if (!statements.has(end) || !/\b(?:select|where|and)\b/i.test(whole.text(whole.a[end] as number))) continue
    if (whole.kind[value] !== Kind.String && !isMadeBy(linked, value, HASHING)) return true
  }
  return false
}

/** Last text of a concatenation: what stands before the value that follows it. */
function endOf({ whole }: Linked, node: number): number {
  let at = node
  while (whole.kind[at] === Kind.Binary && whole.c[at] === PLUS) at = whole.b[at] as number
  return at
}

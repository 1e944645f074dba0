/**
 * Accounts that code puts into the database. In: calls that create records with a password. Out: a use of the kind `made-account`
 * for each, with where the password comes from (`written` in the code, or `given`), and under which environment it runs.
 */
import { Kind } from '../../graph'
import type { Setting, Usage } from '../../types'
import { recordCalls } from '../access/records'
import { calledName, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { environmentOf } from '../posture/data-protection/environment'
import { sensitivityOf } from '../taint/sensitive'
import { sinksOfKind, usage } from './modelled'
import { HASHING } from './value-names'
import { writtenIn } from './written'

const ACCOUNT = /user|account|admin|member|customer|operator|staff|login/i
const LOGIN = /^(?:user_?name|user|login|e_?mail(?:_?address)?|name|handle|nick(?:name)?|account)$/i
/** `queryInterface.bulkInsert('Users', [{ … }])`, which runs as a migration or a seed. */
const INSERTS = new Set(['bulkInsert', 'bulkCreate', 'insertMany', 'insertOne', 'insert', 'upsert', 'findOrCreate', 'createUser'])
const MOST_RECORDS = 40

export function madeAccounts(linked: Linked): Usage[] {
  const { whole } = linked
  const found = new Map<number, Usage>()
  const put = (node: number, password: 'written' | 'given') => {
    if (!found.has(node) || password === 'written') found.set(node, accountAt(linked, node, password))
  }
  for (const [call, { does, puts }] of recordCalls(linked)) {
    if (does !== 'create' && does !== 'update') continue
    for (const given of puts) consider(linked, call, given, put)
  }
  const lookup = lookupOf(whole)
  for (const call of lookup.named(Kind.Call, INSERTS)) if (!found.has(call)) for (const given of whole.args(call)) consider(linked, call, given, put)
  for (const made of lookup.named(Kind.New, ACCOUNT)) for (const given of whole.args(made)) consider(linked, made, given, put)
  for (const [call] of sinksOfKind(linked, 'sql')) {
    const [statement] = whole.args(call)
    if (statement === undefined) continue
    const texts = linked.values.texts(statement).map(({ value }) => value)
    const inserts = texts.find((text) => STATEMENT.test(text))
    if (inserts !== undefined) put(call, texts.some((text) => WRITTEN.test(text)) || isBoundToCode(linked, call, inserts) ? 'written' : 'given')
  }
  return [...found.values()]
}

const STATEMENT = /^\s*(?:insert|replace)\s+into\s+\W?\w*(?:user|account|admin|member|customer|staff)\w*\W*\([^)]*pass/i
/** Every value stands in the statement: `values ('admin', '…')`. */
const WRITTEN = /\)\s*values\s*\(\s*'[^'?$:]+'\s*,(?![^)]*[?$:@])/i

/** `insert into users(name, password) values ($1, $2)` with a list of values, the second of which stands in the code. */
function isBoundToCode(linked: Linked, call: number, statement: string): boolean {
  const columns = (/\(([^)]*)\)/.exec(statement)?.[1] ?? '').split(',')
  const place = columns.findIndex((name) => sensitivityOf(name.replace(/\W/g, '')) === 'password')
  const values = linked.whole.args(call)[1]
  if (place < 0 || values === undefined) return false
  const value = linked.values.elements(values)[place]
  return value !== undefined && isOfCode(linked, value)
}

/** Records among what is handed over: an object, or several in a list. */
function consider(linked: Linked, call: number, given: number, put: (node: number, password: 'written' | 'given') => void): void {
  const { values, whole } = linked
  for (const record of values.elements(given).slice(0, MOST_RECORDS)) {
    const names = namesIn(linked, record)
    const password = names.find((name) => sensitivityOf(name) === 'password')
    if (password === undefined || !names.some((name) => LOGIN.test(name))) continue
    const isWritten = values.property(record, password).some((value) => isOfCode(linked, value))
    put(isWritten && record < whole.size && whole.kind[record] === Kind.Object ? record : call, isWritten ? 'written' : 'given')
  }
}

function namesIn({ whole, values }: Linked, record: number): string[] {
  if (record < 0 || record >= whole.size) return []
  if (whole.kind[record] !== Kind.Object) return values.propertyNames(record)
  return whole
    .items(whole.a[record] as number)
    .flatMap((entry) => (whole.kind[entry] === Kind.Property && whole.a[entry] !== -1 ? [whole.text(whole.a[entry] as number)] : []))
}

/** A literal, or the hash of one. */
function isOfCode(linked: Linked, value: number, hops = 0): boolean {
  const { whole, values } = linked
  if (value < 0 || value >= whole.size || hops > 4) return false
  const { literals, whole: isWhole, fallback } = writtenIn(linked, value)
  if (literals.length > 0 && (isWhole || fallback)) return true
  return values.definitions(value).some((made) => {
    if (made < 0 || made >= whole.size) return false
    if (whole.kind[made] === Kind.Await) return isOfCode(linked, whole.a[made] as number, hops + 1)
    if (whole.kind[made] !== Kind.Call || !HASHING.test(calledName(linked, made))) return false
    const [text] = whole.args(made)
    return text !== undefined && isOfCode(linked, text, hops + 1)
  })
}

function accountAt(linked: Linked, node: number, password: 'written' | 'given'): Usage {
  const constant = (text: string): Setting => ({ state: 'constant', texts: [text] })
  const environment = environmentOf(linked, node)
  return usage(linked, node, 'made-account', '', 'account', {
    password: constant(password),
    environment: environment === '' ? { state: 'missing', texts: [] } : constant(environment),
  })
}

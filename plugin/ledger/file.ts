/** The ledger as a file. In: JSON text that people, branches and machines may have damaged. Out: a ledger, or an error that says where. */
import type { Ledger, LedgerEntry } from '../types'
import { UserError } from '../user-error'
import { byId } from './ids'

type Check = [expected: string, fits: (value: unknown) => boolean]

const id: Check = ['an id such as "SEC-001"', (value) => typeof value === 'string' && /^[A-Z][A-Z0-9-]*-\d{3,}$/.test(value)]
const text: Check = ['a text', (value) => typeof value === 'string']
const seenAt: Check = [
  'an object with `commit` (a text or null) and `date` (YYYY-MM-DD)',
  (value) =>
    isObject(value) &&
    (value.commit === null || typeof value.commit === 'string') &&
    typeof value.date === 'string' &&
    /^\d{4}-\d{2}-\d{2}$/.test(value.date),
]

/** In the order in which they are written. */
const fields = {
  id,
  reportId: id,
  identity: ['a hash of 16 hex digits', (value) => typeof value === 'string' && /^[0-9a-f]{16}$/.test(value)],
  also: [
    'a list of such hashes, or nothing',
    (value) => value === undefined || (Array.isArray(value) && value.every((it) => /^[0-9a-f]{16}$/.test(it))),
  ],
  rule: text,
  subject: text,
  file: text,
  text,
  around: text,
  title: text,
  severity: oneOf('Critical', 'High', 'Medium', 'Low', 'Info'),
  status: oneOf('Open', 'Fixed'),
  since: seenAt,
  fixedIn: [`${seenAt[0]}, or nothing`, (value) => value === undefined || seenAt[1](value)],
  brokenBy: ['an object with `commit`, `date` and `changed`, or nothing', (value) => value === undefined || isBreak(value)],
} satisfies Record<keyof LedgerEntry, Check>

/**
 * @param file as the user knows it; for messages only
 * @throws UserError that names file, key and expectation
 */
export function parseLedger(json: string, file: string): Ledger {
  if (/^<{7} /m.test(json))
    throw new UserError(
      `The ledger ${file} holds conflict markers of a merge. Take both versions out of git and join them with "plumbline ledger merge".`,
    )
  const ledger = parsed(json, file)
  const expect = (key: string, fits: boolean, expected: string) => {
    if (!fits) throw new UserError(`The ledger ${file} is damaged at ${key}: expected ${expected}. It was left as it is.`)
  }
  expect('the top', isObject(ledger), 'an object with `schema`, `counters` and `entries`')
  const { schema, counters, entries } = ledger as Record<string, unknown>
  expect('schema', schema === 'plumbline-ledger/1', '"plumbline-ledger/1"')
  expect('counters', isObject(counters), 'an object of whole numbers')
  for (const [prefix, value] of Object.entries(counters as object))
    expect(`counters.${prefix}`, Number.isSafeInteger(value) && value >= 0, 'a whole number')
  expect('entries', Array.isArray(entries), 'a list')
  const given = new Set<string>()
  for (const [index, entry] of (entries as unknown[]).entries()) {
    expect(`entries[${index}]`, isObject(entry), 'an object')
    for (const [key, [expected, fits]] of Object.entries(fields))
      expect(`entries[${index}].${key}`, fits((entry as Record<string, unknown>)[key]), expected)
    // A discrepancy has one id under both names.
    for (const key of new Set((entry as LedgerEntry).id === (entry as LedgerEntry).reportId ? (['id'] as const) : (['id', 'reportId'] as const))) {
      const name = (entry as LedgerEntry)[key]
      expect(`entries[${index}].${key}`, !given.has(name), `an id that stands there once, and ${name} stands there twice`)
      given.add(name)
    }
  }
  return { schema: 'plumbline-ledger/1', counters: counters as Ledger['counters'], entries: (entries as LedgerEntry[]).map(inOrder) }
}

/** Equal ledgers give equal bytes, and an entry that changes is a small diff. */
export function printLedger({ schema, counters, entries }: Ledger): string {
  const sorted = Object.fromEntries(Object.entries(counters).sort(([a], [b]) => (a < b ? -1 : 1)))
  return `${JSON.stringify({ schema, counters: sorted, entries: [...entries].sort(byId).map(inOrder) }, null, 2)}\n`
}

function inOrder(entry: LedgerEntry): LedgerEntry {
  const pairs = Object.keys(fields).map((key) => [key, entry[key as keyof LedgerEntry]])
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined)) as unknown as LedgerEntry
}

function isBreak(value: unknown): boolean {
  return (
    isObject(value) &&
    seenAt[1](value) &&
    (value.changed === 'code' || value.changed === 'document') &&
    (value.author === undefined || typeof value.author === 'string')
  )
}

/** The parser's own message quotes the text, which may not be a ledger at all. */
function parsed(json: string, file: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new UserError(`The ledger ${file} is damaged: expected JSON. It was left as it is.`)
  }
}

function oneOf(...values: string[]): Check {
  return [`one of ${values.join(', ')}`, (value) => values.includes(value as string)]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

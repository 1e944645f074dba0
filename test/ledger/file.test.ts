import { describe, expect, test } from 'vitest'
import { parseLedger, printLedger } from '../../plugin/ledger/file'
import { build, builds, finding } from './build'

const { ledger } = builds(build([finding(), finding({ subject: 'b' })]), build([finding({ subject: 'b' })]))
const [entry] = ledger.entries
const damaged = (change: object) => JSON.stringify({ ...ledger, ...change })

test("print and parse are each other's inverse, and stable", () => {
  const text = printLedger(ledger)
  expect(text.endsWith('}\n')).toBe(true)
  expect(parseLedger(text, 'ledger.json')).toEqual(JSON.parse(text))
  expect(printLedger(parseLedger(text, 'ledger.json'))).toBe(text)
  expect(printLedger({ ...ledger, entries: [...ledger.entries].reverse() })).toBe(text)
})

test('entries are sorted by number, not by letters', () => {
  const text = printLedger({
    ...ledger,
    entries: [
      { ...entry!, id: 'SEC-1000' },
      { ...entry!, id: 'SEC-999' },
    ],
  })
  expect(text.indexOf('SEC-999')).toBeLessThan(text.indexOf('SEC-1000'))
})

describe('a damaged file is named, with key and expectation', () => {
  test.each([
    ['', 'The ledger ledger.json is damaged: expected JSON. It was left as it is.'],
    ['[]', 'damaged at the top: expected an object with `schema`, `counters` and `entries`.'],
    [damaged({ schema: 'plumbline-ledger/2' }), 'damaged at schema: expected "plumbline-ledger/1".'],
    [damaged({ counters: { SEC: '3' } }), 'damaged at counters.SEC: expected a whole number.'],
    [damaged({ entries: {} }), 'damaged at entries: expected a list.'],
    [damaged({ entries: [null] }), 'damaged at entries[0]: expected an object.'],
    [damaged({ entries: [{ ...entry, id: 7 }] }), 'damaged at entries[0].id: expected an id such as "SEC-001".'],
    [damaged({ entries: [{ ...entry, status: 'open' }] }), 'damaged at entries[0].status: expected one of Open, Fixed.'],
    [damaged({ entries: [{ ...entry, since: { date: 'x' } }] }), 'damaged at entries[0].since: expected an object with `commit`'],
    [damaged({ entries: [entry, entry] }), `damaged at entries[1].id: expected an id that stands there once, and ${entry!.id} stands there twice.`],
    [`<<<<<<< HEAD\n${damaged({})}`, 'holds conflict markers of a merge. Take both versions out of git and join them with "plumbline ledger merge".'],
  ])('%j', (text, message) => expect(() => parseLedger(text, 'ledger.json')).toThrow(message))

  test('the message quotes nothing of a file that is no ledger', () => {
    expect(() => parseLedger('root:x:0:0', '/etc/passwd')).toThrow(/^(?!.*root)/)
  })
})

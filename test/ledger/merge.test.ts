import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseLedger, printLedger } from '../../plugin/ledger/file'
import { reconcile } from '../../plugin/ledger/index'
import { merge } from '../../plugin/ledger/merge'
import type { Ledger } from '../../plugin/types'
import { build, builds, finding } from './build'

const common = builds(build([finding()]))
const [one, two, three] = ['one', 'two', 'three'].map((word) =>
  finding({ subject: word, text: word, around: word, title: `About ${word}`, file: `src/${word}.ts` }),
)
const after = (last: Ledger, findings: ReturnType<typeof finding>[], date: string, commit: string | null = `c-${date}`) =>
  reconcile(last, build([finding(), ...findings], { date, commit })).ledger
const subjects = ({ entries }: Ledger) => Object.fromEntries(entries.map((entry) => [entry.id, entry.subject.replace('src/users.ts#', '')]))

test('what both branches know appears once', () => {
  const { ledger, notes } = merge(common.ledger, common.ledger)
  expect([ledger, notes]).toEqual([common.ledger, []])
})

test('an id given out twice stays with the older entry, and the younger gets the next that is free', () => {
  const [a, b] = [after(common.ledger, [one!], '2024-06-02'), after(common.ledger, [two!], '2024-06-01')]
  const { ledger, notes } = merge(a, b)
  expect(subjects(ledger)).toEqual({ 'SEC-001': 'find', 'SEC-002': 'two', 'SEC-003': 'one' })
  expect(notes).toEqual([
    'SEC-002 was given out twice: "About one" in src/one.ts is now SEC-003.',
    'INPUT-002 was given out twice: "About one" in src/one.ts is now INPUT-003.',
  ])
  expect(ledger.counters).toEqual({ SEC: 3, INPUT: 3 })
})

test('a finding both branches met keeps its older id', () => {
  const [a, b] = [after(common.ledger, [one!], '2024-06-01'), after(after(common.ledger, [two!], '2024-06-02'), [two!, one!], '2024-06-03')]
  const { ledger, notes } = merge(b, a)
  expect(subjects(ledger)).toEqual({ 'SEC-001': 'find', 'SEC-002': 'one', 'SEC-004': 'two' })
  expect(notes[0]).toBe('SEC-003 is the same finding as SEC-002: "About one" in src/one.ts keeps SEC-002.')
})

test('an entry whose code was edited on one branch is still the same entry', () => {
  const edited = reconcile(common.ledger, build([finding({ text: "db.query('select ' + userId)" })], { commit: 'c2' })).ledger
  expect(merge(common.ledger, edited)).toMatchObject({ notes: [], ledger: { entries: [{ id: 'SEC-001' }] } })
})

test('Fixed on one branch and Open on the other is Open, until a build looks', () => {
  const fixed = reconcile(common.ledger, build([], { commit: 'c2' })).ledger
  for (const { ledger } of [merge(fixed, common.ledger), merge(common.ledger, fixed)]) {
    expect(ledger.entries).toMatchObject([{ status: 'Open' }])
    expect(ledger.entries[0]).not.toHaveProperty('fixedIn')
  }
  expect(merge(fixed, fixed).ledger.entries).toMatchObject([{ status: 'Fixed', fixedIn: { commit: 'c2' } }])
})

test('the next build finds every entry again', () => {
  const { ledger } = merge(after(common.ledger, [one!], '2024-06-01'), after(common.ledger, [two!, three!], '2024-06-02'))
  const next = reconcile(ledger, build([three!, two!, one!, finding()]))
  expect(next.ledger.entries.map(({ id, status }) => [id, status])).toEqual(ledger.entries.map(({ id }) => [id, 'Open']))
})

describe('whatever the branches did', () => {
  const words = fc.subarray(['one', 'two', 'three', 'four', 'five'])
  const branch = fc
    .array(fc.tuple(words, fc.constantFrom('2024-06-01', '2024-06-02', '2024-06-03'), fc.constantFrom('c5', 'c6', null)), { maxLength: 3 })
    .map((steps) => {
      let ledger = common.ledger
      for (const [subjects, date, commit] of steps)
        ledger = after(
          ledger,
          subjects.map((word) => finding({ subject: word, text: word, around: word })),
          date,
          commit,
        )
      return ledger
    })

  test('ids are unique, nothing is lost, and the counters cover all', () => {
    fc.assert(
      fc.property(branch, branch, (a, b) => {
        const { ledger } = merge(a, b)
        expect(parseLedger(printLedger(ledger), 'merged')).toEqual(JSON.parse(printLedger(ledger)))
        const identities = new Set(ledger.entries.map((entry) => entry.identity))
        for (const entry of [...a.entries, ...b.entries]) expect(identities).toContain(entry.identity)
        expect(ledger.entries).toHaveLength(identities.size)
        for (const entry of ledger.entries) expect(ledger.counters.SEC).toBeGreaterThanOrEqual(Number(entry.id.slice(4)))
      }),
    )
  })

  test('a ledger merged with itself is itself', () => {
    fc.assert(fc.property(branch, (a) => void expect(merge(a, a)).toEqual({ ledger: a, notes: [] })))
  })
})

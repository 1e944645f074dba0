import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { toTell } from '../../plugin/discrepancies/actions'
import { printBaseline, readBaseline, unknownTo } from '../../plugin/discrepancies/baseline'
import { discrepanciesToTell } from '../../plugin/discrepancies/index'
import { emptyDirectory } from '../tree'
import { aDiscrepancy, resultsWith } from './discrepancy'

const high = aDiscrepancy({ id: 'DISC-001', kind: 'route', severity: 'High', subject: 'GET /users', docLine: 3 })
const low = aDiscrepancy({ id: 'DISC-002', kind: 'link', severity: 'Low', subject: './gone.md', docLine: 9 })
const unsure = aDiscrepancy({ id: 'DISC-003', kind: 'route', severity: 'High', confidence: 'low', subject: 'GET /maybe', docLine: 12 })
const results = resultsWith([high, low, unsure])

/** Which ids each message lists. */
const listed = (told: object) => Object.fromEntries(Object.entries(told).map(([action, text]) => [action, String(text).match(/DISC-\d+/g)]))

describe('what a build does', () => {
  test.each([
    [undefined, { warn: ['DISC-001', 'DISC-002', 'DISC-003'] }],
    ['ignore', {}],
    ['log', { log: ['DISC-001', 'DISC-002', 'DISC-003'] }],
    // What is not certain stops nothing.
    ['throw', { warn: ['DISC-003'], throw: ['DISC-001', 'DISC-002'] }],
    [
      { default: 'ignore', route: 'throw' },
      { warn: ['DISC-003'], throw: ['DISC-001'] },
    ],
    [{ Low: 'log' }, { log: ['DISC-002'], warn: ['DISC-001', 'DISC-003'] }],
    [
      { default: 'throw', Low: 'ignore' },
      { warn: ['DISC-003'], throw: ['DISC-001'] },
    ],
    // A kind goes before a severity.
    [{ link: 'throw', Low: 'ignore', default: 'ignore' }, { throw: ['DISC-002'] }],
  ] as const)('%j', (onDiscrepancies, expected) => {
    expect(listed(toTell({ onDiscrepancies }, results))).toEqual(expected)
  })

  test('is told with id, severity, kind, subject and place', () => {
    expect(toTell({ onDiscrepancies: 'throw' }, resultsWith([high])).throw).toBe(
      'Documents and code disagree: 1 (option "onDiscrepancies", throw).\n  DISC-001 High route: GET /users (README.md:3). There is none.',
    )
  })

  test('is told without what a terminal would obey', () => {
    const hostile = aDiscrepancy({ subject: 'a\u001b[2Jb\nc\u202ed' })
    expect(toTell({}, resultsWith([hostile])).warn).toContain('a [2Jb c d')
    expect(toTell({}, resultsWith([hostile])).warn?.split('\n')).toHaveLength(2)
  })

  test('a slip in the name of a kind is a mistake, not a rule that never holds', () => {
    expect(() => toTell({ onDiscrepancies: { rout: 'throw' } }, results)).toThrow(
      'Option "onDiscrepancies" names "rout"; expected a kind, a severity or default: default, High, Medium, Low, route, link.',
    )
  })

  test('many are counted, and the first twenty listed', () => {
    const many = Array.from({ length: 23 }, (_, index) => aDiscrepancy({ id: `DISC-${100 + index}` }))
    const text = toTell({}, resultsWith(many)).warn as string
    expect([text.match(/DISC-\d+/g)?.length, text.split('\n').at(-1)]).toEqual([20, '  and 3 more'])
  })
})

describe('a baseline', () => {
  const known = (file: string, ...those: Parameters<typeof printBaseline>[0]) => {
    writeFileSync(file, printBaseline(those))
    return file
  }
  const file = () => path.join(emptyDirectory(), 'known.json')

  test('excuses what it knows, wherever its line is now', async () => {
    const baseline = known(file(), { ...high, id: 'DISC-077', docLine: 70 })
    const told = await discrepanciesToTell({ onDiscrepancies: 'throw', discrepancyBaseline: baseline }, resultsWith([high, low]))
    expect(listed(told)).toEqual({ throw: ['DISC-002'] })
  })

  test.each([
    ['of a document that was renamed', { docFile: 'docs/guide.md' }],
    ['of a section that was renamed', { identity: 'ffffffffffffffff' }],
  ])('also %s', async (_, change) => {
    expect(unknownTo(await readBaseline(known(file(), high)), [{ ...high, ...change }])).toEqual([])
  })

  test('excuses one for each that it knows', async () => {
    expect(unknownTo(await readBaseline(known(file(), high)), [high, { ...high, docFile: 'docs/copy.md' }])).toEqual([
      { ...high, docFile: 'docs/copy.md' },
    ])
  })

  test('is the same bytes for the same discrepancies in any order', () => {
    expect(printBaseline([high, low])).toBe(printBaseline([low, high]))
  })

  test('that is not there, or is something else, stops with a sentence', async () => {
    const none = file()
    await expect(readBaseline(none)).rejects.toThrow(`The baseline ${none} cannot be read (ENOENT). "plumbline audit --write-baseline`)
    writeFileSync(none, '{"entries": []}')
    await expect(readBaseline(none)).rejects.toThrow(`The baseline ${none} is damaged: expected an object with "schema": "plumbline-baseline/1"`)
  })
})

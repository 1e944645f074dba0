/** Report 05 as a reader sees it: which finding stands in which table, and what is at stake with each source. */
import { describe, expect, test } from 'vitest'
import { rules } from '../../plugin/rules/index'
import type { Control, InputSource, Interpreter } from '../../plugin/types'
import { injectionKinds } from '../../plugin/views/derived/injection-kinds'
import { inputValidation } from '../../plugin/views/input-validation'
import { aContext, aRow, at, noPosture } from '../program'

const classes = new Set(rules.filter(({ phase }) => phase === 'Input Validation').map((rule) => rule.class))

test.each([...classes])('findings of the class %s have exactly one table', (name) => {
  expect(injectionKinds.filter((kind) => kind.classes.includes(name))).toHaveLength(1)
})

const control = (state: Control['state'], current = ''): Control => ({
  id: 'c',
  aspect: 'C',
  state,
  current,
  recommended: '',
  reason: 'Because.',
  evidence: [],
})

const source = (kind: InputSource['kind'], given: Partial<InputSource> = {}): InputSource => ({
  kind,
  count: 1,
  validated: 0,
  byHand: 0,
  untold: 0,
  sanitized: 0,
  validators: [],
  sanitizers: [],
  places: [{ door: 'GET /a', name: 'q', validation: control('fail'), sanitization: control('fail'), at: at('a.ts:3') }],
  ...given,
})

const sql: Interpreter = { id: 'sql', calls: 2, fixed: 1, bound: 1, built: 0, untold: 0, libraries: ['pg'], examples: [], instead: [] }

// biome-ignore lint/suspicious/noExplicitAny: data of a template are plain JSON.
const dataOf = (context: ReturnType<typeof aContext>): any => inputValidation(context).data

describe('a finding that begins at a source', () => {
  const finding = {
    rule: 'sql-injection',
    class: 'sql-injection',
    phase: 'Input Validation' as const,
    severity: 'Critical' as const,
    at: at('a.ts:9', 'pool.query(text)'),
    trace: [at('a.ts:3', 'const { q } = req.query'), at('a.ts:9')],
    flow: { source: 'request' as const, origin: 'req.query.q', sink: 'sql', api: 'pool.query' },
  }
  const input = { ...noPosture.input, sources: [source('query strings'), source('cookies', { count: 0, places: [] })], interpreters: [sql] }
  const posture = { ...noPosture, input }

  test('raises its risk, and stands in the table of its kind with the line', () => {
    const data = dataOf(aContext({ program: { posture }, rows: [aRow({ reportId: 'INPUT-001', finding })] }))
    expect(data.sources.map(({ kind, risk }: { kind: string; risk: { level: string } }) => [kind, risk.level])).toEqual([
      ['query strings', 'High'],
      ['cookies', 'None'],
    ])
    const [table] = data.main
    expect(table.rows.map(({ reportId, way, code }: { reportId: string; way: unknown; code: string }) => [reportId, way, code])).toEqual([
      ['INPUT-001', { origin: 'req.query.q', api: 'pool.query' }, 'pool.query(text)'],
    ])
    expect(table.looked.calls).toBe(2)
  })

  test('is no risk any more when it is fixed, nor where it is a guess', () => {
    const fixed = aRow({ reportId: 'INPUT-001', status: 'Fixed', finding })
    const guess = aRow({ reportId: 'INPUT-001', finding: { ...finding, confidence: 'low' } })
    for (const row of [fixed, guess]) expect(dataOf(aContext({ program: { posture }, rows: [row] })).sources[0].risk.level).toBe('Medium')
    expect(dataOf(aContext({ program: { posture }, rows: [guess] })).main[0]).toMatchObject({ rows: [], unsure: 1 })
  })
})

test('the same said of several parameters and doors of one line is said once', () => {
  const place = (door: string, name: string) => ({ door, name, validation: control('fail'), sanitization: control('fail'), at: at('a.ts:3') })
  const input = {
    ...noPosture.input,
    sources: [source('headers', { places: [place('GET /a', 'x'), place('GET /a', 'y'), place('GET /b', 'x'), place('GET /b', 'y')] })],
  }
  const { places } = dataOf(aContext({ program: { posture: { ...noPosture, input } } }))
  expect(places).toHaveLength(1)
  expect(places[0].rows.map(({ doors, names }: { doors: string[]; names: string[] }) => [doors, names])).toEqual([
    [
      ['GET /a', 'GET /b'],
      ['x', 'y'],
    ],
  ])
})

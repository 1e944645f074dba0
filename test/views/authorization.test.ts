/** Report 03 as data: risks meet their findings, cells share reasons. */
import { describe, expect, test } from 'vitest'
import type { Authorization, Control, Program } from '../../plugin/types'
import { authorization } from '../../plugin/views/authorization'
import { aContext, aProgram, aRow, at } from '../program'

const none: Authorization = { models: [], roles: [], roleFields: [], matrix: [], enforcement: [], patterns: [], escalation: [], tenancy: [] }

const aControl = (given: Partial<Control>): Control => ({
  id: 'escalation-object-reference',
  aspect: 'Direct object reference',
  state: 'unknown',
  current: 'nothing ties the record to the caller',
  recommended: '',
  reason: 'It could not be told.',
  evidence: [at('src/basket.ts:7')],
  ...given,
})

// biome-ignore lint/suspicious/noExplicitAny: data of a page have no type of their own
function dataOf(given: Partial<Authorization>, context: Parameters<typeof aContext>[0] = {}): any {
  const program: Program = aProgram()
  program.posture = { ...program.posture, authorization: { ...none, ...given } }
  return authorization(aContext({ ...context, program })).data
}

describe('risks', () => {
  test('a finding of the same kind decides where the program does not tell', () => {
    const row = aRow({ rule: 'insecure-direct-object-reference', finding: { class: 'idor' } as never })
    const [risk] = dataOf({ escalation: [aControl({})] }, { rows: [row] }).risks
    expect(risk).toMatchObject({ state: 'fail', current: 'nothing ties the record to the caller; the findings say where it fails' })
    expect(risk.findings).toHaveLength(1)
  })

  test('without one the program has the last word', () => {
    expect(dataOf({ escalation: [aControl({})] }).risks).toMatchObject([{ state: 'unknown', findings: [] }])
    expect(dataOf({ escalation: [aControl({ state: 'partial' })] }).risks).toMatchObject([{ state: 'partial' }])
  })

  test('a finding about something else stays out', () => {
    const row = aRow({ rule: 'sql-injection' })
    expect(dataOf({ escalation: [aControl({})] }, { rows: [row] }).risks).toMatchObject([{ state: 'unknown', findings: [] }])
  })
})

test('cells that say the same share a note', () => {
  const cell = { permission: 'read all' as const, answer: 'no' as const, holds: 0, of: 1, reason: 'Such callers are refused.', evidence: [] }
  const { matrix, notes } = dataOf({
    matrix: [
      { role: '', who: 'not signed in', cells: [cell] },
      { role: 'reader', who: 'role', cells: [cell] },
    ],
  })
  expect(matrix.map(({ cells }: { cells: { note: number }[] }) => cells.map(({ note }) => note))).toEqual([[1], [1]])
  expect(notes).toMatchObject([{ reason: 'Such callers are refused.', cells: 2 }])
})

test('what is asked for, by right, with every endpoint', () => {
  const doors = [
    { door: 'GET /people', at: at('src/app.ts:4'), asks: ['listPeople'] },
    { door: 'PUT /people', at: at('src/app.ts:5'), asks: ['changePeople', 'listPeople'] },
  ]
  const { asked, checks, described } = dataOf({
    enforcement: [
      {
        name: 'auth',
        stands: 'in front of the handler',
        checks: 'permission',
        does: 'Answers 403.',
        at: at('src/auth.ts:3'),
        decides: [],
        doors,
        total: 8,
        commentedOut: [],
      },
    ],
  })
  expect(asked.map(({ what, doors: of }: { what: string; doors: { door: string }[] }) => `${what} ${of.map(({ door }) => door).join('+')}`)).toEqual([
    'changePeople PUT /people',
    'listPeople GET /people+PUT /people',
  ])
  expect(checks).toMatchObject([{ doors: 2, total: 8, share: 0.25, idle: false }])
  expect(described).toMatchObject([{ name: 'auth', asks: ['changePeople', 'listPeople'] }])
})

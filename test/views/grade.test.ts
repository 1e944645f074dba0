/** The security grade and its sentence: each step, and what only may be so weighs one step less. */
import { expect, test } from 'vitest'
import type { Severity } from '../../plugin/types'
import { gradeOf } from '../../plugin/views/derived/grade'
import { aContext, aProgram, aRow } from '../program'

const code = { path: 'a.ts', kind: 'code' as const, hash: '', bytes: 1, lines: 1 }

function graded(...open: [severity: Severity, confidence: 'high' | 'medium'][]) {
  const rows = open.map(([severity, confidence], index) => aRow({ id: `SEC-00${index}`, severity, finding: { severity, confidence } }))
  const { letter, because, count, likely } = gradeOf(aContext({ program: aProgram({ files: [code] as never }), rows }))
  return [letter, because, count, likely]
}

test.each([
  ['nothing', [], ['A', 'little', 0, 0]],
  ['one of medium severity', [['Medium', 'high']], ['B', 'medium', 1, 0]],
  ['one of high severity that is likely', [['High', 'medium']], ['B', 'medium', 1, 1]],
  ['one of high severity', [['High', 'high']], ['C', 'high', 1, 0]],
  [
    'critical ones that are likely, beside one of high severity',
    [
      ['Critical', 'medium'],
      ['Critical', 'medium'],
      ['High', 'high'],
    ],
    ['C', 'high', 3, 2],
  ],
  [
    'many that weigh as high',
    [
      ['Critical', 'medium'],
      ['High', 'high'],
      ['High', 'high'],
      ['High', 'high'],
    ],
    ['D', 'many high', 4, 1],
  ],
  ['a critical one', [['Critical', 'high']], ['D', 'one critical', 1, 0]],
  [
    'two critical ones',
    [
      ['Critical', 'high'],
      ['Critical', 'high'],
    ],
    ['F', 'several critical', 2, 0],
  ],
] as const)('%s', (_, open, grade) => {
  expect(graded(...(open as never as [Severity, 'high'][]))).toEqual(grade)
})

test('what is as severe, and only likely, is counted beside it', () => {
  const high = (id: string, confidence: 'high' | 'medium') => aRow({ id, severity: 'High', finding: { severity: 'High', confidence } })
  const rows = [high('SEC-001', 'high'), high('SEC-002', 'medium'), high('SEC-003', 'medium')]
  const { because, count, lighter, decided } = gradeOf(aContext({ program: aProgram({ files: [code] as never }), rows }))
  expect({ because, count, lighter, decided }).toEqual({ because: 'high', count: 1, lighter: 2, decided: 'high' })
})

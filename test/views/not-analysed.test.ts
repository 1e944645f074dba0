/** The page of what was left out: what every row would say stands once above them. */
import { expect, test } from 'vitest'
import type { NotAnalysed } from '../../plugin/types'
import { notAnalysed } from '../../plugin/views/not-analysed'
import { aContext, aProgram } from '../program'

const left = (subject: string, detail: string): NotAnalysed => ({ subject, detail, reason: 'does not parse', stage: 'extract' })

function groupOf(...rows: NotAnalysed[]) {
  const { data } = [notAnalysed(aContext({ program: aProgram({ notAnalysed: rows }) }))].flat()[0]!
  const [group] = data.groups as { detail: string | null; differ: boolean; rows: { detail: string }[] }[]
  return { detail: group?.detail, differ: group?.differ, rows: group?.rows.map(({ detail }) => detail) }
}

test.each([
  ['the same sentence', ['It has no end.', 'It has no end.'], { detail: 'It has no end.', differ: false, rows: ['', ''] }],
  [
    'the same end',
    ["Error: ';' expected. The rest was read.", 'Error: no end. The rest was read.'],
    { detail: 'The rest was read.', differ: true, rows: ["Error: ';' expected.", 'Error: no end.'] },
  ],
  ['different sentences', ['One is read.', 'Another is read.'], { detail: null, differ: true, rows: ['One is read.', 'Another is read.'] }],
  ['one row alone', ['It has no end.'], { detail: null, differ: true, rows: ['It has no end.'] }],
])('%s', (_, details, expected) => {
  expect(groupOf(...details.map((detail, index) => left(`a${index}.ts`, detail)))).toEqual(expected)
})

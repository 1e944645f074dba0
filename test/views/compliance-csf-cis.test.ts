/** Reports of NIST CSF 2.0 and CIS Controls 8.0: sections and columns as the specification (2.7) has them, and sums that add up. */
import { beforeAll, describe, expect, test } from 'vitest'
import { assess } from '../../plugin/compliance/index'
import { loadStandards } from '../../plugin/compliance/load'
import { render } from '../../plugin/render/index'
import type { FrameworkResult } from '../../plugin/types'
import { views } from '../../plugin/views/index'
import { aControl, noAudit, noVerdict } from '../compliance/scene'
import { aContext, anEntryPoint, aProgram, aRow, at, noPosture } from '../program'

const program = aProgram({
  history: { state: 'not looked', reason: 'Not under version control.', commits: 0, sightings: [] },
  advisories: { state: 'not looked', reason: 'No source of advisories is configured.', source: '', packages: 0, found: [] },
  entryPoints: [anEntryPoint({ path: '/users' })],
  posture: { ...noPosture, stack: [aControl({ id: 'header-csp', aspect: 'CSP', state: 'fail', current: '', reason: 'Nothing sends it.' })] },
})
const rows = [
  aRow({
    id: 'SEC-003',
    reportId: 'INPUT-001',
    severity: 'High',
    finding: { rule: 'sql-injection', title: 'SQL', phase: 'Input Validation', at: at('src/users.ts:9', 'db.query(`select …`)') },
  }),
]

const resultOf = (id: 'csf' | 'cis', cisGroup?: 'IG1' | 'IG2' | 'IG3'): FrameworkResult =>
  assess(loadStandards([id]), { program, verdict: noVerdict, audit: noAudit, rows }, cisGroup ? { cisGroup } : {})[0]!

async function contentOf(result: FrameworkResult): Promise<string> {
  const context = aContext({ program, rows, compliance: [result], options: { frameworks: [result.id] } })
  const pages = await render(
    views.flatMap((view) => view(context)),
    context,
  )
  return pages.find(({ path }) => path === result.path)!.content
}

/** Cells of the rows of the table below a head, its own left out. */
function tableOf(content: string, head: string): string[][] {
  const lines = content.split('\n')
  const start = lines.findIndex((line) => cellsOf(line).join(' | ') === head)
  expect(start, head).toBeGreaterThan(-1)
  const rest = lines.slice(start + 2)
  return rest
    .slice(
      0,
      rest.findIndex((line) => !line.startsWith('|')),
    )
    .map(cellsOf)
}

const cellsOf = (line: string): string[] =>
  line
    .replaceAll('**', '')
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim())

const headings = (content: string): string[] => [...content.matchAll(/^## (.+)$/gm)].map(([, text]) => text!.replace(/ \{#.*$/, ''))
const numbers = (cells: readonly string[], from: number): number[] => cells.slice(from).map(Number)

/** Every row's parts make its total, and the rows make the last one. */
function addsUp(table: readonly (readonly number[])[]): void {
  const [all, ...others] = [table.at(-1)!, ...table.slice(0, -1)]
  expect(all).toEqual(all.map((_, index) => others.reduce((sum, row) => sum + row[index]!, 0)))
}

describe('NIST CSF', () => {
  let content: string
  beforeAll(async () => {
    content = await contentOf(resultOf('csf'))
  })

  test('carries project, version and date, and the sections of the template', () => {
    for (const field of ['**Project:**', '**Framework version:** NIST CSF 2.0', '**Assessment date:**']) expect(content).toContain(field)
    expect(headings(content)).toEqual([
      'Function summary',
      'Gaps and recommendations',
      'IDENTIFY',
      'PROTECT',
      'DETECT',
      'RESPOND',
      'RECOVER',
      'GOVERN',
      'How to read this report',
    ])
  })

  test('the summary has the figures of the template beside the published ones, and adds up', () => {
    const table = tableOf(content, 'Function | Categories | Implemented | Partial | Gap | Not judged from code | Total')
    expect(table.map(([name, categories, , , , , total]) => [name, categories, total])).toEqual([
      ['IDENTIFY', '6 in template, 3 in CSF 2.0', '21'],
      ['PROTECT', '6 in template, 5 in CSF 2.0', '22'],
      ['DETECT', '3 in template, 2 in CSF 2.0', '11'],
      ['RESPOND', '4 in template, 4 in CSF 2.0', '13'],
      ['RECOVER', '3 in template, 2 in CSF 2.0', '8'],
      ['GOVERN', 'outside template, 6 in CSF 2.0', '31'],
      ['All', '22 in template, 22 in CSF 2.0', '106'],
    ])
    const figures = table.map((cells) => numbers(cells, 2))
    addsUp(figures)
    for (const [implemented, partial, gap, notJudged, total] of figures) expect(implemented! + partial! + gap! + notJudged!).toBe(total)
    const why = tableOf(content, 'Function | N/A: not applicable | N/A: inconclusive | N/A: not assessed from code').map((cells) => numbers(cells, 1))
    addsUp(why)
    why.forEach((parts, index) => {
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(figures[index]![3])
    })
  })

  test('has a row a subcategory, with the columns of the template', () => {
    const tables = content.split('| Subcategory | Requirement | Status | Evidence | Gap |').length - 1
    expect(tables).toBe(22)
    expect(content.match(/^\| (?:GV|ID|PR|DE|RS|RC)\.[A-Z]{2}-\d\d \|/gm)).toHaveLength(106)
    expect(content).toMatch(/^\| GV\.RM-01 \| .* \| N\/A \| \*not assessed:\* .* \| – \|$/m)
    expect(content).toMatch(/^\| PR\.PS-06 \| .* \| ✗ fail \| .*SEC-003.* \| SQL\. \|$/m)
  })

  test('gaps have function, priority and recommendation, the worst first', () => {
    const table = tableOf(content, 'Function | Gap | Priority | Recommendation')
    const result = resultOf('csf')
    expect(table).toHaveLength(result.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'partial').length)
    expect(table[0]).toEqual(['PROTECT', expect.stringMatching(/^PR\.PS-06 SQL\. /), 'High', expect.stringMatching(/\S/)])
    const order = ['Critical', 'High', 'Medium', 'Low']
    const places = table.map(([, , priority]) => order.indexOf(priority!))
    expect(places).toEqual([...places].sort((a, b) => a - b))
  })
})

describe.each([
  ['IG1', [2, 3, 6, 7, 4, 5, 4, 0]],
  ['IG2', [4, 6, 12, 11, 6, 7, 7, 11]],
  ['IG3', [5, 7, 14, 12, 6, 8, 7, 14]],
] as const)('CIS Controls at %s', (group, totals) => {
  const result = resultOf('cis', group)
  const sum = totals.reduce<number>((all, total) => all + total, 0)
  let content: string
  beforeAll(async () => {
    content = await contentOf(result)
  })

  test('the summary has the eight controls, and adds up', () => {
    const first = tableOf(content, 'Control | Total | Pass | Fail | N/A | Coverage')
    expect(first.map(([name]) => name)).toEqual([
      '1 Enterprise Assets',
      '2 Software Assets',
      '3 Data Protection',
      '4 Secure Configuration',
      '5 Account Management',
      '6 Access Control',
      '7 Vulnerability Management',
      '16 Application Software Security',
      'All',
    ])
    expect(first.map(([, total]) => Number(total))).toEqual([...totals, sum])
    const rest = tableOf(content, 'Control | Partial | Not assessed | Inconclusive')
    const figures = first.map((cells, index) => [...numbers(cells.slice(0, 5), 1), ...numbers(rest[index]!, 1)])
    addsUp(figures)
    for (const [total, ...parts] of figures) expect(parts.reduce((all, part) => all + part, 0)).toBe(total)
  })

  test('has a row a safeguard, and what to mend in the order of the groups', () => {
    expect(content).toContain(`**Implementation group:** ${group}`)
    expect(content).toContain('10 controls of the standard are not in this report: 8, 9, 10')
    expect(content.match(/^\| (?:[1-7]|16)\.\d+ \| .* \| IG[123] \| /gm)).toHaveLength(sum)
    const work = tableOf(content, 'Control | Safeguard | Current | Target | Effort')
    expect(work).toHaveLength(result.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'partial').length)
    const order = work.map(([, safeguard]) => /\((IG\d)\)$/.exec(safeguard!)?.[1])
    expect(order).toEqual([...order].sort())
    expect(work.every(([, , current, target, effort]) => current !== '' && target !== '–' && /about/.test(effort!))).toBe(true)
    if (group === 'IG1') expect(content).toContain('Control 16 asks for nothing at IG1')
    else expect(content).toMatch(/^\| 16\.10 \| .* \| IG2 \| ✗ fail \| .*SEC-003/m)
  })
})

test('a group that nobody chose is said to be assumed', async () => {
  expect(await contentOf(resultOf('cis'))).toContain('**Implementation group:** IG2 (assumed, since none was chosen)')
})

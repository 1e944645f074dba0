/** From a requirement to the findings that fail it, and back: in the nonfunctional section as in the security reports. */
import { expect, test } from 'vitest'
import { assess } from '../../plugin/compliance/index'
import { loadStandards } from '../../plugin/compliance/load'
import { render } from '../../plugin/render/index'
import type { LedgerRow } from '../../plugin/types'
import { views } from '../../plugin/views/index'
import { noAudit } from '../compliance/scene'
import { aContext, aProgram, aRow, at } from '../program'

const rule = {
  id: 'debug-flag',
  class: 'debug-flag',
  area: 'Configuration audit' as const,
  title: 'Debugging is switched on',
  why: 'It tells too much.',
}

const aFault = (number: number, given: Partial<NonNullable<LedgerRow['nonfunctional']>> = {}, row: Partial<LedgerRow> = {}): LedgerRow => ({
  ...aRow({
    title: `Debugging is on in config ${number}`,
    id: `NFR-${String(number).padStart(3, '0')}`,
    reportId: `CONFIG-${String(number).padStart(3, '0')}`,
    rule: rule.id,
    finding: null,
  }),
  nonfunctional: {
    rule: row.rule ?? rule.id,
    class: rule.class,
    area: rule.area,
    subject: `flag ${number}`,
    at: at(`src/config-${number}.ts:${number}`, 'debug: true'),
    evidence: [],
    around: '',
    title: `Debugging is on in config ${number}`,
    found: 'The flag is set.',
    impact: 'Medium',
    reason: 'Errors tell too much.',
    recommendation: { text: 'Switch it off.' },
    confidence: 'high',
    ...given,
  },
  ...row,
})

/** CSF PR.PS-01 fails by `debug-flag`. */
async function printed(nonfunctional: LedgerRow[]) {
  const program = aProgram()
  const verdict = {
    findings: [],
    rulesRun: [],
    rulesStopped: [],
    problems: [],
    nonfunctional: { findings: [], rulesRun: [rule, { ...rule, id: 'debt-marker' }], rulesBlind: [], problems: [] },
  }
  const compliance = assess(loadStandards(['csf']), { program, verdict, audit: noAudit, rows: nonfunctional }, {})
  const context = aContext({ program, nonfunctional, compliance, verdict, options: { frameworks: ['csf'] } })
  const pages = await render(
    views.flatMap((view) => view(context)),
    context,
  )
  const page = (path: string) => pages.find((it) => it.path === path)!.content
  return { control: page('security-docs/compliance/nist-csf.md'), area: page('nonfunctional/configuration-audit.md') }
}

const lineOf = (page: string, text: string): string => page.split('\n').find((line) => line.includes(text)) ?? ''

test('a finding says which requirement it fails, and the requirement leads to its heading', async () => {
  const { control, area } = await printed([aFault(1)])
  expect(lineOf(area, '**Fails.**')).toMatch(/^\*\*Fails\.\*\* \[NIST CSF PR\.PS-01\]\(\.\.\/security-docs\/compliance\/nist-csf\.md#[\w-]+\)/)
  expect(lineOf(control, '| PR.PS-01 |')).toMatch(
    /\[NFR-001\]\(\.\.\/\.\.\/nonfunctional\/configuration-audit\.md#configuration-audit-debugging-is-on-in-config-1\)/,
  )
})

test('of many, those that are rows of a table say so there, and the requirement leads to the type', async () => {
  const { control, area } = await printed(Array.from({ length: 14 }, (_, index) => aFault(index + 1, { impact: index === 0 ? 'Low' : 'High' })))
  expect(area.match(/\*\*Fails\.\*\*/g)).toHaveLength(12)
  const rows = area.split('\n').filter((line) => /^\| CONFIG-0\d\d \|/.test(line))
  expect(rows).toHaveLength(2)
  for (const row of rows) expect(row).toContain('[NIST CSF PR.PS-01](../security-docs/compliance/nist-csf.md#')
  expect(lineOf(control, '| PR.PS-01 |')).toContain('[NFR-001](../../nonfunctional/configuration-audit.md#debugging-is-switched-on)')
})

test('one that fails nothing says nothing of it', async () => {
  const { area } = await printed([aFault(1, {}, { rule: 'debt-marker' })])
  expect(area).not.toContain('**Fails.**')
})

test('one of low confidence is a doubt: the requirement leads to where those stand', async () => {
  const { control, area } = await printed([aFault(1, { confidence: 'low' })])
  expect(area).not.toContain('**Fails.**')
  expect(lineOf(control, '| PR.PS-01 |')).not.toContain('✗ fail')
})

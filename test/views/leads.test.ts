/** What the first screen of a page says: how many, how bad, which first; and what is to be done, each kind once. */
import { describe, expect, test } from 'vitest'
import { render } from '../../plugin/render/index'
import { plainText } from '../../plugin/render/labels'
import type { Finding, LedgerRow } from '../../plugin/types'
import { actionsOf } from '../../plugin/views/derived/actions'
import { className } from '../../plugin/views/derived/class-names'
import { views } from '../../plugin/views/index'
import { aContext, aFinding, aRow, at } from '../program'

const row = (number: number, rule: string, severity: Finding['severity'], more: Partial<LedgerRow> = {}): LedgerRow =>
  aRow({
    id: `SEC-00${number}`,
    reportId: `INPUT-00${number}`,
    rule,
    severity,
    finding: aFinding({
      rule,
      severity,
      phase: 'Input Validation',
      at: at(`src/a.ts:${number}`, `call${number}(`),
      code: `call${number}(\n  value,\n)`,
    }),
    ...more,
  })

async function page(path: string, rows: LedgerRow[]): Promise<string> {
  const context = aContext({ rows })
  const pages = await render(
    views.flatMap((view) => view(context)),
    context,
  )
  return pages
    .find((it) => it.path === path)!
    .content.split('\n')
    .map(plainText)
    .join('\n')
}

const input = 'security-docs/analysis/05-input-validation.md'

describe('a report begins with what is wrong', () => {
  test.each([
    ['several', [row(1, 'a', 'Critical'), row(2, 'b', 'Medium')], '2 findings are open here: 1 Critical and 1 Medium.'],
    ['several of one severity', [row(1, 'a', 'High'), row(2, 'b', 'High')], '2 findings are open here, all of severity High.'],
    ['one', [row(1, 'a', 'Low')], '1 finding is open here, of severity Low.'],
  ])('%s', async (_, rows, sentence) => {
    const text = await page(input, rows)
    expect(text).toContain(sentence)
    expect(text.indexOf(sentence)).toBeLessThan(text.indexOf('1. Input sources'))
    expect(text).toContain('INPUT-001')
  })

  test('what is suppressed or fixed is not wrong any more', async () => {
    const text = await page(input, [row(1, 'a', 'High', { suppressed: { reason: 'r', from: 'options' } })])
    expect(text).not.toContain('open here, of severity')
  })
})

test('a finding shows its whole statement', async () => {
  expect(await page(input, [row(1, 'a', 'High')])).toContain('call1(\n  value,\n)')
})

describe('actions', () => {
  const rows = [row(1, 'a', 'Critical'), row(2, 'a', 'Critical'), row(3, 'a', 'High'), row(4, 'b', 'High'), row(5, 'c', 'High')]

  test('are of three kinds where there are three, and the rest of a kind is counted with it', () => {
    const { actions, urgent } = actionsOf(aContext({ rows }))
    expect(actions.map(({ id, sameKind }) => [id, sameKind])).toEqual([
      ['SEC-001', 2],
      ['SEC-004', 0],
      ['SEC-005', 0],
    ])
    expect(urgent).toBe(5)
  })

  test('are filled up where there are fewer kinds', () => {
    expect(actionsOf(aContext({ rows: rows.slice(0, 4) })).actions.map(({ id, sameKind }) => [id, sameKind])).toEqual([
      ['SEC-001', 1],
      ['SEC-002', 1],
      ['SEC-004', 0],
    ])
  })
})

test.each([
  ['sql-injection', 'SQL injection'],
  ['csrf', 'Cross-site request forgery (CSRF)'],
  ['path-traversal', 'Path traversal'],
  ['', ''],
])('the class %j is called %j', (slug, name) => {
  expect(className(slug)).toBe(name)
})

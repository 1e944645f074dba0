/** Nonfunctional findings in the ledger: ids of their own, unless a security finding says the same of the line. */
import { describe, expect, test } from 'vitest'
import type { NonfunctionalFinding } from '../../plugin/types'
import { build, builds, type Circumstances, finding } from './build'

const told = { area: 'Performance hotspots', class: 'n-plus-one', title: 'A query for each order', why: '' } as const

function hotspot(more: Partial<NonfunctionalFinding> = {}): NonfunctionalFinding {
  return {
    rule: 'n-plus-one',
    class: 'n-plus-one',
    area: 'Performance hotspots',
    title: 'A query for each order',
    impact: 'High',
    reason: 'It stands behind a door.',
    found: 'User.findById runs once for each order.',
    subject: 'list User.findById',
    at: { file: 'src/orders.ts', line: 12, text: 'await User.findById(order.user)' },
    evidence: [],
    around: 'list',
    recommendation: { text: 'Read them at once.' },
    confidence: 'high',
    ...more,
  }
}

/** A build that found these; the rules that they name ran. */
function slow(findings: NonfunctionalFinding[], security: Parameters<typeof build>[0] = [], more: Circumstances = {}): ReturnType<typeof build> {
  const made = build(security, { files: ['src/orders.ts', ...security.map(({ at }) => at.file)], ...more })
  const rulesRun = ['n-plus-one', 'sequential-await', 'hardcoded-secret'].map((id) => ({ id, ...told }))
  return { ...made, verdict: { ...made.verdict, nonfunctional: { findings, rulesRun, rulesBlind: [], problems: [] } } }
}

describe('a nonfunctional finding', () => {
  test('has an id of the section and one of its area, and is no security finding', () => {
    const { nonfunctional, rows, discrepancies } = builds(slow([hotspot()]))
    expect(nonfunctional.map(({ id, reportId, severity, status }) => [id, reportId, severity, status])).toEqual([
      ['NF-001', 'PERF-001', 'High', 'Open'],
    ])
    expect(rows).toEqual([])
    expect(discrepancies).toEqual([])
  })

  test('keeps its id when lines move, and is fixed when it is gone', () => {
    const moved = hotspot({ at: { file: 'src/orders.ts', line: 40, text: 'await User.findById(order.user)' } })
    const after = builds(slow([hotspot()]), slow([moved]))
    expect(after.nonfunctional.map(({ id, status }) => [id, status])).toEqual([['NF-001', 'Open']])
    const gone = builds(slow([hotspot()]), slow([], [], { date: '2024-06-01', commit: 'c2' }))
    expect(gone.nonfunctional.map(({ id, status, fixedIn }) => [id, status, fixedIn])).toEqual([
      ['NF-001', 'Fixed', { commit: 'c2', date: '2024-06-01' }],
    ])
  })

  test('stays open while its rule did not run', () => {
    const blind = build([], { files: ['src/orders.ts'] })
    expect(builds(slow([hotspot()]), blind).nonfunctional.map(({ status }) => status)).toEqual(['Open'])
  })

  test('is not taken for a security finding of a rule of the same name', () => {
    const secret = finding({ rule: 'hardcoded-secret', file: 'src/a.ts', line: 3 })
    const { rows, nonfunctional } = builds(
      slow([], [secret], { rulesRun: ['hardcoded-secret'] }),
      slow([hotspot({ rule: 'hardcoded-secret' })], [], { rulesRun: ['hardcoded-secret'] }),
    )
    expect(rows.map(({ id, status }) => [id, status])).toEqual([['SEC-001', 'Fixed']])
    expect(nonfunctional.map(({ id }) => id)).toEqual(['NF-001'])
  })

  test('is the entry of the security finding that says the same of the line', () => {
    const secret = finding({ rule: 'hardcoded-secret', file: 'src/orders.ts', line: 12 })
    const same = hotspot({ rule: 'hardcoded-secret', area: 'Configuration audit', sameAs: 'hardcoded-secret', at: secret.at })
    const { rows, nonfunctional } = builds(slow([same], [secret], { rulesRun: ['hardcoded-secret'] }))
    expect(rows.map(({ id }) => id)).toEqual(['SEC-001'])
    expect(nonfunctional).toEqual(rows)
    expect(nonfunctional[0]?.nonfunctional?.area).toBe('Configuration audit')
    const elsewhere = builds(slow([{ ...same, at: { ...same.at, line: 13 } }], [secret], { rulesRun: ['hardcoded-secret'] }))
    expect(elsewhere.nonfunctional.map(({ id, reportId }) => [id, reportId])).toEqual([['NF-001', 'CONFIG-001']])
  })

  test('can be suppressed with a reason, by rule', () => {
    const ignores = [{ rule: 'n-plus-one', reason: 'never more than three', at: { file: 'src/orders.ts', line: 11, text: '' } }]
    const { nonfunctional } = builds(slow([hotspot()], [], { ignores }))
    expect(nonfunctional[0]?.suppressed?.reason).toBe('never more than three')
  })
})

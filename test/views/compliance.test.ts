/** Reports of standards: every sum adds up, marks are those of the specification, and the twin for programs has the form of OSCAL. */
import { describe, expect, test } from 'vitest'
import { assess } from '../../plugin/compliance/index'
import { loadStandards } from '../../plugin/compliance/load'
import { render } from '../../plugin/render/index'
import type { FrameworkResult, Page, RequirementResult } from '../../plugin/types'
import { tokenOf, uuidOf } from '../../plugin/views/compliance/oscal'
import { byGroup, selectedOf, totalsOf } from '../../plugin/views/compliance/totals'
import { forAudience, views } from '../../plugin/views/index'
import { aControl, noAudit, noVerdict } from '../compliance/scene'
import { aContext, anEntryPoint, aProgram, aRow, at, noPosture } from '../program'

const program = aProgram({
  history: { state: 'not looked', reason: 'Not under version control.', commits: 0, sightings: [] },
  advisories: { state: 'not looked', reason: 'No source of advisories is configured.', source: '', packages: 0, found: [] },
  entryPoints: [anEntryPoint({ path: '/users' })],
  posture: {
    ...noPosture,
    stack: [aControl(), aControl({ id: 'header-csp', aspect: 'CSP', state: 'fail', current: '', reason: 'Nothing sends it.' })],
  },
})
const rows = [
  aRow({
    id: 'SEC-003',
    reportId: 'INPUT-001',
    finding: { rule: 'sql-injection', title: 'SQL', phase: 'Input Validation', at: at('src/users.ts:9', 'db.query(`select …`)') },
  }),
]

const asvs = (asvsLevel?: 1 | 2 | 3): FrameworkResult =>
  assess(loadStandards(['asvs']), { program, verdict: noVerdict, audit: noAudit, rows }, asvsLevel ? { asvsLevel } : {})[0]!

const printed = new Map<string, Promise<Page[]>>()

/** Printing takes a while; the same is printed once. */
function pagesOf(result: FrameworkResult, audience?: 'public'): Promise<Page[]> {
  const key = JSON.stringify([result.selection, audience])
  const known = printed.get(key) ?? print(result, audience)
  printed.set(key, known)
  return known
}

async function print(result: FrameworkResult, audience?: 'public'): Promise<Page[]> {
  const context = forAudience(aContext({ program, rows, compliance: [result], options: { frameworks: ['asvs'], ...(audience ? { audience } : {}) } }))
  return render(
    views.flatMap((view) => view(context)),
    context,
  )
}

const pageOf = async (result: FrameworkResult, audience?: 'public') =>
  (await pagesOf(result, audience)).find(({ path }) => path === 'security-docs/compliance/owasp-asvs.md')!.content

describe('sums', () => {
  test.each([
    [1, 128],
    [2, 259],
    [3, 278],
  ] as const)('of level %i: %i requirements', (level, total) => {
    const result = asvs(level)
    const all = totalsOf(result.requirements)
    expect(all.total).toBe(total)
    const groups = byGroup(result).map(({ requirements }) => totalsOf(requirements))
    for (const totals of [all, ...groups]) {
      expect(totals.pass + totals.fail + totals.partial + totals.notApplicable + totals.notAssessed + totals.inconclusive).toBe(totals.total)
      expect(totals.covered).toBe(totals.pass + totals.fail + totals.partial)
    }
    for (const key of ['total', 'pass', 'fail', 'partial', 'notApplicable', 'notAssessed', 'inconclusive', 'covered'] as const)
      expect(groups.reduce((sum, totals) => sum + totals[key], 0)).toBe(all[key])
  })

  test('every verdict is one that its row allows', () => {
    const standard = loadStandards(['asvs'])[0]!
    const powers = new Map(standard.requirements.map(({ id, code }) => [id, code]))
    const wrong = asvs(3).requirements.filter(({ id, verdict }) => {
      const power = powers.get(id)
      return (
        (power === 'silent' && !['not assessed', 'not applicable', 'inconclusive'].includes(verdict)) || (power === 'supports' && verdict === 'pass')
      )
    })
    expect(wrong).toEqual([])
  })

  test('nothing passes or fails without a reason, and nothing in silence', () => {
    expect(asvs(3).requirements.filter(({ reason }) => reason.trim() === '')).toEqual([])
  })
})

describe('the page', () => {
  test('at L1 has a category without requirements, and divides by nothing', async () => {
    expect(await pageOf(asvs(1))).toMatch(/\| V1 Architecture \| 0 \| 0 \| 0 \| 0 \| – \|/)
  })

  test('says that a level was assumed', async () => {
    expect(await pageOf(asvs())).toContain('**Target level:** L2 (assumed, since none was chosen)')
    expect(await pageOf(asvs(3))).toMatch(/\*\*Target level:\*\* L3\\?\n/)
  })

  test('has a row a requirement with its levels, mark and evidence', async () => {
    const content = await pageOf(asvs(2))
    expect(content).toMatch(/\| V14\.4\.4 \| Nosniff \| ✓ \| ✓ \| ✓ \| ✓ pass \| .*server\.ts/)
    expect(content).toMatch(/\| V14\.4\.3 \| CSP \| ✓ \| ✓ \| ✓ \| ✗ fail \| .*Nothing sends it/)
    expect(content).toMatch(/\| V1\.1\.1 \| .* \| \| ✓ \| ✓ \| N\/A \| \*not assessed:\*/)
    expect(content).toMatch(/\| V5\.3\.7 \| .* \| N\/A \| \*not applicable:\* Looked for/)
    expect(content).not.toMatch(/\| V2\.2\.4 \|/)
  })

  test('lists what failed with level, gap and remedy, and leads to the finding', async () => {
    const content = await pageOf(asvs(2))
    const failed = content.slice(content.indexOf('## Failed requirements'), content.indexOf('## V1 '))
    expect(failed).toMatch(/\| V5\.3\.4 \| Query injection \| L1 \| SQL\. \[SEC-003\]\(\.\.\/analysis\/05-input-validation\.md#input-001\) \| .+ \|/)
    expect(failed.match(/^\| V/gm)).toHaveLength(totalsOf(asvs(2).requirements).fail)
  })

  test('and the finding leads back', async () => {
    const pages = await pagesOf(asvs(2))
    const report = pages.find(({ path }) => path === 'security-docs/analysis/05-input-validation.md')!.content
    expect(report).toMatch(/\*\*Fails:\*\* \[OWASP ASVS V5\.3\.4\]\(\.\.\/compliance\/owasp-asvs\.md#v5-validation\)/)
  })

  test('names the numbers that were given up', async () => {
    expect(await pageOf(asvs(2))).toMatch(/given up these numbers.*V1\.4\.2/)
  })

  test('withholds places from the public', async () => {
    const content = await pageOf(asvs(2), 'public')
    expect(content).not.toContain('users.ts')
    expect(content).toMatch(/\| V5\.3\.4 \| .*withheld/i)
  })
})

describe('OSCAL', () => {
  const result = asvs(2)
  const oscal = async (of = result) =>
    JSON.parse((await pagesOf(of)).find(({ path }) => path.endsWith('owasp-asvs.oscal.json'))!.content)['assessment-results']

  test('has what assessment results of 1.1.2 require', async () => {
    const document = await oscal()
    expect(Object.keys(document)).toEqual(expect.arrayContaining(['uuid', 'metadata', 'import-ap', 'results']))
    expect(Object.keys(document.metadata)).toEqual(expect.arrayContaining(['title', 'last-modified', 'version', 'oscal-version']))
    const [assessment] = document.results
    expect(Object.keys(assessment)).toEqual(expect.arrayContaining(['uuid', 'title', 'description', 'start', 'reviewed-controls']))
    for (const it of assessment.findings) {
      expect(it).toMatchObject({ uuid: expect.stringMatching(UUID), title: expect.any(String), description: expect.any(String) })
      expect(it.target).toMatchObject({
        type: 'objective-id',
        'target-id': expect.stringMatching(TOKEN),
        status: { state: expect.stringMatching(/^(?:not-)?satisfied$/) },
      })
    }
    for (const it of assessment.observations)
      expect(it).toMatchObject({
        uuid: expect.stringMatching(UUID),
        description: expect.any(String),
        methods: ['TEST-AUTOMATED'],
        collected: expect.stringMatching(/Z$/),
      })
  })

  test('has one finding a requirement, and says which is met', async () => {
    const [assessment] = (await oscal()).results
    const selected = selectedOf(result.requirements)
    expect(assessment.findings).toHaveLength(selected.length)
    const verdictOf = (it: { props: { name: string; value: string }[] }) => it.props.find(({ name }) => name === 'verdict')!.value
    expect(assessment.findings.map(verdictOf)).toEqual(selected.map(({ verdict }: RequirementResult) => verdict.replaceAll(' ', '-')))
    expect(assessment.findings.find((it: { title: string }) => it.title.startsWith('V14.4.4 ')).target.status).toMatchObject({
      state: 'satisfied',
      reason: 'pass',
    })
    expect(assessment.findings.find((it: { title: string }) => it.title.startsWith('V1.1.1 ')).target.status).toMatchObject({
      state: 'not-satisfied',
      reason: 'other',
    })
  })

  test('every reference leads to an observation, every id is its own, and the same input gives the same ids', async () => {
    const document = await oscal()
    const [assessment] = document.results
    const observations = new Set(assessment.observations.map(({ uuid }: { uuid: string }) => uuid))
    for (const it of assessment.findings)
      for (const related of it['related-observations'] ?? []) expect(observations).toContain(related['observation-uuid'])
    const uuids = [...JSON.stringify(document).matchAll(/"uuid":"([^"]+)"/g)].map(([, uuid]) => uuid)
    expect(new Set(uuids).size).toBe(uuids.length)
    expect(await oscal(asvs(2))).toEqual(document)
  })

  test('ids are UUIDs of version 5, numbers are tokens', () => {
    expect(uuidOf('a')).toMatch(UUID)
    expect(uuidOf('a')).not.toBe(uuidOf('b'))
    expect(['V2.1.1', '3.11', '21(2)(h)/1', 'A.8.24'].map(tokenOf)).toEqual(['V2.1.1', '_3.11', '_21-2-h-1', 'A.8.24'])
  })
})

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const TOKEN = /^[\p{L}_][\p{L}\p{N}.\-_]*$/u

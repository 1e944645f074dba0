/** What report 01 says of installed packages: compared, in part, or not at all; and never "none" where nobody looked. */
import { expect, test } from 'vitest'
import { rules } from '../../plugin/rules/index'
import { judge } from '../../plugin/rules/judge'
import type { Advisories, Vulnerability } from '../../plugin/types'
import { findingsPart } from '../../plugin/views/derived/findings-part'
import { vulnerabilitiesOf } from '../../plugin/views/derived/vulnerabilities'
import { reports } from '../../plugin/views/reports'
import { aContext, aProgram, aTechnology, at } from '../program'

function vulnerable(given: Partial<Vulnerability> = {}): Vulnerability {
  return {
    package: 'lid',
    version: '2.0.1',
    ecosystem: 'npm',
    ids: ['GHSA-1'],
    summary: 'Lid comes off',
    severity: 'High',
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H',
    score: 7.5,
    cwe: [400],
    fixedIn: ['2.0.2'],
    direct: true,
    through: [],
    scope: 'runtime',
    at: at('package-lock.json:9', '"node_modules/lid": {'),
    imports: [at('src/tea.ts:1', "import { lid } from 'lid'")],
    url: 'https://github.com/advisories/GHSA-1',
    ...given,
  }
}

const looked = (...found: Vulnerability[]): Advisories => ({ state: 'looked', reason: '', source: 'OSV records in npm/', packages: 7, found })
const judged = (advisories: Advisories) =>
  judge(
    rules.filter(({ id }) => id === 'vulnerable-dependency'),
    aProgram({ advisories }),
  )

test('one row a package and version, with all advisories and the version that none of them names', () => {
  const { running, building, affected, advisories } = vulnerabilitiesOf(
    aProgram({
      advisories: looked(
        vulnerable(),
        vulnerable({ ids: ['GHSA-2'], severity: 'Critical', score: 9.8, fixedIn: ['2.0.10'], url: 'https://github.com/advisories/GHSA-2' }),
        vulnerable({ package: 'timer', scope: 'dev', ids: ['GHSA-3'], imports: [], fixedIn: [] }),
      ),
    }),
  )
  expect(running).toMatchObject([
    {
      name: 'lid',
      severity: 'Critical',
      score: 9.8,
      fixedIn: '2.0.10',
      advisories: ['https://github.com/advisories/GHSA-2', 'https://github.com/advisories/GHSA-1'],
    },
  ])
  expect(building).toMatchObject([{ name: 'timer', fixedIn: null, imports: [] }])
  expect([affected, advisories]).toEqual([2, 3])
})

test('a framework: what is known of it, or why nothing is', () => {
  const technologies = [aTechnology({ evidence: [at('package.json:12', '"express": "^4.19.2"')] })]
  const of = (advisories: Advisories) => vulnerabilitiesOf(aProgram({ technologies, advisories })).frameworks[0]
  expect(of({ ...looked(), state: 'not looked', reason: 'No source of advisories is configured.' })).toMatchObject({
    found: null,
    otherwise: 'Not assessed',
  })
  expect(of({ ...looked(), state: 'part' })).toMatchObject({ otherwise: 'None in what was compared' })
  expect(of(looked(vulnerable({ package: 'express' })))).toMatchObject({ found: { name: 'express' } })
})

test('a rule without a source is not run, and the report says that nothing was assessed', () => {
  const verdict = judged({ ...looked(), state: 'not looked', reason: 'No source of advisories is configured.' })
  expect(verdict).toMatchObject({
    findings: [],
    rulesRun: [],
    rulesBlind: [{ id: 'vulnerable-dependency', reason: 'No source of advisories is configured.' }],
  })
  const { shown, folded } = findingsPart(reports[0]!, aContext({ verdict: { ...verdict, rulesRun: [] } })).looked
  expect([...shown, ...folded]).toMatchObject([{ found: 0, blind: 'No source of advisories is configured.' }])
})

test('one finding a package: the worst advisory scores it, use decides how sure it is', () => {
  const { findings } = judged(
    looked(
      vulnerable({
        version: '1.0.0',
        ids: ['GHSA-2'],
        severity: 'Critical',
        score: 9.3,
        vector: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N',
      }),
      vulnerable(),
      vulnerable({ package: 'unused', imports: [], score: undefined, vector: undefined, severity: 'Medium' }),
      vulnerable({ package: 'timer', scope: 'dev' }),
      vulnerable({ package: 'attack', scope: 'dev', cwe: [506], imports: [] }),
    ),
  )
  expect(
    findings
      .map(({ subject, confidence, severity, cvss, cvssVector }) => [subject, confidence, severity, cvss, cvssVector.slice(0, 8)].join(' '))
      .sort(),
  ).toEqual(['attack high High 7.5 CVSS:3.1', 'lid high Critical 9.3 CVSS:4.0', 'timer low High 7.5 CVSS:3.1', 'unused medium Medium 5.3 CVSS:3.1'])
  const lid = findings.find(({ subject }) => subject === 'lid')
  expect(lid).toMatchObject({ title: 'Known vulnerabilities in lid 1.0.0', cwe: [1395, 400] })
  expect(lid?.description).toContain('Installed in 2 affected versions: 1.0.0, 2.0.1.')
  expect(findings.find(({ subject }) => subject === 'unused')?.description).toContain('Nothing in the analysed code imports unused.')
})

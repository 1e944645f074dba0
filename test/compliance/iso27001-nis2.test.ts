/**
 * ISO 27001 Annex A and NIS 2 as the product holds them. The figures are those of the publishers and of the specification (2.7, 2.8),
 * so that a number that is lost or moved is noticed; and what their files name is there. What every row can come to stands in
 * `verdicts.test.ts`.
 */
import { describe, expect, test } from 'vitest'
import { loadStandards } from '../../plugin/compliance/load'
import { rules } from '../../plugin/rules/index'
import { nonfunctionalRules } from '../../plugin/rules/nonfunctional/index'
import type { Standard } from '../../plugin/types'
import { frameworks } from '../../plugin/views/reports'

const [iso, nis2] = loadStandards(['iso27001', 'nis2']) as [Standard, Standard]
const ruleIds = new Set([...rules.map(({ id }) => id), ...nonfunctionalRules.map(({ id }) => id)])

describe('figures of ISO 27001:2022 Annex A', () => {
  test.each([
    ['A.5', 'Organizational', 37],
    ['A.6', 'People', 8],
    ['A.7', 'Physical', 14],
    ['A.8', 'Technological', 34],
  ])('%s %s: %i controls', (domain, title, count) => {
    const those = iso.requirements.filter(({ group }) => group === domain)
    expect(iso.groups.find(({ id }) => id === domain)?.title).toBe(title)
    expect(those.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, index) => `${domain}.${index + 1}`))
  })

  test('people and places are never asked of the code', () => {
    const those = iso.requirements.filter(({ group }) => group === 'A.6' || group === 'A.7')
    expect(those.filter(({ code }) => code !== 'silent')).toEqual([])
  })

  test('49 of the 71 of A.5 and A.8 are', () => {
    const those = iso.requirements.filter(({ group }) => group === 'A.5' || group === 'A.8')
    expect([those.filter(({ code }) => code !== 'silent').length, those.length]).toEqual([49, 71])
  })
})

describe('measures of NIS 2', () => {
  test.each([
    [
      '21(2)(c)',
      'Business continuity',
      '1,4',
      ['backup mechanisms', 'retry patterns', 'failover configuration', 'circuit breakers', 'graceful degradation'],
    ],
    ['21(2)(d)', 'Supply chain', '6', ['dependency manifest', 'lock file', 'known vulnerabilities', 'update policy', 'third-party code review']],
    [
      '21(2)(e)',
      'Secure development and maintenance',
      '5',
      ['input validation framework', 'output encoding', 'parameterized queries', 'security linting', 'dependency scanning'],
    ],
    ['21(2)(h)', 'Cryptography', '4', ['TLS enforcement', 'encryption at rest', 'strong algorithms', 'key management', 'certificate handling']],
    [
      '21(2)(i)',
      'Access control and asset management',
      '2,3',
      ['access control model', 'role definitions', 'enforcement', 'session management', 'privilege separation'],
    ],
    ['21(2)(j)', 'Multi-factor authentication', '2', ['MFA implemented', 'TOTP', 'WebAuthn/FIDO2', 'enforcement', 'recovery mechanisms']],
  ])('%s %s', (measure, title, phases, aspects) => {
    const group = nis2.groups.find(({ id }) => id === measure)
    expect([group?.title, String(group?.attributes.phases)]).toEqual([title, phases])
    expect(nis2.requirements.filter((it) => it.group === measure).map(({ topic }) => topic)).toEqual(aspects)
  })

  test('30 aspects, all of them asked of the code', () => {
    expect(nis2.requirements.filter(({ code }) => code !== 'silent')).toHaveLength(30)
  })

  test('cryptography and supply chain name their own findings', () => {
    const prefixes = Object.fromEntries(nis2.groups.flatMap(({ id, attributes }) => (attributes.prefix ? [[id, attributes.prefix]] : [])))
    expect(prefixes).toEqual({ '21(2)(d)': 'NIS2-SUPPLY', '21(2)(h)': 'NIS2-CRYPTO' })
  })

  test('rules that speak of a whole measure are there, and fail none of its aspects', () => {
    for (const { id, attributes } of nis2.groups) {
      const failing = nis2.requirements.filter(({ group }) => group === id).flatMap(({ fails }) => fails.rules)
      const also = (attributes.also ?? []) as string[]
      expect(also.filter((rule) => !ruleIds.has(rule) || failing.includes(rule))).toEqual([])
    }
  })

  test('controls and subcategories that it maps to are those of the other standards', () => {
    const [csf] = loadStandards(['csf'])
    const known = new Set([...csf!.requirements, ...iso.requirements].map(({ id }) => id))
    const mapped = nis2.groups.flatMap(({ attributes }) => [...(attributes.iso as string[]), ...(attributes.csf as string[])])
    expect(mapped.filter((id) => !known.has(id))).toEqual([])
  })
})

/** Code can support these and never prove them; that something lies open in the repository is still a counter-example. */
const supportedWithCounterExample = ['A.5.23', 'A.8.4']

describe.each([
  [iso, 49],
  [nis2, 30],
] as const)('$title', (standard, judged) => {
  const asked = standard.requirements.filter(({ code }) => code !== 'silent')

  test('has the page that the reports name', () => {
    expect(frameworks[standard.id]).toMatchObject({ ready: true, path: `security-docs/compliance/${standard.page}.md`, version: standard.version })
  })

  test(`${judged} rows are asked of the code, each with evidence and what to do`, () => {
    expect(asked).toHaveLength(judged)
    expect(asked.filter(({ evidence, remediation }) => evidence.length === 0 || !remediation)).toEqual([])
  })

  test('rules it names are there', () => {
    expect(asked.flatMap(({ fails }) => fails.rules).filter((rule) => !ruleIds.has(rule))).toEqual([])
    const supported = asked.filter(({ code, fails }) => code === 'supports' && fails.rules.length > 0).map(({ id }) => id)
    expect(supported).toEqual(standard.id === 'iso27001' ? supportedWithCounterExample : [])
  })
})

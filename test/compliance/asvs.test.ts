/**
 * ASVS 4.0.3 as the product holds it. The figures are those of the standard (numbers, deleted ones, active ones by level), so that a
 * requirement that is lost or moved is noticed.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadStandards } from '../../plugin/compliance/load'
import { rules } from '../../plugin/rules/index'
import { nonfunctionalRules } from '../../plugin/rules/nonfunctional/index'
import type { EvidenceRef } from '../../plugin/types'

const asvs = loadStandards(['asvs'])[0]!

/** Category → active requirements, and those of L1 and L2 (cumulative; V2.8.7 is optional at L2 and counted). */
const figures: [category: string, name: string, active: number, l1: number, l2: number][] = [
  ['V1', 'Architecture', 39, 0, 38],
  ['V2', 'Authentication', 57, 27, 53],
  ['V3', 'Session', 20, 12, 18],
  ['V4', 'Access Control', 9, 8, 9],
  ['V5', 'Validation', 30, 27, 30],
  ['V6', 'Cryptography', 16, 1, 13],
  ['V7', 'Error Handling', 12, 3, 12],
  ['V8', 'Data Protection', 17, 7, 15],
  ['V9', 'Communication', 8, 3, 7],
  ['V10', 'Malicious Code', 10, 3, 5],
  ['V11', 'Business Logic', 8, 5, 8],
  ['V12', 'Files', 15, 11, 15],
  ['V13', 'API', 13, 6, 13],
  ['V14', 'Configuration', 24, 15, 23],
]

describe('figures of the standard', () => {
  test.each(figures)('%s %s', (category, name, active, l1, l2) => {
    const those = asvs.requirements.filter(({ group }) => group === category)
    expect(asvs.groups.find(({ id }) => id === category)?.title).toBe(name)
    expect(those).toHaveLength(active)
    expect(those.filter(({ levels }) => levels.includes('L1'))).toHaveLength(l1)
    expect(those.filter(({ levels }) => levels.includes('L2'))).toHaveLength(l2)
    expect(those.every(({ levels }) => levels.includes('L3'))).toBe(true)
  })

  test('128 at L1, 259 at L2, 278 at L3', () => {
    const at = (level: string) => asvs.requirements.filter(({ levels }) => levels.includes(level)).length
    expect([at('L1'), at('L2'), at('L3')]).toEqual([128, 259, 278])
  })

  test('numbers that were given up are not among them', () => {
    expect(asvs.deleted).toEqual(['V1.4.2', 'V1.4.3', 'V1.12.1', 'V4.1.4', 'V7.3.2', 'V13.1.2', 'V13.2.4', 'V14.3.1'])
    expect(asvs.requirements.filter(({ id }) => asvs.deleted.includes(id))).toEqual([])
  })

  test('in the order of the standard', () => {
    const parts = (id: string) => id.slice(1).split('.').map(Number)
    const sorted = [...asvs.requirements].sort((a, b) => {
      const [one, other] = [parts(a.id), parts(b.id)]
      return one[0]! - other[0]! || one[1]! - other[1]! || one[2]! - other[2]!
    })
    expect(asvs.requirements.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id))
  })
})

describe('what it names is there', () => {
  const known = new Set([...rules.map(({ id }) => id), ...nonfunctionalRules.map(({ id }) => id)])

  test.each(asvs.requirements.flatMap((it) => [...it.fails.rules, ...it.related].map((rule) => [it.id, rule] as const)))(
    '%s: rule %s',
    (_id, rule) => {
      expect(known).toContain(rule)
    },
  )

  test('controls', () => {
    const text = sourcesBelow(path.join(__dirname, '..', '..', 'plugin', 'link', 'posture'))
    const named = new Set(asvs.requirements.flatMap(({ evidence }) => evidence.flatMap(controlsIn)))
    expect([...named].filter((id) => !text.includes(`'${id}'`) && !composed.some((stem) => id.startsWith(stem)))).toEqual([])
  })

  test('what can fail says what to do', () => {
    expect(asvs.requirements.filter(({ code, remediation }) => code !== 'silent' && !remediation).map(({ id }) => id)).toEqual([])
  })
})

/** Findings of these rules speak of something that no requirement asks for; each says of what. */
const elsewhere: Record<string, string> = {
  'browser-without-sandbox': 'settings of a browser that a program steers',
  'file-content-in-request': 'data that a program sends by design',
  'listens-on-every-address': 'the network around the program',
  'memory-session-store': 'sessions that are lost at a restart',
  'message-to-any-window': 'messages between windows',
  'missing-security-headers': 'decided header by header',
  'prompt-injection': 'language models, which the standard does not know',
  redos: 'expressions that take too long',
  'exponential-regex': 'expressions that take too long',
  'regex-injection': 'expressions that take too long',
  'reset-reveals-accounts': 'accounts that can be found out',
  'resource-exhaustion': 'work that a request decides',
  'session-cookie-defaults': 'names of libraries',
  'token-revocation-unchecked': 'decided by how sessions end',
  'trusting-electron-session': 'desktop programs',
  'unlimited-bridge': 'desktop programs',
  'unsafe-electron-window': 'desktop programs',
  'unverified-message-origin': 'messages between windows',
  'user-controlled-security-header': 'headers that a caller decides',
  'user-enumeration': 'accounts that can be found out',
  'validation-collects-every-error': 'work that a request decides',
  'angular-trusts-any-address': 'addresses of resources of a page',
  'hidden-direction-change': 'no requirement looks at the signs that the source is written in',
  'lenient-http-parser': 'no requirement looks at how messages are told from each other',
  'weak-password-hash-settings': 'decided by the number of rounds that the standard asks for',
  'weak-password-policy': 'decided by the length that the standard asks for',
  'weakened-security-headers': 'decided header by header',
}

test.each(rules.map(({ id }) => id))('findings of %s fail a requirement, or it is said why not', (rule) => {
  const mapped = asvs.requirements.some(({ fails, related }) => fails.rules.includes(rule) || related.includes(rule))
  expect(mapped || rule in elsewhere).toBe(true)
})

/** Ids that are put together: `token-submission`. */
const composed = ['error-log-', 'session-end', 'escalation-', 'authorization-model-', 'secrets-', 'retention-', 'encryption-at-rest-']

function controlsIn(ref: EvidenceRef): string[] {
  return Object.entries(ref).flatMap(([name, asked]) => {
    if (name === 'any') return (asked as EvidenceRef[]).flatMap(controlsIn)
    if (name === 'control') return [typeof asked === 'string' ? asked : (asked as { id: string }).id]
    if (name === 'lifetime') return (asked as { controls: string[] }).controls
    return name === 'figure' ? [(asked as { control: string }).control] : []
  })
}

function sourcesBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n')
}

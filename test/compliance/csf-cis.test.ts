/**
 * NIST CSF 2.0 and CIS Controls 8.0 as the product holds them. The figures are those of the publishers, so that a number that is
 * lost or moved is noticed; and what their files name is there. What every row can come to stands in `verdicts.test.ts`.
 */
import { describe, expect, test } from 'vitest'
import { loadStandards } from '../../plugin/compliance/load'
import { rules } from '../../plugin/rules/index'
import { nonfunctionalRules } from '../../plugin/rules/nonfunctional/index'

const [csf, cis] = loadStandards(['csf', 'cis']) as [ReturnType<typeof loadStandards>[number], ReturnType<typeof loadStandards>[number]]

describe('figures of CSF 2.0', () => {
  test.each([
    ['GV', 6, 31],
    ['ID', 3, 21],
    ['PR', 5, 22],
    ['DE', 2, 11],
    ['RS', 4, 13],
    ['RC', 2, 8],
  ])('%s: %i categories, %i subcategories', (name, categories, subcategories) => {
    expect(csf.groups.filter(({ attributes }) => attributes.function === name)).toHaveLength(categories)
    expect(csf.requirements.filter(({ id }) => id.startsWith(`${name}.`))).toHaveLength(subcategories)
  })

  test.each([
    ['GV.OC', 5],
    ['GV.RM', 7],
    ['GV.RR', 4],
    ['GV.PO', 2],
    ['GV.OV', 3],
    ['GV.SC', 10],
    ['ID.AM', 7],
    ['ID.RA', 10],
    ['ID.IM', 4],
    ['PR.AA', 6],
    ['PR.AT', 2],
    ['PR.DS', 4],
    ['PR.PS', 6],
    ['PR.IR', 4],
    ['DE.CM', 5],
    ['DE.AE', 6],
    ['RS.MA', 5],
    ['RS.AN', 4],
    ['RS.CO', 2],
    ['RS.MI', 2],
    ['RC.RP', 6],
    ['RC.CO', 2],
  ])('%s has %i', (category, count) => {
    expect(csf.requirements.filter(({ group }) => group === category)).toHaveLength(count)
  })

  test('106 in 22 categories, none of them withdrawn', () => {
    expect([csf.groups.length, csf.requirements.length]).toEqual([22, 106])
    expect(csf.requirements.filter(({ id }) => ['ID.AM-06', 'PR.DS-03', 'DE.CM-04', 'RC.CO-01'].includes(id))).toEqual([])
    expect(csf.requirements.every(({ id, group }) => id.startsWith(`${group}-`))).toBe(true)
  })

  test('areas of the procedure lead to what is there', () => {
    const { areas } = csf.attributes as { areas: { ids: string[] }[] }
    const known = new Set([...csf.groups, ...csf.requirements].map(({ id }) => id))
    expect(areas.flatMap(({ ids }) => ids).filter((id) => !known.has(id))).toEqual([])
    expect(areas).toHaveLength(11)
  })
})

describe('figures of CIS Controls 8.0', () => {
  test.each([
    ['1', 'Enterprise Assets', 2, 4, 5],
    ['2', 'Software Assets', 3, 6, 7],
    ['3', 'Data Protection', 6, 12, 14],
    ['4', 'Secure Configuration', 7, 11, 12],
    ['5', 'Account Management', 4, 6, 6],
    ['6', 'Access Control', 5, 7, 8],
    ['7', 'Vulnerability Management', 4, 7, 7],
    ['16', 'Application Software Security', 0, 11, 14],
  ])('control %s %s', (control, title, ig1, ig2, ig3) => {
    const those = cis.requirements.filter(({ group }) => group === control)
    const at = (level: string) => those.filter(({ levels }) => levels.includes(level)).length
    expect(cis.groups.find(({ id }) => id === control)?.title).toBe(title)
    expect([at('IG1'), at('IG2'), at('IG3'), those.length]).toEqual([ig1, ig2, ig3, ig3])
    expect(those.map(({ id }) => id)).toEqual(those.map((_, index) => `${control}.${index + 1}`))
  })

  test('73 safeguards, and ten controls are left out', () => {
    expect(cis.requirements).toHaveLength(73)
    expect(cis.attributes.left).toHaveLength(10)
  })
})

describe.each([
  [csf, 47],
  [cis, 51],
] as const)('$title', (standard, judged) => {
  const asked = standard.requirements.filter(({ code }) => code !== 'silent')
  const known = new Set([...rules.map(({ id }) => id), ...nonfunctionalRules.map(({ id }) => id)])

  test(`${judged} rows are asked of the code, each with evidence and what to do`, () => {
    expect(asked).toHaveLength(judged)
    expect(asked.filter(({ evidence, remediation }) => evidence.length === 0 || !remediation)).toEqual([])
  })

  test('rules it names are there', () => {
    expect(asked.flatMap(({ fails }) => fails.rules).filter((rule) => !known.has(rule))).toEqual([])
  })

  test('a finding of every security rule fails a row', () => {
    const mapped = new Set(asked.flatMap(({ fails }) => fails.rules))
    expect(rules.map(({ id }) => id).filter((id) => !mapped.has(id))).toEqual([])
  })
})

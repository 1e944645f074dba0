/**
 * What each requirement of the ASVS can come to, by evidence alone: for every verdict that its row allows, the smallest program that
 * brings it about. A row that names evidence that nothing can give would show here, and so would one that can only ever fail.
 */
import { describe, expect, test } from 'vitest'
import { loadStandards } from '../../plugin/compliance/load'
import type { Requirement, RequirementVerdict } from '../../plugin/types'
import { aRow } from '../program'
import { sampleOf, together } from './samples'
import { type Around, verdictOn } from './scene'

const asvs = loadStandards(['asvs'])[0]!
const asked = asvs.requirements.filter(({ code }) => code !== 'silent')

/** Whether it applies is asked for apart: a sample need not have all that a gate looks for. */
const ungated = (requirement: Requirement): Partial<Requirement> => ({
  ...requirement,
  id: 'R1',
  group: 'G',
  gate: [],
})

function bringsAbout(requirement: Requirement, verdict: RequirementVerdict): boolean {
  const tried = triesOf(requirement, verdict)
  return tried.some((around) => verdictOn(ungated(requirement), around).verdict === verdict)
}

function triesOf({ evidence, fails, code }: Requirement, verdict: RequirementVerdict): Around[] {
  const met = evidence.map((ref) => sampleOf(ref, 'met') ?? sampleOf(ref, 'nothing') ?? {})
  if (verdict === 'pass') return evidence.length > 0 ? [together(met)] : []
  if (verdict === 'partial')
    return [
      ...evidence.map((ref, index) => together([...met.filter((_, at) => at !== index), sampleOf(ref, 'partly') ?? sampleOf(ref, 'unknown') ?? {}])),
      ...(code === 'supports' ? [together(met)] : []),
    ]
  if (verdict === 'fail')
    return [
      ...fails.rules.map((rule) => ({ rows: [aRow({ rule, finding: { rule, at: { file: 'src/a.ts', line: 1, text: originsOf(fails.origin) } } })] })),
      ...evidence.map((ref, index) => together([...met.filter((_, at) => at !== index), sampleOf(ref, 'not met') ?? {}])),
    ]
  return []
}

/** A text that the narrowing of a requirement takes. */
const originsOf = (origin = ''): string =>
  ['', 'req.query.token', 'password', 'file name', 'mail subject', 'otp', 'backup code', 'content-disposition filename'].find((text) =>
    new RegExp(origin, 'i').test(text),
  ) ?? ''

const can = (requirement: Requirement) => ({
  pass: bringsAbout(requirement, 'pass'),
  partial: bringsAbout(requirement, 'partial'),
  fail: bringsAbout(requirement, 'fail'),
})

const table = new Map(asked.map((requirement) => [requirement.id, can(requirement)]))

/** Nothing of ours looks for these yet, so they are inconclusive unless they do not apply. */
const untold = asked.filter(({ evidence, fails }) => evidence.length === 0 && fails.rules.length === 0).map(({ id }) => id)

test('what nothing looks for is known by number', () => {
  expect(untold).toMatchSnapshot()
})

describe('where code decides, it can come to fail or to pass', () => {
  test.each(asked.filter(({ code, id }) => (code === 'decides' || code === 'inspects') && !untold.includes(id)))('$id $topic', ({ id }) => {
    const { pass, fail, partial } = table.get(id)!
    // One asks for nothing where there is nothing of the kind.
    const asksNothing = verdictOn(ungated(asked.find((it) => it.id === id)!)).verdict === 'not applicable'
    expect(pass || fail || partial || asksNothing).toBe(true)
  })
})

test('where code supports, it comes to partial, and never to pass', () => {
  for (const { id, code } of asked) if (code === 'supports') expect([id, table.get(id)!.pass]).toEqual([id, false])
})

test('how many can come to what', () => {
  const count = (of: (it: ReturnType<typeof can>) => boolean) => [...table.values()].filter(of).length
  expect({
    asked: asked.length,
    decidable: count(({ pass, fail }) => pass || fail),
    pass: count(({ pass }) => pass),
    fail: count(({ fail }) => fail),
    both: count(({ pass, fail }) => pass && fail),
    partial: count(({ partial }) => partial),
    untold: untold.length,
  }).toMatchSnapshot()
})

test('in an empty program every gate is proved absent', () => {
  for (const { id, gate, levels } of asvs.requirements)
    if (gate.length > 0)
      expect([id, verdictOn({ id: 'R1', levels: ['all'], gate, code: 'silent', assessedBy: `level ${levels[0]}` }).verdict]).toEqual([
        id,
        'not applicable',
      ])
})

test('the table in the docs says the same', async () => {
  const mark = (can: boolean) => (can ? '✓' : '')
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('{', '\\{')
  const rows = asvs.requirements.map(({ id, topic, code, gate }) => {
    const { pass, partial, fail } = table.get(id) ?? { pass: false, partial: false, fail: false }
    return `| ${id} | ${cell(topic)} | ${code} | ${mark(pass)} | ${mark(partial)} | ${mark(fail)} | ${gate.join(', ')} |`
  })
  const text = [
    '---',
    'title: What code says of the ASVS',
    'sidebar_position: 28',
    '---',
    '',
    '# What code says of the ASVS',
    '',
    'Every requirement of OWASP ASVS 4.0.3, and the verdicts that [the analysis](compliance.md) can come to by evidence. Each mark is a',
    'small program in the tests that brings the verdict about; the tests write this table. What is needed for it to apply stands last:',
    'where that is proved absent, the requirement is not applicable.',
    '',
    '| Number | Topic | Code | Pass | Partial | Fail | Applies where there is |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
  await expect(text).toMatchFileSnapshot('../../site/docs/asvs.md')
})

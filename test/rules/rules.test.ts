/** Every rule is listed, says all that a report needs, and is shown on small programs that commit its fault and avoid it. */
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { rules } from '../../plugin/rules/index'
import { judge } from '../../plugin/rules/judge'
import { findingOf, type Rule, rate } from '../../plugin/rules/rule'
import type { Program } from '../../plugin/types'
import { casesIn, expectationsIn, FIXTURES, linkDirectory } from '../link/fixture-programs'
import { aProgram } from '../program'

const FOLDER = path.join(__dirname, '..', '..', 'plugin', 'rules')
const PROGRAMS = path.join(FIXTURES, 'rules')

/** `surface/directory-listing`: one folder a topic, one file a rule. What lies beside the topics is no rule. */
const ruleFiles = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .filter(({ name }) => name !== 'nonfunctional')
  .flatMap(({ name: topic }) => readdirSync(path.join(FOLDER, topic)).map((file) => `${topic}/${path.basename(file, '.ts')}`))

const byId = (id: string) => rules.find((rule) => rule.id === id)

describe('the list of rules', () => {
  test.each(ruleFiles)('has %s, whose file is named after it', async (file) => {
    const rule = ((await import(`${FOLDER}/${file}.ts`)) as { default: Rule }).default
    expect(rule.id).toBe(path.basename(file))
    expect(rules, `plugin/rules/index.ts lacks the line for ${file}`).toContain(rule)
  })

  test('has nothing else, and nothing twice', () => {
    expect(rules.map(({ id }) => id).sort()).toEqual(ruleFiles.map((file) => path.basename(file)).sort())
  })
})

describe.each(rules.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  test('says what a report needs', () => {
    expect(rule.class).toMatch(/^[a-z]+(-[a-z0-9]+)*$/)
    expect(rule.cwe.length).toBeGreaterThan(0)
    for (const cwe of rule.cwe) expect(Number.isInteger(cwe) && cwe > 0, `CWE ${cwe}`).toBe(true)
    for (const text of [rule.title, rule.why, rule.fix, ...rule.impact]) expect(text.trim().length, text).toBeGreaterThan(15)
    expect(rule.title, 'a title is a heading, not a sentence').not.toMatch(/\.$/)
    for (const text of [rule.why, rule.fix]) expect(text, 'whole sentences').toMatch(/^[A-Z].*\.$/s)
    expect(rule.impact.length).toBeGreaterThan(0)
    for (const text of rule.impact) expect(text, 'a list item, not a sentence').toMatch(/^[A-Z].*[^.]$/)
    expect(rule.references.length).toBeGreaterThan(0)
    for (const address of rule.references) expect(new URL(address).protocol).toBe('https:')
    expect(rule.references, 'a cheat sheet of OWASP').toContainEqual(
      expect.stringMatching(/^https:\/\/cheatsheetseries\.owasp\.org\/cheatsheets\/[\w-]+_Cheat_Sheet\.html(?:#[\w-]+)?$/),
    )
    expect(rule.code?.trim(), 'corrected code').toBeTruthy()
  })

  test('has a whole CVSS 3.1 base vector, and so a score', () => {
    expect(rule.cvss).toMatch(/^AV:[NALP]\/AC:[LH]\/PR:[NLH]\/UI:[NR]\/S:[UC]\/C:[NLH]\/I:[NLH]\/A:[NLH]$/)
    const { cvss, severity } = rate(rule.cvss)
    expect(cvss).toBeGreaterThan(0)
    expect(severity).not.toBe('Info')
  })

  test('finds nothing where there is nothing', () => {
    expect(rule.check(aProgram())).toEqual([])
  })

  test('is shown on a program that commits its fault and on one that avoids it', () => {
    const folder = path.join(PROGRAMS, id)
    const said = (key: string) => (existsSync(folder) ? expectationsIn(folder, key).filter(({ text, todo }) => text === id && !todo).length : 0)
    expect(said('expect'), `test/fixtures/rules/${id} lacks a line with // expect: ${id}`).toBeGreaterThan(0)
    expect(said('safe'), `test/fixtures/rules/${id} lacks a line with // safe: ${id}`).toBeGreaterThan(0)
  })
})

describe('programs', () => {
  test.each(casesIn(PROGRAMS))('%s', async (name) => {
    const directory = path.join(PROGRAMS, name)
    const program = await linkDirectory(directory)
    const { findings, problems } = judge(rules, program)
    const found = findings.map(({ rule, at }) => `${at.file}:${at.line} ${rule}`)
    const known = expectationsIn(directory, 'expect').filter(({ todo }) => todo)
    const gaps = new Set(known.map(({ at, text }) => `${at} ${text}`))
    const wanted = expectationsIn(directory, 'expect').filter(({ todo }) => !todo)
    expect(problems).toEqual([])
    expect(found.filter((it) => !gaps.has(it)).sort()).toEqual(wanted.map(({ at, text }) => `${at} ${text}`).sort())
    expect(
      [...gaps].filter((it) => found.includes(it)),
      'no gap any more: write expect in place of todo-expect',
    ).toEqual([])

    // A twin that was not even seen would prove nothing.
    const seen = placesIn(program)
    for (const { at, text } of expectationsIn(directory, 'safe')) {
      expect(byId(text), `${at} names a rule that does not exist`).toBeDefined()
      expect(seen, `${at} is called safe, and nothing was seen there`).toContain(at)
      expect(found).not.toContain(`${at} ${text}`)
    }
  })
})

function placesIn({ entryPoints, middleware, usages, manifests }: Program): string[] {
  const stated = manifests.flatMap(({ path: file, facts }) => facts.map(({ line }) => ({ at: { file, line } })))
  return [...entryPoints, ...middleware, ...usages, ...stated].map(({ at }) => `${at.file}:${at.line}`)
}

describe('judging', () => {
  const at = (file: string, line: number) => ({ file, line, text: 'x()' })
  const rule = (change: Partial<Rule>): Rule => ({ ...rules[0]!, id: 'one', cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N', check: () => [], ...change })
  const stops = rule({
    id: 'stops',
    check: () => {
      throw new TypeError('no handler')
    },
  })

  test('a rule that stops is named, is not counted as run, and stops no other', () => {
    const { findings, rulesRun, rulesStopped, problems } = judge(
      [stops, rule({ id: 'goes on', check: () => [{ subject: 's', at: at('a.ts', 1) }] })],
      aProgram(),
    )
    expect(findings.map((finding) => finding.rule)).toEqual(['goes on'])
    expect(rulesRun.map(({ id }) => id)).toEqual(['goes on'])
    expect(rulesStopped.map(({ id }) => id)).toEqual(['stops'])
    expect(problems).toEqual([
      { subject: 'stops', stage: 'judge', reason: 'rule stopped', detail: 'The rule stopped: no handler. What it looks for was not looked for.' },
    ])
  })

  test('where data could not be followed, rules that ask for its paths stop, and others do not', () => {
    const asksForFlows = rule({ id: 'asks', check: ({ flows }) => flows.map(({ at: place }) => ({ subject: 's', at: place })) })
    const { rulesRun, rulesStopped, problems } = judge(
      [asksForFlows, rule({ id: 'goes on' })],
      aProgram({ flowsStopped: 'following data failed, too deep' }),
    )
    expect([rulesRun.map(({ id }) => id), rulesStopped.map(({ id }) => id)]).toEqual([['goes on'], ['asks']])
    expect(problems[0]?.detail).toBe('The rule stopped: following data failed, too deep. What it looks for was not looked for.')
  })

  test('the worst comes first, then file, line and rule, in whatever order rules found them', () => {
    const hits = [
      { subject: 's', at: at('b.ts', 1) },
      { subject: 's', at: at('a.ts', 10) },
      { subject: 's', at: at('a.ts', 9) },
    ]
    const worse = rule({ id: 'worse', cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', check: () => [{ subject: 's', at: at('z.ts', 1) }] })
    const orders = [hits, [...hits].reverse()].map((order) => judge([rule({ check: () => order }), worse], aProgram()).findings)
    expect(orders[0]!.map((it) => `${it.at.file}:${it.at.line}`)).toEqual(['z.ts:1', 'a.ts:9', 'a.ts:10', 'b.ts:1'])
    expect(orders[1]).toEqual(orders[0])
  })

  test.each([
    [{}, 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N', 9.1, 'Critical'],
    [{ I: 'N' }, 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N', 7.5, 'High'],
    [{ PR: 'L', A: 'L' }, 'AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:L', 8.3, 'High'],
    [{ C: 'N', I: 'N' }, 'AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', 0, 'Info'],
  ])('metrics %j of one place change the vector, and with it score and severity', (metrics, vector, cvss, severity) => {
    const base = rule({ cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N' })
    expect(findingOf(base, { subject: 's', at: at('a.ts', 1), metrics })).toMatchObject({ cvssVector: `CVSS:3.1/${vector}`, cvss, severity })
  })
})

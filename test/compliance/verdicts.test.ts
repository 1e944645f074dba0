/**
 * Every verdict that a row of the five standards allows, brought about by a real program: files as text, scanned, extracted, linked and
 * judged. What no program brings about has a reason; the page of the site shows both, and is written here.
 */
import { describe, expect, test } from 'vitest'
import { programs } from './programs/index'
import { missingOf, shownBy, tablePage } from './verdict-table'
import { allVerdicts, marksOf, standards } from './verdicts'

const all = await allVerdicts()
const shown = shownBy(all)

describe('lines that say what they decide', () => {
  const marks = Object.entries(programs).flatMap(([name, program]) => marksOf(program).map((mark) => ({ name, ...mark })))

  test.each(marks)('$name $at: $key $verdict', ({ name, at, key, verdict }) => {
    const result = all.get(name)!.get(key)
    expect(result?.verdict, result?.reason).toBe(verdict)
    expect(result!.evidence.map(({ file, line }) => `${file}:${line}`)).toContain(at)
  })
})

describe.each(standards)('$title', (standard) => {
  test('no row goes beyond what code can say of it', () => {
    const beyond = standard.requirements.filter(({ id, code, fails }) => {
      const has = (verdict: string) => shown.has(`${standard.id} ${id} ${verdict}`)
      if (code === 'silent') return has('pass') || has('partial') || has('fail')
      return code === 'supports' && (has('pass') || (has('fail') && fails.rules.length === 0))
    })
    expect(beyond.map(({ id }) => id)).toEqual([])
  })

  test('a verdict that no program brings about is one that it cannot come to, or is known by number', () => {
    const missing = standard.requirements.flatMap((it) => missingOf(standard, it, shown)).filter(({ why }) => why === undefined)
    expect(missing.map(({ key, verdict }) => `${key} ${verdict}`)).toMatchSnapshot()
  })
})

test('how many requirements of the ASVS programs decide', () => {
  const [asvs] = standards
  const decided = asvs!.requirements.filter(({ id }) => shown.has(`asvs ${id} pass`) || shown.has(`asvs ${id} fail`))
  expect(decided.length).toBeGreaterThanOrEqual(190)
})

test('the page of the site says the same', async () => {
  await expect(tablePage(standards, shown)).toMatchFileSnapshot('../../site/docs/verdicts.md')
})

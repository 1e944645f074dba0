/** What the rules of this area say: few findings, each with all of its places. */
import { expect, test } from 'vitest'
import { nonfunctionalRules } from '../../../plugin/rules/nonfunctional/index'
import { judgeQuality } from '../../../plugin/rules/nonfunctional/judge'
import { linkSources, type Sources } from '../../link/small-programs'

const judged = (sources: Sources) => judgeQuality(nonfunctionalRules, linkSources(sources))
const of = (sources: Sources, type: string) => judged(sources).findings.filter(({ class: name }) => name === type)

const branches = (count: number) => Array.from({ length: count }, (_, i) => `if (a === ${i}) { b(${i}) }`).join('\n')

test('complexity: above the limits of the tools, told with three figures', () => {
  expect(of({ 'src/a.js': `export function f(a, b) {\n${branches(15)}\n}` }, 'high-complexity')).toEqual([])
  const [found, ...more] = of({ 'src/a.js': `export function f(a, b) {\n${branches(40)}\n}` }, 'high-complexity')
  expect(more).toEqual([])
  expect(found).toMatchObject({ impact: 'Medium', figures: { cyclomatic: 41, cognitive: 40, lines: 42 } })
})

test('those a little above are told file by file, and tests not at all', () => {
  const two = `export function f(a, b) {\n${branches(16)}\n}\nexport function g(a, b) {\n${branches(18)}\n}`
  const found = of({ 'src/a.js': two, 'test/a.test.js': two }, 'high-complexity')
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ impact: 'Low', at: { file: 'src/a.js' }, places: [{ file: 'src/a.js', line: 1 }] })
})

test('markers: one finding a file, faults before work that is left', () => {
  const found = of({ 'src/a.js': '// TODO one\nexport const a = 1\n// FIXME two', 'src/b.js': 'export const b = 1' }, 'debt-marker')
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ impact: 'Medium', at: { line: 3 }, places: [{ line: 1 }] })
})

test('what was not asked is said to be blind', () => {
  expect(judged({}).rulesBlind.map(({ id }) => id)).toContain('outdated-dependency')
})

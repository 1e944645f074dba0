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

test('packages that are behind or given up: one finding a manifest, one each that is asked for, one for what others bring', () => {
  const program = linkSources({ 'src/a.js': 'export const a = 1' })
  const at = (line: number) => ({ file: 'package.json', line, text: '' })
  const behind = { current: '1.0.0', scope: 'runtime' as const }
  const given = { version: '1.0.0', message: 'Use `other`', scope: 'runtime' as const, at: { file: 'package-lock.json', line: 9, text: '' } }
  program.quality.health.packages = {
    outdated: {
      state: 'looked',
      reason: '',
      source: 'outdated.json',
      found: [
        { ...behind, name: 'a', latest: '4.0.0', step: 'breaking', majors: 3, at: at(3) },
        { ...behind, name: 'b', latest: '2.0.0', step: 'breaking', majors: 1, at: at(4) },
        { ...behind, name: 'c', latest: '1.1.0', step: 'minor', majors: 0, at: at(5) },
      ],
    },
    givenUp: {
      state: 'looked',
      reason: '',
      found: [
        { ...given, name: 'd', direct: true, through: [] },
        { ...given, name: 'e', direct: false, through: ['a'] },
        { ...given, name: 'f', direct: false, through: ['a', 'e'] },
      ],
    },
  }
  const { findings } = judgeQuality(nonfunctionalRules, program)
  const told = (type: string) => findings.filter((it) => it.class === type).map(({ impact, title }) => `${impact} ${title}`)
  expect(told('outdated-dependency')).toEqual([
    'Medium 2 packages of package.json are a major version or more behind',
    'Low 1 package of package.json could be updated at once',
  ])
  expect(told('deprecated-dependency')).toEqual(['Medium d was given up', 'Low 2 packages that others bring were given up'])
})

test('what was not asked is said to be blind', () => {
  expect(judged({}).rulesBlind.map(({ id }) => id)).toContain('outdated-dependency')
})

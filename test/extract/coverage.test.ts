/** Coverage reports of the four formats that tools write: the same file, and the same numbers. */
import { expect, test } from 'vitest'
import { coverageOf } from '../../plugin/extract/coverage/index'
import { linkDirectory } from '../link/fixture-programs'
import { tree } from '../tree'

const lcov = 'TN:\nSF:src/a.ts\nDA:1,2\nDA:2,0\nDA:3,1\nend_of_record\nSF:src/a.ts\nDA:2,1\nend_of_record\n'
const statement = (line: number) => ({ start: { line, column: 0 }, end: { line, column: 9 } })

test.each([
  ['coverage/lcov.info', lcov, 'lcov', { covered: 3, total: 3 }],
  [
    'coverage/coverage-final.json',
    JSON.stringify({
      '/ci/src/a.ts': { path: '/ci/src/a.ts', statementMap: { 0: statement(1), 1: statement(1), 2: statement(5) }, s: { 0: 0, 1: 4, 2: 0 } },
    }),
    'istanbul',
    { covered: 1, total: 2 },
  ],
  [
    'coverage/clover.xml',
    '<coverage><project><file name="a.ts" path="/ci/src/a.ts"><line num="1" count="3" type="stmt"/><line num="2" count="0" type="stmt"/></file></project></coverage>',
    'clover',
    { covered: 1, total: 2 },
  ],
  [
    'coverage/cobertura-coverage.xml',
    '<coverage><packages><package><classes><class name="a" filename="src/a.ts"><methods><method><lines><line number="1" hits="1"/></lines></method></methods><lines><line number="1" hits="1"/><line number="2" hits="0"/></lines></class></classes></package></packages></coverage>',
    'cobertura',
    { covered: 1, total: 2 },
  ],
])('%s', (path, text, format, lines) => {
  const read = coverageOf(path, text)
  expect(read?.format).toBe(format)
  expect(read?.files).toMatchObject([lines])
})

test('what only has the name says nothing', () => {
  expect(coverageOf('data/coverage.json', '{ "type": "FeatureCollection" }')).toBeUndefined()
  expect(coverageOf('src/coverage.xml', '<report/>')).toBeUndefined()
  expect(() => coverageOf('coverage/coverage-final.json', '{')).toThrow()
})

test('a report that git ignores is read, and joined to the files of the tree', async () => {
  const root = tree({
    '.gitignore': 'coverage\n',
    'package.json': '{ "name": "sample" }',
    'src/a.ts': 'export const a = 1\n',
    'coverage/lcov.info': lcov,
    'coverage/clover.xml': '<coverage><project><file path="/ci/src/a.ts"><line num="1" count="0"/></file></project></coverage>',
    'coverage/index.html': '<html></html>',
  })
  const { quality, files } = await linkDirectory(root)
  expect(quality.testing.coverage).toEqual([{ file: 'coverage/lcov.info', format: 'lcov', files: [{ path: 'src/a.ts', covered: 3, total: 3 }] }])
  expect(files.map(({ path }) => path)).not.toContain('coverage/index.html')
})

/** A package that offers several builds of itself: whoever installs it calls either. */
import { expect, test } from 'vitest'
import { rules } from '../../plugin/rules/index'
import { judge } from '../../plugin/rules/judge'
import { linkDirectory } from '../link/fixture-programs'
import { tree } from '../tree'

const BODY = "(directory) => {\n  return require('child_process').execSync('du ' + directory)\n}\n"

test('what its users pass comes in by both', async () => {
  const manifest = JSON.stringify({ name: 'sizes', version: '1.0.0', main: 'dist/sizes.js', module: 'dist/sizes.es.js' })
  const found = await linkDirectory(
    tree({
      'package.json': manifest,
      'dist/sizes.js': `module.exports = ${BODY}`,
      'dist/sizes.es.js': `export default ${BODY}`,
      'dist/inner.js': `module.exports = ${BODY}`,
    }),
  )
  const commands = judge(rules, found).findings.filter(({ rule }) => rule === 'command-injection')
  expect(commands.map(({ at, confidence }) => [at.file, confidence])).toEqual(
    expect.arrayContaining([
      ['dist/sizes.js', 'medium'],
      ['dist/sizes.es.js', 'medium'],
    ]),
  )
  expect(commands.find(({ at }) => at.file === 'dist/inner.js')?.confidence ?? 'low').toBe('low')
})

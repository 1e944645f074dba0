/** Where advisories are, as a settings file says it: a place is meant from where the file lies, a service is no place. */
import path from 'node:path'
import { expect, test } from 'vitest'
import { parseAnalyseOptions } from '../../plugin/options'
import { readSettings } from '../../plugin/settings-file'
import { tree } from '../tree'

test.each([
  ['records', (root: string) => path.join(root, 'records')],
  ['osv', () => 'osv'],
  ['https://osv.example', () => 'https://osv.example'],
])('%s', async (said, expected) => {
  const root = tree({ 'plumbline.json': JSON.stringify({ advisories: said }) })
  const { options } = await readSettings(path.join(root, 'plumbline.json'))
  expect(options.advisories).toBe(expected(root))
  expect(parseAnalyseOptions(options).advisories).toBe(expected(root))
})

test('nothing is asked unless it is said', () => {
  expect(parseAnalyseOptions({}).advisories).toBeUndefined()
  expect(() => parseAnalyseOptions({ advisories: ['osv'] })).toThrow(
    /Option "advisories" is .* expected a folder, zip or file of advisories, an address, or osv/,
  )
})

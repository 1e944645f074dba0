/** The analysed code is hostile: no text in it may keep an expression of ours busy for longer than it is long. */
import path from 'node:path'
import { expect, test } from 'vitest'
import { extract } from '../plugin/extract/index'
import { solve } from '../plugin/link/index'
import { loadModels } from '../plugin/link/models'
import { regexUsages } from '../plugin/link/usages/regexes'
import { defaultOptions } from '../plugin/options'
import { scan } from '../plugin/scan/index'
import { createWorld } from '../plugin/world'

test('no expression of the product takes exponential time', { timeout: 120_000 }, async () => {
  const world = await createWorld({ root: path.join(__dirname, '..', 'plugin'), ledgerFile: false, cacheDirectory: false })
  const found = await scan(defaultOptions, world)
  const expressions = regexUsages(solve(found, await extract(found.files, world), loadModels([]))).filter(({ kind }) => kind === 'regex')
  expect(expressions.length).toBeGreaterThan(1000)
  const slow = expressions.filter(({ values }) => values.time?.texts[0] === 'exponential')
  expect(slow.map(({ at, values }) => `${at.file}:${at.line} ${values.pattern?.texts}`)).toEqual([])
})

/** What `Reach` rules out beforehand is nothing that would have been found. Every case of `taint-cases` says so of itself, too. */
import path from 'node:path'
import { expect, test } from 'vitest'
import { extract } from '../../plugin/extract/index'
import { link } from '../../plugin/link/index'
import { scan } from '../../plugin/scan/index'
import { createWorld } from '../../plugin/world'
import { options } from '../tree'
import { FIXTURES } from './fixture-programs'
import { shippedModels } from './small-programs'
import { told, withoutReach } from './taint-cases'

test('every flow of the fixtures is found when facts are kept only where harm can come of them', async () => {
  const made = await createWorld({ root: path.join(FIXTURES, 'rules'), ledgerFile: false })
  const world = { ...made, cache: { get: async () => undefined, put: async () => {} } }
  const found = await scan(options, world)
  const facts = await extract(found.files, world)
  const flows = () => link(found, facts, shippedModels(), options).flows
  const all = withoutReach(flows)
  expect(all.length).toBeGreaterThan(200)
  expect(told(flows())).toEqual(told(all))
}, 120_000)

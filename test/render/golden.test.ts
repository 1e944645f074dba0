/** Whole pages, byte for byte. Refreshed by `UPDATE_GOLDEN=1 npx vitest run test/render`, and read as a diff. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { analyse } from '../../plugin/pipeline'
import { render } from '../../plugin/render/index'
import type { Page } from '../../plugin/types'
import { type ViewContext, views } from '../../plugin/views/index'
import { createWorld } from '../../plugin/world'
import { aContext } from '../program'
import { emptyDirectory, options } from '../tree'
import { shop } from './shop'

const print = (context: ViewContext): Promise<Page[]> =>
  render(
    views.flatMap((view) => view(context)),
    context,
  )

function expectGolden(folder: string, pages: Page[]): void {
  if (process.env.UPDATE_GOLDEN) {
    rmSync(folder, { recursive: true, force: true })
    for (const page of pages) {
      mkdirSync(path.dirname(path.join(folder, page.path)), { recursive: true })
      writeFileSync(path.join(folder, page.path), page.content)
    }
  }
  const golden = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
  expect(pages.map((page) => page.path).sort()).toEqual(golden.sort())
  for (const page of pages) expect(page.content, page.path).toBe(readFileSync(path.join(folder, page.path), 'utf8'))
}

describe.each([
  ['shop', () => shop()],
  ['nothing', () => aContext({ repository: undefined, verdict: { rulesRun: [] } })],
])('%s', (name, context) => {
  const folder = path.join(__dirname, '..', 'golden', name)

  test('is printed as before', async () => {
    expectGolden(folder, await print(context()))
  })

  test('is the same twice', async () => {
    expect(await print(context())).toEqual(await print(context()))
  })
})

describe('the sample shop as it is analysed', () => {
  test('has the architecture, the nonfunctional section and the compliance reports as before', async () => {
    vi.stubEnv('SOURCE_DATE_EPOCH', '1773446400')
    // Outside of version control, so that no page depends on a commit.
    const root = path.join(emptyDirectory(), 'shop')
    cpSync(path.join(__dirname, '..', '..', 'site', 'samples', 'shop'), root, { recursive: true })
    const { pages } = await analyse(
      { ...options, frameworks: ['asvs', 'csf', 'cis', 'iso27001', 'nis2'] },
      await createWorld({ root, cacheDirectory: false }),
    )
    const shown = pages.filter((page) => /^(?:architecture|nonfunctional|security-docs\/compliance)\/.*\.md$/.test(page.path))
    expectGolden(path.join(__dirname, '..', 'golden', 'sample-shop'), shown)
  }, 60_000)
})

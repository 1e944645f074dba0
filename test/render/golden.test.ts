/** Whole pages, byte for byte. Refreshed by `UPDATE_GOLDEN=1 npx vitest run test/render`, and read as a diff. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { render } from '../../plugin/render/index'
import type { Page } from '../../plugin/types'
import { type ViewContext, views } from '../../plugin/views/index'
import { aContext } from '../program'
import { shop } from './shop'

const print = (context: ViewContext): Promise<Page[]> =>
  render(
    views.flatMap((view) => view(context)),
    context,
  )

describe.each([
  ['shop', () => shop()],
  ['nothing', () => aContext({ repository: undefined, verdict: { rulesRun: [] } })],
])('%s', (name, context) => {
  const folder = path.join(__dirname, '..', 'golden', name)

  test('is printed as before', async () => {
    const pages = await print(context())
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
  })

  test('is the same twice', async () => {
    expect(await print(context())).toEqual(await print(context()))
  })
})

/** Texts of pages of the last run: taken again for what shows the same, whatever commit it is published at. */
import { Liquid } from 'liquidjs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { pageMemory } from '../../plugin/page-memory'
import type { PageView, ViewContext } from '../../plugin/views/context'
import { createWorld } from '../../plugin/world'
import { emptyDirectory, git, options, repository, write } from '../tree'
import { home } from './runs'

vi.setConfig({ testTimeout: 60_000 })
afterEach(() => vi.restoreAllMocks())

const project = {
  'package.json': '{ "name": "orchard", "version": "1.0.0", "dependencies": { "express": "^4.19.2" } }\n',
  'README.md': '# Orchard\n\nRun `npm start` and open the page.\n',
  'src/index.ts': `import express from 'express'
import { exec } from 'node:child_process'
export const app = express()
app.get('/trees', (req, res) => {
  exec('plant ' + req.query.name)
  res.end()
})
`,
}

describe('a second run', () => {
  test.each<[string, (root: string) => void]>([
    ['after a commit', (root) => git(root, 'commit', '--allow-empty', '-m', 'Nothing new')],
    ['after a change of prose', (root) => write(root, { 'README.md': `${project['README.md']}\nSmall orchards are fine, too.\n` })],
  ])('%s writes few pages anew, and publishes what a first run would', async (_, change) => {
    const root = repository(project)
    git(root, 'remote', 'add', 'origin', 'https://github.com/orchard/orchard.git')
    const kept = home()
    const spy = vi.spyOn(Liquid.prototype, 'renderFileSync')
    await kept.run(root, {}, { ledgerFile: false })
    const all = spy.mock.calls.length
    const before = git(root, 'rev-parse', 'HEAD').trim()
    change(root)
    const now = git(root, 'rev-parse', 'HEAD').trim()
    spy.mockClear()
    const again = await kept.run(root, {}, { ledgerFile: false })
    expect(spy.mock.calls.length).toBeLessThan(all / 3)
    const anew = await home().run(root, {}, { ledgerFile: false })
    expect(again.bytes).toEqual(anew.bytes)
    const cites = again.page['security-docs/analysis/05-input-validation.md'] ?? ''
    expect(cites).toContain(`https://github.com/orchard/orchard/blob/${now}/src/index.ts#L5`)
    if (now !== before) expect(cites).not.toContain(before)
  })
})

describe('a text', () => {
  const view = { path: 'a.md', template: 'overview', data: { title: 'Orchard', rows: [1, 2] } }
  const memoryIn = async (root: string, change = {}) =>
    pageMemory(await createWorld({ root, cacheDirectory: `${root}/cache`, ledgerFile: false }), { ...options, ...change })

  test('is written once for what a page shows', async () => {
    const root = emptyDirectory()
    const first = await memoryIn(root)
    expect(first.once(view, () => 'one')).toBe('one')
    expect(first.once({ ...view, path: 'b.md' }, () => 'two')).toBe('one')
    await first.keep()
    const second = await memoryIn(root)
    expect(second.once(view, () => 'two')).toBe('one')
    expect(second.once({ ...view, data: { ...view.data, rows: [2, 1] } }, () => 'two')).toBe('two')
    expect(second.once({ ...view, template: 'index' }, () => 'three')).toBe('three')
  })

  test('that nobody asked for in a run is forgotten', async () => {
    const root = emptyDirectory()
    const first = await memoryIn(root)
    first.once(view, () => 'one')
    await first.keep()
    const second = await memoryIn(root)
    second.once({ ...view, template: 'index' }, () => 'two')
    await second.keep()
    expect((await memoryIn(root)).once(view, () => 'three')).toBe('three')
  })

  test('is written anew where what was kept cannot be read', async () => {
    const root = emptyDirectory()
    const world = await createWorld({ root, cacheDirectory: `${root}/cache`, ledgerFile: false })
    const damaged = { ...world, cache: { get: async () => new Uint8Array([1, 2, 3]), put: async () => {} } }
    expect((await pageMemory(damaged, options)).once(view, () => 'one')).toBe('one')
  })
})

describe('a view', () => {
  const context = {
    audit: { claims: [], kinds: [], stopped: [], unlisted: [], documents: [{ path: 'README.md', lines: 3 }] },
    program: { entryPoints: [], inventory: { shipped: new Map() }, architecture: { structure: { documents: [{ path: 'README.md', words: 9 }] } } },
  } as unknown as ViewContext
  const longer = { ...context, audit: { ...context.audit, documents: [{ path: 'README.md', lines: 4 }] } }
  const page = (data: Record<string, unknown>) => ({ path: 'a.md', template: 'overview', data })
  const asked = { doors: 0, documents: 0 }
  function doors({ program, audit }: ViewContext) {
    asked.doors++
    return page({ doors: program.entryPoints.length, claims: audit.claims })
  }
  function documents({ audit }: ViewContext) {
    asked.documents++
    return page({ documents: audit.documents })
  }
  const printed = async (root: string, given: ViewContext, state: string) => {
    const memory = await pageMemory(await createWorld({ root, cacheDirectory: `${root}/cache`, ledgerFile: false }), options)
    const views: PageView[] = [doors, documents]
    const texts = views.flatMap((view) => memory.pagesOf(view, given, state)).map((it) => memory.once(it, () => JSON.stringify(it.data)))
    await memory.keep()
    return texts
  }

  test('is asked again where what it looked at is another, and nowhere else', async () => {
    const root = emptyDirectory()
    const first = await printed(root, context, 'one')
    expect(await printed(root, context, 'one')).toEqual(first)
    expect(asked).toEqual({ doors: 1, documents: 1 })
    const next = await printed(root, longer, 'one')
    expect(next).toEqual([first[0], '{"documents":[{"path":"README.md","lines":4}]}'])
    expect(asked).toEqual({ doors: 1, documents: 2 })
    // What was kept a run ago holds for the next as well.
    expect(await printed(root, longer, 'one')).toEqual(next)
    expect(asked).toEqual({ doors: 1, documents: 2 })
    await printed(root, longer, 'two')
    expect(asked).toEqual({ doors: 2, documents: 3 })
  })
})

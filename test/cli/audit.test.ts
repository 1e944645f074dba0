/** `plumbline audit` as it is called, on small repositories with a history. */
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import { describe, expect, test, vi } from 'vitest'
import { run } from '../../plugin/cli'
import { analyse } from '../../plugin/pipeline'
import type { Discrepancy } from '../../plugin/types'
import { emptyDirectory, git, repository, tree, write } from '../tree'

vi.setConfig({ testTimeout: 60_000 })

async function audit(...argv: string[]) {
  const said = { out: '', err: '' }
  const into = (key: 'out' | 'err') =>
    new Writable({
      write(chunk, _, done) {
        said[key] += String(chunk)
        done()
      },
    }) as unknown as NodeJS.WriteStream
  const code = await run(['audit', ...argv, '--no-cache'], { analyse, out: into('out'), err: into('err'), env: {}, isCI: true, isProposal: false })
  return { code, ...said }
}

async function discrepancies(...argv: string[]): Promise<(Discrepancy & { place: string })[]> {
  const { out, err } = await audit(...argv, '--format', 'json')
  expect(err).toBe('')
  return JSON.parse(out).discrepancies.map((it: Discrepancy) => ({ ...it, place: `${it.docFile}:${it.docLine}` }))
}

const places = async (...argv: string[]) => (await discrepancies(...argv)).map(({ place }) => place)

const shop = {
  'package.json': '{"name":"shop"}',
  'src/app.ts': 'export const port = process.env.SHOP_PORT\n',
  'src/stock.ts': 'export const stock = 1\n',
  'src/stock/Items.ts': 'export const items = 1\n',
  'README.md': '# Shop\n\nThe stock is in `src/stock.ts`, the rest in `src/app.ts`.\n',
  'docs/guide.md': '# Guide\n\nSee [the orders](orders.md).\n',
}

const commit = (root: string, message: string) => {
  git(root, 'add', '--all')
  git(root, 'commit', '--quiet', `--message=${message}`)
  return git(root, 'rev-parse', 'HEAD').trim()
}

describe('prints', () => {
  test('what the document says, what is there and what to do, with the place of each', async () => {
    const { code, out } = await audit(tree(shop))
    expect(code).toBe(0)
    expect(out).toMatch(
      /^docs\/guide\.md:3 DISC-001 Medium link: orders\.md\n {2}line {4}\[the orders\]\(orders\.md\)\n {2}says {4}There is docs\/orders\.md\.\n {2}actual /,
    )
    expect(out).toMatch(/\n\n1 discrepancy: \d+ statements held against the code, \d+ hold, \d+ not judged\.\n$/)
  })

  test('the same as JSON', async () => {
    const { out } = await audit(tree(shop), '--format', 'json')
    const told = JSON.parse(out)
    expect(Object.keys(told)).toEqual(['schema', 'commit', 'since', 'discrepancies', 'statements'])
    expect(told).toMatchObject({
      schema: 'plumbline-audit/1',
      commit: null,
      since: null,
      discrepancies: [{ id: 'DISC-001', kind: 'link', docFile: 'docs/guide.md', docLine: 3 }],
    })
  })

  test('that there is none', async () => {
    const { code, out } = await audit(tree({ ...shop, 'docs/orders.md': '# Orders\n' }))
    expect([code, out]).toEqual([0, expect.stringMatching(/^No discrepancy: /)])
  })
})

describe('the exit code', () => {
  test.each([
    [['--fail-on', 'Medium'], 1],
    [['--fail-on', 'High'], 0],
    [['--fail-on', 'Worst'], 2],
    [['--write'], 2],
  ])('%j', async (argv, code) => {
    expect((await audit(tree(shop), ...(argv as string[]))).code).toBe(code)
  })

  test('follows the settings where nothing is said', async () => {
    const root = tree({ ...shop, 'plumbline.config.json': '{"onDiscrepancies": {"link": "throw"}}' })
    const { code, err } = await audit(root)
    expect([code, err]).toEqual([1, expect.stringContaining('DISC-001 Medium link: orders.md (docs/guide.md:3).')])
    expect((await audit(root, '--no-config')).code).toBe(0)
  })
})

describe('a baseline', () => {
  test('is written once; then only what is new counts', async () => {
    const root = tree(shop)
    const file = path.join(emptyDirectory(), 'known.json')
    expect((await audit(root, '--write-baseline', file, '--fail-on', 'Low')).code).toBe(0)
    write(root, { 'README.md': '# Shop\n\nMore.\n\nSee [the terms](terms.md).\n' })
    const { code, out } = await audit(root, '--baseline', file, '--fail-on', 'Low')
    expect(code).toBe(1)
    expect(out).toContain('README.md:5 ')
    expect(out).not.toContain('guide.md')
    expect(out).toContain('1 discrepancy (1 more left aside)')
  })
})

describe('since a commit', () => {
  test('reports what a change of code made false in a document that it did not touch, and not what was false before', async () => {
    const root = repository(shop)
    git(root, 'mv', 'src/stock.ts', 'src/warehouse.ts')
    commit(root, 'rename')
    expect(await places(root)).toEqual(['README.md:3', 'docs/guide.md:3'])
    expect(await places(root, '--changed-since', 'HEAD~1')).toEqual(['README.md:3'])
    expect(await places(root, '--changed-since', 'HEAD')).toEqual([])
  })

  test('reports false statements of lines that changed, in commits and in the work tree, and not of lines that moved', async () => {
    const root = repository(shop)
    write(root, { 'docs/guide.md': '# Guide\n\nBegin here.\n\nSee [the orders](orders.md).\n' })
    commit(root, 'move')
    expect(await places(root, '--changed-since', 'HEAD~1')).toEqual([])
    write(root, { 'docs/guide.md': '# Guide\n\nBegin here.\n\nPlease see [the orders](orders.md).\n' })
    expect(await places(root, '--changed-since', 'HEAD')).toEqual(['docs/guide.md:5'])
  })

  test('compares with where the branch began, not with what came to the other one since', async () => {
    const root = repository(shop)
    git(root, 'checkout', '--quiet', '-b', 'proposal')
    git(root, 'checkout', '--quiet', 'main')
    write(root, { 'docs/orders.md': '# Orders\n' })
    commit(root, 'orders')
    git(root, 'checkout', '--quiet', 'proposal')
    // On main the link holds by now; the proposal did nothing about it.
    expect(await places(root, '--changed-since', 'main')).toEqual([])
  })

  test('works below the top of the repository', async () => {
    const below = Object.fromEntries(Object.entries(shop).map(([file, text]) => [`packages/shop/${file}`, text]))
    const root = repository(below)
    git(root, 'mv', 'packages/shop/src/stock.ts', 'packages/shop/src/warehouse.ts')
    commit(root, 'rename')
    expect(await places(path.join(root, 'packages/shop'), '--changed-since', 'HEAD~1')).toEqual(['README.md:3'])
  })

  test('runs nothing of the repository, and leaves nothing behind', async () => {
    const root = repository({ ...shop, '.gitattributes': '* filter=evil diff=evil\n' })
    const mark = path.join(emptyDirectory(), 'ran')
    for (const setting of ['filter.evil.smudge', 'filter.evil.clean', 'diff.evil.textconv', 'diff.external', 'core.fsmonitor', 'core.pager'])
      git(root, 'config', setting, `touch ${mark}; cat`)
    for (const hook of ['post-checkout', 'post-index-change']) {
      writeFileSync(path.join(root, '.git/hooks', hook), `#!/bin/sh\ntouch ${mark}\n`)
      chmodSync(path.join(root, '.git/hooks', hook), 0o755)
    }
    // Others put files into the common one meanwhile.
    const temporary = emptyDirectory()
    vi.stubEnv('TMPDIR', temporary)
    expect(tmpdir()).toBe(temporary)
    expect(await places(root, '--changed-since', 'HEAD')).toEqual([])
    vi.unstubAllEnvs()
    expect(existsSync(mark)).toBe(false)
    expect(readdirSync(temporary)).toEqual([])
  })

  test.each(['nowhere', '--upload-pack=touch x', 'HEAD:README.md'])('%s is no commit', async (ref) => {
    const { code, err } = await audit(repository(shop), `--changed-since=${ref}`)
    expect([code, err]).toEqual([2, expect.stringContaining(`--changed-since ${ref}: expected a commit, branch or tag`)])
  })
})

describe('patches', () => {
  const wrong = { ...shop, 'docs/guide.md': '# Guide\n\nItems: [here](../src/stock/items.ts), and [the orders](orders.md).\n' }
  const mended = wrong['docs/guide.md'].replace('items.ts', 'Items.ts')

  test('are shown and not applied', async () => {
    const root = tree(wrong)
    const { out } = await audit(root, '--fix')
    expect(out).toContain('--- a/docs/guide.md\n+++ b/docs/guide.md\n@@ -3 +3 @@\n-Items: [here](../src/stock/items.ts)')
    expect(out).toContain('Nothing was written. Say --fix --write to change the documents.')
    expect(readFileSync(path.join(root, 'docs/guide.md'), 'utf8')).toBe(wrong['docs/guide.md'])
  })

  test('are applied where that is asked for; what has none stays, and counts', async () => {
    const root = tree(wrong)
    chmodSync(path.join(root, 'docs/guide.md'), 0o640)
    const { code, out } = await audit(root, '--fix', '--write', '--fail-on', 'Low')
    expect(out).toContain('Changed: docs/guide.md')
    expect(readFileSync(path.join(root, 'docs/guide.md'), 'utf8')).toBe(mended)
    expect(statSync(path.join(root, 'docs/guide.md')).mode & 0o777).toBe(0o640)
    expect(readdirSync(path.join(root, 'docs'))).toEqual(['guide.md'])
    expect(code).toBe(1)
    expect((await discrepancies(root)).map(({ subject }) => subject)).toEqual(['orders.md'])
  })
})

describe('the commit that broke a statement', () => {
  const brokenBy = async (root: string, ...argv: string[]) =>
    (await discrepancies(root, ...argv)).map(({ place, brokenBy: it }) => [place, it && [it.commit, it.changed, ...(it.author ? [it.author] : [])]])

  test('is that which removed the fact, or that which wrote the statement when it was false already', async () => {
    const root = repository({ ...shop, 'docs/guide.md': '# Guide\n' })
    write(root, { 'src/app.ts': 'export const port = process.env.SHOP_PORT ?? 1\n' })
    commit(root, 'unrelated')
    git(root, 'mv', 'src/stock.ts', 'src/warehouse.ts')
    const renamed = commit(root, 'rename')
    write(root, { 'docs/guide.md': '# Guide\n\nThe numbers come from `src/stock.ts`, see `src/app.ts`.\n' })
    const written = commit(root, 'guide')
    write(root, { 'src/app.ts': 'export const port = process.env.SHOP_PORT ?? 2\n' })
    commit(root, 'unrelated again')
    expect(await brokenBy(root)).toEqual([
      ['README.md:3', [renamed, 'code']],
      ['docs/guide.md:3', [written, 'document']],
    ])
    expect((await brokenBy(root, '--authors'))[0]).toEqual(['README.md:3', [renamed, 'code', 'A']])
  })

  test('is not guessed of what is not committed', async () => {
    const root = repository({ ...shop, 'docs/guide.md': '# Guide\n' })
    git(root, 'mv', 'src/stock.ts', 'src/warehouse.ts')
    commit(root, 'rename')
    write(root, { 'README.md': `${shop['README.md']}\nBye.\n` })
    expect(await brokenBy(root)).toEqual([['README.md:3', undefined]])
  })
})

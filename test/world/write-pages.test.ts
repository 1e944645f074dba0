import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Page } from '../../plugin/types'
import { manifestName, replace, writePages } from '../../plugin/write-pages'
import { emptyDirectory, tree } from '../tree'

const pages = (contents: Record<string, string>): Page[] => Object.entries(contents).map(([file, content]) => ({ path: file, content }))
const filesIn = (directory: string) =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(path.join(directory, file)).isFile())
    .sort()

test('pages are written once, and again only when their bytes change', async () => {
  const out = path.join(emptyDirectory(), 'new/out')
  expect(await writePages(out, pages({ 'b/index.md': 'one', 'a.md': 'a' }))).toEqual({ written: ['a.md', 'b/index.md'], removed: [] })
  for (const file of ['a.md', manifestName]) utimesSync(path.join(out, file), 1, 1)
  expect(await writePages(out, pages({ 'b/index.md': 'one', 'a.md': 'a' }))).toEqual({ written: [], removed: [] })
  expect(statSync(path.join(out, manifestName)).mtimeMs).toBe(1000)
  expect(await writePages(out, pages({ 'b/index.md': 'two', 'a.md': 'a' }))).toEqual({ written: ['b/index.md'], removed: [] })
  expect(statSync(path.join(out, 'a.md')).mtimeMs).toBe(1000)
  expect(filesIn(out)).toEqual([manifestName, 'a.md', 'b/index.md'])
})

test('a device is written to, and not replaced', async () => {
  const link = path.join(emptyDirectory(), 'nowhere')
  symlinkSync('/dev/null', link)
  await replace(link, 'gone')
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
})

describe('stale pages', () => {
  test('go, with the folders they leave empty', async () => {
    const out = emptyDirectory()
    await writePages(out, pages({ 'a.md': 'a', 'b/c/d.md': 'd' }))
    expect(await writePages(out, pages({ 'a.md': 'a' }))).toEqual({ written: [], removed: ['b/c/d.md'] })
    expect(existsSync(path.join(out, 'b'))).toBe(false)
  })

  test('stay when somebody edited them, and what was never ours stays too', async () => {
    const out = emptyDirectory()
    await writePages(out, pages({ 'a.md': 'a', 'b/c.md': 'c', 'b/d.md': 'd' }))
    writeFileSync(path.join(out, 'b/c.md'), 'mine')
    writeFileSync(path.join(out, 'b/theirs.md'), 'theirs')
    expect((await writePages(out, pages({ 'a.md': 'a' }))).removed).toEqual(['b/d.md'])
    expect(filesIn(out)).toEqual([manifestName, 'a.md', 'b/c.md', 'b/theirs.md'])
  })

  test('that are gone already are no problem', async () => {
    const out = emptyDirectory()
    await writePages(out, pages({ 'a.md': 'a', 'b.md': 'b' }))
    rmSync(path.join(out, 'b.md'))
    expect(await writePages(out, pages({ 'a.md': 'a' }))).toEqual({ written: [], removed: [] })
  })
})

describe('nothing of others is overwritten', () => {
  test('and nothing at all is written then', async () => {
    const out = tree({ 'b.md': 'theirs' })
    await expect(writePages(out, pages({ 'a.md': 'a', 'b.md': 'b' }))).rejects.toThrow(
      /b\.md is in the way: it was not written by Plumbline\. Move it, or name another output directory\.$/,
    )
    expect(filesIn(out)).toEqual(['b.md'])
  })

  test('but a file that says the same is taken over', async () => {
    const out = tree({ 'b.md': 'b' })
    expect(await writePages(out, pages({ 'b.md': 'b' }))).toEqual({ written: [], removed: [] })
  })

  test('a page of ours that was edited is written anew', async () => {
    const out = emptyDirectory()
    await writePages(out, pages({ 'a.md': 'a' }))
    writeFileSync(path.join(out, 'a.md'), 'edited')
    expect((await writePages(out, pages({ 'a.md': 'a' }))).written).toEqual(['a.md'])
  })

  test('a link on the way is refused, wherever it leads', async () => {
    const [out, elsewhere] = [emptyDirectory(), tree({ 'x.md': 'theirs' })]
    symlinkSync(elsewhere, path.join(out, 'docs'))
    symlinkSync(path.join(elsewhere, 'x.md'), path.join(out, 'y.md'))
    await expect(writePages(out, pages({ 'docs/x.md': 'ours' }))).rejects.toThrow('docs is in the way: expected a directory there, or nothing.')
    await expect(writePages(out, pages({ 'y.md': 'ours' }))).rejects.toThrow('y.md is in the way: expected a plain file there, or nothing.')
    expect(readFileSync(path.join(elsewhere, 'x.md'), 'utf8')).toBe('theirs')
  })

  test('a directory where a page should go is refused', async () => {
    const out = emptyDirectory()
    mkdirSync(path.join(out, 'a.md'))
    await expect(writePages(out, pages({ 'a.md': 'a' }))).rejects.toThrow('is in the way')
  })
})

test('a run that was interrupted is known as ours by the next', async () => {
  const out = emptyDirectory()
  await writePages(out, pages({ 'a.md': 'a' }))
  // The list of the second run was written, and one of its pages, when the power went.
  const manifest = JSON.parse(readFileSync(path.join(out, manifestName), 'utf8'))
  manifest.files['b.md'] = 'hash of what was to be written'
  writeFileSync(path.join(out, manifestName), JSON.stringify(manifest))
  writeFileSync(path.join(out, 'b.md'), 'b')
  expect((await writePages(out, pages({ 'a.md': 'a', 'b.md': 'b2' }))).written).toEqual(['b.md'])
})

test.each(['../a.md', '/a.md', 'a/../../b.md', '', 'a\\..\\b.md', 'a/./b.md'])('a page cannot lie at %j', async (file) => {
  await expect(writePages(emptyDirectory(), pages({ [file]: '' }))).rejects.toThrow('must lie inside')
})

test('a damaged list of pages is not guessed at', async () => {
  const out = tree({ [manifestName]: '{', 'a.md': 'a' })
  await expect(writePages(out, pages({ 'a.md': 'b' }))).rejects.toThrow('is damaged: expected the list of pages that Plumbline wrote')
  expect(readFileSync(path.join(out, 'a.md'), 'utf8')).toBe('a')
})

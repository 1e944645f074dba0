/** A file that did not change is not opened a second time, and one that did is never taken for what it was. */
import { statSync, unlinkSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { scan } from '../../plugin/scan/index'
import type { FactCache, Scan } from '../../plugin/types'
import { createWorld } from '../../plugin/world'
import { git, options, repository, tree, write } from '../tree'

/** Scans as later builds do, when files are old enough to be trusted; `after` 0 scans at once. */
function scanner(root: string, after = 60_000) {
  const entries = new Map<string, Uint8Array>()
  const cache: FactCache = { get: async (key) => entries.get(key), put: async (key, value) => void entries.set(key, value) }
  const now = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => now() + after)
  onTestFinished(() => void vi.restoreAllMocks())
  return {
    entries,
    async scan(): Promise<{ read: string[]; found: Scan; uncommitted: string[] }> {
      const world = await createWorld({ root, cacheDirectory: false })
      const read: string[] = []
      const found = await scan(options, {
        ...world,
        cache,
        read: (file) => {
          read.push(file)
          return world.read(file)
        },
      })
      return { read, found, uncommitted: [...(world.repository?.uncommitted ?? [])].sort() }
    },
  }
}

const files = { 'a.ts': 'let a = 1\n', 'b.min.js': 'x', 'c.md': '# C\n', 'd.ts': 'a\0b' }

test('what did not change is not opened, and the result is the same', async () => {
  const seen = scanner(tree(files))
  const first = await seen.scan()
  const second = await seen.scan()
  expect(first.read).toEqual(Object.keys(files))
  expect(second.read).toEqual([])
  expect(second.found).toEqual(first.found)
})

test('what was written a moment ago is read again: its stamp may be that of two contents', async () => {
  const seen = scanner(tree(files), 0)
  await seen.scan()
  expect((await seen.scan()).read).toEqual(Object.keys(files))
})

test('a change that keeps size and time is seen', async () => {
  const root = tree(files)
  const seen = scanner(root)
  const { found } = await seen.scan()
  const { atime, mtime } = statSync(path.join(root, 'a.ts'))
  write(root, { 'a.ts': 'let a = 2\n' })
  utimesSync(path.join(root, 'a.ts'), atime, mtime)
  const second = await seen.scan()
  expect(second.read).toEqual(['a.ts'])
  expect(second.found.files[0]!.hash).not.toBe(found.files[0]!.hash)
})

test('a file that goes is forgotten', async () => {
  const root = tree(files)
  const seen = scanner(root)
  await seen.scan()
  unlinkSync(path.join(root, 'c.md'))
  expect((await seen.scan()).found.files.map((file) => file.path)).not.toContain('c.md')
  expect([...seen.entries.values()].map((bytes) => Buffer.from(bytes).toString()).join()).not.toContain('c.md')
})

test('what differs from HEAD is marked without being read, and a new HEAD is asked anew', async () => {
  const root = repository({ 'a.ts': 'a\n', 'b.ts': 'b\n' })
  write(root, { 'b.ts': 'B\n' })
  const seen = scanner(root)
  const first = await seen.scan()
  const second = await seen.scan()
  expect(second).toEqual({ ...first, read: [] })
  expect(second.uncommitted).toEqual(['b.ts'])
  git(root, 'commit', '--quiet', '--all', '--message=more')
  expect(await seen.scan()).toMatchObject({ read: ['b.ts'], uncommitted: [] })
})

test('a repository that is made later is noticed', async () => {
  const root = tree({ 'a.ts': 'a\n', 'b.ts': 'b\n' })
  const seen = scanner(root)
  expect((await seen.scan()).uncommitted).toEqual([])
  git(root, 'init', '--quiet')
  git(root, 'add', 'a.ts')
  git(root, 'commit', '--quiet', '--message=begin')
  expect(await seen.scan()).toMatchObject({ read: ['a.ts'], uncommitted: ['b.ts'] })
})

test.each([
  ['cut off', (bytes: Uint8Array) => bytes.slice(0, bytes.length / 2)],
  ['of something else', () => Buffer.from('{"a":1}')],
])('sightings that are %s are made anew', async (_, damage) => {
  const seen = scanner(tree(files))
  const first = await seen.scan()
  for (const [key, bytes] of seen.entries) seen.entries.set(key, damage(bytes))
  expect(await seen.scan()).toEqual(first)
  expect((await seen.scan()).read).toEqual([])
})

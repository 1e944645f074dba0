/** What one run keeps for the next: facts of unchanged files, and nothing that cannot be trusted. */
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { serialize } from 'node:v8'
import { describe, expect, test } from 'vitest'
import { type Extracted, extract } from '../../plugin/extract/index'
import { noFactCache, openFactCache } from '../../plugin/fact-cache'
import { scan } from '../../plugin/scan/index'
import type { FactCache } from '../../plugin/types'
import { createWorld } from '../../plugin/world'
import { emptyDirectory, options, tree, write } from '../tree'

const SOURCES = {
  'a.ts': `import { b } from './b'\nexport const a = b('a')\n`,
  'b.ts': 'export function b(x: string) { return x }\n',
  'broken.ts': 'const = 1\n',
  'c/d.vue': '<script>export default { data() { return {} } }</script>\n',
}
const PATHS = Object.keys(SOURCES)

/** Keeps entries where a test can look at them, and counts what is written. */
function openCache() {
  const entries = new Map<string, Uint8Array>()
  const written: string[] = []
  const cache: FactCache = {
    get: async (key) => entries.get(key),
    put: async (key, value) => {
      written.push(key)
      entries.set(key, value)
    },
  }
  return { ...cache, entries, written }
}

async function run(root: string, cache: FactCache): Promise<Extracted> {
  const world = { ...(await createWorld({ root, ledgerFile: false })), cache }
  const found = await scan(options, world)
  return extract(found.files, world)
}

describe('a tree that did not change', () => {
  test('is not parsed again, and its facts are the same', async () => {
    const root = tree(SOURCES)
    const cache = openCache()
    const first = await run(root, cache)
    const again = await run(root, cache)
    expect(first.parsed).toEqual(PATHS)
    expect(again).toMatchObject({ parsed: [], reused: PATHS.length })
    expect(again.code).toEqual(first.code)
    expect(again.notAnalysed).toEqual(first.notAnalysed)
    expect(again.notAnalysed.map(({ subject }) => subject)).toEqual(['broken.ts'])
  })
  test('is not written again', async () => {
    const root = tree(SOURCES)
    const cache = openCache()
    await run(root, cache)
    const before = cache.written.length
    await run(root, cache)
    expect(before).toBeGreaterThan(0)
    expect(cache.written).toHaveLength(before)
  })
  test('is kept on disk as well as in memory', async () => {
    const root = tree(SOURCES)
    const directory = emptyDirectory()
    const first = await run(root, openFactCache(directory, 'test'))
    const again = await run(root, openFactCache(directory, 'test'))
    expect(again.parsed).toEqual([])
    expect(again.code).toEqual(first.code)
  })
})

describe('a tree that did change', () => {
  test('parses the changed file alone', async () => {
    const root = tree(SOURCES)
    const cache = openCache()
    await run(root, cache)
    write(root, { 'b.ts': 'export const b = String\n' })
    const next = await run(root, cache)
    expect(next).toMatchObject({ parsed: ['b.ts'], reused: PATHS.length - 1 })
    expect(next.code).toEqual((await run(root, noFactCache)).code)
  })
  test('parses a file of the same text under another name, since facts carry their path', async () => {
    const root = tree(SOURCES)
    const cache = openCache()
    await run(root, cache)
    write(root, { 'e.ts': SOURCES['b.ts'] })
    const next = await run(root, cache)
    expect(next.parsed).toEqual(['e.ts'])
    expect(next.code.map((facts) => facts.path)).toEqual(['a.ts', 'b.ts', 'broken.ts', 'c/d.vue', 'e.ts'])
  })
  test('writes only the packs that hold the changed file: one of its facts, and one of the facts of its code', async () => {
    const large = (name: string) => `export const ${name} = 1 // ${'x'.repeat(180_000)}\n`
    const names = [...'abcdefgh']
    const root = tree(Object.fromEntries(names.map((name) => [`${name}.ts`, large(name)])))
    const cache = openCache()
    await run(root, cache)
    const packs = cache.written.length
    write(root, { 'a.ts': large('z') })
    await run(root, cache)
    expect(packs).toBeGreaterThan(2)
    expect(cache.written.length - packs).toBe(2)
  })
})

describe('what cannot be trusted', () => {
  const garbage: [string, (bytes: Uint8Array) => Uint8Array][] = [
    ['cut off', (bytes) => bytes.slice(0, bytes.length / 2)],
    ['overwritten', () => new TextEncoder().encode('no facts at all')],
    ['empty', () => new Uint8Array()],
    ['something else', () => serialize({ facts: [] })],
  ]
  test.each(garbage)('a pack that is %s is made anew', async (_, damage) => {
    const root = tree(SOURCES)
    const cache = openCache()
    const first = await run(root, cache)
    for (const [key, bytes] of cache.entries) cache.entries.set(key, damage(bytes))
    const next = await run(root, cache)
    expect(next.parsed).toEqual(PATHS)
    expect(next.code).toEqual(first.code)
    expect((await run(root, cache)).parsed).toEqual([])
  })
  test('a file of the cache that was damaged on disk', async () => {
    const root = tree(SOURCES)
    const directory = emptyDirectory()
    await run(root, openFactCache(directory, 'test'))
    const content = path.join(directory, 'content-v2')
    const files = readdirSync(content, { recursive: true, encoding: 'utf8' }).map((name) => path.join(content, name))
    const packs = files.filter((file) => statSync(file).isFile())
    expect(packs.length).toBeGreaterThan(0)
    for (const file of packs) writeFileSync(file, 'damaged')
    expect((await run(root, openFactCache(directory, 'test'))).parsed).toEqual(PATHS)
    expect((await run(root, openFactCache(directory, 'test'))).parsed).toEqual([])
  })
  test('facts of code that are lost while the rest of a file is known', async () => {
    const root = tree(SOURCES)
    const cache = openCache()
    const first = await run(root, cache)
    for (const key of [...cache.entries.keys()]) if (key.startsWith('code ')) cache.entries.delete(key)
    const next = await run(root, cache)
    expect(next.code).toEqual(first.code)
    expect(next.notAnalysed).toEqual(first.notAnalysed)
  })
  test('packs that other code made are not even asked for', async () => {
    const root = tree(SOURCES)
    const cache = openCache()
    await run(root, cache)
    const fingerprint = /\b[0-9a-f]{16}\b/
    for (const key of cache.entries.keys()) expect(key).toMatch(fingerprint)
    const others = new Map([...cache.entries].map(([key, bytes]) => [key.replace(fingerprint, '0123456789abcdef'), bytes]))
    cache.entries.clear()
    for (const [key, bytes] of others) cache.entries.set(key, bytes)
    expect((await run(root, cache)).parsed).toEqual(PATHS)
  })
})

test('facts are not written down for a cache that forgets them', async () => {
  const cache = openCache()
  await run(tree(SOURCES), { ...cache, forgets: true })
  expect(cache.written).toEqual([])
})

test('a file that is gone since it was found is named, and stops no other', async () => {
  const root = tree(SOURCES)
  const world = { ...(await createWorld({ root, ledgerFile: false })), cache: noFactCache }
  const found = await scan(options, world)
  const read = world.read
  const { code, notAnalysed } = await extract(found.files, {
    ...world,
    read: async (file) => (file === 'b.ts' ? read('no-such-file') : read(file)),
  })
  expect(code.map((facts) => facts.path)).toEqual(PATHS.filter((file) => file !== 'b.ts'))
  expect(notAnalysed).toContainEqual(expect.objectContaining({ subject: 'b.ts', stage: 'extract', reason: 'unreadable' }))
})

import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { scan } from '../../plugin/scan/index'
import type { Ledger } from '../../plugin/types'
import { createWorld } from '../../plugin/world'
import { emptyDirectory, options, repository, tree, write } from '../tree'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (content: Uint8Array | undefined) => content && new TextDecoder().decode(content)

describe('the root', () => {
  test('that is missing or a file is refused in one sentence', async () => {
    const root = tree({ 'a.ts': '' })
    await expect(createWorld({ root: path.join(root, 'nope') })).rejects.toThrow(
      /nope does not exist; expected the directory of the code to analyse\.$/,
    )
    await expect(createWorld({ root: path.join(root, 'a.ts') })).rejects.toThrow(/a\.ts is a file; expected the directory/)
  })
})

describe('read', () => {
  test('gives bytes, the same object while the file is the same, and fresh ones when it changed', async () => {
    const root = tree({ 'a.ts': 'one' })
    const world = await createWorld({ root, cacheDirectory: false })
    const first = await world.read('a.ts')
    expect(await world.read('a.ts')).toBe(first)
    write(root, { 'a.ts': 'two' })
    utimesSync(path.join(root, 'a.ts'), 1, 1)
    expect(text(await world.read('a.ts'))).toBe('two')
  })

  test.each(['../secret.ts', '/etc/passwd', 'link.ts', 'linked/secret.ts'])('%s is refused', async (file) => {
    const outside = tree({ 'secret.ts': 'secret' })
    const root = path.join(outside, 'root')
    mkdirSync(root)
    symlinkSync(path.join(outside, 'secret.ts'), path.join(root, 'link.ts'))
    symlinkSync(outside, path.join(root, 'linked'))
    const world = await createWorld({ root, cacheDirectory: false })
    await expect(world.read(file)).rejects.toThrow()
  })
})

describe('the day', () => {
  const given = process.env.SOURCE_DATE_EPOCH
  beforeEach(() => {
    delete process.env.SOURCE_DATE_EPOCH
  })
  afterEach(() => {
    if (given === undefined) delete process.env.SOURCE_DATE_EPOCH
    else process.env.SOURCE_DATE_EPOCH = given
  })

  test('is that of the commit, of SOURCE_DATE_EPOCH before it, and of the newest analysed file outside git', async () => {
    const inGit = await createWorld({ root: repository({ 'a.ts': '' }), cacheDirectory: false })
    const { files } = await scan(options, inGit)
    expect(await inGit.dateOf(files)).toBe('2024-05-06')

    const root = tree({ 'a.ts': '', 'b.ts': '' })
    utimesSync(path.join(root, 'a.ts'), 0, Date.UTC(2020, 1, 3) / 1000)
    utimesSync(path.join(root, 'b.ts'), 0, Date.UTC(2019, 1, 3) / 1000)
    const outside = await createWorld({ root, cacheDirectory: false })
    expect(await outside.dateOf((await scan(options, outside)).files)).toBe('2020-02-03')

    process.env.SOURCE_DATE_EPOCH = '1700000000'
    expect(await inGit.dateOf(files)).toBe('2023-11-14')
  })

  test('of a SOURCE_DATE_EPOCH that is no number is a mistake', async () => {
    process.env.SOURCE_DATE_EPOCH = 'yesterday'
    const world = await createWorld({ root: tree({}), cacheDirectory: false })
    await expect(world.dateOf([])).rejects.toThrow('SOURCE_DATE_EPOCH is "yesterday"; expected whole seconds since 1970.')
  })
})

describe('the cache', () => {
  async function caches() {
    const [root, cacheDirectory] = [tree({ 'a.ts': '' }), emptyDirectory()]
    return { cacheDirectory, open: async () => (await createWorld({ root, cacheDirectory })).cache }
  }

  function contentFiles(directory: string): string[] {
    return readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.startsWith('content-') && statSync(path.join(directory, file)).isFile())
      .map((file) => path.join(directory, file))
  }

  test('keeps facts between worlds, and one entry a key', async () => {
    const { open, cacheDirectory } = await caches()
    const cache = await open()
    expect(await cache.get('k')).toBeUndefined()
    for (const value of ['one', 'two', 'three']) await cache.put('k', bytes(value))
    expect(text(await (await open()).get('k'))).toBe('three')
    expect(contentFiles(cacheDirectory)).toHaveLength(1)
  })

  test('never trusts a damaged entry, and takes a new one in its place', async () => {
    const { open, cacheDirectory } = await caches()
    await (await open()).put('k', bytes('facts of a file'))
    const [file] = contentFiles(cacheDirectory)
    chmodSync(file!, 0o644)
    writeFileSync(file!, 'facts of a pile')
    expect(await (await open()).get('k')).toBeUndefined()
    await (await open()).put('k', bytes('facts of a file'))
    expect(text(await (await open()).get('k'))).toBe('facts of a file')
  })

  test('tells codebases apart', async () => {
    const cacheDirectory = emptyDirectory()
    const [one, other] = await Promise.all([tree({}), tree({})].map((root) => createWorld({ root, cacheDirectory })))
    await one!.cache.put('k', bytes('one'))
    expect(await other!.cache.get('k')).toBeUndefined()
  })

  test('that cannot be written costs nothing but time', async () => {
    const file = path.join(tree({ file: '' }), 'file')
    const { cache } = await createWorld({ root: tree({}), cacheDirectory: path.join(file, 'cache') })
    await cache.put('k', bytes('x'))
    expect(await cache.get('k')).toBeUndefined()
  })

  test('sweeps out what nobody wanted for a month', async () => {
    const { open, cacheDirectory } = await caches()
    await (await open()).put('old', bytes('old'))
    await (await open()).put('new', bytes('new'))
    const index = readdirSync(cacheDirectory, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.startsWith('index-') && statSync(path.join(cacheDirectory, file)).isFile(),
    )
    const bucket = index.map((file) => path.join(cacheDirectory, file)).find((file) => readFileSync(file, 'utf8').includes(' old"'))!
    const { createHash } = await import('node:crypto')
    const entry = JSON.parse(readFileSync(bucket, 'utf8').split('\t')[1]!)
    const aged = JSON.stringify({ ...entry, time: entry.time - 40 * 86_400_000 })
    writeFileSync(bucket, `\n${createHash('sha1').update(aged).digest('hex')}\t${aged}`)
    const eightDaysAgo = Date.now() / 1000 - 8 * 86_400
    utimesSync(path.join(cacheDirectory, 'swept'), eightDaysAgo, eightDaysAgo)
    const cache = await open()
    expect(text(await cache.get('new'))).toBe('new')
    expect(await cache.get('old')).toBeUndefined()
    expect(contentFiles(cacheDirectory)).toHaveLength(1)
  })
})

describe('the ledger', () => {
  const ledger: Ledger = { schema: 'plumbline-ledger/1', counters: { SEC: 3 }, entries: [] }

  test('is written, read back, and left alone when nothing changed', async () => {
    const ledgerFile = path.join(emptyDirectory(), 'ledger.json')
    const world = await createWorld({ root: tree({}), cacheDirectory: false, ledgerFile })
    expect(await world.loadLedger()).toBeNull()
    await world.saveLedger(ledger)
    expect(await world.loadLedger()).toEqual(ledger)
    utimesSync(ledgerFile, 1, 1)
    await world.saveLedger(ledger)
    expect(statSync(ledgerFile).mtimeMs).toBe(1000)
  })

  test('is not written by a build that only reads it, nor when there is none', async () => {
    const ledgerFile = path.join(emptyDirectory(), 'ledger.json')
    await (await createWorld({ root: tree({}), cacheDirectory: false, ledgerFile, readOnlyLedger: true })).saveLedger(ledger)
    expect(existsSync(ledgerFile)).toBe(false)
    const none = await createWorld({ root: tree({}), cacheDirectory: false, ledgerFile: false })
    await none.saveLedger(ledger)
    expect(await none.loadLedger()).toBeNull()
  })

  test('that is damaged stops the build and stays as it is', async () => {
    const ledgerFile = path.join(tree({ 'ledger.json': '{ "schema": "plumbline-ledger/1", "counters": {' }), 'ledger.json')
    const world = await createWorld({ root: tree({}), cacheDirectory: false, ledgerFile })
    await expect(world.loadLedger()).rejects.toThrow(/ledger\.json is damaged: expected JSON\. It was left as it is\.$/)
    expect(readFileSync(ledgerFile, 'utf8')).toBe('{ "schema": "plumbline-ledger/1", "counters": {')
  })

  test('that is a link, which may have come with the code, is refused', async () => {
    const root = tree({ 'target.json': '{}' })
    symlinkSync(path.join(root, 'target.json'), path.join(root, 'ledger.json'))
    const world = await createWorld({ root, cacheDirectory: false, ledgerFile: path.join(root, 'ledger.json') })
    await expect(world.loadLedger()).rejects.toThrow('is a symbolic link; expected a plain file')
    await expect(world.saveLedger(ledger)).rejects.toThrow('is a symbolic link; expected a plain file')
    expect(readFileSync(path.join(root, 'target.json'), 'utf8')).toBe('{}')
  })
})

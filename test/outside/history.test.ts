/** Secrets of earlier commits: found with commit, day, file and line, told from those that still stand, read once. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { historyOf } from '../../plugin/outside/history/index'
import { Patches } from '../../plugin/outside/history/patches'
import { scan } from '../../plugin/scan/index'
import type { History, World } from '../../plugin/types'
import { createWorld } from '../../plugin/world'
import { exampleOf, made } from '../secrets/examples'
import { emptyDirectory, git, options, repository, tree, write } from '../tree'

const token = exampleOf('gh{}p_{word:36}')
const password = `${made('lower', 9)}-Xq7`
const pem = exampleOf(`-----BEGIN{} RSA PRIVATE KEY-----\n${'{base64:64}\n'.repeat(6)}-----END{} RSA PRIVATE KEY-----\n`)

function commit(root: string, contents: Record<string, string>, remove: string[] = []): string {
  write(root, contents)
  for (const file of remove) git(root, 'rm', '--quiet', file)
  git(root, 'add', '--all')
  git(root, 'commit', '--quiet', '--message=next')
  return git(root, 'rev-parse', 'HEAD').trim()
}

/** A cache in memory, whose content a test can look at. */
function memory(): World['cache'] & { entries: Map<string, Uint8Array> } {
  const entries = new Map<string, Uint8Array>()
  return { entries, get: async (key) => entries.get(key), put: async (key, value) => void entries.set(key, value) }
}

async function look(root: string, cache: World['cache'] = memory(), change: Partial<typeof options> = {}): Promise<History> {
  const world = { ...(await createWorld({ root, cacheDirectory: false })), cache }
  const { files } = await scan(options, world)
  return historyOf({ ...options, ...change }, world, files)
}

const told = ({ sightings }: History) =>
  sightings.map(({ pattern, file, line, name, stillThere }) =>
    `${file}:${line} ${pattern} ${name} ${stillThere ? 'there' : 'gone'}`.replace('  ', ' '),
  )

test('what was removed, moved and kept', async () => {
  const root = repository({ 'a.js': '// first\n' })
  const brought = commit(root, {
    'config.js': `module.exports = {\n  user: 'shop',\n  dbPassword: '${password}',\n}\n`,
    'ci.txt': `x ${token}\n`,
    'keys/server.key': pem,
  })
  commit(root, { 'config.js': 'module.exports = { user: process.env.DB_USER }\n', 'other.js': `const t = '${token}'\n` }, ['ci.txt'])
  commit(root, {}, ['keys/server.key'])
  const history = await look(root)
  expect(history).toMatchObject({ state: 'whole', commits: 4, from: '2024-05-06', to: '2024-05-06' })
  expect(told(history).sort()).toEqual([
    'ci.txt:1 github-token there',
    'config.js:3 named-value dbPassword gone',
    'keys/server.key:1 private-key gone',
  ])
  expect(new Set(history.sightings.map((it) => it.commit))).toEqual(new Set([brought]))
  for (const text of [token, password, pem.split('\n')[1]!]) expect(JSON.stringify(history)).not.toContain(text)
})

test('a side that a merge threw away was committed all the same', async () => {
  const root = repository({ 'a.js': '//\n' })
  git(root, 'checkout', '--quiet', '-b', 'side')
  commit(root, { 'side.js': `const k = '${token}'\n` })
  commit(root, {}, ['side.js'])
  git(root, 'checkout', '--quiet', 'main')
  commit(root, { 'b.js': '//\n' })
  git(root, 'merge', '--quiet', '--no-edit', 'side')
  expect(told(await look(root))).toEqual(['side.js:1 github-token gone'])
})

test('the second build reads only what is new, and keeps no secret', async () => {
  const root = repository({ 'old.js': `const k = '${token}'\n` })
  const cache = memory()
  expect(told(await look(root, cache))).toEqual(['old.js:1 github-token there'])
  commit(root, { 'new.js': `const dbPassword = '${password}'\n` }, ['old.js'])
  const second = await look(root, cache)
  expect(told(second).sort()).toEqual(['new.js:1 named-value dbPassword there', 'old.js:1 github-token gone'])
  expect(second.commits).toBe(2)
  // A fresh look comes to the same.
  expect(await look(root)).toEqual(second)
  expect(await look(root, cache)).toEqual(second)
  const kept = [...cache.entries.values()].map((bytes) => Buffer.from(bytes).toString('latin1')).join('')
  for (const text of [token, password]) expect(kept).not.toContain(text)
})

test('a rewritten history is read anew', async () => {
  const root = repository({ 'a.js': '//\n' })
  const cache = memory()
  commit(root, { 'x.js': `const k = '${token}'\n` })
  expect(told(await look(root, cache))).toHaveLength(1)
  git(root, 'reset', '--quiet', '--hard', 'HEAD~1')
  commit(root, { 'y.js': '//\n' })
  expect(await look(root, cache)).toMatchObject({ commits: 2, sightings: [] })
})

test('tests, lock files, packages of others and examples are no leaks', async () => {
  const root = repository({ 'a.js': '//\n' })
  commit(root, {
    'test/login.test.js': `login({ password: '${password}' })\n`,
    'package-lock.json': `{ "token": "${token}" }\n`,
    'node_modules/x/index.js': `const k = '${token}'\n`,
    '.env.example': `DB_PASSWORD=${password}\n`,
    'docs/setup.md': `DB_PASSWORD=${password}\n`,
  })
  expect(told(await look(root))).toEqual([])
})

test('a folder of a repository has its own history', async () => {
  const root = repository({ 'web/a.js': '//\n', 'api/key.js': `const k = '${token}'\n` })
  expect(told(await look(path.join(root, 'web')))).toEqual([])
  expect(told(await look(path.join(root, 'api')))).toEqual(['key.js:1 github-token there'])
})

test('names that git puts in quotes are read as they are', async () => {
  const root = repository({ 'a.js': '//\n', 'wei"rd\tnäme.js': `const k = '${token}'\n` })
  expect((await look(root)).sightings.map(({ file }) => file)).toEqual(['wei"rd\tnäme.js'])
})

test('a shallow clone says that it is one', async () => {
  const origin = repository({ 'a.js': `const k = '${token}'\n` })
  commit(origin, {}, ['a.js'])
  commit(origin, { 'b.js': '//\n' })
  const root = path.join(emptyDirectory(), 'clone')
  git(origin, 'clone', '--quiet', '--depth=1', `file://${origin}`, root)
  expect(await look(root)).toMatchObject({ state: 'part', sightings: [], reason: expect.stringContaining('shallow') })
})

test('no git and no wish to look are said, and not called clean', async () => {
  expect(await look(tree({ 'a.js': '//' }))).toMatchObject({ state: 'not looked', reason: expect.stringContaining('version control') })
  expect(await look(repository({ 'a.js': '//' }), memory(), { history: false })).toMatchObject({
    state: 'not looked',
    reason: expect.stringContaining('option'),
  })
})

test('programs that a repository names are not run', async () => {
  const root = repository({ '.gitattributes': '*.js diff=evil filter=evil\n', 'a.js': `const k = '${token}'\n` })
  const ran = path.join(root, 'ran')
  for (const key of ['diff.evil.textconv', 'diff.evil.command', 'diff.external', 'core.pager', 'filter.evil.smudge'])
    git(root, 'config', key, `touch ${ran} #`)
  expect(told(await look(root))).toEqual(['a.js:1 github-token there'])
  expect(() => readFileSync(ran)).toThrow()
})

test('however the output is cut into pieces, the same is found', () => {
  const hash = 'a'.repeat(40)
  const text = Buffer.from(
    `commit ${hash} 2024-01-02\n\ndiff --git a/x.js b/x.js\nindex 1..2 100644\n--- a/x.js\n+++ b/x.js\n@@ -0,0 +1,3 @@\n+// +++ b/y.js\n+const a = '${token}'\n+const dbPassword = '${password}'\n@@ -9 +20,2 @@ f\n-const b = 1\n+const c = 2\n+const d = '${exampleOf('xo{}xb-{digit:12}-{word:24}')}'\n` +
      `diff --git a/k.pem b/k.pem\nnew file mode 100644\n--- /dev/null\n+++ b/k.pem\n@@ -0,0 +1,4 @@\n${pem
        .trim()
        .split('\n')
        .map((line) => `+${line}\n`)
        .join('')}`,
  )
  const readIn = (size: number) => {
    const patches = new Patches()
    for (let at = 0; at < text.length; at += size) patches.take(text.subarray(at, at + size), at + size >= text.length)
    return patches.found.map(({ file, line, pattern }) => `${file}:${line} ${pattern}`)
  }
  const whole = readIn(text.length)
  expect(whole).toEqual(['x.js:2 github-token', 'x.js:3 named-value', 'x.js:21 slack-token', 'k.pem:1 private-key'])
  for (const size of [1, 7, 64, 100, 333]) expect(readIn(size), `in pieces of ${size}`).toEqual(whole)
})

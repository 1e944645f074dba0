/** What a newcomer sees first: folders with a reason, where programs begin, settings, documents. */
import { expect, test, vi } from 'vitest'
import { tree } from '../../tree'
import { linkDirectory } from '../fixture-programs'
import { SHOP } from './shop'

// The first test of a file reads all models, beside others that do the same.
vi.setConfig({ testTimeout: 60_000 })

const structure = async (more: Record<string, string> = {}) => (await linkDirectory(tree({ ...SHOP, ...more }))).architecture.structure

test('folders: what is in them goes before what they are called, and what is not known is said', async () => {
  const { directories } = await structure({ 'lib/deep/a.js': 'exports.a = 1\n', 'zzz/a.bin.txt': 'x', 'docs/README.md': '# Guides for owners\n' })
  const row = (path: string) => directories.find((each) => each.path === path)
  expect(row('src')).toMatchObject({ purpose: 'Corner Shop server', because: 'it is run on its own', at: { file: 'src/server.js', line: 4 } })
  expect(row('src/routes')).toMatchObject({ because: '3 entry points are registered here' })
  expect(row('src/models')).toMatchObject({ because: 'one stored record is defined here' })
  expect(row('lib')).toMatchObject({ purpose: 'what several parts share', because: 'by its name' })
  expect(row('zzz')).toMatchObject({ purpose: '', because: 'neither its name nor what is in it tells' })
})

test('where programs begin', async () => {
  const { entries } = await structure()
  expect(entries.map(({ path, what, at }) => `${path} ${what} ${at.file}:${at.line}`)).toEqual([
    'scripts/seed.js script db:seed package.json:6',
    'src/server.js listens for callers src/server.js:4',
    'src/server.js script start package.json:5',
    'web/src/main.jsx fills the page (React) web/src/main.jsx:3',
  ])
})

test('settings and documents, by sort', async () => {
  const { configurations, documents } = await structure({
    'docs/adr/001-mongo.md': '# Use MongoDB\n\nBecause.\n',
    'CONTRIBUTING.md': '# Contribute\n',
    'tsconfig.json': '{}',
  })
  expect(configurations.map(({ path, what }) => `${path}: ${what}`)).toEqual([
    'docker-compose.yml: containers run together',
    'package.json: package: scripts and dependencies',
    'tsconfig.json: TypeScript compiler',
    'web/package.json: package: scripts and dependencies',
  ])
  expect(documents.map(({ path, title, kind }) => `${path}: ${title} (${kind})`)).toEqual([
    'README.md: Corner Shop (README)',
    'docs/adr/001-mongo.md: Use MongoDB (decision)',
    'CONTRIBUTING.md: Contribute (guide for contributors)',
  ])
  expect(documents[0]?.words).toBe(5)
})

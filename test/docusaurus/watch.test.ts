import path from 'node:path'
import micromatch from 'micromatch'
import { describe, expect, test } from 'vitest'
import { pathsToWatch } from '../../plugin/docusaurus/watch'

const globs = pathsToWatch({
  source: '/repo',
  siteDir: '/repo/website',
  models: ['/shared/models'],
  exclude: ['examples/**', '*.snap'],
  written: ['/repo/website/.docusaurus', '/repo/website/build', '/repo/website/plumbline-ledger.json'],
})
// As the watcher does: everything counts from the directory of the site.
const fromSite = (glob: string) => path.posix.join('/repo/website', glob)
const taken = globs.filter((glob) => !glob.startsWith('!')).map(fromSite)
const left = globs.filter((glob) => glob.startsWith('!')).map((glob) => fromSite(glob.slice(1)))
const watched = (file: string) => matches(fromSite(file))
const matches = (file: string) => micromatch.isMatch(file, taken, { dot: true }) && !micromatch.isMatch(file, left, { dot: true })

describe('watched', () => {
  test.each([
    '../src/app.ts',
    '../package.json',
    '../README.md',
    '../docs/guide.markdown',
    '../env.example',
    '../packages/api/README',
    '../Dockerfile',
    '../.github/workflows/ci.yml',
    'src/page.tsx',
    '../.env.example',
    '../../shared/models/ours.yaml',
  ])('%s', (file) => {
    expect(watched(file)).toBe(true)
  })
})

describe('not watched', () => {
  test.each([
    '../node_modules/express/index.js',
    'node_modules/react/index.js',
    '.docusaurus/plumbline/plumbline/security-docs/index.md',
    'build/index.html',
    '../dist/app.js',
    '../.git/config.txt',
    'plumbline-ledger.json',
    '../logo.png',
    '../examples/shop/app.ts',
    '../../other/app.ts',
  ])('%s', (file) => {
    expect(watched(file)).toBe(false)
  })
})

test('nothing absolute: Docusaurus would not see the mark that takes a path away', () => {
  expect(globs.filter((glob) => /^!?\//.test(glob))).toEqual([])
})

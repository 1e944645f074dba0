/** Packages that nothing uses, each beside one that something does use. Trees lie on a disk, since most of this is no code. */
import { expect, test } from 'vitest'
import { tree } from '../../../tree'
import { linkDirectory } from '../../fixture-programs'

async function unused(files: Record<string, string>) {
  const { quality } = await linkDirectory(tree(files))
  return quality.health.unused.filter(({ kind }) => kind === 'dependency')
}

const manifest = (...names: string[]) => JSON.stringify({ name: 'sample', dependencies: Object.fromEntries(names.map((name) => [name, '^1.0.0'])) })

test('a package that compiles a language which is not read here is used where files of it lie', async () => {
  const found = await unused({
    'package.json': manifest('@tsrx/react', 'nothing-wants-it'),
    'src/index.js': "import { Greeting } from './greeting'\nexport const app = Greeting",
    'src/greeting.tsrx': 'export function Greeting(props) @{ <h1>hello</h1> }',
  })
  expect(found.map(({ name }) => name)).toEqual(['nothing-wants-it'])
  const without = await unused({ 'package.json': manifest('@tsrx/react'), 'src/index.js': 'export const app = 1' })
  expect(without.map(({ name }) => name)).toEqual(['@tsrx/react'])
})

test('where no lock file says what packages expect beside them, that is said', async () => {
  const files = { 'package.json': manifest('host', 'guest', 'nothing-wants-it'), 'src/index.js': "import host from 'host'\nhost()" }
  const untold = await unused(files)
  expect(untold.map(({ name }) => name)).toEqual(['guest', 'nothing-wants-it'])
  for (const { reason } of untold) expect(reason).toContain('no lock file that was read says what packages expect')
  const lock = {
    lockfileVersion: 3,
    packages: {
      '': JSON.parse(files['package.json']),
      'node_modules/host': { version: '1.0.0', peerDependencies: { guest: '*' } },
      'node_modules/guest': { version: '1.0.0' },
      'node_modules/nothing-wants-it': { version: '1.0.0' },
    },
  }
  const told = await unused({ ...files, 'package-lock.json': JSON.stringify(lock) })
  expect(told.map(({ name }) => name)).toEqual(['nothing-wants-it'])
  expect(told[0]?.reason).not.toContain('could not be told')
})

test('a manifest aside is that of code which has none above it', async () => {
  const code = { 'src/index.js': "import used from 'used'\nused()", 'install/web.js': 'export const page = 1' }
  const aside = await unused({ ...code, 'install/package.json': manifest('used', 'nothing-wants-it') })
  expect(aside.map(({ name }) => name)).toEqual(['nothing-wants-it'])
  const both = await unused({ ...code, 'package.json': manifest('used'), 'install/package.json': manifest('used') })
  expect(both.map(({ name, at }) => `${at.file} ${name}`)).toEqual(['install/package.json used'])
})

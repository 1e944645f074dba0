/** What the graph of imports tells, each with a harmless twin. */
import { expect, test, vi } from 'vitest'
import type { ModuleGraph } from '../../../plugin/types'
import { tree } from '../../tree'
import { linkDirectory } from '../fixture-programs'

// The first test of a file reads all models, beside others that do the same.
vi.setConfig({ testTimeout: 60_000 })

const manifest = JSON.stringify({ name: 'sample', scripts: { start: 'node src/server.js' }, dependencies: { express: '^4' } })
const server = "const app = require('express')()\nrequire('./routes/users')(app)\napp.listen(1)\n"
const graphOf = async (sources: Record<string, string>): Promise<ModuleGraph> =>
  (await linkDirectory(tree({ 'package.json': manifest, ...sources }))).architecture.modules
const place = ({ file, line }: { file: string; line: number }) => `${file}:${line}`

test('a circle, with the import of each step', async () => {
  const graph = await graphOf({
    'a.ts': "import { b } from './b'\nexport const a = () => b\n",
    'b.ts': "import { c } from './c'\nexport const b = () => c\n",
    'c.ts': "// first\nimport { a } from './a'\nexport const c = () => a\n",
    'd.ts': "import { a } from './a'\nexport const d = a\n",
  })
  expect(graph.cycles).toHaveLength(1)
  expect(graph.cycles[0]).toMatchObject({ files: ['a.ts', 'b.ts', 'c.ts'], typesOnly: false })
  expect(graph.cycles[0]?.steps.map(place).sort()).toEqual(['a.ts:1', 'b.ts:1', 'c.ts:2'])
})

test('types alone close a circle that is gone when it runs; a type and a value import make none of the second sort', async () => {
  const graph = await graphOf({
    'a.ts': "import type { B } from './b'\nexport interface A { b: B }\n",
    'b.ts': "import { a } from './c'\nimport type { A } from './a'\nexport interface B { a: A }\nexport const b = a\n",
    'c.ts': 'export const a = 1\n',
  })
  expect(graph.cycles.map(({ files, typesOnly }) => ({ files, typesOnly }))).toEqual([{ files: ['a.ts', 'b.ts'], typesOnly: true }])
})

test('a group of circles is told once, by its shortest way', async () => {
  const graph = await graphOf({
    'a.ts': "import './b'\nimport './c'\n",
    'b.ts': "import './c'\n",
    'c.ts': "import './d'\nimport './a'\n",
    'd.ts': "import './a'\n",
  })
  expect(graph.cycles).toHaveLength(1)
  expect(graph.cycles[0]?.files).toEqual(['a.ts', 'b.ts', 'c.ts', 'd.ts'])
  expect(graph.cycles[0]?.steps.map(place)).toEqual(['a.ts:2', 'c.ts:2'])
})

const LAYERED = {
  'src/server.js': server,
  'src/routes/users.js': "const { list } = require('../controllers/users')\nmodule.exports = (app) => app.get('/users', list)\n",
  'src/controllers/users.js': "const { all } = require('../services/users')\nexports.list = (req, res) => res.json(all())\n",
  'src/services/users.js': "const { users } = require('../models/users')\nexports.all = () => users\n",
  'src/models/users.js': 'exports.users = []\n',
}

test('an import from a lower layer to an upper one', async () => {
  expect((await graphOf(LAYERED)).violations).toEqual([])
  const graph = await graphOf({
    ...LAYERED,
    'src/models/audit.js': "\nconst { list } = require('../controllers/users')\nexports.audit = list\n",
    'src/services/audit.js': "require('../models/audit')\n",
  })
  expect(graph.violations).toMatchObject([
    {
      from: 'src/models/audit.js',
      to: 'src/controllers/users.js',
      rule: 'models must not import controllers',
      at: { line: 2 },
    },
  ])
})

test('folders that are too few for layers have no order', async () => {
  const graph = await graphOf({
    'src/server.js': server,
    'src/routes/users.js': "module.exports = (app) => app.get('/users', () => {})\n",
    'src/models/users.js': "require('../routes/users')\n",
  })
  expect(graph.violations).toEqual([])
})

test('files that nothing loads, and many that only look so', async () => {
  const graph = await graphOf({
    ...LAYERED,
    'src/services/forgotten.js': "const { users } = require('../models/users')\nexports.forgotten = () => users\n",
    'src/services/only-tested.js': 'exports.x = 1\n',
    'test/only-tested.test.js': "const { x } = require('../src/services/only-tested')\ntest('x', () => expect(x).toBe(1))\n",
    'jest.config.js': 'module.exports = {}\n',
    'migrations/001-users.js': 'exports.up = () => {}\n',
    'src/plugins/all.js': "const fs = require('fs')\nexports.all = fs.readdirSync('./src/handlers').map((name) => require('../handlers/' + name))\n",
    'src/models/index.js': "require('../plugins/all')\n",
    'src/services/index.js': "require('../models')\n",
    'src/handlers/one.js': 'exports.one = 1\n',
    'public/page.js': 'document.title = 1\n',
  })
  // What only a test loads is loaded: the test says so, and whether it is needed is another question.
  expect(graph.orphans.map(({ path }) => path)).toEqual(['src/services/forgotten.js'])
  expect(graph.orphans[0]?.at).toMatchObject({ file: 'src/services/forgotten.js', line: 1 })
})

test('a file on which too much hangs passes a share and a bound; a small hub does not', async () => {
  const leaves = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`lib/leaf${i}.js`, `exports.leaf${i} = () => ${i}\n`]))
  const users = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`users/user${i}.js`, "const hub = require('../hub')\nexports.use = () => hub\n"]))
  const hub = `${Array.from({ length: 12 }, (_, i) => `require('./lib/leaf${i}')`).join('\n')}\nexports.hub = () => 1\n`
  expect((await graphOf({ ...leaves, ...users(20), 'hub.js': hub })).godModules).toMatchObject([
    { path: 'hub.js', fanIn: 20, fanOut: 12, reason: '20 files import it and it imports 12' },
  ])
  expect((await graphOf({ ...leaves, ...users(8), 'hub.js': hub })).godModules).toEqual([])
  // A list of what others export knows nothing.
  const barrel = `${Array.from({ length: 12 }, (_, i) => `export * from './lib/leaf${i}'`).join('\n')}\n`
  expect((await graphOf({ ...leaves, ...users(20), 'hub.js': barrel })).godModules).toEqual([])
})

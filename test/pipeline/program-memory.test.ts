/** The program of the last run: taken again when nothing changed that linking looks at, and then the same as linked anew. */
import { describe, expect, test, vi } from 'vitest'
import type { World } from '../../plugin/types'
import { git, repository, write } from '../tree'
import { home } from './runs'

// Each test is three whole runs.
vi.setConfig({ testTimeout: 60_000 })

const project = {
  'package.json': '{ "name": "orchard", "version": "1.0.0", "main": "src/index.ts", "dependencies": { "express": "^4.19.2" } }\n',
  'README.md': '# Orchard\n\nRun `npm start` and open the page. Options: `--dry-run`.\n',
  'docs/guide.md': '# Guide\n\nCall `plant` to begin.\n\n```ts\nimport { plant } from "orchard"\n\nplant({ rows: 3 })\n```\n',
  'src/index.ts': `import express from 'express'
// TODO prune in winter
export interface Rows { rows: number; apart?: number }
export function plant(options: Rows) { return options.rows * (options.apart ?? 2) }
export function harvest(settings: { baskets: number }) { return settings.baskets }
export const app = express()
app.set('view engine', 'ejs')
app.get('/trees', (req, res) => res.render('trees', { name: req.query.name }))
`,
  'views/trees.ejs': '<p><%= name %></p>\n',
  'schema.graphql': 'type Tree { stands: Int, near: [Tree], of: Orchard }\ntype Orchard { trees: [Tree] }\ntype Query { trees: [Tree] }\n',
  'assets/site.css': 'body { margin: 0 }\n',
  'pnpm-workspace.yaml': 'packages:\n  - "."\n',
}

/** Whether the run linked, told by its keeping a program; and everything it made. */
async function run(root: string, at: ReturnType<typeof home>) {
  let hasLinked = false
  const wrap = (world: World): World => ({
    ...world,
    cache: {
      get: (key) => world.cache.get(key),
      put: (key, value) => {
        hasLinked ||= key.startsWith('program ')
        return world.cache.put(key, value)
      },
    },
  })
  const left = await at.run(root, {}, { wrap, ledgerFile: false })
  return { hasLinked, bytes: left.bytes, results: left.results }
}

async function afterwards(change: (root: string) => void) {
  const root = repository(project)
  const kept = home()
  expect((await run(root, kept)).hasLinked).toBe(true)
  change(root)
  const [again, anew] = [await run(root, kept), await run(root, home())]
  expect(again.bytes).toEqual(anew.bytes)
  return again
}

const edit = (file: keyof typeof project, change: (text: string) => string) => (root: string) => write(root, { [file]: change(project[file]) })

describe('nothing is linked', () => {
  test.each<[string, (root: string) => void]>([
    ['when prose changes', edit('README.md', (text) => `${text}\nSmall orchards are fine, too.\n`)],
    ['when a document says something else of what it names', edit('docs/guide.md', (text) => text.replace('to begin', 'at the end'))],
    ['after a commit', (root) => git(root, 'commit', '--allow-empty', '-m', 'Nothing new')],
    [
      'after a commit of a document',
      (root) => {
        edit('README.md', (text) => `${text}\nMore to come.\n`)(root)
        git(root, 'commit', '-am', 'More words')
      },
    ],
  ])('%s', async (_, change) => {
    expect((await afterwards(change)).hasLinked).toBe(false)
  })
})

describe('all is linked', () => {
  test.each<[string, (root: string) => void]>([
    ['when code changes', edit('src/index.ts', (text) => text.replace("'/trees'", "'/all-trees'"))],
    ['when only a comment of the code does', edit('src/index.ts', (text) => text.replace('in winter', 'in spring'))],
    ['when a template does', edit('views/trees.ejs', (text) => text.replace('<%=', '<%-'))],
    ['when a manifest does', edit('package.json', (text) => text.replace('^4.19.2', '^5.0.0'))],
    ['when a document names something of the code that none named', edit('README.md', (text) => `${text}\n\`harvest\` ends the year.\n`)],
    ['when no document names any more what one did', edit('docs/guide.md', () => '# Guide\n')],
    ['when a document names another flag', edit('README.md', (text) => text.replace('--dry-run', '--only-rows'))],
    ['when the README has another heading', edit('README.md', (text) => text.replace('# Orchard', '# The orchard'))],
    // Languages have shares of the whole.
    ['when a style is longer', edit('assets/site.css', (text) => text.replace('0', '1px'))],
    ['when a schema does whose types refer to each other', edit('schema.graphql', (text) => text.replace('stands: Int', 'stands: String'))],
    [
      'when a secret comes to stand in a document',
      edit('docs/guide.md', (text) => `${text}\n${['postgres://farm', 'Kale-7741-hoe@db.orchard.example/trees'].join(':')}\n`),
    ],
    ['when a file of code comes', (root) => write(root, { 'src/more.ts': 'export const more = 1\n' })],
  ])('%s', async (_, change) => {
    expect((await afterwards(change)).hasLinked).toBe(true)
  })
})

test('a kept program that cannot be read is linked anew', async () => {
  const root = repository(project)
  const kept = home()
  await run(root, kept)
  edit('README.md', (text) => `${text}\nOnce more.\n`)(root)
  const wrap = (world: World): World => ({
    ...world,
    cache: { ...world.cache, get: async (key) => (key.startsWith('program ') ? Buffer.from('damaged') : world.cache.get(key)) },
  })
  const left = await kept.run(root, {}, { wrap, ledgerFile: false })
  expect(left.bytes).toEqual((await run(root, home())).bytes)
})

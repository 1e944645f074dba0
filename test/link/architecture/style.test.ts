/** Which style small programs are built in, with what speaks for it and against. */
import { expect, test, vi } from 'vitest'
import { appliesTo } from '../../../plugin/link/architecture/style/families'
import { styleOf } from '../../../plugin/link/architecture/style/index'
import type { ArchitectureStyle } from '../../../plugin/types'
import { tree } from '../../tree'
import { linkDirectory } from '../fixture-programs'
import { SHOP } from './shop'

// The first test of a file reads all models, beside others that do the same.
vi.setConfig({ testTimeout: 60_000 })

const styles = async (sources: Record<string, string>): Promise<ArchitectureStyle['found']> =>
  (await linkDirectory(tree(sources))).architecture.style.found
const names = async (sources: Record<string, string>) => (await styles(sources)).map(({ name }) => name)
const express = JSON.stringify({ name: 'sample', dependencies: { express: '^4' } })
const listening = "const app = require('express')()\n"

test('pages in the browser and a server', async () => {
  const [first] = await styles(SHOP)
  expect(first?.name).toBe('single-page application with an API')
  expect(first?.reasons.map(({ text }) => text)).toEqual([
    '1 frontend is drawn in the browser.',
    '1 call goes from there to entry points of the server.',
    'The server hands out the built frontend.',
  ])
  expect(first?.reasons.every(({ evidence }) => evidence.length > 0)).toBe(true)
})

const LAYERS = {
  'package.json': express,
  'src/index.js': `${listening}app.get('/users', require('./controllers/users').list)\napp.listen(1)\n`,
  'src/controllers/users.js': "const { all } = require('../services/users')\nexports.list = (req, res) => res.json(all())\n",
  'src/services/users.js': "const { users } = require('../repositories/users')\nexports.all = () => users()\n",
  'src/repositories/users.js': "const { model } = require('../models/user')\nexports.users = () => model\n",
  'src/models/user.js': 'exports.model = {}\n',
}

test('layers whose imports lead down; those that lead up speak against them', async () => {
  const found = await styles(LAYERS)
  expect(found.map(({ name }) => name)).toEqual(['layered', 'monolith'])
  expect(found[0]?.reasons[0]?.text).toBe('Folders and files name 4 layers: controllers, services, repositories, models.')
  const against = (
    await styles({ ...LAYERS, 'src/models/bad.js': "require('../services/users')\n", 'src/services/bad.js': "require('../models/bad')\n" })
  ).find(({ name }) => name === 'layered')?.against
  expect(against).toMatchObject([{ text: '1 import leads from a lower layer to an upper one.', evidence: [{ file: 'src/models/bad.js', line: 1 }] }])
})

test('features with layers of their own', async () => {
  const feature = (name: string) => ({
    [`src/${name}/${name}.controller.js`]: `const { all } = require('./${name}.service')\nexports.list = (req, res) => res.json(all())\n`,
    [`src/${name}/${name}.service.js`]: 'exports.all = () => []\n',
  })
  const index = `${listening}${['orders', 'bills', 'stock'].map((name) => `app.get('/${name}', require('./${name}/${name}.controller').list)`).join('\n')}\napp.listen(1)\n`
  expect((await names({ 'package.json': express, 'src/index.js': index, ...feature('orders'), ...feature('bills'), ...feature('stock') }))[0]).toBe(
    'modular monolith',
  )
})

test('one framework for pages and server', async () => {
  expect(
    (
      await names({
        'package.json': JSON.stringify({ name: 'notes', dependencies: { next: '^14', react: '^18' } }),
        'app/page.tsx': 'export default function Page() { return <p>Hello</p> }\n',
        'app/api/notes/route.ts': 'export async function GET() { return Response.json([]) }\n',
      })
    )[0],
  ).toBe('full-stack application')
})

test('a library, a command, a plugin', async () => {
  expect(await names({ 'package.json': JSON.stringify({ name: 'pad', main: 'src/a.js' }), 'src/a.js': 'exports.a = 1\n' })).toEqual(['library'])
  expect(await names({ 'package.json': JSON.stringify({ name: 'tidy', bin: 'cli.js' }), 'cli.js': 'console.log(process.argv)\n' })).toEqual([
    'command-line tool',
  ])
  expect(
    (
      await names({
        'package.json': JSON.stringify({ name: 'eslint-plugin-tidy', main: 'src/a.js', peerDependencies: { eslint: '>=8' } }),
        'src/a.js': 'exports.rules = {}\n',
      })
    )[0],
  ).toBe('plugin')
})

test('nothing that runs has no style', async () => {
  expect(await names({ 'README.md': '# Notes\n' })).toEqual([])
})

test('what the owners say is held against what was found', async () => {
  expect(appliesTo('Layered architecture', 'layered')).toBe(true)
  expect(appliesTo('MVC', 'layered')).toBe(true)
  expect(appliesTo('monolith', 'modular monolith')).toBe(true)
  expect(appliesTo('modular monolith', 'monolith')).toBe(false)
  expect(appliesTo('microservices', 'layered')).toBe(false)
  const scene = {
    known: { entryPoints: [], publications: [], extracted: { manifests: [] } },
    model: { containers: [] },
    components: [],
    relations: [],
    layerings: [],
  } as never
  expect(styleOf(scene, 'microservices').stated).toMatchObject({ name: 'microservices', agrees: false })
  expect(styleOf(scene, undefined).stated).toBeUndefined()
})

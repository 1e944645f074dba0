/** What small programs are made of, and how that is called. */
import { describe, expect, test, vi } from 'vitest'
import type { Component, Program } from '../../../plugin/types'
import { tree } from '../../tree'
import { linkDirectory } from '../fixture-programs'
import { SHOP } from './shop'

// The first test of a file reads all models, beside others that do the same.
vi.setConfig({ testTimeout: 60_000 })

const linked = (sources: Record<string, string>): Promise<Program> => linkDirectory(tree(sources))
const named = ({ architecture }: Program): string[] =>
  architecture.components.filter(({ level }) => level === 'container').map(({ name, kind }) => `${kind}: ${name}`)
const component = ({ architecture }: Program, name: string): Component => {
  const found = architecture.components.find((each) => each.name === name)
  if (!found) throw new Error(`${name} is not among ${architecture.components.map((each) => each.name).join(', ')}`)
  return found
}

test('programs, stores and systems of a shop, each with the line that proves it', async () => {
  const program = await linked(SHOP)
  expect(named(program).sort()).toEqual([
    'backend: Corner Shop server',
    'command: Database scripts',
    'data store: MongoDB',
    'external system: Google OAuth',
    'external system: Order webhook',
    'external system: SMTP server',
    'external system: api.rates.io',
    'file store: Local upload directory (uploads/slips/)',
    'frontend: React frontend',
  ])
  expect(component(program, 'Corner Shop server')).toMatchObject({
    folder: 'src',
    purpose: 'Sells things around the corner',
    technology: 'Express, JavaScript',
    doors: 4,
  })
  expect(component(program, 'Corner Shop server').evidence[0]).toMatchObject({ file: 'src/server.js', line: 4 })
  expect(component(program, 'React frontend').evidence[0]).toMatchObject({ file: 'web/src/main.jsx', line: 3 })
  expect(component(program, 'Database scripts')).toMatchObject({ folder: 'scripts', files: 1 })
  for (const { name, evidence } of program.architecture.components) expect(evidence.length, name).toBeGreaterThan(0)
})

test('parts are the folders of a program', async () => {
  const program = await linked(SHOP)
  const parts = program.architecture.components.filter(({ parent }) => parent === 'src').map(({ name, files }) => `${name} ${files}`)
  expect(parts).toEqual(['Start files 2', 'Models 1', 'Routes 1', 'Services 2'])
})

test('what a name says, and what it does not', async () => {
  const api = (name: string, readme = '# Notes\n', more: Record<string, string> = {}) =>
    linked({
      'package.json': JSON.stringify({ name, dependencies: { fastify: '^4', express: '^4' } }),
      'README.md': readme,
      'src/index.js': "const app = require('express')()\napp.get('/orders', (req, res) => res.json([]))\napp.listen(1)\n",
      ...more,
    })
  expect(named(await api('stock-keeper'))).toEqual(['backend: Stock Keeper API'])
  expect(named(await api('@acme/stockkeeper-api', '# StockKeeper API\n'))).toEqual(['backend: StockKeeper API'])
  // One technology tells something, a list of them and of common words does not.
  expect(named(await api('express-starter'))).toEqual(['backend: Express API'])
  expect(named(await api('create-nodejs-express-app'))).toEqual(['backend: API server'])
})

test('a package may hold a server, a page and what both share', async () => {
  const program = await linked({
    'package.json': JSON.stringify({ name: 'notes', dependencies: { react: '^18', 'react-dom': '^18', express: '^4' } }),
    'server/index.js':
      "const app = require('express')()\nconst { limit } = require('../shared/limits')\napp.get('/notes', (req, res) => res.json([limit]))\napp.listen(1)\n",
    'app/index.jsx':
      "import { createRoot } from 'react-dom/client'\nimport { limit } from '../shared/limits'\nimport './history'\ncreateRoot(document.body).render(<p>{limit}</p>)\n",
    // Pages listen as well; that makes them no server.
    'app/history.js': 'export const history = makeHistory()\nhistory.listen(() => {})\n',
    'shared/limits.js': 'exports.limit = 5\n',
  })
  const { components } = program.architecture
  expect(components.map(({ kind, folder, files }) => [kind, folder, files])).toEqual([
    ['frontend', 'app', 2],
    ['backend', 'server', 1],
    ['library', 'shared', 1],
  ])
})

test('services side by side, a queue between them, and a library', async () => {
  const program = await linked({
    'package.json': JSON.stringify({ name: 'acme', private: true, workspaces: ['services/*', 'packages/*'] }),
    'services/orders/package.json': JSON.stringify({ name: '@acme/orders', dependencies: { express: '^4', '@acme/log': '*', amqplib: '^0.10' } }),
    'services/orders/index.js':
      "const { log } = require('@acme/log')\nconst app = require('express')()\nconst amqp = require('amqplib')\napp.post('/orders', async (req, res) => { log(); const c = await (await amqp.connect('amqp://q')).createChannel(); c.sendToQueue('placed', Buffer.from('')); res.end() })\napp.listen(1)\n",
    'services/bills/package.json': JSON.stringify({ name: '@acme/bills', dependencies: { express: '^4' } }),
    'services/bills/index.js':
      "const app = require('express')()\napp.get('/bills', (req, res) => res.json([]))\napp.listen(2)\nfetch('http://localhost:1/orders', { method: 'POST' })\n",
    'packages/log/package.json': JSON.stringify({ name: '@acme/log', main: 'index.js' }),
    'packages/log/index.js': 'exports.log = () => {}\n',
  })
  expect(named(program).sort()).toEqual(['backend: Bills service', 'backend: Orders service', 'queue: RabbitMQ'])
  expect(component(program, '@acme/log')).toMatchObject({ kind: 'library', level: 'component' })
  expect(program.architecture.style.found[0]?.name).toBe('microservices')
})

test('a program in a language that is not read is told by its manifests', async () => {
  const program = await linked({
    'README.md': '# Ledger\n',
    'requirements.txt': 'flask==3.0.0\nflask-sqlalchemy==3.1.0\n',
    'app.py': 'from flask import Flask\n',
    'config.py': "import os\nSQLALCHEMY_DATABASE_URI = 'sqlite:///' + os.path.join('a', 'b')\n",
  })
  expect(named(program)).toContain('backend: Ledger API')
})

describe('what is no part of the system', () => {
  test('tests, tools and samples make no component', async () => {
    const program = await linked(SHOP)
    const files = program.architecture.components.flatMap(({ evidence }) => evidence.map(({ file }) => file))
    expect(files.filter((file) => /^(?:test|tools)\//.test(file))).toEqual([])
  })
  test('a package without anything that runs is a library, a program of commands is one', async () => {
    const library = await linked({
      'package.json': JSON.stringify({ name: 'left-pad', main: 'src/index.js' }),
      'src/index.js': 'exports.pad = (x) => x\n',
    })
    expect(named(library)).toEqual(['library: left-pad'])
    const command = await linked({
      'package.json': JSON.stringify({ name: 'tidy', bin: { tidy: 'cli.js' } }),
      'cli.js': '#!/usr/bin/env node\nconsole.log(process.argv[2])\n',
    })
    expect(named(command)).toEqual(['command: tidy command'])
  })
})

test('a command in a folder of a server and the part around it are two', async () => {
  const program = await linked({
    'package.json': JSON.stringify({
      name: 'kiosk',
      private: true,
      scripts: { start: 'node src/server.js', 'db:clean': 'node src/node/clean.js' },
      dependencies: { express: '^4', mongoose: '^8' },
    }),
    'src/server.js': [
      "const app = require('express')()",
      "app.use('/orders', require('./node/orders'))",
      "app.use('/pages', require('./shown/pages'))",
      'app.listen(1)',
    ].join('\n'),
    'src/node/orders.js': [
      "const router = require('express').Router()",
      "const list = require('../shown/list')",
      "router.get('/', (req, res) => res.json(list.all()))",
      'module.exports = router',
    ].join('\n'),
    'src/shown/pages.js': [
      "const router = require('express').Router()",
      "router.get('/', (req, res) => res.json([]))",
      'module.exports = router',
    ].join('\n'),
    'src/shown/list.js': 'exports.all = () => []\n',
    'src/node/clean.js': ["const mongoose = require('mongoose')", "mongoose.connect('mongodb://mongo/kiosk')"].join('\n'),
  })
  const { components, relations } = program.architecture
  expect(components.find(({ folder, kind }) => folder === 'src/node' && kind === 'command')).toMatchObject({ id: 'src/node' })
  expect(components.find(({ folder, kind }) => folder === 'src/node' && kind === 'module')).toMatchObject({ id: 'src/node#module', parent: 'src' })
  expect(new Set(components.map(({ id }) => id)).size).toBe(components.length)
  expect(relations.find(({ to }) => to === 'src/shown')?.from).toMatch(/#module$|\.$/)
})

test('systems whose names differ by signs alone have ids of their own', async () => {
  const program = await linked({
    'package.json': JSON.stringify({ name: 'rates', dependencies: { express: '^4', axios: '^1' } }),
    'server.js': `const app = require('express')()
const axios = require('axios')
app.get('/one', async (req, res) => res.json(await axios.get('https://api.stock-rates.io/a')))
app.get('/two', async (req, res) => res.json(await axios.get('https://api.stock.rates.io/a')))
app.listen(1)
`,
  })
  const ids = program.architecture.components.map(({ id }) => id)
  expect(ids.filter((id) => id.startsWith('external:'))).toEqual(['external:api-stock-rates-io', 'external:api-stock-rates-io-2'])
})

/** Modules that are loaded by a name which the program puts together. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the programs under test.
import { describe, expect, test } from 'vitest'
import { importGraphOf } from '../../plugin/link/imports'
import { solve } from '../../plugin/link/index'
import { extractSources, linkSources, type Sources, shippedModels } from './small-programs'

/** Those that were mounted: a router that nobody mounts is told where it stands. */
const mounted = (sources: Sources) =>
  linkSources(sources)
    .entryPoints.map(({ path }) => path)
    .filter((path) => path.startsWith('/a/'))
    .sort()
const router = (path: string) =>
  `const router = require('express').Router(); router.get('${path}', (req, res) => res.json({})); module.exports = router`

const app = (...lines: string[]) =>
  [
    "const express = require('express'); const fs = require('fs'); const path = require('path'); const { pathToFileURL } = require('url')",
    'const app = express()',
    ...lines,
  ].join('\n')

describe('routers that a program finds by itself', () => {
  const tree = (...lines: string[]) => ({
    'app.js': app(...lines),
    'routes/users.js': router('/users'),
    'routes/orders/index.js': router('/orders'),
    'routes/users.test.js': router('/of-tests'),
    'other/things.js': router('/things'),
  })

  test.each([
    ['in a folder', "fs.readdirSync('./routes').forEach((file) => app.use('/a', require('./routes/' + file)))"],
    [
      'in a folder by its whole path',
      "for (const name of fs.readdirSync(path.join(__dirname, 'routes'))) app.use('/a', require(path.join(__dirname, 'routes', name)))",
    ],
    [
      'in a folder whose path has a name',
      "const base = path.resolve(__dirname, 'routes')\nfor (const name of list()) app.use('/a', require(`${base}/${name}`))",
    ],
    [
      'as files of an address',
      "async function all() { for (const name of list()) app.use('/a', (await import(pathToFileURL(path.join(__dirname, 'routes', name)).href)).default) }\nall()",
    ],
  ])('%s', (_, line) => {
    expect(mounted(tree(line))).toEqual(['/a/orders', '/a/users'])
  })

  test('by names that are written out, and no others', () => {
    expect(mounted(tree("for (const name of ['users']) app.use('/a', require(`./routes/${name}`))"))).toEqual(['/a/users'])
  })

  test('nowhere, where no folder is known', () => {
    expect(mounted(tree("for (const name of list()) app.use('/a', require(name))"))).toEqual([])
    expect(mounted(tree("for (const name of list()) app.use('/a', require('plugin-' + name))"))).toEqual([])
  })
})

test('a class that is chosen by a setting is one of those that stand there', () => {
  const { entryPoints } = linkSources({
    'app.mjs': `import express from 'express'; import path from 'node:path'
      const kinds = { a: 'first', b: 'second' }
      const { mount } = (await import(path.join(import.meta.dirname, 'kinds', kinds[process.env.KIND] + '.mjs')))
      const app = express(); mount(app)`,
    'kinds/first.mjs': `export const mount = (app) => app.get('/first', (req, res) => res.json({}))`,
    'kinds/second.mjs': `export const mount = (app) => app.get('/second', (req, res) => res.json({}))`,
  })
  expect(entryPoints.map(({ path }) => path).sort()).toEqual(['/first', '/second'])
})

test('what is loaded so is imported', () => {
  const { scan, extracted } = extractSources({
    'app.js': "for (const name of list()) require('./parts/' + name)",
    'parts/a.js': '',
    'parts/b.ts': 'export const b = 1',
    'c.js': '',
  })
  const linked = solve(scan, extracted, shippedModels())
  const { importersOf } = importGraphOf(linked)
  expect(linked.whole.files.map(({ path }, file) => `${path} ${importersOf[file]?.length}`)).toEqual([
    'app.js 0',
    'parts/a.js 1',
    'parts/b.ts 1',
    'c.js 0',
  ])
})

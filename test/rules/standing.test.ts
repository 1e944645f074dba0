/** What a file is to the running product: the same fault where visitors meet it, and where they do not. */
import { describe, expect, test } from 'vitest'
import { rules } from '../../plugin/rules/index'
import { judge } from '../../plugin/rules/judge'
import { linkDirectory } from '../link/fixture-programs'
import { tree } from '../tree'

const PACKAGE = JSON.stringify({ name: 'shop', version: '1.0.0', main: 'server.js', dependencies: { express: '4' } })
const FETCHES = "import https from 'node:https'\nexport const load = (url) => https.get(url, { rejectUnauthorized: false })\n"
const SERVER =
  "import express from 'express'\nimport { load } from './used.js'\nconst app = express()\napp.get('/', () => load('https://a'))\napp.listen(3000)\n"

/** File → how sure the unchecked certificate in it is. */
async function surenessIn(contents: Record<string, string>): Promise<Record<string, string>> {
  const { findings } = judge(rules, await linkDirectory(tree({ 'package.json': PACKAGE, 'used.js': FETCHES, 'server.js': SERVER, ...contents })))
  return Object.fromEntries(findings.flatMap(({ rule, at, confidence }) => (rule === 'certificate-not-checked' ? [[at.file, confidence]] : [])))
}

describe('what stands in a file is claimed with less', () => {
  test('where nothing leads to it', async () => {
    expect(await surenessIn({ 'left.js': FETCHES })).toEqual({ 'used.js': 'high', 'left.js': 'medium' })
  })

  test('where a folder or a package shows how something is used', async () => {
    const found = await surenessIn({
      'examples/load.js': FETCHES,
      'apps/shop-demo/package.json': JSON.stringify({ name: 'shop-demo', version: '1.0.0' }),
      'apps/shop-demo/index.js': FETCHES,
      'apps/many-shops-test/package.json': JSON.stringify({ name: 'many-shops-test', version: '1.0.0' }),
      'apps/many-shops-test/index.js': FETCHES,
    })
    expect(found).toEqual({
      'used.js': 'high',
      'examples/load.js': 'medium',
      'apps/shop-demo/index.js': 'medium',
      'apps/many-shops-test/index.js': 'medium',
    })
  })

  test('where developers run it by hand', async () => {
    expect(await surenessIn({ 'scripts/move.js': FETCHES })).toEqual({ 'used.js': 'high', 'scripts/move.js': 'medium' })
  })

  test('where a package runs it by its name, however deep', async () => {
    const scripts = { start: 'node src/scripts/begin.js', move: 'dotenv -- node ./src/scripts/move.js' }
    const found = await surenessIn({
      'packages/mail/package.json': JSON.stringify({ name: 'mail', version: '1.0.0', scripts }),
      'packages/mail/src/scripts/move.js': FETCHES,
      'packages/mail/src/scripts/begin.js': FETCHES,
      'packages/mail/src/scripts/page.js': FETCHES,
      'packages/mail/src/index.js': "import './scripts/page.js'\n",
    })
    expect(found['packages/mail/src/scripts/move.js']).toBe('medium')
    expect(found['packages/mail/src/scripts/begin.js']).toBe('high')
  })

  test('a server among those scripts is one that the product starts, unless its folder says that it is for developers', async () => {
    const own = (top: string) =>
      SERVER.replace('./used.js', `${top}used.js`).concat(FETCHES.replace('load', 'ping').replace('https://a', 'https://b'))
    const found = await surenessIn({ 'scripts/serve.js': own('../'), 'scripts/dev/serve.js': own('../../') })
    expect(found).toEqual({ 'used.js': 'high', 'scripts/serve.js': 'high', 'scripts/dev/serve.js': 'medium' })
  })

  test('but not where the whole repository is a sample', async () => {
    const whole = { 'package.json': JSON.stringify({ name: 'example-app', main: 'server.js', dependencies: { express: '4' } }) }
    expect(await surenessIn(whole)).toEqual({ 'used.js': 'high' })
  })
})

describe('a package that developers try others out with', () => {
  const kit = { 'packages/kit/package.json': JSON.stringify({ name: 'kit', version: '1.0.0', main: 'index.js' }), 'packages/kit/index.js': FETCHES }
  const bench = (more: object = {}) =>
    JSON.stringify({
      name: 'bench',
      version: '1.0.0',
      private: true,
      main: 'index.js',
      scripts: { 'dev:server': 'ts-node index.ts' },
      dependencies: { kit: '1.0.0' },
      ...more,
    })

  test('is started for development alone', async () => {
    const found = await surenessIn({ ...kit, 'packages/bench/package.json': bench(), 'packages/bench/index.js': FETCHES })
    expect(found).toMatchObject({ 'packages/kit/index.js': 'high', 'packages/bench/index.js': 'low' })
  })

  test('but not where it is built, put into an image, or needed by another', async () => {
    const built = { 'packages/bench/package.json': bench({ scripts: { dev: 'nodemon', start: 'node .' } }), 'packages/bench/index.js': FETCHES }
    expect(await surenessIn({ ...kit, ...built })).toMatchObject({ 'packages/bench/index.js': 'high' })
    const inImage = {
      'packages/bench/package.json': bench(),
      'packages/bench/index.js': FETCHES,
      'packages/bench/Dockerfile': 'FROM node:20\nCMD ["node", "."]\n',
    }
    expect(await surenessIn({ ...kit, ...inImage })).toMatchObject({ 'packages/bench/index.js': 'high' })
    const needed = {
      'packages/bench/package.json': bench(),
      'packages/bench/index.js': FETCHES,
      'packages/more/package.json': JSON.stringify({ name: 'more', version: '1.0.0', dependencies: { bench: '*' } }),
    }
    expect(await surenessIn({ ...kit, ...needed })).toMatchObject({ 'packages/bench/index.js': 'high' })
  })
})

test('a secret that was committed is one wherever it stands', async () => {
  const secret = `const { sign } = require('jsonwebtoken')\nexports.token = (id) => sign({ id }, '${['9f8b3c', 'a1d2e7', 'Qz81xv'].join('')}')\n`
  const { findings } = judge(
    rules,
    await linkDirectory(tree({ 'package.json': PACKAGE, 'server.js': SERVER, 'used.js': FETCHES, 'scripts/token.js': secret })),
  )
  expect(
    findings.filter(({ rule, at }) => rule === 'hardcoded-secret' && at.file === 'scripts/token.js').map(({ confidence }) => confidence),
  ).toEqual(['high'])
})

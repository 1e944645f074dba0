/** What code proves by itself: imports by weight, addresses by scheme, and the agreement and the gaps that the program carries. */
import { expect, test } from 'vitest'
import { tree } from '../../tree'
import { linkDirectory } from '../fixture-programs'

const names = async (contents: Record<string, string>) => {
  const { technologies } = await linkDirectory(tree(contents))
  return technologies
    .filter(({ category }) => category !== 'language')
    .map(({ name, evidence }) => `${name} ${evidence.map(({ file, line }) => `${file}:${line}`).join(' ')}`)
}

test('an address written out proves what answers there', async () => {
  expect(
    await names({
      'src/queue.js': "const amqp = connect(process.env.QUEUE || 'amqp://localhost:5672')\n",
      'src/db.js': 'const user = load()\nexport const url = `postgresql://${user}@db/shop`\n',
    }),
  ).toEqual(['PostgreSQL src/db.js:2', 'RabbitMQ src/queue.js:1'])
})

test('a scheme that is only named, a sentence, a hint for people and a test connect to nothing', async () => {
  expect(
    await names({
      'src/a.js': "if (url.startsWith('mongodb://')) throw new Error('mongodb:// is not supported')\n",
      'src/b.js': "log('use redis://localhost for this')\n",
      'src/form.jsx': 'export const Form = () => <input placeholder="mysql://user@host/db" />\n',
      'src/docs.js': "export const field = { description: 'amqp://localhost' }\n",
      'test/a.test.js': "connect('amqp://localhost')\n",
    }),
  ).toEqual([])
})

test('an import of nothing but types proves no package that is not asked for', async () => {
  const contents = { 'src/a.ts': "import type { Request } from 'express'\nexport type R = Request\n" }
  expect(await names(contents)).toEqual([])
  expect(await names({ 'src/a.ts': "import express from 'express'\nexport const app = express()\n" })).toEqual(['Express src/a.ts:1'])
  expect(await names({ ...contents, 'package.json': '{"dependencies":{"express":"4"}}' })).toEqual(['Express package.json:1 src/a.ts:1'])
})

test('an import of the product says more than one of a test', async () => {
  const [express] = await names({
    'package.json': '{"dependencies":{"express":"4"}}',
    'a/setup.test.js': "\nconst express = require('express')\n",
    'src/app.js': "\n\nconst express = require('express')\n",
  })
  expect(express).toBe('Express package.json:1 src/app.js:3')
})

test('part of a package proves the product it is for', async () => {
  const found = await names({
    'package.json': '{"devDependencies":{"drizzle-orm":"1"}}',
    'src/db.ts': "import { drizzle } from 'drizzle-orm/postgres-js'\nexport const db = drizzle({})\n",
  })
  expect(found.filter((it) => it.startsWith('PostgreSQL'))).toEqual(['PostgreSQL src/db.ts:1'])
})

test('the program carries agreement and gaps', async () => {
  const { runtimeAgreement, unrecognised } = await linkDirectory(
    tree({
      'package.json': '{"engines":{"node":">=20"}}',
      Dockerfile: 'ARG BASE\nFROM node:18 AS build\nFROM ${BASE}\nCOPY --from=acme/unheard-of:1 /a /b\n',
    }),
  )
  expect(runtimeAgreement.map(({ runtime, agree }) => [runtime, agree])).toEqual([['Node.js', false]])
  expect(unrecognised.map(({ what, name, at }) => [what, name, at.line])).toEqual([
    ['image', '${BASE}', 3],
    ['image', 'acme/unheard-of', 4],
  ])
})

/** `plumbline diagram` as it is called. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Writable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { run } from '../../plugin/cli'
import { analyse } from '../../plugin/pipeline'
import { emptyDirectory, tree } from '../tree'

vi.setConfig({ testTimeout: 60_000 })

async function diagram(...argv: string[]) {
  const said = { out: '', err: '' }
  const into = (key: 'out' | 'err') =>
    new Writable({
      write(chunk, _, done) {
        said[key] += String(chunk)
        done()
      },
    }) as unknown as NodeJS.WriteStream
  const code = await run(['diagram', ...argv], { analyse, out: into('out'), err: into('err'), env: {}, isCI: true, isProposal: false })
  return { code, ...said }
}

const shop = {
  'package.json': '{"name":"shop","dependencies":{"express":"4"}}',
  'src/app.js':
    "const express = require('express')\nconst { all } = require('./data/orders')\nconst app = express()\napp.get('/orders', (request, response) => response.json(all()))\napp.listen(3000)\n",
  'src/data/orders.js': 'exports.all = () => []\n',
  'docker-compose.yml': 'services:\n  web:\n    build: .\n    environment:\n      DATABASE_URL: postgres://db/shop\n  db:\n    image: postgres:16\n',
}

test('prints a picture in the format asked for', async () => {
  const root = tree(shop)
  const mermaid = await diagram('deployment', root, '--no-cache')
  expect(mermaid).toMatchObject({ code: 0, err: '' })
  expect(mermaid.out).toMatch(/^flowchart LR\n[\s\S]*n\d -->\|"DATABASE_URL"\| n\d/)
  expect((await diagram('deployment', root, '--no-cache', '--format', 'ascii')).out).toMatch(/\|-- DATABASE_URL --> db \(postgres:16\)/)
  expect((await diagram('deployment', root, '--no-cache', '--format', 'plantuml')).out).toMatch(/^@startuml\n[\s\S]*@enduml\n$/)
  expect(JSON.parse((await diagram('modules', root, '--no-cache', '--format', 'excalidraw')).out)).toMatchObject({ type: 'excalidraw' })
})

test('writes into a file', async () => {
  const file = path.join(emptyDirectory(), 'modules.mmd')
  expect(await diagram('modules', tree(shop), '--no-cache', '--out', file)).toEqual({ code: 0, out: '', err: '' })
  expect(readFileSync(file, 'utf8')).toMatch(/^flowchart LR\n/)
})

test('says what there is instead, where there is no such picture', async () => {
  expect(await diagram('entities', tree(shop), '--no-cache')).toMatchObject({
    code: 2,
    err: expect.stringContaining('There is nothing to draw for entities'),
  })
  expect(await diagram('deployment', tree(shop), '--no-cache', '--of', 'x')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--of "x" is not drawn'),
  })
  expect(await diagram('nonsense')).toMatchObject({
    code: 2,
    err: expect.stringContaining('"nonsense" is not a picture; expected one of architecture,'),
  })
  expect(await diagram('modules', tree(shop), '--no-cache', '--format', 'png')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Allowed choices are mermaid, ascii'),
  })
  expect(await diagram('modules', '/no/such/folder')).toMatchObject({ code: 2, err: expect.stringContaining('/no/such/folder does not exist') })
})

test('draws what is behind a door, wherever the directory is named, and names the nearest door where there is none', async () => {
  const root = tree(shop)
  expect((await diagram('sequence', 'get orders', root, '--no-cache')).out).toContain('GET /orders')
  expect((await diagram('sequence', 'GET /orders', '--source', root, '--no-cache')).out).toContain('GET /orders')
  expect(await diagram('sequence', 'GET /order', root, '--no-cache')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Nearest: "GET /orders"'),
  })
})

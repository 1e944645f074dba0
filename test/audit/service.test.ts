import { expect, test } from 'vitest'
import { toldAndExpected } from './expected'

const files = {
  'package.json': '{ "name": "orchard" }',
  'src/server.js': "const express = require('express')\nconst app = express()\napp.listen(process.env.PORT || 3000)\n",
  Dockerfile: 'FROM node:20\nEXPOSE 3000\n',
  'docker-compose.yml': 'services:\n  api:\n    build: .\n    ports: ["8088:3000"]\n  store:\n    image: postgres:16\n',
}
const held = (readme: string, more: Record<string, string> = {}) => toldAndExpected({ ...files, ...more, 'README.md': readme }, ['service'])

test('ports', async () => {
  const { told, expected } = await held(`
Open <http://localhost:3000/docs>, or \`http://localhost:8088\` where compose runs it.

It answers at http://localhost:3100. ✗ service

The default port is 3300. ✗ service

PostgreSQL is at localhost:5432, and mails at http://localhost:8025.

The image exposes port 3000.

\`\`\`bash
curl http://localhost:3000/trees
curl http://localhost:3010/trees ✗ service
\`\`\`
`)
  expect(told).toEqual(expected)
})

test('who opens the port is told apart', async () => {
  const { told, expected } = await held('The server listens on port 3000. ✗ service\n\nThe image exposes port 3000.\n', {
    'src/server.js': "require('http').createServer().listen(process.env.PORT || 4000)\n",
  })
  expect(told).toEqual(expected)
})

test('where no port is known nothing is said', async () => {
  const { told } = await toldAndExpected({ 'package.json': '{ "name": "orchard" }', 'README.md': 'Open http://localhost:3100.\n' }, ['service'])
  expect(told).toEqual([])
})

test('an address that is shown', async () => {
  const settings = { '.env.example': 'APP_HOST=localhost\n', 'src/env.js': "console.log('http://' + process.env.APP_HOST)\n" }
  const { told, expected } = await held(
    'The address will be displayed as `http://0.0.0.0:3000`. ✗ service\n\nIt binds to http://0.0.0.0:3000.\n',
    settings,
  )
  expect(told).toEqual(expected)
  const named = await held('The address will be displayed as `http://0.0.0.0:3000`.\n', {
    ...settings,
    'src/show.js': "console.log('http://0.0.0.0:3000')\n",
  })
  expect(named.told).toEqual([])
})

test('services of compose files', async () => {
  const { told, expected } = await held('## Docker\n\nThe `store` service keeps them, the `cache` service forgets them. ✗ service\n')
  expect(told).toEqual(expected)
})

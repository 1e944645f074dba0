import { expect, test } from 'vitest'
import { toldAndExpected } from './expected'

const held = (readme: string, more: Record<string, string> = {}) =>
  toldAndExpected(
    {
      'package.json': JSON.stringify(
        { name: 'orchard', version: '2.3.0', engines: { node: '>=20' }, dependencies: { express: '^4.19.2', redis: '^4.6.0' } },
        null,
        2,
      ),
      'README.md': readme,
      ...more,
    },
    ['version'],
  )

test('the runtime is held against what is declared', async () => {
  const { told, expected } = await held(`
Node.js 20 or later is needed.

Requires Node.js >= 18. ✗ version

It needs Node 18+. ✗ version

![node](https://img.shields.io/badge/node-%3E%3D16-green) ✗ version

![node](https://img.shields.io/badge/node-%3E%3D20-green)

We use \`node\` version \`22.1.0\`.

We use \`node\` version \`14.9.0\`. ✗ version
`)
  expect(told).toEqual(expected)
})

test('advice, choices, history and other things called so are left alone', async () => {
  const { told } = await held(`
We recommend Node.js 18.

It was tested with Node 16, 18 and 20.

Since Node 12 there is a better way. A bug in Node 8 needs a workaround. Exploits need Node.js <= 8.

## Upgrading

Node.js 16 is needed.

## Compression

Brotli needs Node.js 22 or later.

## Usage

- Brotli (Node v22 and higher)
- On Node.js 22+ it is faster

See https://nodejs.org/docs/latest-v16.x/api/ and @types/node 16.
`)
  expect(told).toEqual([])
})

test('where nothing is declared, what the pipeline runs decides', async () => {
  const { told, expected } = await toldAndExpected(
    {
      'package.json': '{ "name": "orchard" }',
      '.circleci/config.yml': 'version: 2\njobs:\n  build:\n    docker:\n      - image: circleci/node:10.15\n',
      'README.md': 'We use Node.js 14.9.0. ✗ version\n\n```\nnvm use 14.9.0\n```\n',
    },
    ['version'],
  )
  expect(told).toEqual(expected)
})

test('the package itself', async () => {
  const { told, expected } = await held(`
![version](https://img.shields.io/badge/version-2.2.0-blue) ✗ version

The current version is 2.3.0.

The latest version is \`2.1.7\`. ✗ version
`)
  expect(told).toEqual(expected)
})

test('libraries in a list of what it is made with; servers have versions of their own', async () => {
  const { told, expected } = await held(`
## Built with

- Express 4
- Express 5 ✗ version
- Redis 7
- Leaflet 2

## News

- Express 3
`)
  expect(told).toEqual(expected)
})

test('a page of another version than the one that was installed', async () => {
  const lock = JSON.stringify({ lockfileVersion: 3, packages: { '': { name: 'orchard' }, 'node_modules/joi': { version: '17.2.1' } } })
  const { told, expected } = await held(
    `
[rules](https://github.com/hapijs/joi/blob/v15.0.1/API.md) ✗ version

[rules](https://github.com/hapijs/joi/blob/v17.0.0/API.md)

[rules of 15.0.1](https://github.com/hapijs/joi/blob/v15.0.1/API.md)

[others](https://github.com/somebody/else/blob/v1.0.0/API.md)
`,
    { 'package-lock.json': lock },
  )
  expect(told).toEqual(expected)
})

import { expect, test } from 'vitest'
import { toldAndExpected } from './expected'

const files = {
  'package.json': JSON.stringify({
    name: 'orchard',
    dependencies: { '@nestjs/core': '^10.0.0', typeorm: '^0.3.0', pg: '^8.0.0', jest: '^29.0.0', winston: '^3.0.0', 'express-basic-auth': '^1.0.0' },
  }),
}
const held = (readme: string, more: Record<string, string> = {}) => toldAndExpected({ ...files, ...more, 'README.md': readme }, ['technology'])

test('what is said to be used, and another is there for the same purpose', async () => {
  const { told, expected } = await held(`# ![Node/NestJS/Mongoose Example](logo.png) ✗ technology

It uses TypeORM for its records.

Records are read using [Sequelize](https://sequelize.org). ✗ technology

## Features

- **Logging**: with [winston](https://github.com/winstonjs/winston)
- **Logging**: with [pino](https://getpino.io) ✗ technology
- **Testing**: unit tests using [Jest](https://jestjs.io)
- **Testing**: unit tests using [Mocha](https://mochajs.org) ✗ technology
- **Payment**: with [Stripe](https://stripe.com)
`)
  expect(told).toEqual(expected)
})

test('comparisons, offers, plans and suppositions are left alone', async () => {
  const { told } = await held(`
Unlike those built with Mongoose, it is typed. You can use Prisma instead. If you start using DynamoDB, much changes.

It works with Express or Koa, and supports Sequelize. An adapter using Knex is planned.

Inspired by a project built with Fastify.

Our website was built using Mocha-coloured paint, and we love Jest for example.

- [ ] Tests using Mocha

## Roadmap

It uses Prisma.
`)
  expect(told).toEqual([])
})

test('what leaves no trace, and has no rival, is left alone', async () => {
  const { told } = await held('It uses Redis for its cache and Elasticsearch for search.\n')
  expect(told).toEqual([])
})

test('the database that the example of settings chooses', async () => {
  const { told, expected } = await held('Install a MySQL database. ✗ technology\n\nInstall a PostgreSQL database.\n', {
    '.env.example': 'DB_CONNECTION=postgres\n# DB_CONNECTION=mysql\n',
    'package.json': files['package.json'].replace('"pg"', '"mysql2":"^3.0.0","pg"'),
  })
  expect(told).toEqual(expected)
})

test('a table whose rows are what is used; not one of what is supported', async () => {
  const { told, expected } = await held(`
## Further reading

| Name | |
| --- | --- |
| [TypeORM](https://typeorm.io) | records |
| [Jest](https://jestjs.io) | tests |
| [Winston](https://github.com/winstonjs/winston) | logs |
| [Auth0](https://auth0.com/docs) | authentication | ✗ technology

## Supported

| Name | |
| --- | --- |
| [TypeORM](https://typeorm.io) | |
| [Jest](https://jestjs.io) | |
| [Winston](https://github.com/winstonjs/winston) | |
| [Mocha](https://mochajs.org) | |
`)
  expect(told).toEqual(expected)
})

test('packages in a list of what it is made with', async () => {
  const { told, expected } = await held(`
## Tech stack

- records by \`typeorm\` and \`pg\`
- logs by \`winston\`
- prices by \`ioredis\` ✗ technology
- \`npm\` and \`src\`
`)
  expect(told).toEqual(expected)
})

test('what a package says of itself', async () => {
  const { told, expected } = await toldAndExpected(
    {
      'package.json':
        '{\n  "name": "orchard",\n  "description": "Trees over HTTP, built with Express", ✗ technology\n  "dependencies": { "koa": "^2.0.0" }\n}',
    },
    ['technology'],
  )
  expect(told).toEqual(expected)
})

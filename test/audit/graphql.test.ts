import { expect, test } from 'vitest'
import { operationsIn } from '../../plugin/audit/kinds/graphql-operations'
import { toldAndExpected } from './expected'

const F = '```'

const code = {
  'package.json': JSON.stringify({ name: 'orchard', dependencies: { fastify: '^4', mercurius: '^14' } }),
  'src/graph.js': `
import { readFileSync } from 'node:fs'
import mercurius from 'mercurius'
import fastify from 'fastify'
const resolvers = {
  Query: { fruit: async (_, { id }) => ({ id }), fruits: async () => [] },
  Mutation: { pickFruit: async () => null },
}
fastify().register(mercurius, { schema: readFileSync('schema.graphql', 'utf8'), resolvers })
`,
  'schema.graphql': `
enum Ripeness { GREEN RIPE }
type Fruit {
  id: ID!
  name: String!
}
type Query {
  fruit(id: ID!): Fruit
  fruits(ripeness: Ripeness): [Fruit!]!
}
type Mutation {
  pickFruit(id: ID!): Fruit
}
`,
}

test('operations, arguments, fields and values', async () => {
  const { told, expected } = await toldAndExpected(
    {
      ...code,
      'README.md': `
${F}graphql
query One($id: ID!) {
  fruit(id: $id) { name ...More }
  pear: fruit(number: 3) { ✗ graphql
    id
    title ✗ graphql
  }
  fruits(ripeness: BROWN) { id __typename } ✗ graphql
  trees { id } ✗ graphql
}
fragment More on Fruit { anything }
${F}

${F}graphql
mutation {
  fruit(id: 1) { id } ✗ graphql
  pickFruits(id: 1) { id } ✗ graphql
  pickFruit(id: 1) { id }
}
${F}

${F}graphql
query { ... }
${F}
`,
      // Another program's.
      'docs/others.md': `${F}graphql\n{ viewer { login } }\n${F}\n`,
    },
    ['graphql'],
  )
  expect(told).toEqual(expected)
})

test.each([
  ['{ a(b: {c: 1}, d: [X]) @include(if: $e) { f: g } h }', 'a(b,d){g} h'],
  ['query Q($a: [ID!]! = []) { ... on T { x } ...F b }', 'b'],
  ['type Query { a: Int }', undefined],
  ['{ a { ... } }', undefined],
  ['{ a(', 'a'],
])('%s', (text, expected) => {
  const shown = (fields: NonNullable<ReturnType<typeof operationsIn>>[number]['fields']): string =>
    fields
      .map(
        ({ name, arguments: given, fields: inner }) =>
          `${name}${given.length > 0 ? `(${given.map((it) => it.name).join()})` : ''}${inner.length > 0 ? `{${shown(inner)}}` : ''}`,
      )
      .join(' ')
  expect(
    operationsIn(text)
      ?.map(({ fields }) => shown(fields))
      .join(' '),
  ).toBe(expected)
})

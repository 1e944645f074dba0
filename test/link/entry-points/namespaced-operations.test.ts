/** Operations of GraphQL that types hold together: each is a door of its own, with its own resolver and its own directive. */
import { expect, test } from 'vitest'
import { tree } from '../../tree'
import { linkDirectory } from '../fixture-programs'

const SERVER = `const { ApolloServer } = require('apollo-server'); const fs = require('fs')
const resolvers = {
  Query: { pages: () => ({}), viewer: (_, args, context) => context.user },
  Mutation: { pages: () => ({}), ping: () => ({ at: 1 }) },
  PageQuery: { list: () => [], version: (_, { id }, context) => { if (!context.user) throw new AuthenticationError('sign in'); return { id } } },
  PageMutation: { remove: (_, { id }) => ({ id }), touch: () => null },
}
new ApolloServer({ typeDefs: fs.readFileSync('schema.graphql', 'utf8'), resolvers }).listen(4000)
`

async function operations(schema: string): Promise<string[]> {
  const { entryPoints } = await linkDirectory(
    tree({
      'package.json': JSON.stringify({ name: 'pages', dependencies: { 'apollo-server': '^3' } }),
      'server.js': SERVER,
      'schema.graphql': schema,
    }),
  )
  return entryPoints.map(({ method, path, authRequired, handler }) => `${method} ${path} ${authRequired.answer} ${handler?.name ?? '-'}`).sort()
}

test('types that hold operations together', async () => {
  expect(
    await operations(`
type Query { pages: PageQuery }
type Mutation { pages: PageMutation }
type PageQuery { list(limit: Int): [Page!]! @auth(requires: ["read"]) version(id: Int!): Page }
type PageMutation { remove(id: Int!): Page @auth(requires: ["write"]) touch: Page }
type Page { id: Int! }
`),
  ).toEqual(['MUTATION pages.remove yes remove', 'MUTATION pages.touch no touch', 'QUERY pages.list yes list', 'QUERY pages.version yes version'])
})

test('records with fields that take arguments, and what an operation answers', async () => {
  expect(
    await operations(`
type Query { viewer: Person }
type Mutation { ping: Pong }
type Person { id: Int! posts(first: Int): [Post] }
type Post { id: Int! author: Person }
type Pong { at: Int }
`),
  ).toEqual(['MUTATION ping no ping', 'QUERY viewer no viewer'])
})

/** An error that a function gives back refuses where it is what its caller gives back as well; where nobody looks at it, the request goes on. */
import { expect, test } from 'vitest'
import { linkSources } from '../small-programs'

const IMPORTS = `import 'graphql'; import { makeExecutableSchema } from 'graphql-tools'; import { graphqlExpress } from 'graphql-server-express'; import express from 'express'`
const resolver = (body: string, around = '') =>
  linkSources({
    'server.js': `${IMPORTS}; const app = express()
      class LampError extends Error {}
      ${around}
      const typeDefs = /* GraphQL */ \`type Query { lamp: Int } type Mutation { dim(lampId: ID!): Int }\`
      const resolvers = { Mutation: { dim: async (_, { lampId }, { user }) => { ${body} } } }
      app.use('/api', graphqlExpress((req) => ({ schema: makeExecutableSchema({ typeDefs, resolvers }), context: { user: req.user } })))
      app.listen(3000)`,
  }).entryPoints.find(({ path }) => path === 'dim')?.authRequired.answer

test.each([
  ['by a class of the program', `if (!user) return new LampError('Sign in.'); return dim(lampId)`],
  ['by an error of the language', `if (!user) { return new Error('Sign in.') } return dim(lampId)`],
])('turns strangers away: %s', (_, body) => {
  expect(resolver(body)).toBe('yes')
})

test.each([
  ['is made and left lying', `if (!user) { new LampError('Sign in.') } return dim(lampId)`],
  ['is no error', `if (!user) return new Lamp('off'); return dim(lampId)`],
  ['says what was sent is wrong', `if (!lampId) return new LampError('Which one?'); return dim(lampId)`],
  ['is what a helper gives back that nobody looks at', `known(user); return dim(lampId)`],
])('turns nobody away where it %s', (_, body) => {
  expect(resolver(body, `class Lamp {} const known = (user) => { if (!user) return new LampError('Unauthorized') }`)).toBe('no')
})

test('a handler that calls such a helper and goes on is open', () => {
  const [door] = linkSources({
    'app.js': `const app = require('express')(); class AuthError extends Error {}
      function known(req) { if (!req.user) return new AuthError('Unauthorized') }
      app.get('/lamps', (req, res) => { known(req); res.json([]) })
      app.listen(3000)`,
  }).entryPoints
  expect(door?.authRequired.answer).toBe('no')
})

/** Documents of GraphQL that are put together of what was sent. */
import { test } from 'vitest'
import { check } from './marked-lines'

const DEPENDENCIES = { express: '4', 'graphql-request': '7', '@octokit/graphql': '8' }

const app = (handler: string) => `const express = require('express')
  const { request: ask, gql } = require('graphql-request')
  const { graphql } = require('@octokit/graphql')
  const app = express()
  app.get('/shelves', async (req, res) => {
    ${handler}
  })
  app.listen(8080)`

test.each([
  ['a template', 'res.json(await graphql(`query { shelf(name: "${req.query.name}") { id } }`)) // graphql-injection: high'],
  ['a sum', "res.json(await ask(process.env.HOST, '{ shelf(name: \"' + req.query.name + '\") { id } }')) // graphql-injection: high"],
  ['a tag', 'res.json(await ask(process.env.HOST, gql`query Shelf { shelf(name: "${req.query.name}") { id } }`)) // graphql-injection: high'],
  [
    'the body of a request',
    `const body = JSON.stringify({ query: \`mutation { drop(shelf: "\${req.query.name}") }\` }) // graphql-injection: high
    res.json(await fetch(process.env.HOST, { method: 'POST', body }))`,
  ],
  [
    'variables',
    "res.json(await ask(process.env.HOST, 'query ($n: String) { shelf(name: $n) { id } }', { n: req.query.name })) // graphql-injection: none",
  ],
  ['a text of JSON', 'res.json(await graphql(`query { shelf(name: ${JSON.stringify(req.query.name)}) { id } }`)) // graphql-injection: none'],
  ['a number', 'res.json(await graphql(`query { shelf(id: ${Number(req.query.id)}) { id } }`)) // graphql-injection: none'],
  ['no document', 'res.json({ text: `query of ${req.query.name}: { shelf }` }) // graphql-injection: none'],
])('%s', (_, handler) => check({ 'app.js': app(handler) }, DEPENDENCIES))

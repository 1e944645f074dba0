import { taintRule } from '../taint-rule'

export default taintRule({
  id: 'graphql-injection',
  class: 'graphql-injection',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:L/A:N',
  cwe: [943],
  title: 'Outside data becomes part of a GraphQL document',
  why: 'A quote in a value ends it, and what follows asks for other fields, or for other operations in the name of the program.',
  impact: ['Fields and records are read that the program never asked for', 'Mutations run with the rights of the program'],
  fix: 'Write the document with variables and hand the values over beside it.',
  code: "await client.request('query ($id: ID!) { user(id: $id) { name } }', { id: request.query.id })",
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/GraphQL_Cheat_Sheet.html', 'https://graphql.org/learn/queries/#variables'],
  from: ['request', 'message', 'browser'],
  to: ['graphql'],
  // What visitors type goes out in their own name.
  most: ({ source }) => (source === 'browser' ? 'low' : undefined),
})

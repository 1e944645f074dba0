/** GraphQL schemas and Protocol Buffers: what a text declares, and that a hostile one is a problem in words and nothing worse. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates inside the sources.
import { describe, expect, test } from 'vitest'
import { embeddedSchema } from '../../plugin/extract/definitions/embedded-graphql'
import { definitionOf } from '../../plugin/extract/definitions/index'
import { extractFile } from '../../plugin/extract/file'

const operations = (path: string, text: string) =>
  definitionOf(path, text).definition?.operations.map(({ method, path: name, line }) => `${method} ${name} ${line}`)

const embedded = (text: string) =>
  embeddedSchema(extractFile('a.ts', text)).definition?.operations.map(({ method, path, line }) => `${method} ${path} ${line}`)

describe('a schema of GraphQL', () => {
  test('names its root types as it likes', () =>
    expect(operations('a.graphql', 'schema { query: Q mutation: M }\ntype Q { a: Int }\ntype M {\n  b: Int\n}\ntype Query { c: Int }')).toEqual([
      'QUERY a 2',
      'MUTATION b 4',
      'QUERY c 6',
    ]))

  test('may be written without any field yet', () =>
    expect(operations('a.gql', 'type Query {\n}\nextend type Query { a: Int }')).toEqual(['QUERY a 3']))

  test('says what its directives demand', () => {
    const { definition } = definitionOf('a.graphql', 'type Query @auth { a: Int @public b(x: [Int!]! = [1]): Int }')
    expect(definition?.operations.map(({ secured }) => secured)).toEqual([
      { yes: false, by: '@public', line: 1 },
      { yes: true, by: '@auth', line: 1 },
    ])
    expect(definition?.operations[1]?.parameters[0]).toMatchObject({ schema: '[Int!]!', default: '[1]', required: false })
  })

  test('is no document of a client', () => expect(definitionOf('a.graphql', 'query A { a }')).toEqual({}))

  test.each([
    ['a brace that is never closed', 'type Query { a: Int'],
    ['lists in lists without end', `type Query { a: ${'['.repeat(200_000)}Int }`],
    ['more text than is read', `type Query { a: Int }${' '.repeat(4_000_001)}`],
  ])('%s is a problem in words', (_, text) => {
    const { definition, problem } = definitionOf('a.graphql', text)
    expect(definition).toBeUndefined()
    expect(problem).toMatch(/^It could not be read as graphql: \S/)
  })
})

describe('a schema inside code', () => {
  test('keeps its lines', () =>
    expect(embedded('const a = 1\nexport const typeDefs = gql`\n  type Query {\n    a(b: ${a}Int): Int\n  }\n`\n')).toEqual(['QUERY a 4']))

  test('may be put together of parts', () =>
    expect(embedded('export const s = `\n  ${users}\n  type Query {\n    ${more}\n  }\n  type Mutation { a: Int }`')).toEqual(['MUTATION a 6']))

  test.each([
    ['a type of TypeScript', 'export type Query = { a: number }\ninterface Mutation { b: string }'],
    ['a sentence about schemas', "throw new Error('write type Query { … } first')"],
    ['a document of a client', 'export const q = gql`query A { type Query { a } }`'],
    ['a comment', '/* type Query { a: Int } */ export const a = 1'],
  ])('is not %s', (_, text) => expect(embedded(text)).toBeUndefined())
})

describe('a .proto file', () => {
  test('declares methods, streams and routes', () =>
    expect(
      operations(
        'a.proto',
        'syntax = "proto3";\npackage a.b;\nservice S {\n  rpc One(M) returns (M) { option (google.api.http) = { get: "/v1/{id=x/*}" additional_bindings { post: "/v1/m" body: "*" } }; }\n  rpc Two(stream M) returns (M);\n}\nmessage M { string id = 1; M again = 2; }',
      ),
    ).toEqual(['CALL a.b.S/One 4', 'GET /v1/{id} 4', 'POST /v1/m 4', 'STREAM a.b.S/Two 5']))

  test('names types in full where it declares them', () => {
    const { definition } = definitionOf(
      'a.proto',
      'syntax = "proto3"; package p; message A { message B {} B b = 1; other.C c = 2; repeated int64 n = 3; }',
    )
    expect(definition?.types.find(({ name }) => name === 'p.A')?.shape.fields?.map(({ shape }) => shape)).toEqual([
      { type: 'unknown', name: 'p.A.B' },
      { type: 'unknown', name: 'other.C' },
      { type: 'array', items: { type: 'integer', format: 'int64' } },
    ])
  })

  test.each([
    ['a brace that is never closed', 'syntax = "proto3"; message A {'],
    ['messages in messages without end', `syntax = "proto3"; ${'message A {'.repeat(20_000)}`],
    ['more text than is read', `syntax = "proto3";${' '.repeat(4_000_001)}`],
    ['what is no such file', '<html></html>'],
  ])('%s is a problem in words', (_, text) => {
    const { definition, problem } = definitionOf('a.proto', text)
    expect(definition).toBeUndefined()
    expect(problem).toMatch(/^It could not be read as proto: \S/)
  })
})

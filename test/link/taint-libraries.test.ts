/** Libraries that hand on what they are given, each with a use of it that is none of outside data. */
import { describe, test } from 'vitest'
import { type Case, check } from './taint-cases'

const of = (library: string, body: string) => `import * as lib from '${library}'\n---\n${body}`

const CASES: Case[] = [
  [
    'promises of other makers',
    of(
      'bluebird',
      "exec('ls ' + (await new lib((ok) => ok(req.query.x)))) // flows: command\nexec('ls ' + (await new lib((ok, no) => ok('a')))) // safe",
    ),
  ],
  ['promises made by a call', of('q', "lib.Promise((ok) => ok(req.query.x)).then((y) => exec('ls ' + y)) // flows: command")],
  [
    'values of an object',
    of(
      'lodash',
      "exec('ls ' + lib.values({ a: req.query.x }).join(' ')) // flows: command\nexec('ls ' + lib.keys({ a: req.query.x }).join(' ')) // safe",
    ),
  ],
  [
    'what is set',
    of(
      'lodash',
      "const o = {}; lib.set(o, 'a', req.query.x); exec('ls ' + o.a) // flows: command\nconst p = {}; lib.set(p, 'a', 'b'); exec('ls ' + p.a) // safe",
    ),
  ],
  [
    'of the language, later',
    "exec('ls ' + (await Promise.try(() => req.query.x))) // flows: command\nexec('ls ' + (await Promise.try(() => 'a'))) // safe",
  ],
  ['base64 of a package', of('js-base64', "exec('ls ' + lib.Base64.decode(req.query.x)) // flows: command")],
  ['functions that are one behind another', of('redux', "exec('ls ' + lib.compose((a) => a)(req.query.x)) // flows: command")],
  [
    'a path inside of another',
    of(
      'is-path-inside',
      "if (!lib.default(req.query.x, '/srv')) return\nfs.readFileSync(req.query.x) // safe\nfs.readFileSync(req.query.y) // flows: path",
    ),
  ],
  [
    'one of the keys that there are',
    of('lodash', "if (!lib.has({ a: 1 }, req.query.x)) return\nexec('ls ' + req.query.x) // safe\nexec('ls ' + req.query.y) // flows: command"),
  ],
  [
    'fields that are told later',
    {
      'a.ts': `import { GraphQLObjectType, GraphQLString } from 'graphql'
import { exec } from 'child_process'
export const Query = new GraphQLObjectType({
  name: 'Query',
  fields: () => ({
    list: { type: GraphQLString, resolve: (root, args) => exec('ls ' + args.dir) }, // flows: command
    all: { type: GraphQLString, resolve: (root, args) => exec('ls ' + root.length) }, // safe
  }),
})`,
    },
  ],
]

describe('libraries', () => {
  test.each(CASES)('%s', (_, code) => check(code))
})

/** Pipes of NestJS that are made with a schema: a parameter is what the schema lets pass. */
import { each } from './taint-cases'

const HEAD = `import { Controller, Post, Body, Query } from '@nestjs/common'; import { z } from 'zod'; import { exec } from 'child_process'; import { PrismaClient } from '@prisma/client'
  const db = new PrismaClient()
  const Board = z.object({ name: z.string(), size: z.number(), kind: z.enum(['a', 'b']), tags: z.array(z.enum(['c'])), more: z.any() })`
const program = (transform: string) => ({
  'a.ts': `${HEAD}
  class SchemaPipe { constructor(private readonly schema: unknown) {} transform(value: unknown) { ${transform} } }
  @Controller() export class Boards { @Post() make(@Body(new SchemaPipe(Board)) board) {
    exec('ls ' + board.name) // flows
    exec('ls ' + board.size) // safe
    exec('ls ' + board.kind) // safe
    exec('ls ' + board.tags[0]) // safe
    db.board.findFirst({ where: { name: board.name } }) // safe
    db.board.findFirst({ where: { name: board.more } }) // flows: nosql
  } }`,
})

each([
  [
    'one that asks and throws',
    program(`const result = (this.schema as z.Schema).safeParse(value); if (!result.success) throw new Error('no'); return result.data`),
  ],
  ['one that parses', program('return (this.schema as z.Schema).parse(value)')],
  [
    'one that checks nothing, and one whose schema is not here',
    {
      'a.ts': `${HEAD}
  import { Known } from 'elsewhere'
  class Plain { constructor(private readonly schema: unknown) {} transform(value: unknown) { return value } }
  class SchemaPipe { constructor(private readonly schema: z.Schema) {} transform(value: unknown) { return this.schema.parse(value) } }
  @Controller() export class Boards {
    @Post() plain(@Body(new Plain(Board)) board) {
      exec('ls ' + board.kind) // flows
      db.board.findFirst({ where: { name: board.name } }) // flows: nosql
    }
    @Post('known') known(@Body(new SchemaPipe(Known)) board) {
      exec('ls ' + board.kind) // flows
      db.board.findFirst({ where: { name: board.name } }) // safe
    }
  }`,
    },
  ],
])

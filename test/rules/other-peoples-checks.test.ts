/** What a library checks by itself or takes flat, and numbers that only tests make. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('a mapper checks the direction of an order, and takes the column as it is', () =>
  check(
    {
      'app.ts': [
        "import express from 'express'",
        "import { DataSource } from 'typeorm'",
        "const notes = new DataSource({ type: 'sqlite', database: 'notes.db' }).getRepository('Note')",
        'const app = express()',
        "app.get('/a', async (req, res) => {",
        "  const query = notes.createQueryBuilder('note').where('note.open = 1')",
        "  query.orderBy('note.id', req.query.way as 'ASC') // sql-injection: none",
        "  query.addOrderBy('note.at', req.query.way as 'ASC') // sql-injection: none",
        '  res.json(await query.getMany())',
        '})',
        "app.get('/b', async (req, res) => {",
        "  const query = notes.createQueryBuilder('note').where('note.open = 1')",
        "  query.orderBy(req.query.by as string, 'ASC') // sql-injection: high",
        '  res.json(await query.getMany())',
        '})',
      ].join('\n'),
    },
    { express: '4', typeorm: '0.3' },
  ))

test('members of a set are members, and a list where a key belongs is other keys', () =>
  check(
    {
      'app.ts': [
        "import express from 'express'",
        "import Redis from 'ioredis'",
        'const redis = new Redis()',
        'const app = express()',
        'app.use(express.json())',
        "app.post('/a', async (req, res) => {",
        '  await redis',
        '    .pipeline()',
        "    .sadd('rooms', req.body.room) // nosql-injection: none",
        "    .srem('closed', req.body.room) // nosql-injection: none",
        '    .exec()',
        "  await redis.lpush('queue', req.body.room) // nosql-injection: none",
        '  res.end()',
        '})',
        "app.post('/b', async (req, res) => {",
        "  await redis.hset('rooms', 'last', req.body.room) // nosql-injection: high",
        '  await redis.del(req.body.room) // nosql-injection: high',
        '  await redis.eval(req.body.script, 0) // nosql-injection: high',
        '  res.end()',
        '})',
      ].join('\n'),
    },
    { express: '4', ioredis: '5' },
  ))

test('a number that a test hands to the program is no secret that the program makes', () =>
  check({
    'keys.ts': [
      "import { owners } from './owners'",
      'export class Keys {',
      '  ownerOf(apiKey: string) { // insecure-random: none',
      '    return owners.get(apiKey)',
      '  }',
      '  keep(apiToken: string, owner: string) { // insecure-random: high',
      '    owners.set(apiToken, owner)',
      '  }',
      '}',
    ].join('\n'),
    'owners.ts': 'export const owners = new Map<string, string>()',
    'fresh.ts': ["import { Keys } from './keys'", 'export const fresh = (owner: string) => new Keys().keep(Math.random().toString(36), owner)'].join(
      '\n',
    ),
    'keys.spec.ts': [
      "import { Keys } from './keys'",
      "describe('keys', () => {",
      "  it('knows no other', () => expect(new Keys().ownerOf(Math.floor(Math.random() * 10000).toString())).toBeUndefined())",
      '})',
    ].join('\n'),
  }))

/** Values beside a statement, which its text puts in as they are or escaped. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('values of pg-promise', async () => {
  await check(
    {
      'app.js': String.raw`
const express = require('express')
const pgp = require('pg-promise')()
const db = pgp(process.env.DATABASE_URL)
const app = express()
app.use(express.json())
app.get('/raw', async (req, res) => {
  await db.any('select * from songs $1:raw', [req.query.q]) // sql-injection: high
  await db.any('select * from songs $1^', req.query.q) // sql-injection: high
  await db.any("select * from songs where name ~ '$1:raw'", [req.query.q]) // sql-injection: high
  await db.any('select * from $1:name where $2:raw', [req.query.table, 'true']) // sql-injection: none
  await db.any('select * from $1:name where $2:raw', ['songs', req.query.q]) // sql-injection: high
  await db.any('select * from songs where name = $1 and other in ($2:csv) and $3:json is null', [req.query.q, req.query.o, req.query.j]) // sql-injection: none
  await db.any('select * from songs where name = $10:raw and $1', [req.query.q]) // sql-injection: none
  res.end()
})
app.get('/named', async (req, res) => {
  await db.one('select * from songs where $(name:raw) = $(value)', { name: req.query.q, value: 1 }) // sql-injection: high
  await db.one('select * from songs where $(name:raw) = $(value)', { name: 'name', value: req.query.q }) // sql-injection: none
  await db.one('select * from songs where ' + '$' + '{name^} = 1', req.query) // sql-injection: high
  await db.one('select * from songs where $<at.name:raw> = 1', { at: { name: req.query.q } }) // sql-injection: high
  await db.one('select * from songs where $<at.name:raw> = 1', { at: { other: req.query.q, name: 'name' } }) // sql-injection: none
  res.end()
})
app.get('/object', async (req, res) => {
  await db.one({ text: 'select * from songs where id = $1:raw', values: req.query.q }) // sql-injection: high
  await db.one({ text: 'select * from songs where id = $1 and $2^', values: ['a', req.query.q] }) // sql-injection: high
  await db.one({ text: 'select * from songs where id = $1 and $2^', values: [req.query.q, 'true'] }) // sql-injection: none
  await db.one({ text: 'select * from songs where id = $1', values: [req.query.q] }) // sql-injection: none
  res.end()
})
app.get('/open', async (req, res) => {
  await db.any('select * from songs where id = $1:value', [req.query.q]) // sql-injection: high
  await db.any("select * from songs where name like '%$1:value%'", [req.query.q]) // sql-injection: none
  await db.any("select * from songs where name like '%$1#%' and id = $2#", ['a', req.query.q]) // sql-injection: high
  await db.any(pgp.as.format("select * from songs where name = $1", [req.query.q])) // sql-injection: none
  await db.any(pgp.as.format("select * from songs where name = '" + req.query.q + "'", [1])) // sql-injection: high
  const part = pgp.as.format('name = $1:raw', [req.query.q]) // sql-injection: high
  await db.any('select * from songs where $1:raw', [part])
  res.end()
})
const conditions = (given) => {
  const patterns = []
  const values = []
  let index = 2
  if (given.name) {
    const name = given.name
    patterns.push(\`name = $\${index}\`)
    values.push(name)
    index += 1
  }
  if (given.like) {
    const like = given.like
    patterns.push(\`name ~ '$\${index}:raw'\`)
    values.push(like)
    index += 1
  }
  return { pattern: patterns.join(' and '), values }
}
app.get('/built', async (req, res) => {
  const where = conditions({ like: req.query.like })
  const text = \`select * from $1:name where \${where.pattern}\`
  await db.any(text, ['songs', ...where.values]) // sql-injection: medium
  res.end()
})
app.get('/built-safe', async (req, res) => {
  const patterns = []
  const values = ['songs']
  for (const [name, value] of Object.entries(req.query)) {
    patterns.push(\`$\${values.length + 1}:name = $\${values.length + 2}\`)
    values.push(name, value)
  }
  await db.any(\`select * from $1:name where \${patterns.join(' and ')}\`, values) // sql-injection: none
  res.end()
})
app.get('/far', async (req, res) => {
  const values = [req.query.name]
  let text = 'select * from songs where name = $1'
  if (req.query.all) {
    text += \` order by $\${values.length + 1}:raw\`
    values.push('name')
  }
  await db.any(text, values) // sql-injection: low
  res.end()
})
app.listen(80)
`
        .replaceAll('\\`', '`')
        .replaceAll('\\$', '$'),
    },
    { express: '4', 'pg-promise': '11' },
  )
})

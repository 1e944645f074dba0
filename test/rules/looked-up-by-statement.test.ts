/** A way behind a record that was looked up by the value: whether anything but an id may pass is for the table to say. */
import { test } from 'vitest'
import { check } from './marked-lines'

const app = (asked: string, mark: string) => `import express from 'express'
  import fs from 'node:fs'
  import pg from 'pg'
  import Sqlite from 'better-sqlite3'
  import { Database } from 'bun:sqlite'
  const pool = new pg.Pool()
  const sqlite = new Sqlite('shop.db')
  const store = new Database('shop.db')
  const app = express()
  app.delete('/files/:id', async (request, response) => {
    const { id } = request.params
    ${asked}
    fs.unlinkSync('/srv/files/' + id) // path-traversal: ${mark}
    response.end()
  })
  app.listen(3000)`

test.each([
  ["const file = sqlite.prepare('SELECT * FROM files WHERE id = ?').get(id); if (!file) return response.sendStatus(404)", 'medium'],
  [
    "const file = await store.query('SELECT name FROM files WHERE id = ? AND owner = ?').get(id, request.user.id); if (!file) { return response.sendStatus(404) }",
    'medium',
  ],
  [
    "const { rows } = await pool.query('SELECT name FROM files WHERE id = $1', [id]); if (rows.length === 0) return response.sendStatus(404)",
    'medium',
  ],
  ["const found = await pool.query('SELECT name FROM files WHERE id = $1', [id]); if (found.rowCount < 1) return response.sendStatus(404)", 'medium'],
  ["const { rows } = await pool.query('SELECT name FROM files WHERE id = $1', [id]); if (rows.length > 1) console.info('two')", 'high'],
  [
    "const { rows } = await pool.query('SELECT name FROM files WHERE owner = $1', [request.user.id]); if (rows.length === 0) return response.sendStatus(404)",
    'high',
  ],
  ["await pool.query('DELETE FROM files WHERE id = $1', [id])", 'high'],
])('%s', (asked, mark) => check({ 'app.ts': app(asked, mark) }, { express: '^4.19.0', pg: '^8.11.0', 'better-sqlite3': '^11.0.0' }))

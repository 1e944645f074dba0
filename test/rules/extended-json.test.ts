/** Extended JSON is read as JSON is: what was sent in it goes on, objects included. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('operators and names of files', () =>
  check(
    {
      'src/app.ts': `
import express from 'express'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { EJSON } from 'bson'
import { MongoClient } from 'mongodb'
const app = express()
const papers = new MongoClient('mongodb://localhost').db('club').collection('papers')
app.post('/papers', express.text(), async (req, res) => {
  const { name, files } = EJSON.parse(req.body)
  res.json(await papers.find({ name }).toArray()) // nosql-injection: high
  for (const file of files) await readFile(path.join('/srv/papers', file._id + '.pdf')) // path-traversal: medium
  for (const file of files) await readFile(path.join('/srv/papers', path.basename(file._id))) // path-traversal: none
  await papers.find({ name: EJSON.stringify(name) }).toArray() // nosql-injection: none
})
`,
    },
    { express: '4', bson: '6', mongodb: '6' },
  ))

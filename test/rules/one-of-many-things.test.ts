/** What a program keeps under names that it computes may be anything of it; what a query holds is still a query's where it is read as one. */
import { test } from 'vitest'
import { check } from './marked-lines'

const NAMES = 'abcdefghijklmnop'.split('')

const server = (kept: readonly string[], sure: string) => ({
  'app.js': `
const express = require('express')
const os = require('node:os')
const app = express()
const state = {}
const put = (name, value) => { state[name] = { value } }
${kept.map((name) => `put(read('${name}'), os.part${name}())`).join('\n')}
app.get('/put', (req, res) => {
  put(req.params.name, req.query.value)
  res.end()
})
app.get('/kinds', (req, res) => {
  if (!state.kinds.value.includes('lamp')) return res.status(404).end() // type-confusion: ${sure}
  res.end()
})
app.get('/names', (req, res) => {
  if (req.query.name.includes('..')) return res.status(400).end() // type-confusion: medium
  res.end()
})
`,
})

test('many things under computed names', () => check(server(NAMES, 'none')))
test('few things', () => check(server(NAMES.slice(0, 2), 'medium')))

/** Lists and objects that a helper makes anew for each caller: what one puts into his, the others do not see. */
import { test } from 'vitest'
import { check } from './marked-lines'

const APP = `const express = require('express')
const { exec } = require('child_process')
const { split, kept, shown } = require('./split')
const app = express()
`

const SPLIT = `const all = []
exports.split = (text) => {
  const parts = []
  for (const part of text.split(';')) if (part) parts.push(part)
  return parts
}
exports.kept = () => {
  const parts = []
  all.push(parts)
  return parts
}
exports.shown = (show) => {
  const parts = []
  show(parts)
  return parts
}
`

test('a list of one call is not the list of another', () =>
  check({
    'src/split.js': SPLIT,
    'src/app.js': `${APP}app.get('/own', (req, res) => {
  const parts = split('a;b')
  parts.push(req.query.last)
  exec(parts.join(' ')) // command-injection: high
  res.end()
})
app.get('/other', (req, res) => {
  exec(split('c;d').join(' ')) // command-injection: none
  res.end()
})
app.get('/sent', (req, res) => {
  exec(split(req.query.list).join(' ')) // command-injection: high
  res.end()
})
app.listen(80)
`,
  }))

test('a list that somebody else keeps may be the same', () =>
  check({
    'src/split.js': SPLIT,
    'src/app.js': `${APP}app.get('/kept', (req, res) => {
  const parts = kept()
  parts.push(req.query.last)
  res.end()
})
app.get('/other', (req, res) => {
  exec(kept().join(' ')) // command-injection: high
  res.end()
})
app.get('/shown', (req, res) => {
  const parts = shown(() => {})
  parts.push(req.query.last)
  res.end()
})
app.get('/shown/other', (req, res) => {
  exec(shown(() => {}).join(' ')) // command-injection: high
  res.end()
})
app.listen(80)
`,
  }))

test('an object comes back by further callers with what one of them put in', () =>
  check({
    'src/options.js': `const base = () => ({ args: '' })
exports.withArgs = (args) => {
  const options = base()
  options.args = args
  return options
}
exports.plain = () => base()
`,
    'src/app.js': `${APP}const { withArgs, plain } = require('./options')
app.get('/a', (req, res) => {
  exec('ls ' + withArgs(req.query.args).args) // command-injection: high
  exec('ls ' + plain().args) // command-injection: none
  exec('ls ' + withArgs('-l').args) // command-injection: none
  res.end()
})
app.listen(80)
`,
  }))

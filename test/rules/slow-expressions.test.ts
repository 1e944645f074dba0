/** Where an expression stands, what it is made of, and what is left of a text, before it takes long. */
import { test } from 'vitest'
import { check } from './marked-lines'

const app = (lines: string) => `import express from 'express'
import { labelled, spaced } from './patterns'
const app = express()
app.use(express.json())
${lines}
app.listen(3000)
`
const patterns = `export const labelled = () => new RegExp(['^(?:', '\\\\w+\\\\s?', ')*$'].join(''))
export function spaced(all) {
  return new RegExp('^\\\\d*$', all ? 'g' : '')
}
`

test('an expression out of a table, a field or a function', () =>
  check({
    'src/patterns.ts': patterns,
    'src/app.ts': app(`
const RULES = { words: /^(\\w+\\s?)*$/, sums: new RegExp('^(?:a+)+$') }
const PLAIN = { words: /^\\w+$/, sums: /^\\d+$/ }
const NESTED = { one: { rule: /^(?:\\w|\\d)*;/ }, two: { rule: /^x$/ } }
class Field {
  constructor(private rule: RegExp) {}
  holds(text: string) {
    return this.rule.test(text) // redos: high
  }
}
app.post('/one', (request, response) => {
  const { kind, text } = request.body
  RULES[kind].test(text) // redos: high
  PLAIN[kind].test(text) // redos: none
  text.match(NESTED[kind].rule) // redos: high
  new Field(/^(?:b+)+$/).holds(text)
  labelled().test(text) // redos: high
  spaced(kind).test(text) // redos: none
  for (const name of Object.keys(RULES)) if (RULES[name].test(text)) response.json(name) // redos: high
  for (const name of Object.keys(PLAIN)) if (PLAIN[name].test(text)) response.json(name) // redos: none
})`),
  }))

test('an expression that is put together', () =>
  check({
    'src/patterns.ts': patterns,
    'src/app.ts': app(`
const NUMBER = '(\\\\d*\\\\.?\\\\d+)'
const WHOLE = '(\\\\d+)'
const triple = new RegExp('^rgb\\\\(' + [NUMBER, NUMBER, NUMBER] + '\\\\)$')
const wholes = new RegExp('^rgb\\\\(' + [WHOLE, WHOLE, WHOLE] + '\\\\)$')
const ending = process.env.ENDING
app.post('/one', (request, response) => {
  const { text } = request.body
  triple.test(text) // redos: medium
  wholes.test(text) // redos: none
  new RegExp('^(?:\\\\w+\\\\s?)*' + ending + ';$').test(text) // redos: high
  new RegExp('^(?:\\\\w+\\\\s)*' + ending + ';$').test(text) // redos: none
  new RegExp(ending + '\\\\s*$').test(text) // redos: none
  response.end()
})`),
  }))

test('what is left of a text', () =>
  check({
    'src/patterns.ts': patterns,
    'src/app.ts': app(`
app.post('/one', (request, response) => {
  const { text } = request.body
  const plain = text.replace(/[^\\w\\s]/g, '')
  plain.replace(/^\\s+|\\s+$/g, '') // redos: medium
  const tight = text.replace(/[^\\w]/g, '')
  tight.replace(/^\\s+|\\s+$/g, '') // redos: none
  text.replace(/[^a-z]+/g, '-').replace(/^-+|-+$/g, '') // redos: none
  if (text.length < 100) text.replace(/^\\s+|\\s+$/g, '') // redos: none
  let made = ''
  for (const sign of text) made += sign.replace(/[^\\w\\s]/g, '')
  response.send(made.replace(/^\\s+|\\s+$/g, '')) // redos: medium
})`),
  }))

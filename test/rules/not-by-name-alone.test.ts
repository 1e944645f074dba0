/** What a library does is told by its model, and never by what its functions are called alone. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('`match` of what is no text is handed a text', () =>
  check(
    {
      'src/app.ts': `
import express from 'express'
import Pattern from 'some-pattern'
import { Route } from 'some-routes'
import { made } from 'some-makers'
import Address from 'url-pattern'
const app = express()
const ADDRESS = new Pattern('/:base/:action')
const KNOWN = new Address('/:base/:action')
class Shape {
  match(text: string) { return text.length > 3 }
}
const shape = new Shape()
app.get('/', (req, res) => {
  ADDRESS.match(req.url) // regex-injection: none
  KNOWN.match(req.url) // regex-injection: none
  new String('a').match(req.query.q as string) // regex-injection: high
  new Route('/a').match(req.query.q) // regex-injection: none
  shape.match(req.query.q as string) // regex-injection: none
  made('/a').match(req.query.q) // regex-injection: high
  String(res.locals.text).match(req.query.q as string) // regex-injection: high
  res.locals.text.match(req.query.q) // regex-injection: high
  res.end()
})
`,
    },
    { express: '4', 'some-pattern': '1', 'some-routes': '1', 'some-makers': '1', 'url-pattern': '1' },
  ))

test('what hands an address to the system opens no file', () =>
  check(
    {
      'src/app.ts': `
import express from 'express'
import open from 'open'
import { open as openFile } from 'node:fs/promises'
const app = express()
app.get('/', async (req, res) => {
  await open(req.query.address as string) // unsafe-open-external: medium
  await openFile(req.query.address as string) // path-traversal: high
  res.end()
})
app.get('/files', async (req, res) => {
  await open(req.query.address as string) // path-traversal: none
  res.end()
})
`,
    },
    { express: '4', open: '10' },
  ))

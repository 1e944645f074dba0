/** Objects that are made of what they were before: what goes round in a circle adds nothing, and stops. */
import { expect, test } from 'vitest'
import { tree } from '../../tree'
import { linkDirectory } from '../fixture-programs'
import { endpoints } from '../small-programs'

test('an object that is spread into itself', async () => {
  const program = await linkDirectory(
    tree({
      'package.json': JSON.stringify({ name: 'steps', dependencies: { express: '^4' } }),
      'app.js': `const app = require('express')()
app.post('/steps', (req, res) => {
  let state = { ...req.body }
  for (const step of [1, 2]) state = { ...state, step }
  res.json([state.first, state.missing, req.query.page])
})
`,
    }),
  )
  const names = program.entryPoints.flatMap(({ parameters }) => parameters.map(({ name, in: place }) => `${place} ${name}`))
  expect(names).toEqual(expect.arrayContaining(['query page']))
})

/** What a loop assigns is made of itself: `found = found || fits(each)`. */
test.each([
  [
    'a condition of a loop',
    'let may = false\n  for (const role of roles) may = may || req.user.roles.includes(role)\n  if (!may) return res.status(403).end()',
  ],
  [
    'a condition of a loop, not turned',
    'let no = true\n  for (const role of roles) no = no && !req.user.roles.includes(role)\n  if (no) return res.sendStatus(403)',
  ],
  [
    'one that turns with each round',
    'let no = false\n  while (roles.length) no = !no || !req.user.roles.includes(roles.pop())\n  if (no) return res.sendStatus(403)',
  ],
])('%s', (_, guard) => {
  const sources = {
    'package.json': JSON.stringify({ name: 'steps', dependencies: { express: '^4' } }),
    'app.js': `const app = require('express')()
const roles = ['admin', 'owner']
app.use((req, res, next) => {
  ${guard}
  next()
})
app.get('/steps', (req, res) => {
  res.json([])
})
`,
  }
  expect(endpoints(sources)).toContain('GET /steps auth=yes')
})

/** Objects that are made of what they were before: what goes round in a circle adds nothing, and stops. */
import { expect, test } from 'vitest'
import { tree } from '../../tree'
import { linkDirectory } from '../fixture-programs'

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

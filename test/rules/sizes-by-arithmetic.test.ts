/** Numbers that are computed of outside data are as great as these. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('what arithmetic makes of a number is as great as it was', async () => {
  await check({
    'server.js': `const express = require('express')
const app = express()
app.get('/wait', (request, response) => {
  const { seconds } = request.query
  setTimeout(() => response.end(), +seconds) // resource-exhaustion: high
  setTimeout(() => response.end(), seconds * 1000) // resource-exhaustion: high
  setTimeout(() => response.end(), (seconds | 0) - 1) // resource-exhaustion: high
  setTimeout(() => response.end(), seconds % 60) // resource-exhaustion: none
  setTimeout(() => response.end(), !seconds) // resource-exhaustion: none
  if (seconds > 60) return
  setTimeout(() => response.end(), seconds * 1000) // resource-exhaustion: none
})
app.listen(80)
`,
  })
})

/** Whoever does not have the program's own secret is told so: whether anything happens all the same. */
import { test } from 'vitest'
import { check } from './marked-lines'

const clear = (body: string) => `import express from 'express'
import { rm } from 'node:fs/promises'
const config = { key: process.env.SECRET_KEY || 'first-key-of-us', folder: './data/' }
const app = express()
app.post('/:session/:key/clear', async (req, res) => {
  try {
    const { key, session } = req.params
${body}
    await rm(config.folder + session, { recursive: true })
    res.status(200).json({ done: true })
  } catch (fault) {
    res.status(500).json({ fault: 'not cleared' })
  }
})
app.listen(80)
`

test('what follows runs for whoever sends another one', async () => {
  await check({ 'app.ts': clear("    if (key !== config.key) {\n      res.status(400).json({ fault: 'wrong key' }) // broken-guard: high\n    }") })
})

test('it stops', async () => {
  await check({
    'app.ts': clear("    if (key !== config.key) {\n      res.status(400).json({ fault: 'wrong key' }) // broken-guard: none\n      return\n    }"),
  })
  await check({
    'app.ts': clear("    if (key !== config.key) {\n      return res.status(400).json({ fault: 'wrong key' }) // broken-guard: none\n    }"),
  })
})

test('what is asked is no secret', async () => {
  await check({
    'app.ts': clear("    if (session !== config.folder) {\n      res.status(400).json({ fault: 'unknown' }) // broken-guard: none\n    }"),
  })
})

test('the other way is written out', async () => {
  const code = `import express from 'express'
const config = { key: process.env.SECRET_KEY }
const app = express()
app.post('/:key/clear', (req, res) => {
  if (req.params.key !== config.key) {
    res.status(400).json({ fault: 'wrong key' }) // broken-guard: none
  } else {
    res.json({ done: true })
  }
})
app.listen(80)
`
  await check({ 'app.ts': code })
})

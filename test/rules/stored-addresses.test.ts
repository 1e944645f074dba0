import { test } from 'vitest'
import { check } from './marked-lines'

test('a request that goes where stored data say is the sender’s where a door stores that field out of what was sent', async () => {
  await check(
    {
      'app.ts': `
import { PrismaClient } from '@prisma/client'
import express from 'express'
const prisma = new PrismaClient()
const app = express()
app.use(express.json())
app.post('/hooks', async (req, res) => {
  await prisma.hook.create({ data: { label: String(req.body.label), address: req.body.address, region: 'eu' } })
  res.sendStatus(201)
})
app.post('/hooks/:id/run', async (req, res) => {
  const hook = await prisma.hook.findUnique({ where: { id: String(req.params.id) } })
  await fetch(hook.address, { method: 'POST' }) // server-side-request-forgery: medium
  await fetch(hook.mirror, { method: 'POST' }) // server-side-request-forgery: none
  await fetch('https://hooks.internal/' + encodeURIComponent(hook.address)) // server-side-request-forgery: none
  await fetch(\`https://\${hook.region}.hooks.example/\`) // server-side-request-forgery: none
  res.end()
})
`,
    },
    { express: '4', '@prisma/client': '5' },
  )
})

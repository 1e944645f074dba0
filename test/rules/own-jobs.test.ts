import { test } from 'vitest'
import { check } from './marked-lines'

const DEPENDENCIES = { express: '4', bullmq: '5', mongodb: '6' }

test('what a program puts into a queue comes out of it, field by field', async () => {
  await check(
    {
      'queues.ts': `
import { Queue } from 'bullmq'
export const images = new Queue('images')
export const resize = (job: { tool: string; size: number; shop: string }) => images.add('resize', job)
`,
      'app.ts': `
import express from 'express'
import { resize } from './queues'
const app = express()
app.use(express.json())
app.post('/resized', async (req, res) => {
  await resize({ tool: req.body.tool, size: Number(req.body.size), shop: process.env.SHOP ?? 'main' })
  res.sendStatus(202)
})
`,
      'worker.ts': `
import { exec } from 'node:child_process'
import { type Job, Worker } from 'bullmq'
new Worker('images', async (job) => {
  exec('convert ' + job.data.tool) // command-injection: medium
  exec('convert ' + job.data.size) // command-injection: low
})
export const again = async (job: Job) => {
  exec('tar ' + job.data.tool) // command-injection: medium
}
`,
    },
    DEPENDENCIES,
  )
})

test('jobs that other programs send are what they send', async () => {
  await check(
    {
      'worker.ts': `
import { exec } from 'node:child_process'
import { Worker } from 'bullmq'
new Worker('images', async (job) => {
  exec('convert ' + job.data.tool) // command-injection: high
})
`,
    },
    DEPENDENCIES,
  )
})

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

const MAIL = `
import { exec } from 'node:child_process'
import { MongoClient } from 'mongodb'
import Agenda, { type Job } from 'agenda'
const NOTE = 'note'
type NoteJob = Job<{ orderId: string; tool: string }>
const orders = new MongoClient('mongodb://db').db('shop').collection('orders')
let agenda: Agenda
const note = async (job: NoteJob) => {
  const { orderId, tool } = job.attrs.data
  await orders.findOne({ id: orderId }) // nosql-injection: low
  exec('print ' + tool) // command-injection: TOOL
}
export default function start(started: Agenda) {
  agenda = started
  agenda.define(NOTE, note)
}
export const later = async (orderId: string, tool: string) => {
  const job = agenda.create(NOTE, { orderId, tool }) as NoteJob
  job.schedule(new Date())
  await job.save()
}
`
const ORDERS = `
import express from 'express'
import Agenda from 'agenda'
import { MongoClient } from 'mongodb'
import start, { later } from './mail'
const orders = new MongoClient('mongodb://db').db('shop').collection('orders')
start(new Agenda())
const app = express()
app.use(express.json())
app.post('/noted', async (req, res) => {
  for (const order of await orders.find({ isNew: true }).toArray()) await later(order.id, TOOL)
  res.sendStatus(202)
})
`

test.each([
  ['what the program has stored', "'lpr'", 'low'],
  ['a part of a request', 'req.body.tool', 'medium'],
])('jobs of Agenda hold what they were made with: %s', async (_, tool, sure) => {
  await check({ 'mail.ts': MAIL.replace('TOOL', sure), 'app.ts': ORDERS.replace('TOOL', tool) }, { express: '4', agenda: '5', mongodb: '6' })
})

test('jobs of Agenda that nothing in the program makes are what others sent', async () => {
  await check(
    {
      'mail.ts': `
import { exec } from 'node:child_process'
import { type Job } from 'agenda'
export async function print(job: Job<{ tool: string }>) {
  exec('print ' + job.attrs.data.tool) // command-injection: high
}
`,
    },
    { agenda: '5' },
  )
})

const ADDED = (add: string) => `
import express from 'express'
${add}
const app = express()
app.use(express.json())
app.post('/printed', async (req, res) => {
  await later(req.body.tool, 3)
  res.sendStatus(202)
})
`

test.each([
  [
    'pg-boss',
    `import PgBoss from 'pg-boss'
const boss = new PgBoss('postgres://db')
const later = (tool: string, size: number) => boss.send('print', { tool, size })`,
    `import { exec } from 'node:child_process'
import PgBoss, { type Job } from 'pg-boss'
const boss = new PgBoss('postgres://db')
boss.work('print', async ([job]) => {
  exec('print ' + job.data.tool) // command-injection: medium
  exec('print ' + job.data.size) // command-injection: low
})
export async function again(job: Job<{ tool: string; size: number }>) {
  exec('print ' + job.data.tool) // command-injection: medium
  exec('print ' + job.data.size) // command-injection: low
}`,
  ],
  [
    'bee-queue',
    `import Queue from 'bee-queue'
const queue = new Queue('print')
const later = (tool: string, size: number) => queue.createJob({ tool, size }).save()`,
    `import { exec } from 'node:child_process'
import Queue from 'bee-queue'
const queue = new Queue('print')
queue.process(async (job: Queue.Job) => {
  exec('print ' + job.data.tool) // command-injection: medium
  exec('print ' + job.data.size) // command-injection: low
})`,
  ],
  [
    'graphile-worker',
    `import { quickAddJob } from 'graphile-worker'
const later = (tool: string, size: number) => quickAddJob({}, 'print', { tool, size })`,
    `import { exec } from 'node:child_process'
import { run } from 'graphile-worker'
run({
  taskList: {
    print: async (payload) => {
      exec('print ' + payload.tool) // command-injection: medium
      exec('print ' + payload.size) // command-injection: low
    },
  },
})`,
  ],
])('jobs of %s', async (library, add, worker) => {
  await check({ 'app.ts': ADDED(add), 'worker.ts': worker }, { express: '4', [library]: '1' })
})

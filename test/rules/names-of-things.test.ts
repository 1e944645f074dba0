/** Random numbers that are called a session or a token, and only name a file and what is started. */
import { test } from 'vitest'
import { check } from './marked-lines'

const START = `const { spawn } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const state = { current: null }
function note(entry, sessionId) {
  const id = sessionId || state.current || 'main'
  fs.appendFileSync(path.join('/var/log/agent', \`\${id}.jsonl\`), JSON.stringify(entry))
}
function argsOf({ sessionId, prompt }) {
  const args = ['--session-id', sessionId]
  args.push('--prompt', prompt)
  return { args, prompt }
}
function start({ sessionId, prompt }) {
  const { args } = argsOf({ sessionId, prompt })
  note({ prompt }, sessionId)
  return spawn('agent', args)
}
`
const app = (name: string, marker: string, more = '') => `${START}
const app = require('express')()
app.post('/tasks', (req, res) => {
  const ${name} = \`task-\${Date.now()}-\${Math.random().toString(36).slice(2, 8)}\` // insecure-random: ${marker}
  state.current = ${name}
  start({ sessionId: ${name}, prompt: 'go' })
  ${more}
  res.end()
})
app.listen(80)
`

test('it names a file and is handed to a program', async () => {
  await check({ 'app.js': app('sessionId', 'low') })
  await check({ 'app.js': app('token', 'medium') })
})

test('it is sent, kept, or asked for as well', async () => {
  await check({ 'app.js': app('sessionId', 'high', "res.cookie('session', sessionId)") })
  await check({ 'app.js': app('sessionId', 'high', 'known.set(sessionId, req.ip)').replace('const state', 'const known = new Map()\nconst state') })
  await check({ 'app.js': app('sessionId', 'high', 'if (req.get("x-session") === state.current) res.json({ ok: true })') })
})

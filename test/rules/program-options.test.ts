/** Programs that take a word for an option, each beside a twin that cannot. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('a program is the same from whichever folder it is started', () =>
  check({
    'app.js': `
const express = require('express')
const { spawn } = require('child_process')
const app = express()
app.get('/a', (req, res) => { spawn('/usr/bin/find', [req.query.in]).stdout.pipe(res) }) // argument-injection: high
app.get('/b', (req, res) => { spawn('/usr/bin/find', ['--', req.query.in]).stdout.pipe(res) }) // argument-injection: none
app.get('/c', (req, res) => { spawn('/opt/find/ping', [req.query.in]).stdout.pipe(res) }) // argument-injection: none
app.get('/d', (req, res) => { spawn('kubectl', ['get', 'pods', req.query.name]).stdout.pipe(res) }) // argument-injection: high
app.get('/e', (req, res) => { spawn('kubectl', ['get', 'pods', \`app-\${req.query.name}\`]).stdout.pipe(res) }) // argument-injection: none
app.listen(80)
`,
  }))

test('an interpreter takes the word in front of its program for an option, and none behind it', () =>
  check({
    'app.js': `
const express = require('express')
const { execFile } = require('child_process')
const execa = require('execa')
const app = express()
app.get('/a', (req, res) => { execFile('/usr/bin/python3', [req.query.job], () => res.end()) }) // argument-injection: high
app.get('/b', (req, res) => { execFile('python3', ['jobs/run.py', req.query.job], () => res.end()) }) // argument-injection: none
app.get('/c', (req, res) => { execFile('node', ['--no-warnings', req.query.job], () => res.end()) }) // argument-injection: high
app.get('/d', (req, res) => { execFile('node', ['jobs/' + req.query.job], () => res.end()) }) // argument-injection: none
app.get('/e', async (req, res) => { await execa('/usr/bin/rsync', [req.query.from, 'in/']); res.end() }) // argument-injection: high
app.get('/f', async (req, res) => { await execa('/usr/bin/rsync', ['--', req.query.from, 'in/']); res.end() }) // argument-injection: none
app.listen(80)
`,
  }))

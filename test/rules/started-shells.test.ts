/** Words that a program is started with: which of them a shell reads, or an interpreter, whoever starts it in the end. */
import { describe, test } from 'vitest'
import { check } from './marked-lines'

const starts = (call: string, marked: string) =>
  check({
    'app.js': `const { spawn, execFile } = require('child_process')
const app = require('express')()
app.get('/run', (req, res) => {
  const word = req.query.word
  ${call} // ${marked}
  res.end()
})
`,
  })

describe('a shell', () => {
  test.each([
    ["spawn('npm', ['view', word], { shell: true })", 'high'],
    ["execFile('npm', ['view', word], { shell: '/bin/zsh' })", 'high'],
    ["spawn('npm', ['view', word], { shell: process.platform === 'win32' })", 'medium'],
    ["spawn('npm', ['view', word], { shell: false })", 'none'],
    ["spawn('npm', ['view', word], { stdio: 'inherit' })", 'none'],
    ["spawn('/usr/bin/dash', ['-c', word])", 'high'],
    ["spawn('pwsh', ['-NoProfile', '-Command', word])", 'high'],
    ["spawn(process.env.SHELL, ['-lc', word])", 'high'],
    ["spawn('sudo', ['-n', 'bash', '-c', 'ls ' + word])", 'high'],
    ["spawn('docker', ['exec', 'box', 'sh', '-c', word])", 'high'],
    ["spawn('docker', ['exec', 'box', 'ls', '--', word])", 'none'],
    ["spawn('ssh', ['-p', '22', 'host', 'ls ' + word])", 'high'],
    ["spawn('ssh', ['-i', word, 'host', 'uptime'])", 'none'],
    ["spawn('sh', ['-c', 'grep -- \"$1\" log', 'sh', word])", 'none'],
    ["spawn('sh', ['-c', 'grep -- ' + word + ' log'])", 'high'],
  ])('%s', (call, sureness) => starts(call, `command-injection: ${sureness}`))
})

describe('an interpreter', () => {
  test.each([
    ["spawn('python3', ['-c', word])", 'high'],
    ["spawn(process.execPath, ['-e', word])", 'high'],
    ["spawn('python3', ['-c', 'import sys; print(sys.argv[1])', word])", 'none'],
    ["spawn('grep', ['-e', word, 'log'])", 'none'],
  ])('%s', (call, sureness) => starts(call, `code-injection: ${sureness}`))
})

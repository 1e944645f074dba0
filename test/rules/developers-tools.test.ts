/** What developers run by hand, beside the program, and what runs as the program or a part of it. */
import { describe, test } from 'vitest'
import { check } from './marked-lines'

const manifest = (scripts: Record<string, string>, more: object = {}) =>
  JSON.stringify({ name: 'shop', version: '1.0.0', private: true, scripts, dependencies: { express: '4', axios: '1' }, ...more })

const SERVER = [
  "const express = require('express')",
  'const app = express()',
  "app.get('/', (req, res) => res.send('open'))",
  'app.listen(3000)',
].join('\n')

const tool = (command: string, race: string, sent: string) =>
  [
    "const { execSync } = require('child_process')",
    "const fs = require('fs')",
    "const axios = require('axios')",
    `execSync('git rebase origin/' + process.argv[2]) // command-injection: ${command}`,
    "if (fs.existsSync('NOTES.md')) {",
    "  const notes = fs.readFileSync('NOTES.md', 'utf8')",
    `  fs.writeFileSync('NOTES.md', notes + axios.VERSION) // file-system-race: ${race}`,
    '}',
    "const request = require('https').request({ host: 'groups.example.com', method: 'POST' })",
    `request.write(fs.readFileSync('KEY.txt', 'utf8')) // file-content-in-request: ${sent}`,
  ].join('\n')

const LOW = tool('low', 'low', 'low')
const TOLD = tool('medium', 'medium', 'medium')

describe('a file that only a script beside the program runs', () => {
  test('is a tool of its developers', () =>
    check({ 'package.json': manifest({ start: 'node server.js', rebase: 'node tools/rebase.js 1.x' }), 'server.js': SERVER, 'tools/rebase.js': LOW }))

  test('and so is what only such files load', () =>
    check({
      'package.json': manifest({ start: 'node server.js', rebase: 'node tools/rebase.js 1.x' }),
      'server.js': SERVER,
      'tools/rebase.js': "require('./steps')",
      'tools/steps.js': LOW,
    }))

  test.each([
    ['it is all there is', manifest({ rebase: 'node tools/rebase.js 1.x' }), ''],
    ['it is started as the program is', manifest({ start: 'npm run rebase && node server.js', rebase: 'node tools/rebase.js' }), SERVER],
    [
      'it is a command of the package',
      manifest({ start: 'node server.js', rebase: 'node tools/rebase.js' }, { bin: { rebase: 'tools/rebase.js' } }),
      SERVER,
    ],
    ['it runs where the package is installed', manifest({ start: 'node server.js', postinstall: 'node tools/rebase.js' }), SERVER],
    ['the program loads it', manifest({ start: 'node server.js', rebase: 'node tools/rebase.js' }), `${SERVER}\nrequire('./tools/rebase')`],
  ])('is none where %s', (_, packageJson, server) =>
    check({ 'package.json': packageJson, ...(server ? { 'server.js': server } : {}), 'tools/rebase.js': TOLD }),
  )

  test('a container starts it', () =>
    check({
      'package.json': manifest({ start: 'node server.js', rebase: 'node tools/rebase.js' }),
      Dockerfile: 'FROM node:20\nCOPY . .\nCMD ["node", "tools/rebase.js"]\n',
      'server.js': SERVER,
      'tools/rebase.js': TOLD,
    }))

  test('while an image is made nobody stands beside it, and what is handed to it may still come from elsewhere', () =>
    check({
      'package.json': manifest({ start: 'node server.js', rebase: 'node tools/rebase.js' }),
      Dockerfile: 'FROM node:20\nCOPY . .\nRUN npm run rebase\nCMD ["node", "server.js"]\n',
      'server.js': SERVER,
      'tools/rebase.js': tool('medium', 'low', 'medium'),
    }))
})

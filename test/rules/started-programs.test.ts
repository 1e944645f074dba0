/** What is written to the input of a program that was started: commands for a shell, data for the others. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the programs under test.
import { describe, expect, test } from 'vitest'
import { rules } from '../../plugin/rules/index'
import { judge } from '../../plugin/rules/judge'
import { linkDirectory } from '../link/fixture-programs'
import { tree } from '../tree'

const PACKAGE = JSON.stringify({ name: 'tools', version: '1.0.0', dependencies: { express: '4' } })

async function commandsIn(contents: Record<string, string[]>): Promise<string[]> {
  const files = Object.entries(contents).map(([name, lines]) => [name, `${lines.join('\n')}\n`])
  const { findings, problems } = judge(rules, await linkDirectory(tree({ 'package.json': PACKAGE, ...Object.fromEntries(files) })))
  expect(problems).toEqual([])
  return findings.filter(({ rule }) => rule === 'command-injection').map(({ at }) => `${at.file}:${at.line}`)
}

const SERVER = ["import express from 'express'", "import { spawn } from 'node:child_process'", 'const app = express()', 'app.use(express.json())']
const writes = (start: string, text = 'req.body.text') => ({
  'app.js': [...SERVER, "app.post('/tidy', (req, res) => {", `  const child = ${start}`, `  child.stdin.write(${text})`, '  res.end()', '})'],
})
/** The input is kept by one file and written to by another. */
const keeps = (start: string) => ({
  'desk.js': ['export const desk = { input: null }'],
  'start.js': [
    "import { spawn } from 'node:child_process'",
    "import { desk } from './desk.js'",
    'function launch({ onStart }) {',
    `  const child = ${start}`,
    '  if (onStart) onStart(child)',
    '  return child',
    '}',
    'launch({ onStart(child) { desk.input = child.stdin } })',
    'export const second = () => { desk.input = launch({}).stdin }',
  ],
  'app.js': [
    ...SERVER,
    "import { desk } from './desk.js'",
    "app.post('/tidy', (req, res) => {",
    '  desk.input.write(req.body.text)',
    '  res.end()',
    '})',
  ],
})

describe('the input of a program', () => {
  test.each([
    ["spawn('bash')", true],
    ["spawn('/bin/sh', ['-s'])", true],
    ["spawn('python3', ['-i'])", true],
    ['spawn(process.env.TOOL)', true],
    ["spawn('sort', ['-u'])", false],
    ["spawn('/usr/bin/jq', ['.'])", false],
  ])('%s', async (start, runs) => {
    expect(await commandsIn(writes(start))).toEqual(runs ? ['app.js:7'] : [])
  })

  test.each([
    ['spawn(process.env.TOOL)', "JSON.stringify({ text: req.body.text }) + '\\n'", false],
    ['spawn(process.env.TOOL)', '`${JSON.stringify(req.body)}\\n`', false],
    ['spawn(process.env.TOOL)', "'run ' + JSON.stringify(req.body.text)", true],
    ['spawn(process.env.TOOL)', "JSON.stringify(req.body) + '\\n' + req.body.text", true],
    ['spawn(process.env.TOOL)', "JSON.stringify(req.body, null, 2) + '\\n'", true],
    ["spawn('bash')", "JSON.stringify({ text: req.body.text }) + '\\n'", true],
  ])('%s, written %s', async (start, text, runs) => {
    expect(await commandsIn(writes(start, text))).toEqual(runs ? ['app.js:7'] : [])
  })

  test.each([
    ["spawn('bash')", true],
    ["spawn('sort', ['-u'])", false],
  ])('%s, kept for others', async (start, runs) => {
    expect(await commandsIn(keeps(start))).toEqual(runs ? ['app.js:7'] : [])
  })
})

/** Checks that are understood, and so close a way, each beside a twin that closes nothing: `// path-traversal: none` says so on its line. */
import { expect, test } from 'vitest'
import { rules } from '../../plugin/rules/index'
import { judge } from '../../plugin/rules/judge'
import { linkDirectory } from '../link/fixture-programs'
import { tree } from '../tree'

const DEPENDENCIES = { express: '4', joi: '17', zod: '3', yup: '1', mongodb: '6' }
const MARKER = /\/\/ ([a-z-]+): (none|low|medium|high)\s*$/

/** Every line that says so is claimed as surely as it says. */
async function check(contents: Record<string, string>, dependencies: Record<string, string> = DEPENDENCIES): Promise<void> {
  const manifest = JSON.stringify({ name: 'shop', version: '1.0.0', dependencies })
  const { findings, problems } = judge(rules, await linkDirectory(tree({ 'package.json': manifest, ...contents })))
  expect(problems).toEqual([])
  const told = new Map(findings.map(({ at, rule, confidence }) => [`${at.file}:${at.line} ${rule}`, confidence]))
  const wrong: string[] = []
  let marked = 0
  for (const [file, text] of Object.entries(contents))
    text.split('\n').forEach((line, index) => {
      const [, rule, wanted] = MARKER.exec(line) ?? []
      if (rule === undefined) return
      marked++
      const found = told.get(`${file}:${index + 1} ${rule}`) ?? 'none'
      if (found !== wanted) wrong.push(`${found}: ${line.trim()}`)
    })
  expect(marked).toBeGreaterThan(0)
  expect(wrong).toEqual([])
}

test('what a Sails action declares of its inputs holds when it runs', async () => {
  await check(
    {
      'config/routes.js': "module.exports.routes = { 'GET /parcels/:number': { action: 'parcels/show' } }\n",
      'api/controllers/parcels/show.js': `
const fs = require('fs')
const counted = { type: 'string', regex: /^[0-9]+$/, required: true }
module.exports = {
  inputs: {
    number: { ...counted },
    size: { type: 'string', isIn: ['small', 'large'] },
    page: { type: 'number' },
    colour: { type: 'string', custom: (value) => /^[a-z]+$/.test(value) },
    label: { type: 'string', custom: (value) => sails.config.custom.labels.knows(value) },
    note: { type: 'string', regex: /[0-9]+/ },
    title: { type: 'string', required: true },
  },
  fn: async function (inputs, exits) {
    const { number, title } = inputs
    fs.readFileSync('/srv/' + number) // path-traversal: none
    fs.readFileSync('/srv/' + inputs.size) // path-traversal: none
    fs.readFileSync('/srv/' + inputs.page) // path-traversal: none
    fs.readFileSync('/srv/' + inputs.colour) // path-traversal: none
    fs.readFileSync('/srv/' + inputs.label) // path-traversal: medium
    fs.readFileSync('/srv/' + inputs.note) // path-traversal: high
    fs.readFileSync('/srv/' + title) // path-traversal: high
    return exits.success()
  },
}
`,
    },
    { sails: '1.5.0' },
  )
})

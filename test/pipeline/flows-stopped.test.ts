/** A fault of our own where data are followed: the rest of the program is told, and that this was not. */
import { expect, test, vi } from 'vitest'
import { rules } from '../../plugin/rules/index'
import { judge } from '../../plugin/rules/judge'
import { linkSources } from '../link/small-programs'

vi.mock('../../plugin/link/taint/index', () => ({
  flowsOf: () => {
    throw new RangeError('Maximum call stack size exceeded')
  },
}))

test('entry points and settings are told, rules of data are named as stopped', () => {
  const program = linkSources({
    'app.ts': `import express from 'express'; import { exec } from 'node:child_process'; import https from 'node:https'
      const app = express()
      app.get('/list', (request, response) => exec('ls ' + request.query.name, () => response.end()))
      export const agent = new https.Agent({ rejectUnauthorized: false })`,
  })
  expect(program.entryPoints.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /list'])
  expect(program.notAnalysed.map(({ subject, reason }) => [subject, reason])).toContainEqual(['paths of data', 'rule stopped'])
  const { findings, rulesStopped } = judge(rules, program)
  expect(findings.map(({ rule }) => rule)).toContain('certificate-not-checked')
  expect(rulesStopped.map(({ id }) => id)).toEqual(expect.arrayContaining(['command-injection', 'sql-injection', 'path-traversal']))
  expect(rulesStopped.map(({ id }) => id)).not.toContain('weak-hash')
})

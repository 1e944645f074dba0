/** What build servers and images run, and what merely stands in a manifest. */
import { expect, test } from 'vitest'
import type { Program } from '../../plugin/types'
import { linkDirectory } from '../link/fixture-programs'
import { tree } from '../tree'
import { verdictOn } from './scene'

const around = async (files: Record<string, string>): Promise<{ program: Partial<Program> }> => {
  const program = await linkDirectory(tree(files))
  return { program: { manifests: program.manifests, commands: program.commands ?? [], technologies: program.technologies, files: program.files } }
}

const MANIFEST = '{ "name": "shop", "scripts": { "lint": "eslint .", "test": "vitest" }, "devDependencies": { "eslint": "9" } }'
const workflow = (...steps: string[]) =>
  `name: CI\non: push\njobs:\n  check:\n    runs-on: ubuntu-latest\n    steps:\n${steps.map((step) => `      - ${step}\n`).join('')}`
const linter = { evidence: [{ tooling: { runs: ['eslint'], purposes: ['linter'], byHand: 'partly', what: 'a linter' } }] }
const locked = {
  evidence: [{ tooling: { runs: ['npm ci\\b', '--frozen-lockfile'], byHand: 'partly', what: 'installation by the lock file alone' } }],
}

test('a job that runs the script of a manifest runs its tool', async () => {
  const { verdict, reason, evidence } = verdictOn(
    linter,
    await around({ 'package.json': MANIFEST, '.github/workflows/ci.yml': workflow('run: npm ci', 'run: npm run lint -- --quiet') }),
  )
  expect([verdict, reason, evidence[0]?.line]).toEqual(['pass', 'A linter: `npm run lint -- --quiet`.', 8])
})

test('a script of another name is another', async () => {
  const { verdict, reason } = verdictOn(
    linter,
    await around({ 'package.json': MANIFEST, '.github/workflows/ci.yml': workflow('run: npm run linting', 'run: npm test') }),
  )
  expect(verdict).toBe('partial')
  expect(reason).toContain('No job of a build server or update service was seen to run it.')
})

test.each([
  ['a job', { '.github/workflows/ci.yml': workflow('run: |\n          echo hello\n          npm ci --ignore-scripts') }, 'pass'],
  ['an image', { Dockerfile: 'FROM node:20\nCOPY . .\nRUN npm ci && npm run build\n' }, 'pass'],
  ['another build server', { '.gitlab-ci.yml': 'check:\n  script:\n    - npm ci\n' }, 'pass'],
  ['no job', { '.github/workflows/ci.yml': workflow('run: npm install') }, 'fail'],
  ['a comment', { '.github/workflows/ci.yml': workflow('run: |\n          # npm ci\n          npm install') }, 'fail'],
])('installation by the lock file: %s', async (_where, files, verdict) => {
  expect(verdictOn(locked, await around({ 'package.json': MANIFEST, ...files })).verdict).toBe(verdict)
})

test('a file that nobody reads any more updates nothing', async () => {
  const updates = { evidence: [{ tooling: { purposes: ['dependency updates'], what: 'a service that updates dependencies' } }] }
  expect(verdictOn(updates, await around({ 'package.json': MANIFEST, '.dependabot/config.yml': 'version: 1\n' })).verdict).toBe('fail')
  expect(verdictOn(updates, await around({ 'package.json': MANIFEST, '.github/dependabot.yml': 'version: 2\n' })).verdict).toBe('pass')
})

test('the name of a source file is no document', async () => {
  const model = { evidence: [{ files: { of: ['**/*threat*model*'], what: 'a threat model' } }] }
  expect(verdictOn(model, await around({ 'package.json': MANIFEST, 'src/threat-model.ts': 'export const model = 1' })).verdict).toBe('fail')
  expect(verdictOn(model, await around({ 'package.json': MANIFEST, 'docs/threat-model.md': '# Threats' })).verdict).toBe('pass')
})

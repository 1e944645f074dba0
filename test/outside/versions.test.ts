/** Packages that are behind or given up: lists of package managers and lock files in, packages with their lines out. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockedTree } from '../../plugin/extract/lock-files/index'
import { agesOf } from '../../plugin/outside/versions/index'
import { outdatedIn } from '../../plugin/outside/versions/report'
import type { ManifestFact } from '../../plugin/types'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'versions-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const asks = (name: string, version: string, line: number, scope: ManifestFact['scope'] = 'runtime'): ManifestFact => ({
  kind: 'dependency',
  ecosystem: 'npm',
  name,
  version,
  scope,
  line,
  text: `"${name}": "${version}"`,
})
const manifests = [{ path: 'package.json', facts: [asks('express', '^3.0.0', 5), asks('left', '0.1.0', 6), asks('mocha', '^9.0.0', 9, 'dev')] }]

function saved(list: string): string {
  const file = path.join(folder, 'outdated.json')
  writeFileSync(file, list)
  return file
}

const npm = JSON.stringify({
  express: { current: '3.2.0', wanted: '3.21.2', latest: '5.1.0', dependent: 'shop' },
  left: [{ current: '0.1.0', wanted: '0.1.0', latest: '0.2.0' }],
  mocha: { current: '9.0.0', wanted: '9.2.2', latest: '9.2.2' },
  stranger: { current: '1.0.0', wanted: '1.0.0', latest: '2.0.0' },
})

test('a list that npm wrote, held against the manifests', () => {
  const { outdated } = agesOf([], manifests, { outdated: saved(npm) })
  expect(outdated).toMatchObject({ state: 'looked', source: 'outdated.json' })
  expect(outdated.found.map(({ name, step, majors, scope, at }) => `${name} ${step} ${majors} ${scope} ${at.line}`)).toEqual([
    'express breaking 2 runtime 5',
    'left breaking 0 runtime 6',
    'mocha minor 0 dev 9',
  ])
})

test('lists of pnpm and classic yarn; what is none', () => {
  expect(outdatedIn('{"express":{"current":"3.2.0","latest":"5.1.0","wanted":"3.2.0","isDeprecated":true}}')).toMatchObject([{ deprecated: true }])
  const table = {
    type: 'table',
    data: {
      head: ['Package', 'Current', 'Wanted', 'Latest', 'Package Type', 'URL'],
      body: [['express', '3.2.0', '3.21.2', '5.1.0', 'dependencies', '']],
    },
  }
  expect(outdatedIn(`{"type":"info","data":"legend"}\n${JSON.stringify(table)}\n`)).toMatchObject([
    { name: 'express', current: '3.2.0', latest: '5.1.0' },
  ])
  expect(outdatedIn('{}')).toEqual([])
  expect(outdatedIn('{"auditReportVersion":2,"vulnerabilities":{}}')).toBeUndefined()
  expect(outdatedIn('nothing')).toBeUndefined()
})

test('without a list it was not looked at, and a wrong one stops', () => {
  expect(agesOf([], manifests, {}).outdated).toMatchObject({ state: 'not looked', found: [] })
  expect(() => agesOf([], manifests, { outdated: path.join(folder, 'missing.json') })).toThrow(/no such file/)
  expect(() => agesOf([], manifests, { outdated: saved('[]') })).toThrow(/no such list/)
})

test('given up, as lock files say', () => {
  const lock = {
    lockfileVersion: 3,
    packages: {
      '': { dependencies: { express: '^3.0.0', fine: '1.0.0' } },
      'node_modules/express': {
        version: '3.2.0',
        deprecated: 'No longer supported, see https://user:pass@example.org',
        dependencies: { connect: '2' },
      },
      'node_modules/connect': { version: '2.0.0', deprecated: 'connect 2.x series is deprecated' },
      'node_modules/fine': { version: '1.0.0' },
    },
  }
  const locks = [{ path: 'package-lock.json', tree: lockedTree('package-lock.json', JSON.stringify(lock, null, 2))! }]
  const { givenUp } = agesOf(locks, manifests, {})
  expect(givenUp.state).toBe('looked')
  expect(givenUp.found.map(({ name, direct, through, message }) => ({ name, direct, through, message }))).toEqual([
    { name: 'express', direct: true, through: [], message: 'No longer supported, see https://***@example.org' },
    { name: 'connect', direct: false, through: ['express'], message: 'connect 2.x series is deprecated' },
  ])
})

test('lock files that say nothing of it are not taken for an answer', () => {
  const tree = lockedTree('yarn.lock', 'express@^3.0.0:\n  version "3.2.0"\n')!
  expect(agesOf([{ path: 'yarn.lock', tree }], manifests, {}).givenUp).toMatchObject({ state: 'not looked', found: [] })
})

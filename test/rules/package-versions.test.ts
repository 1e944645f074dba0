/** Versions of packages that mend a fault: those of the manifest nearest to the file count. */
import { expect, test } from 'vitest'
import { isAtLeast } from '../../plugin/rules/package-versions'
import type { Program } from '../../plugin/types'
import { check } from './marked-lines'

const manifest = (path: string, version: string) =>
  ({ path, facts: [{ kind: 'dependency', name: 'deepmerge', version }] }) as unknown as Program['manifests'][number]
const program = { manifests: [manifest('package.json', '^1.5.2'), manifest('server/package.json', '^4.2.2')] } as Pick<Program, 'manifests' | 'locks'>

test('the nearest manifest above a file counts', () => {
  expect(isAtLeast(program, ['deepmerge'], '4.2.0', 'server/src/app.ts')).toBe(true)
  expect(isAtLeast(program, ['deepmerge'], '4.2.0', 'servers/app.ts')).toBe(false)
  expect(isAtLeast(program, ['deepmerge'], '4.2.0', 'app.ts')).toBe(false)
  expect(isAtLeast(program, ['deep-extend'], '0.5.1', 'app.ts')).toBe(false)
})

test('where no manifest stands above it, all do', () => {
  const aside = { manifests: [manifest('a/package.json', '4.3.1'), manifest('b/package.json', '2.0.0')] }
  expect(isAtLeast(aside, ['deepmerge'], '4.2.0', 'scripts/app.ts')).toBe(false)
  expect(isAtLeast(aside, ['deepmerge'], '4.2.0', 'a/app.ts')).toBe(true)
})

test('of several versions in a lock file those count that the manifest asks for', () => {
  const locked = (...versions: string[]) => ({
    manifests: [manifest('package.json', '^4.2.0')],
    locks: [{ path: 'yarn.lock', tree: { packages: versions.map((version) => ({ name: 'deepmerge', version })) } }] as unknown as Program['locks'],
  })
  expect(isAtLeast(locked('1.5.2', '4.3.1'), ['deepmerge'], '4.2.0', 'app.ts')).toBe(true)
  expect(isAtLeast(locked('4.2.0', '4.3.1'), ['deepmerge'], '4.3.0', 'app.ts')).toBe(false)
  expect(isAtLeast(locked('1.5.2'), ['deepmerge'], '4.2.0', 'app.ts')).toBe(false)
})

const MERGES = (mark: string) => `import express from 'express'
  import merge from 'deepmerge'
  const app = express()
  let settings = {}
  app.post('/settings', express.json(), (request, response) => {
    settings = merge(settings, request.body) // prototype-pollution: ${mark}
    response.end()
  })
  app.listen(3000)`

test.each([
  ['^4.3.1', 'none'],
  ['^1.5.2', 'high'],
])('deepmerge %s passes over what is inherited: %s', (version, mark) => check({ 'app.ts': MERGES(mark) }, { express: '^4.19.0', deepmerge: version }))

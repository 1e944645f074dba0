/** Settings that lie in the analysed directory, with the real analysis behind them. */
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, test, vi } from 'vitest'
import { run } from '../../plugin/cli'
import { analyse } from '../../plugin/pipeline'
import type { AnalyseOptions } from '../../plugin/types'
import { emptyDirectory, tree, write } from '../tree'
import { plumbline } from './init-run'

// The whole analysis runs, several times, beside other tests.
vi.setConfig({ testTimeout: 60_000 })

const code = () =>
  tree({ 'package.json': '{ "name": "shop" }', 'a.ts': "import express from 'express'\nexpress().get('/x', (_, out) => out.send('x'))\n" })

async function analysed(...argv: string[]) {
  const said = { out: '', err: '' }
  let options: AnalyseOptions | undefined
  const stream = (key: 'out' | 'err') => {
    const into = new PassThrough()
    into.on('data', (chunk) => {
      said[key] += String(chunk)
    })
    return into as unknown as NodeJS.WriteStream
  }
  const exit = await run(['analyse', ...argv, '--no-cache'], {
    analyse: (given, world, publish) => {
      options = given
      return analyse(given, world, publish)
    },
    out: stream('out'),
    err: stream('err'),
    env: {},
    isCI: true,
    isProposal: false,
  })
  await new Promise(setImmediate)
  return { code: exit, ...said, options }
}

test('what init has set up is analysed without a further word, as often as one likes', async () => {
  const root = code()
  expect((await plumbline(['init', root, '--docs', path.join(root, 'docs'), '--frameworks', 'asvs,cis'])).code).toBe(0)
  const first = await analysed(root)
  expect(first.code).toBe(0)
  expect(first.out).toContain(`Settings: ${path.join(root, 'plumbline.config.yaml')}\n`)
  expect(first.options).toMatchObject({ frameworks: ['asvs', 'cis'], diagrams: 'mermaid' })
  expect(readdirSync(path.join(root, 'docs/security-docs/analysis')).filter((page) => /^0\d-.*\.md$/.test(page))).toHaveLength(7)
  const index = readFileSync(path.join(root, 'docs/security-docs/index.md'), 'utf8')
  expect(index).not.toContain('Nothing is analysed yet')
  expect(index).toMatch(/\| Analysis date \| \d{4}-/)
  expect((await analysed(root)).out).toContain('(0 written, 0 removed)')
})

describe('settings in the directory', () => {
  test('give way to what is typed, and can be left alone', async () => {
    const root = code()
    write(root, { 'plumbline.config.jsonc': '{ "out": "pages", "exclude": ["x"], "projectName": "Mine" }' })
    const elsewhere = emptyDirectory()
    const typed = await analysed(root, '--out', elsewhere, '--ignore', 'typed')
    expect(typed.options).toMatchObject({ exclude: ['typed'], projectName: 'Mine' })
    expect([existsSync(path.join(elsewhere, 'security-docs')), existsSync(path.join(root, 'pages'))]).toEqual([true, false])
    const without = await analysed(root, '--out', elsewhere, '--no-config')
    expect(without.options).toMatchObject({ exclude: [], projectName: undefined })
    expect(without.out).not.toContain('Settings:')
    const named = tree({ 'p.yaml': 'projectName: Named\n' })
    expect((await analysed(root, '--out', elsewhere, '--config', path.join(named, 'p.yaml'))).options).toMatchObject({
      exclude: [],
      projectName: 'Named',
    })
  })

  test.each<[string, Record<string, string>, string[], string]>([
    ['say no directory', { 'plumbline.config.yaml': 'frameworks: [asvs]\n' }, [], '--out is not given; expected a directory for the pages'],
    [
      'are asked for a results file',
      { 'plumbline.config.yaml': 'out: docs\n' },
      ['--format', 'json'],
      '--out is not given; expected a file for the results.',
    ],
    ['are two', { 'plumbline.config.yaml': '', 'plumbline.config.json': '{}' }, [], 'are both there; expected one of them, or --config.'],
    ['have no directory', { 'plumbline.config.yml': 'out: 3\n' }, [], 'plumbline.config.yml: out is 3; expected the directory for the pages.'],
    ['are damaged', { 'plumbline.config.json': '{' }, [], 'plumbline.config.json, line 1: expected JSON'],
    ['name what is not there', { 'plumbline.config.yaml': 'out: docs\nexlude: [a]\n' }, [], 'There is no option "exlude"'],
    ['ask the network', { 'plumbline.config.yaml': 'out: docs\nadvisories: osv\n' }, [], 'advisories names a service on the network'],
    ['ask an address', { 'plumbline.config.yaml': 'out: docs\nadvisories: https://example.org\n' }, [], 'advisories names a service on the network'],
  ])('that %s are an error that says so', async (_, contents, argv, why) => {
    const root = code()
    write(root, contents)
    const result = await analysed(root, ...argv)
    expect([result.code, result.options]).toEqual([2, undefined])
    expect(result.err).toContain(why)
  })

  test('are no link to somewhere else', async () => {
    const root = code()
    symlinkSync(path.join(tree({ 'x.yaml': 'out: docs\n' }), 'x.yaml'), path.join(root, 'plumbline.config.yaml'))
    expect((await analysed(root)).err).toContain('is not a plain file. Name the settings with --config, or say --no-config.')
  })
})

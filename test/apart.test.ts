/** The analysis in a process of its own, as it is installed: the other process runs what was compiled. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseAnalyseOptions } from '../plugin/options'
import type { AnalyseOptions, Analysis } from '../plugin/types'
import type { WorldOptions } from '../plugin/world'

type Apart = { analysesApart(of: { stays: boolean }): (options: AnalyseOptions, world: WorldOptions) => Promise<Analysis> }
const { analysesApart }: Apart = require(path.join(__dirname, '..', 'dist', 'apart', 'index.js'))

const options = parseAnalyseOptions({ projectName: 'shop', frameworks: [] })

let root: string
let world: WorldOptions

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'plumbline-apart-'))
  world = { root, cacheDirectory: false, ledgerFile: false }
  save('/orders')
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

function save(...paths: string[]) {
  const routes = paths.map((at) => `app.get('${at}', (_request, response) => response.send(''))\n`)
  writeFileSync(path.join(root, 'app.js'), `import express from 'express'\nconst app = express()\n${routes.join('')}app.listen(80)\n`)
}

const doorsOf = ({ results }: Analysis) => results.endpoints.map((door) => door.path).sort()

describe('an analysis in a process of its own', () => {
  test('gives what the pipeline gives, and leaves no process behind', async () => {
    const analyse = analysesApart({ stays: false })
    expect(doorsOf(await analyse(options, world))).toEqual(['/orders'])
    save('/orders', '/bills')
    expect(doorsOf(await analyse(options, world))).toEqual(['/bills', '/orders'])
  })

  test('answers in the order of the questions where the process stays', async () => {
    const analyse = analysesApart({ stays: true })
    const first = analyse(options, world)
    const second = analyse({ ...options, projectName: 'second' }, world)
    expect((await first).results.project.name).toBe('shop')
    expect((await second).results.project.name).toBe('second')
  })

  test('is asked with options that hold functions of other plugins', async () => {
    const withDocs = { ...options, docs: { remarkPlugins: [() => {}] } }
    expect(doorsOf(await analysesApart({ stays: false })(withDocs, world))).toEqual(['/orders'])
  })

  test('answers what did not change from memory', async () => {
    const cacheDirectory = path.join(root, 'node_modules', '.cache')
    const analyse = analysesApart({ stays: false })
    await analyse(options, { ...world, cacheDirectory })
    // Whatever is started from here on ends at once.
    vi.stubEnv('NODE_OPTIONS', '--no-such-option')
    expect(doorsOf(await analyse(options, { ...world, cacheDirectory }))).toEqual(['/orders'])
  })

  test('says of a mistake that it is the user’s', async () => {
    const missing = analysesApart({ stays: true })(options, { ...world, root: path.join(root, 'gone') })
    await expect(missing).rejects.toMatchObject({ name: 'UserError', message: expect.stringContaining('gone does not exist') })
    writeFileSync(path.join(root, 'ledger.json'), '{')
    const broken = analysesApart({ stays: false })(options, { ...world, ledgerFile: path.join(root, 'ledger.json') })
    await expect(broken).rejects.toMatchObject({ name: 'UserError', message: expect.stringContaining('ledger.json') })
  })

  test('says what happened to a process that ended early', async () => {
    vi.stubEnv('NODE_OPTIONS', '--no-such-option')
    await expect(analysesApart({ stays: false })(options, world)).rejects.toThrow(
      new RegExp(`The process that analyses ${root} ended before it was done: exit code \\d+\\.`),
    )
  })
})

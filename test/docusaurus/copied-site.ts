/** A copy of the small site, with a Docusaurus of its own to run: every test may break it, and none sees another's. */
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const repository = path.join(__dirname, '..', '..')

export interface Run {
  code: number | null
  /** Both streams, without colours. */
  output: string
}

export interface CopiedSite {
  dir: string
  at(...parts: string[]): string
  /** Runs that the fake core has seen, oldest first. */
  analyses(): { id: string; readOnlyLedger: boolean }[]
  docusaurus(...args: string[]): Promise<Run>
  start(port: number): ChildProcess
  remove(): void
}

export interface Setup {
  /** The section with a core that only counts. */
  fake?: boolean
  /** Further options of the first section. */
  options?: Record<string, unknown>
  env?: Record<string, string>
}

export function copiedSite({ fake = false, options = {}, env = {} }: Setup = {}): CopiedSite {
  const dir = mkdtempSync(path.join(tmpdir(), 'plumbline-site-'))
  const at = (...parts: string[]) => path.join(dir, ...parts)
  const log = at('analyses.log')
  cpSync(path.join(repository, 'test/docusaurus/site'), dir, { recursive: true, filter: (from) => !/[\\/](build|\.docusaurus)$/.test(from) })
  symlinkSync(path.join(repository, 'node_modules'), at('node_modules'))

  const bin = path.join(repository, 'node_modules/@docusaurus/core/bin/docusaurus.mjs')
  const begin = (args: string[]) =>
    spawn(process.execPath, [bin, ...args], {
      cwd: dir,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...withoutCi(process.env),
        NODE_ENV: undefined,
        NO_UPDATE_NOTIFIER: '1',
        NO_COLOR: '1',
        BROWSER: 'none',
        PLUMBLINE_TEST_DIST: path.join(repository, 'dist'),
        PLUMBLINE_TEST_PLUGIN: fake ? './fake-plugin.js' : undefined,
        PLUMBLINE_TEST_OPTIONS: JSON.stringify(options),
        PLUMBLINE_TEST_LOG: log,
        ...env,
      },
    })

  return {
    dir,
    at,
    analyses: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []).map((line) => JSON.parse(line)),
    docusaurus: (...args) =>
      new Promise((resolve, reject) => {
        const child = begin(args)
        let output = ''
        for (const stream of [child.stdout, child.stderr]) stream!.on('data', (chunk) => (output += chunk))
        child.on('error', reject)
        child.on('close', (code) => resolve({ code, output: stripVTControlCharacters(output) }))
      }),
    start: (port) => begin(['start', '.', '--host', '127.0.0.1', '--port', String(port), '--no-open']),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}

/** What the CI service says of this test run is not what the site under test should hear. */
function withoutCi(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(CI|CI_.*|GITHUB_.*|GITLAB_.*|BUILD_.*|CONTINUOUS_INTEGRATION)$/.test(name)))
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

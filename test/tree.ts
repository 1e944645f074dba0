/** Small codebases on disk. In: contents by path. Out: a directory that is removed after the test. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { AnalyseOptions } from '../plugin/types'

export function emptyDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'plumbline-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

export function tree(contents: Record<string, string | Uint8Array>): string {
  const root = emptyDirectory()
  write(root, contents)
  return root
}

export function write(root: string, contents: Record<string, string | Uint8Array>): void {
  for (const [file, content] of Object.entries(contents)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), content)
  }
}

/** Git for preparing a repository; a fixed author and day, and nothing of the machine's own settings. */
export function git(root: string, ...args: string[]): string {
  const when = '2024-05-06T12:00:00Z'
  const env = {
    PATH: process.env.PATH,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@example.org',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.org',
    GIT_AUTHOR_DATE: when,
    GIT_COMMITTER_DATE: when,
  }
  return execFileSync('git', args, { cwd: root, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

export function repository(contents: Record<string, string | Uint8Array>): string {
  const root = tree(contents)
  git(root, 'init', '--quiet', '--initial-branch=main')
  git(root, 'add', '--all')
  git(root, 'commit', '--quiet', '--message=begin')
  return root
}

export const options: AnalyseOptions = {
  projectName: undefined,
  include: [],
  exclude: [],
  focus: [],
  models: [],
  analyst: undefined,
  frameworks: [],
  diagrams: 'mermaid',
  maxFileBytes: 2_000_000,
  history: true,
  suppressions: [],
  failOn: undefined,
}

/**
 * Small codebases with documents, in memory. In: texts by path. Out: the program, and what the audit of its documents says.
 * What one file gives depends on that file alone, so it is kept: a variant of a project costs the files that differ.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, vi } from 'vitest'
import { type Audited, audit } from '../../plugin/audit/index'
import { type Extracted, extract } from '../../plugin/extract/index'
import { noFactCache } from '../../plugin/fact-cache'
import { link } from '../../plugin/link/index'
import { kindOf } from '../../plugin/scan/kinds'
import type { AnalyseOptions, Claim, Program, SourceFile, World } from '../../plugin/types'
import { shippedModels } from '../link/small-programs'
import { options } from '../tree'

/** Who comes first waits until all models are read. */
vi.setConfig({ testTimeout: 60_000 })

export type Files = Record<string, string>

export interface Held {
  program: Program
  audited: Audited
}

const lists = ['code', 'manifests', 'locks', 'documents', 'texts', 'definitions', 'configs', 'notAnalysed'] as const
const kept = new Map<string, Promise<Extracted>>()

export async function hold(files: Files, given: Partial<AnalyseOptions> = {}): Promise<Held> {
  const sources = Object.keys(files)
    .sort()
    .map((name): SourceFile => {
      const hash = createHash('sha256')
        .update(files[name] as string)
        .digest('hex')
      return { path: name, ...kindOf(name), bytes: (files[name] as string).length, hash, uncommitted: false }
    })
  const whole: Extracted = {
    code: [],
    manifests: [],
    locks: [],
    documents: [],
    texts: [],
    definitions: [],
    configs: [],
    notAnalysed: [],
    parsed: [],
    reused: 0,
  }
  for (const file of sources) {
    const key = `${file.path}\n${file.hash}`
    if (!kept.has(key)) kept.set(key, extract([file], worldOf(files[file.path] as string)))
    const taken = await (kept.get(key) as Promise<Extracted>)
    for (const list of lists) (whole[list] as unknown[] | undefined)?.push(...((taken[list] as unknown[] | undefined) ?? []))
  }
  const program = link({ files: sources, skipped: [] }, whole, shippedModels(), { ...options, ...given }, 'project')
  return { program, audited: audit(whole.documents ?? [], program) }
}

function worldOf(text: string): World {
  return {
    root: '/nowhere',
    repository: undefined,
    dateOf: async () => '2024-05-06',
    read: async () => Buffer.from(text),
    cache: noFactCache,
    loadLedger: async () => null,
    saveLedger: async () => {},
    progress: () => {},
  }
}

export function discrepancies({ claims }: Pick<Audited, 'claims'>): Claim[] {
  return claims.filter(({ verdict }) => verdict === 'false')
}

/** `README.md:12 route GET /users`, in the order of documents. */
export function told({ kind, from, doc, subject }: Claim): string {
  return `${doc.file}:${doc.line} ${kind}${from === 'code' ? ' (undocumented)' : ''} ${subject}`
}

/** Files of a folder below `test/fixtures/documents`, by their path in it. */
export function project(name: string): Files {
  const root = path.join(__dirname, '..', 'fixtures', 'documents', name)
  const below = (folder: string): string[] =>
    readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const at = path.posix.join(folder, entry.name)
      return entry.isDirectory() ? below(at) : [at]
    })
  return Object.fromEntries(
    below('')
      .sort()
      .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
  )
}

/**
 * Holds documents against code, where a line of a document that begins with `✗ ` has to be told, once for each mark, and no
 * other line. The marks are taken away first.
 */
export async function expectTold(kind: string, marked: Files): Promise<Claim[]> {
  const expected: string[] = []
  const files = Object.fromEntries(
    Object.entries(marked).map(([file, text]) => [
      file,
      text
        .split('\n')
        .map((line, index) => {
          const marks = /^(✗*) ?/.exec(line)?.[1]?.length ?? 0
          for (let at = 0; at < marks; at++) expected.push(`${file}:${index + 1}`)
          return marks > 0 ? line.replace(/^✗+ /, '') : line
        })
        .join('\n'),
    ]),
  )
  const { audited } = await hold(files)
  expect(audited.problems).toEqual([])
  const own = audited.claims.filter((claim) => claim.kind === kind)
  const found = discrepancies({ claims: own })
  expect(found.map(({ doc }) => `${doc.file}:${doc.line}`).sort(), found.map(told).join('\n')).toEqual(expected.sort())
  return own
}

/** What was not judged, and why: `GET /x: The section is about plans.` */
export function setAside(claims: Claim[]): string[] {
  return claims.filter(({ verdict }) => verdict === 'not judged').map(({ subject, reason }) => `${subject}: ${reason}`)
}

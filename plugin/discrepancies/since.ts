/**
 * What a proposal is answerable for. In: the discrepancies of now, and a commit. Out: those whose line of the document was
 * written since, and those that the code of then did not have: a change of code broke a document that it did not touch.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Discrepancy, Results } from '../types'
import { unknownTo } from './baseline'
import { baseOf, type TreeAt, writeTreeAt } from './tree-at'

export interface Since {
  /** The commit that was compared with. */
  commit: string
  discrepancies: Discrepancy[]
}

/** @param look analyses a directory as the one of now was */
export async function since(
  ref: string,
  root: string,
  discrepancies: Discrepancy[],
  look: (directory: string, tree: TreeAt) => Promise<Results>,
): Promise<Since> {
  const commit = await baseOf(root, ref)
  const parent = mkdtempSync(path.join(tmpdir(), 'plumbline-'))
  try {
    // The name of the directory may be the name of the project.
    const before = path.join(parent, path.basename(root) || 'project')
    mkdirSync(before)
    const tree = await writeTreeAt(root, commit, before)
    const results = tree.committed.size === 0 ? undefined : await look(before, tree)
    const fresh = new Set(unknownTo(results?.discrepancies ?? [], discrepancies))
    const written = linesWritten(before, root)
    return { commit, discrepancies: discrepancies.filter((it) => fresh.has(it) || written(it)) }
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
}

/** A line is as old as its text: where it stood before does not matter. */
function linesWritten(before: string, now: string): (it: Discrepancy) => boolean {
  const documents = new Map<string, { lines: string[]; isNew(line: string): boolean }>()
  return ({ docFile, docLine }) => {
    let document = documents.get(docFile)
    if (!document) {
      const [old, lines] = [before, now].map((root) => linesOf(path.join(root, docFile))) as [string[], string[]]
      const count = (among: string[], line: string) => among.filter((it) => it === line).length
      document = { lines, isNew: (line) => count(old, line) < count(lines, line) }
      documents.set(docFile, document)
    }
    const line = document.lines[docLine - 1]
    return line !== undefined && document.isNew(line)
  }
}

/** The analysis has read it already: what is no file by now has no lines. */
function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.trim())
  } catch {
    return []
  }
}

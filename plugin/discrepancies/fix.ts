/**
 * Patches of discrepancies. In: discrepancies and a directory. Out: the changed documents, and a diff. A patch is applied
 * where its line holds the text exactly once; anything else is left to a person.
 */
import { lstatSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import type { Discrepancy } from '../types'
import { oneLine } from './actions'

export interface Fixed {
  /** Of the document, relative to the directory. */
  file: string
  content: string
  lines: { line: number; before: string; after: string; ids: string[] }[]
}

export interface Fixes {
  documents: Fixed[]
  /** With the reason. */
  left: { id: string; why: string }[]
}

export function fixesFor(discrepancies: Discrepancy[], root: string): Fixes {
  const left: Fixes['left'] = []
  const byFile = new Map<string, Discrepancy[]>()
  for (const it of discrepancies) {
    if (!it.patch) left.push({ id: it.id, why: 'There is no patch for it.' })
    else if (it.confidence === 'low') left.push({ id: it.id, why: 'It is not certain enough.' })
    else byFile.set(it.docFile, [...(byFile.get(it.docFile) ?? []), it])
  }
  const documents = [...byFile].flatMap(([file, those]) => fixedDocument(file, those, root, left) ?? [])
  return { documents, left }
}

function fixedDocument(file: string, those: Discrepancy[], root: string, left: Fixes['left']): Fixed | undefined {
  if (!isOwn(file, root)) {
    left.push(...those.map(({ id }) => ({ id, why: `${file} is not a plain file of the directory.` })))
    return undefined
  }
  const bytes = readFileSync(path.join(root, file))
  const text = bytes.toString('utf8')
  // Of bytes that are no UTF-8, others than the patched ones would change.
  if (!Buffer.from(text).equals(bytes)) {
    left.push(...those.map(({ id }) => ({ id, why: `${file} is not UTF-8.` })))
    return undefined
  }
  const lines = text.split('\n')
  const before = [...lines]
  const changed = new Map<number, string[]>()
  for (const { id, patch } of those) {
    const { line, from, to } = patch as NonNullable<Discrepancy['patch']>
    const now = lines[line - 1]
    const isOnce =
      now !== undefined && from !== '' && !/[\r\n]/.test(from + to) && [before[line - 1] as string, now].every((it) => it.split(from).length === 2)
    if (!isOnce) {
      left.push({ id, why: `Line ${line} of ${file} does not hold the text exactly once.` })
      continue
    }
    lines[line - 1] = now.replace(from, () => to)
    changed.set(line, [...(changed.get(line) ?? []), id])
  }
  if (changed.size === 0) return undefined
  return {
    file,
    content: lines.join('\n'),
    lines: [...changed]
      .sort(([a], [b]) => a - b)
      .map(([line, ids]) => ({ line, before: before[line - 1] as string, after: lines[line - 1] as string, ids })),
  }
}

/** A link may have come with the code, and what it leads to is not ours to write. */
function isOwn(file: string, root: string): boolean {
  const place = path.join(root, file)
  if (!lstatSync(place, { throwIfNoEntry: false })?.isFile()) return false
  return realpathSync(place) === path.join(realpathSync(root), file)
}

/** Hunks without context: `git apply --unidiff-zero` takes it as well. */
export function diffOf({ documents }: Fixes): string {
  return documents
    .flatMap(({ file, lines }) => [
      `--- a/${file}`,
      `+++ b/${file}`,
      ...lines.flatMap(({ line, before, after }) => [`@@ -${line} +${line} @@`, `-${before}`, `+${after}`]),
    ])
    .map((line) => line.replace(/\r$/, '').split('\t').map(oneLine).join('\t'))
    .join('\n')
}

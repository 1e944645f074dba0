/**
 * Files that a server is made of. In: the solved program and its doors. Out: the files above the doors, which start what answers, and
 * those with everything they load. What neither loads nor is loaded by anything with a door is a snippet, a script or dead.
 */
import type { EntryPoint } from '../types'
import { isTestCode, type Linked } from './linked'
import { untilMoreIsLearned } from './lookup'
import { importsOf } from './usages/imports'

export interface ServerFiles {
  /** Files with doors, and whatever imports them. */
  above: ReadonlySet<number>
  /** These, and whatever they import. */
  all: ReadonlySet<number>
}

export function serverFiles(linked: Linked, doors: readonly EntryPoint[]): ServerFiles {
  const { fileIndex } = linked
  const { targets, importers } = importsAmong(linked)
  const begin = [...new Set(doors.flatMap(({ at, handler }) => [at.file, ...(handler ? [handler.at.file] : [])]))].flatMap(
    (path) => fileIndex.get(path) ?? [],
  )
  const above = spread(begin, (file) => importers[file] ?? [])
  return { above, all: spread([...above], (file) => targets[file] ?? []) }
}

/** By file, the files that it imports, and those that import it besides tests. */
export const importsAmong = untilMoreIsLearned((linked: Linked): Among => {
  const { whole, fileIndex } = linked
  const targets = importsOf(linked).map((imports) =>
    imports.flatMap((to) => {
      const file = to.kind === 'file' ? fileIndex.get(to.path) : undefined
      return file === undefined ? [] : [file]
    }),
  )
  const importers: number[][] = targets.map(() => [])
  targets.forEach((those, from) => {
    if (!isTestCode(linked, whole.files[from]?.path ?? '')) for (const to of those) importers[to]?.push(from)
  })
  return { targets, importers }
})

interface Among {
  targets: readonly (readonly number[])[]
  importers: readonly (readonly number[])[]
}

export function spread(from: number[], next: (file: number) => readonly number[]): Set<number> {
  const found = new Set(from)
  for (const file of found) for (const other of next(file)) found.add(other)
  return found
}

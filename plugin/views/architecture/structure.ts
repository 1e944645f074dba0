/** Folders, entry points, settings and documents: what a newcomer opens first. */
import type { Structure, View } from '../../types'
import type { ViewContext } from '../context'
import { structurePath } from '../reports'

export function structure({ program, date }: ViewContext): View {
  const { directories, entries, configurations, documents } = program.architecture.structure
  const known = directories.filter(({ purpose }) => purpose !== '')
  return {
    path: structurePath,
    template: 'structure',
    data: {
      project: program.project.name,
      date,
      files: program.files.length,
      unread: program.unread?.length ?? 0,
      directories: known.map((each) => ({ ...each, at: each.at ?? null, depth: each.path.split('/').length })),
      untold: directories.filter(({ purpose }) => purpose === '').map(({ path, files }) => ({ path, files })),
      entries,
      settings: grouped(configurations, ({ what }) => what).map(([what, rows]) => ({ what, rows })),
      settingsCount: configurations.length,
      documents: documents.filter(isOwn),
      aside: documents.filter((each) => !isOwn(each)),
      words: documents.reduce((sum, { words }) => sum + words, 0),
    },
  }
}

/** What tells of the system itself; licences, templates and notes for assistants tell of the repository. */
function isOwn({ kind }: Structure['documents'][number]): boolean {
  return !/^(?:licence|template|community|instructions for assistants)$/.test(kind)
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): [string, T[]][] {
  const found = new Map<string, T[]>()
  for (const item of items) found.set(keyOf(item), [...(found.get(keyOf(item)) ?? []), item])
  return [...found]
}

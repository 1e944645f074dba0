/**
 * What nothing uses: files, exports, members, names, statements, packages. In: the solved program. Out: one entry each, in the order of
 * places. The idea is knip's: begin where tools and people do, follow imports, and believe every text and setting that names something.
 */
import type { Unused } from '../../../../types'
import type { Linked } from '../../../linked'
import type { KnownQuality } from '../../known'
import { unusedDependencies } from './dependencies'
import { type Entry, entriesOf, type KnownBegun } from './entries'
import { unusedExports } from './exports'
import { reachedFiles } from './files'
import { unusedMembers } from './members'
import { type Mentions, mentionsOf } from './mentions'
import { unusedNames } from './names'
import { filesOfTests } from './of-tests'
import { usesOf } from './uses'

/** Files among the code that only tests lead to. */
export const filesForTests = (known: KnownBegun): ReadonlySet<string> =>
  filesOfTests(
    known,
    begunIn(known).entries.map((entry) => entry?.why),
  )

/** Asked before the program's flows are followed, and of what is unused. */
function begunIn(known: KnownBegun): { mentions: Mentions; entries: (Entry | undefined)[] } {
  const { linked, extracted } = known
  let found = begun.get(linked)
  if (!found) {
    const mentions = mentionsOf(linked, extracted.named ?? [], extracted.configs)
    found = { mentions, entries: entriesOf(known, mentions) }
    begun.set(linked, found)
  }
  return found
}

const begun = new WeakMap<Linked, { mentions: Mentions; entries: (Entry | undefined)[] }>()

export function unusedOf(known: KnownQuality): Unused[] {
  const { linked } = known
  const { mentions, entries } = begunIn(known)
  const gives = (file: number) => entries[file]?.gives === true
  const reached = reachedFiles(
    known,
    entries.map((entry) => entry?.why),
  )
  const published = publishedFolders(known)
  const isPublished = (path: string) => published.some((folder) => path.startsWith(folder))
  const found = [
    ...reached.unused,
    ...unusedExports(linked, usesOf(linked, gives), gives, reached.isReached),
    ...unusedMembers(linked, reached.isReached, isPublished),
    ...unusedNames(linked),
    ...unusedDependencies(known, mentions),
  ]
  return found.sort((one, other) => (one.at.file < other.at.file ? -1 : one.at.file > other.at.file ? 1 : one.at.line - other.at.line))
}

/** Folders of packages that others install: who calls their methods is not here. An application has no types or modules to give. */
function publishedFolders({ extracted }: KnownQuality): string[] {
  return extracted.configs.flatMap(({ path, text }) => {
    if (!/(?:^|\/)package\.json$/.test(path)) return []
    const isPublished = /"(?:exports|module|types|typings|publishConfig|files)"\s*:/.test(text) && !/"private"\s*:\s*true/.test(text)
    return isPublished ? [path.slice(0, path.lastIndexOf('/') + 1)] : []
  })
}

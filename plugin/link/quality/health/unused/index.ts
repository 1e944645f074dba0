/**
 * What nothing uses: files, exports, members, names, statements, packages. In: the solved program. Out: one entry each, in the order of
 * places. The idea is knip's: begin where tools and people do, follow imports, and believe every text and setting that names something.
 */
import type { Unused } from '../../../../types'
import type { KnownQuality } from '../../known'
import { unusedDependencies } from './dependencies'
import { entriesOf } from './entries'
import { unusedExports } from './exports'
import { reachedFiles } from './files'
import { unusedMembers } from './members'
import { mentionsOf } from './mentions'
import { unusedNames } from './names'
import { usesOf } from './uses'

export function unusedOf(known: KnownQuality): Unused[] {
  const { linked, extracted } = known
  const mentions = mentionsOf(linked, extracted.named ?? [], extracted.configs)
  const entries = entriesOf(known, mentions)
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

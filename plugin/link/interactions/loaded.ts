/**
 * Files that cannot be behind a door. In: the program, its doors. Out: files that only pages load: where the solver takes a call for
 * theirs, it mixes two programs of one repository.
 */
import type { KnownArchitecture } from '../architecture/index'
import { isTestCode } from '../linked'

export function filesOfPages({ linked, entryPoints, usages, imports }: KnownArchitecture): ReadonlySet<number> {
  const { whole, fileIndex } = linked
  const loads = (file: number) => (imports.importsOf[file] ?? []).flatMap(({ to, typesOnly }) => (typesOnly ? [] : [to]))
  const loadedBy = (file: number) =>
    (imports.importersOf[file] ?? []).flatMap(({ from, typesOnly }) => (typesOnly || isTestCode(linked, whole.files[from]?.path ?? '') ? [] : [from]))
  const begin = new Set<number>()
  for (const { kind, at, handler } of entryPoints) {
    // Pages listen to events and sockets too.
    if (kind === 'event' || kind === 'websocket' || kind === 'static') continue
    for (const path of [at.file, handler?.at.file]) {
      const file = path === undefined ? undefined : fileIndex.get(path)
      if (file !== undefined) begin.add(file)
    }
  }
  const server = spread(spread(begin, loadedBy), loads)
  const pages = usages.flatMap(({ kind, at }) => (kind === 'page-code' ? (fileIndex.get(at.file) ?? []) : []))
  // What loads page code, and what that loads, runs in a page as well.
  return spread(
    pages.filter((file) => !server.has(file)),
    (file) => [...loads(file), ...loadedBy(file)].filter((other) => !server.has(other)),
  )
}

function spread(from: Iterable<number>, next: (file: number) => number[]): Set<number> {
  const found = new Set(from)
  for (const file of found) for (const other of next(file)) found.add(other)
  return found
}

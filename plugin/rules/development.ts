/** What a package has for those who develop it. In: manifests, a file and a library. Out: whether the file's package takes the library for development alone. */
import type { Program } from '../types'

export function isForDevelopment(manifests: Program['manifests'], file: string, library: string): boolean {
  const above = manifests.filter(({ path }) => /(?:^|\/)package\.json$/.test(path) && file.startsWith(folderOf(path)))
  // Of several, the nearest that names it.
  for (const { facts } of above.sort((one, other) => other.path.length - one.path.length)) {
    const scopes = facts.flatMap(({ kind, name, scope }) => (kind === 'dependency' && name === library ? [scope] : []))
    if (scopes.length > 0) return scopes.every((scope) => scope === 'dev')
  }
  return false
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)

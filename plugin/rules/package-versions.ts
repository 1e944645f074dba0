/** Which versions of a package a file of a program works with. In: manifests, lock files and names. Out: whether every one is at least as new as another. */
import path from 'node:path'
import semver from 'semver'
import type { Program } from '../types'

/** A version, and the folder of the lock file or manifest that says it. */
interface Stated {
  folder: string
  version: string | undefined
}

/**
 * Whether every version that is installed, or may be by what manifests ask for, is as new; not where nothing says which it is. Of several
 * lock files the nearest above the file counts, of manifests likewise; where none stands above it, all do. Of several versions in a lock file
 * those count that the manifest asks for: others are installed for packages of others.
 */
export function isAtLeast(
  { manifests, locks = [] }: Pick<Program, 'manifests' | 'locks'>,
  names: readonly string[],
  least: string,
  file: string,
): boolean {
  const locked = locks.flatMap((lock) =>
    lock.tree.packages.flatMap(({ name, version }): Stated[] => (names.includes(name) ? [{ folder: path.posix.dirname(lock.path), version }] : [])),
  )
  const asked = manifests.flatMap((manifest) =>
    manifest.facts.flatMap((fact): Stated[] =>
      fact.kind === 'dependency' && names.includes(fact.name) ? [{ folder: path.posix.dirname(manifest.path), version: fact.version }] : [],
    ),
  )
  const stated = locked.length > 0 ? askedFor(nearest(locked, file), nearest(asked, file)) : nearest(asked, file)
  return (
    stated.length > 0 &&
    stated.every(({ version }) => {
      const lowest = version === undefined || !semver.validRange(version) ? null : semver.minVersion(version)
      return lowest !== null && semver.gte(lowest, least)
    })
  )
}

function askedFor(locked: readonly Stated[], asked: readonly Stated[]): readonly Stated[] {
  const ranges = asked.flatMap(({ version }) => (version !== undefined && semver.validRange(version) ? [version] : []))
  const own = locked.filter(
    ({ version }) => version !== undefined && semver.valid(version) && ranges.some((range) => semver.satisfies(version, range)),
  )
  return own.length > 0 ? own : locked
}

function nearest(stated: readonly Stated[], file: string): readonly Stated[] {
  const depthOf = (folder: string) => (folder === '.' ? 0 : folder.length)
  const above = stated.filter(({ folder }) => folder === '.' || file.startsWith(`${folder}/`))
  const deepest = Math.max(...above.map(({ folder }) => depthOf(folder)))
  return above.length === 0 ? stated : above.filter(({ folder }) => depthOf(folder) === deepest)
}

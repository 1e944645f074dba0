/** Which versions of a package a program has. In: manifests, lock files and names. Out: whether every one is at least as new as another. */
import semver from 'semver'
import type { Program } from '../types'

/** Whether every version that is installed, or may be by what manifests ask for, is as new; not where nothing says which it is. */
export function isAtLeast({ manifests, locks = [] }: Pick<Program, 'manifests' | 'locks'>, names: readonly string[], least: string): boolean {
  const locked = locks.flatMap(({ tree }) => tree.packages.flatMap((each) => (names.includes(each.name) ? [each.version] : [])))
  const asked = manifests.flatMap(({ facts }) =>
    facts.flatMap((fact) => (fact.kind === 'dependency' && names.includes(fact.name) ? [fact.version] : [])),
  )
  const stated = locked.length > 0 ? locked : asked
  return (
    stated.length > 0 &&
    stated.every((version) => {
      const lowest = version === undefined || !semver.validRange(version) ? null : semver.minVersion(version)
      return lowest !== null && semver.gte(lowest, least)
    })
  )
}

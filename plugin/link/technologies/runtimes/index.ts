/**
 * Whether all that names a version of a runtime or package manager fits together. In: facts of manifests. Out: one entry a
 * runtime: who says what, which statements exclude each other, and one sentence about it.
 */
import type { ManifestFact, RuntimeAgreement, RuntimeStatement } from '../../../types'
import { type Catalogue, ownCatalogue } from '../catalogue'
import { byPath, compareText } from '../sightings'
import { conflictsOf, reasonOf } from './conflicts'
import { managersOf } from './managers'
import { type Said, saidOf } from './statements'

const ROLES: RuntimeStatement['role'][] = ['allowed', 'used', 'tested']

export function runtimeAgreement(manifests: { path: string; facts: ManifestFact[] }[], catalogue: Catalogue = ownCatalogue()): RuntimeAgreement[] {
  const byRuntime = new Map<string, Said[]>()
  for (const said of saidOf(manifests, catalogue)) byRuntime.set(said.runtime, [...(byRuntime.get(said.runtime) ?? []), said])
  const agreements = [...byRuntime].map(([runtime, said]): RuntimeAgreement => {
    const versions = once(said).sort(
      (one, other) => ROLES.indexOf(one.role) - ROLES.indexOf(other.role) || compareText(one.from, other.from) || byPath(one.at, other.at),
    )
    const conflicts = conflictsOf(runtime, versions)
    const plain = new Map(versions.map((each) => [each, statement(each)]))
    return {
      runtime,
      versions: [...plain.values()],
      agree: conflicts.length === 0,
      reason: reasonOf(versions, conflicts),
      conflicts: conflicts.map(({ kind, one, other }) => ({
        kind,
        one: plain.get(one) as RuntimeStatement,
        other: plain.get(other) as RuntimeStatement,
      })),
    }
  })
  return [...agreements, ...managersOf(manifests)].sort(
    (one, other) => Number(one.agree) - Number(other.agree) || compareText(one.runtime.toLowerCase(), other.runtime.toLowerCase()),
  )
}

/** A file that says the same twice (ten jobs on one version) says it once. */
function once(said: Said[]): Said[] {
  const seen = new Set<string>()
  return said.filter(({ version, from, at }) => {
    const key = [version, from, at.file].join('\n')
    return !seen.has(key) && seen.add(key)
  })
}

function statement({ version, from, role, isFloating, at }: Said): RuntimeStatement {
  return { version, from, role, isFloating, at }
}

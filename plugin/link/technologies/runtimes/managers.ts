/**
 * Which package manager installs the packages of a folder. In: lock files and declarations. Out: one entry an ecosystem where
 * two managers claim the same folder; each of them would install something else.
 */
import type { ManifestFact, RuntimeAgreement, RuntimeConflict, RuntimeStatement } from '../../../types'
import { byPath, isAside, isFixture } from '../sightings'
import { folderOf } from './statements'

/** Managers of these ecosystems exclude each other; those of others share one lock file, or have none. */
const RIVALS: Record<string, { runtime: string; managers: Set<string> }> = {
  npm: { runtime: 'npm packages', managers: new Set(['npm', 'yarn', 'pnpm', 'bun']) },
  pypi: { runtime: 'Python packages', managers: new Set(['poetry', 'uv', 'pdm', 'pipenv']) },
}

export function managersOf(manifests: { path: string; facts: ManifestFact[] }[]): RuntimeAgreement[] {
  return Object.entries(RIVALS).flatMap(([ecosystem, { runtime, managers }]) => {
    const byFolder = new Map<string, Map<string, RuntimeStatement>>()
    for (const { path, facts } of manifests) {
      if (isFixture(path) || isAside(path)) continue
      for (const { kind, ecosystem: of, name, value, line, text } of facts) {
        if (kind !== 'package-manager' || of !== ecosystem || !managers.has(name)) continue
        const claims = byFolder.get(folderOf(path)) ?? new Map<string, RuntimeStatement>()
        const from = value?.startsWith('lock file') ? path.slice(path.lastIndexOf('/') + 1) : (value ?? path)
        if (!claims.has(name)) claims.set(name, { version: name, from, role: 'used', isFloating: true, at: { file: path, line, text } })
        byFolder.set(folderOf(path), claims)
      }
    }
    const rivals = [...byFolder.values()]
      .map((claims) => [...claims.values()].sort((one, other) => byPath(one.at, other.at)))
      .filter(({ length }) => length > 1)
    const [first] = rivals
    if (!first) return []
    const conflicts = rivals.flatMap(([one, ...others]): RuntimeConflict[] =>
      others.map((other) => ({ kind: 'several managers', one: one as RuntimeStatement, other })),
    )
    const places = rivals.length === 1 ? 'one folder' : `${rivals.length} folders`
    return [
      {
        runtime,
        versions: rivals.flat(),
        agree: false,
        reason: `${first.map(({ from, version }) => `${from} is of ${version}`).join(', ')}: several package managers claim ${places}, and would not install the same.`,
        conflicts,
      },
    ]
  })
}

/**
 * Installed packages held against published advisories. In: what lock files and manifests say, and where advisories are. Out:
 * the packages that are affected, each with how it comes in; or why nothing was looked at. Imports are joined by linking.
 */
import type { Advisories, AnalyseOptions, LockedTree, ManifestFact, Vulnerability, World } from '../../types'
import type { Advisory, Affected } from './advisory'
import { type Installed, type Inventory, inventoryOf } from './installed'
import { openSource } from './open'
import { fixesOf, isAffected, isAffectedWhole } from './ranges'
import { ratedBy } from './severity'
import type { Asked } from './source'

const nothing = { state: 'not looked', source: '', packages: 0, found: [] } as const

export async function compareWithAdvisories(
  locks: { path: string; tree: LockedTree }[],
  manifests: { path: string; facts: ManifestFact[] }[],
  options: Pick<AnalyseOptions, 'advisories'>,
  world: Pick<World, 'cache'>,
): Promise<Advisories> {
  if (options.advisories === undefined) return { ...nothing, found: [], reason: 'No source of advisories is configured.' }
  const ask = openSource(options.advisories, world)
  const inventory = inventoryOf(locks, manifests)
  if (inventory.installed.length === 0)
    return { ...nothing, found: [], reason: `There is no lock file of npm, Yarn, pnpm or Bun that could be read, and no manifest pins a version.` }
  const { advisories, label, problem, passing } = await ask(askedFor(inventory.installed))
  const again = passing ? { passing } : {}
  if (problem && advisories.length === 0) return { ...nothing, found: [], reason: problem, source: label, ...again }
  const gaps = [...(problem ? [problem] : []), ...gapsOf(inventory)]
  return {
    state: gaps.length > 0 ? 'part' : 'looked',
    reason: gaps.join(' '),
    source: label,
    packages: inventory.installed.length,
    files: inventory.files,
    found: vulnerabilitiesOf(inventory.installed, advisories),
    ...again,
  }
}

function askedFor(installed: Installed[]): Asked[] {
  const versions = new Map<string, Set<string>>()
  const open = new Set<string>()
  for (const { name, version } of installed) {
    const known = versions.get(name) ?? new Set()
    if (version === undefined) open.add(name)
    else known.add(version)
    versions.set(name, known)
  }
  return [...versions]
    .map(([name, known]) => ({ name, versions: open.has(name) ? [] : [...known].sort() }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

function gapsOf({ unlocked, open, unreadable }: Inventory): string[] {
  const shown = unlocked.slice(0, 3).join(', ') + (unlocked.length > 3 ? ` and ${unlocked.length - 3} more` : '')
  return [
    ...(unreadable.length > 0 ? [`${unreadable.join(', ')} could not be read.`] : []),
    ...(unlocked.length > 0
      ? [
          `No lock file covers ${shown}: what its dependencies bring with them is unknown${open > 0 ? `, and of ${open} that are not pinned only those were told of which every version that may be installed is affected` : ''}.`,
        ]
      : []),
  ]
}

function vulnerabilitiesOf(installed: Installed[], advisories: Advisory[]): Vulnerability[] {
  const byName = new Map<string, Advisory[]>()
  for (const advisory of advisories)
    for (const name of new Set(advisory.affected.map((it) => it.name))) byName.set(name, [...(byName.get(name) ?? []), advisory])
  return installed.flatMap((it) => {
    const about = (byName.get(it.name) ?? []).filter((advisory) => affectedBy(advisory, it) !== undefined)
    return sameIssues(about).map((same) => vulnerability(it, same))
  })
}

function affectedBy({ affected }: Advisory, { name, version, range }: Installed): Affected | undefined {
  return affected.find(
    (it) => it.name === name && (version === undefined ? range !== undefined && isAffectedWhole(it, range) : isAffected(it, version)),
  )
}

/** Several sources write about one issue; aliases tell that they do. */
function sameIssues(advisories: Advisory[]): Advisory[][] {
  const groups: { ids: Set<string>; members: Advisory[] }[] = []
  for (const advisory of advisories) {
    const ids = [advisory.id, ...advisory.aliases]
    const joined = groups.filter((group) => ids.some((id) => group.ids.has(id)))
    const members = [...joined.flatMap((group) => group.members), advisory]
    for (const group of joined) groups.splice(groups.indexOf(group), 1)
    groups.push({ ids: new Set([...ids, ...joined.flatMap((group) => [...group.ids])]), members })
  }
  return groups.map(({ members }) => members.sort(mostTold))
}

/** The record that says most stands for all of them. */
function mostTold(one: Advisory, other: Advisory): number {
  const worth = ({ id, vectors, label }: Advisory) => (vectors.length > 0 ? 4 : 0) + (label ? 2 : 0) + (id.startsWith('GHSA-') ? 1 : 0)
  return worth(other) - worth(one) || (one.id < other.id ? -1 : 1)
}

function vulnerability({ name, version, range, direct, through, scope, at }: Installed, same: Advisory[]): Vulnerability {
  const [first] = same as [Advisory, ...Advisory[]]
  const cwe = [...new Set(same.flatMap((it) => it.cwe))]
  const fixes = same.flatMap((it) => it.affected.filter((about) => about.name === name).flatMap((about) => fixesOf(about, version)))
  return {
    package: name,
    version: version ?? (range as string),
    ecosystem: 'npm',
    ids: [...new Set([first.id, ...same.flatMap(({ id, aliases }) => [id, ...aliases])])],
    summary: first.summary || (same.find(({ summary }) => summary !== '')?.summary ?? ''),
    ...ratedBy(
      same.flatMap(({ vectors }) => vectors),
      same.find(({ label }) => label !== undefined)?.label,
      cwe.includes(506),
    ),
    cwe,
    fixedIn: [...new Set(fixes)],
    direct,
    through,
    scope,
    at,
    imports: [],
    url: first.url,
  }
}

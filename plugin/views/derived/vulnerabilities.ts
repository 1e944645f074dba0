/**
 * What is publicly known of installed packages. In: the program. Out: one row a package and version, worst first, and one a
 * framework; or why nothing was compared. What only builds and tests stands apart.
 */
import type { Evidence, Program, Severity, Technology, Vulnerability } from '../../types'
import { compareText } from '../order'
import { distinctPlaces } from './places'

export interface VulnerablePackage {
  name: string
  version: string
  severity: Severity
  score: number | null
  /** Addresses of its advisories, worst first; where one has none, its id. */
  advisories: string[]
  /** First version that none of them names; null where one names none. */
  fixedIn: string | null
  direct: boolean
  /** Packages that bring it, outermost first. */
  through: string[]
  scope: Vulnerability['scope']
  imports: Evidence[]
  at: Evidence
}

export interface KnownVulnerabilities {
  state: 'looked' | 'part' | 'not looked'
  reason: string
  source: string
  packages: number
  files: string[]
  affected: number
  advisories: number
  running: VulnerablePackage[]
  building: VulnerablePackage[]
  frameworks: { name: string; version: string | null; found: VulnerablePackage | null; otherwise: string; evidence: Evidence[] }[]
}

const severities: Severity[] = ['Critical', 'High', 'Medium', 'Low', 'Info']

export function vulnerabilitiesOf({ advisories, technologies }: Program): KnownVulnerabilities {
  const groups = new Map<string, Vulnerability[]>()
  for (const it of advisories.found) {
    const key = JSON.stringify([it.at.file.split('/').slice(0, -1), it.package, it.version])
    groups.set(key, [...(groups.get(key) ?? []), it])
  }
  const rows = [...groups.values()].map(rowOf).sort(worstFirst)
  // Versions that no lock file tells were not compared, so that nothing is said of them.
  const otherwise = { 'not looked': 'Not assessed', part: 'None in what was compared', looked: 'None known to the source' }[advisories.state]
  return {
    state: advisories.state,
    reason: advisories.reason,
    source: advisories.source,
    packages: advisories.packages,
    files: advisories.files ?? [],
    affected: rows.length,
    advisories: new Set(advisories.found.map(({ ids }) => ids[0])).size,
    running: rows.filter(({ scope }) => scope !== 'dev'),
    building: rows.filter(({ scope }) => scope === 'dev'),
    frameworks: technologies.filter(({ category }) => category === 'framework').map((it) => frameworkOf(it, rows, otherwise)),
  }
}

function rowOf(those: Vulnerability[]): VulnerablePackage {
  const sorted = [...those].sort(
    (one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity) || (other.score ?? 0) - (one.score ?? 0),
  )
  const [worst] = sorted as [Vulnerability, ...Vulnerability[]]
  const { package: name, version, severity, score, direct, through, scope, at } = worst
  const fixes = sorted.map(({ fixedIn }) => fixedIn[0])
  return {
    name,
    version,
    severity,
    score: score ?? null,
    advisories: [...new Set(sorted.map(({ url, ids }) => (url === '' ? (ids[0] as string) : url)))],
    fixedIn: fixes.includes(undefined) ? null : (fixes.sort(byVersion).at(-1) ?? null),
    direct,
    through,
    scope,
    imports: distinctPlaces(sorted.flatMap(({ imports }) => imports)),
    at,
  }
}

/** Numbers of two versions, part by part; enough for released ones. */
function byVersion(one = '', other = ''): number {
  const parts = (version: string) => version.split(/[.+-]/).map((part) => Number(part) || 0)
  const [a, b] = [parts(one), parts(other)]
  for (let index = 0; index < Math.max(a.length, b.length); index++) if (a[index] !== b[index]) return (a[index] ?? 0) - (b[index] ?? 0)
  return 0
}

function worstFirst(one: VulnerablePackage, other: VulnerablePackage): number {
  return (
    severities.indexOf(one.severity) - severities.indexOf(other.severity) ||
    Number(other.imports.length > 0) - Number(one.imports.length > 0) ||
    (other.score ?? 0) - (one.score ?? 0) ||
    compareText(one.name, other.name)
  )
}

/** The package that a framework is known by stands in its line of the manifest. */
function frameworkOf(
  { name, version, evidence }: Technology,
  rows: VulnerablePackage[],
  otherwise: string,
): KnownVulnerabilities['frameworks'][number] {
  const packages = evidence.flatMap(({ text }) => /^"((?:@[\w.-]+\/)?[\w.-]+)"\s*:/.exec(text)?.[1] ?? [])
  return { name, version: version ?? null, found: rows.find((row) => row.direct && packages.includes(row.name)) ?? null, otherwise, evidence }
}

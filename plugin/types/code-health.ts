import type { Evidence } from './evidence'

/** Figures of one function. */
export interface FunctionMetrics {
  /** As the code calls it; '' for one without a name. */
  name: string
  at: Evidence
  endLine: number
  /** Paths through it, as ESLint's `complexity` counts them. */
  cyclomatic: number
  /** As SonarSource's white paper on cognitive complexity (version 1.7) counts it. */
  cognitive: number
  /** From its first line to its last. */
  lines: number
  parameters: number
  test: boolean
}

/** The same tokens in several places. */
export interface CloneClass {
  tokens: number
  lines: number
  places: Evidence[]
}

/** Something that nothing uses. */
export interface Unused {
  kind: 'file' | 'export' | 'dependency' | 'function' | 'class' | 'import' | 'variable' | 'unreachable' | 'no effect'
  name: string
  at: Evidence
  /** What was looked through, and what could still use it. */
  reason: string
  confidence: 'high' | 'medium' | 'low'
}

/** A comment that promises work. */
export interface DebtMarker {
  marker: 'FIXME' | 'TODO' | 'HACK' | 'XXX'
  text: string
  at: Evidence
  /** Function around, '' at module level. */
  around: string
  /** Day on which the line was written, where git knows: `YYYY-MM-DD`. */
  since?: string
  /** Who wrote it; only where authors are asked for. */
  author?: string
}

/** What version control tells of how the code was worked on. */
export interface WorkHistory {
  state: 'whole' | 'part' | 'not looked'
  reason: string
  /** First day that counts: `YYYY-MM-DD`. */
  since?: string
  churn: { file: string; changes: number; last: string }[]
  /** By `path:line`: when the lines were written that were asked about, and by whom where that is wanted. */
  written: Record<string, { day: string; author?: string }>
}

/** A name that is written otherwise than most of its kind. */
export interface NamingOutlier {
  kind: 'file' | 'function' | 'class' | 'variable' | 'parameter' | 'type'
  name: string
  /** `camelCase`, `kebab-case`, `PascalCase`, `snake_case`… */
  style: string
  majority: string
  /** How many names of the kind, where it stands, follow the majority, and how many there are. */
  follow: number
  of: number
  at: Evidence
}

/** A place at which the type checker was told to look away. */
export interface TypeHole {
  kind: 'any' | 'suppressed error' | 'non-null assertion' | 'double cast'
  at: Evidence
  around: string
}

/** A package that a manifest asks for and of which there is a newer version. */
export interface OutdatedPackage {
  name: string
  current: string
  latest: string
  /** Newest that the manifest lets in, where that is another one than both. */
  wanted?: string
  /** `breaking`: another major version, or before 1.0.0 another minor one. */
  step: 'breaking' | 'minor' | 'patch'
  /** Major versions between the two. */
  majors: number
  scope: 'runtime' | 'dev' | 'optional' | 'peer'
  at: Evidence
}

/** A package in a version that its makers no longer want anybody to use. */
export interface GivenUpPackage {
  name: string
  version: string
  /** What its makers say, '' where only that it is so is known. */
  message: string
  /** A manifest of the project asks for it; otherwise `through` says how it comes in, outermost first. */
  direct: boolean
  through: string[]
  scope: 'runtime' | 'dev' | 'optional' | 'peer'
  /** Line of the lock file or manifest. */
  at: Evidence
}

export interface PackageAges {
  outdated: { state: 'looked' | 'not looked'; reason: string; source: string; found: OutdatedPackage[] }
  givenUp: { state: 'looked' | 'part' | 'not looked'; reason: string; found: GivenUpPackage[] }
}

export interface CodeHealth {
  functions: FunctionMetrics[]
  clones: CloneClass[]
  /** Share of the lines of code that stand in a clone, 0 to 1. */
  duplicated: number
  unused: Unused[]
  markers: DebtMarker[]
  naming: NamingOutlier[]
  typeHoles: TypeHole[]
  packages: PackageAges
  /** Changes of a file in the year before the analysed commit, where git is there. Most changed first. */
  churn: WorkHistory['churn']
  /** Whether the history was looked at, since when, and why not. */
  worked: Pick<WorkHistory, 'state' | 'reason' | 'since'>
  /** Files in which functions are hard to follow and change often: changes times cognitive complexity, highest first. */
  hotspots: { file: string; changes: number; cognitive: number; at: Evidence }[]
}

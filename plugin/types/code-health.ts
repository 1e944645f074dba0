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
}

/** A name that is written otherwise than most of its kind. */
export interface NamingOutlier {
  kind: 'file' | 'folder' | 'function' | 'class' | 'variable' | 'constant' | 'type' | 'route'
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

export interface CodeHealth {
  functions: FunctionMetrics[]
  clones: CloneClass[]
  /** Share of the lines of code that stand in a clone, 0 to 1. */
  duplicated: number
  unused: Unused[]
  markers: DebtMarker[]
  naming: NamingOutlier[]
  typeHoles: TypeHole[]
  /** Changes of a file in the history that was read, where git is there. Paths that were changed most first. */
  churn: { file: string; changes: number; last: string }[]
}

import type { Advisory } from './advisory'

/** A package to ask for; without versions, all that is known of it. */
export interface Asked {
  name: string
  versions: string[]
}

/** What a source knows of some packages. */
export interface Answered {
  advisories: Advisory[]
  /** As pages name it: `OSV records in advisories/ (12,345 of npm)`. */
  label: string
  /** Why something is missing. */
  problem?: string
  /** It may be there next time. */
  passing?: boolean
}

export type AdvisorySource = (asked: Asked[]) => Promise<Answered>

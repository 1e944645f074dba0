import type { Control } from './control'
import type { Evidence } from './evidence'

/** Where a secret comes from when the program needs it; the ranking of the report. */
export type SecretSource = 'secrets manager' | 'environment variable' | 'config file' | 'hardcoded' | 'generated' | 'could not tell'

/** Something that must stay secret and that the program uses. */
export interface Secret {
  /** As the code calls it: `JWT_SECRET`, `cookieSecret`. Never a value. */
  name: string
  purpose:
    | 'database password'
    | 'token signing'
    | 'session signing'
    | 'API key'
    | 'delegated login'
    | 'encryption key'
    | 'webhook signing'
    | 'password'
    | 'private key'
    | 'other'
  source: SecretSource
  /** What stands in where the environment has none, masked. */
  fallback?: string
  rotation: Control
  risk: 'High' | 'Medium' | 'Low'
  because: string
  /** Where it is read or written, then where it is used. */
  evidence: Evidence[]
}

/** A text that looks like a secret, in the tree or in its history. */
export interface SecretSighting {
  /** Id of the pattern: `aws-access-key`. */
  pattern: string
  /** What the pattern is: `AWS access key`. */
  type: string
  file: string
  line: number
  /** Masked; shows at most the kind's public prefix. */
  redacted: string
  /** A credential that works as far as can be told, one for tests and examples, or a placeholder. */
  weight: 'credential' | 'test value' | 'placeholder'
  because: string
  /** Of the history only. */
  commit?: string
  date?: string
  /** Of the history: the same text stands in the tree of the analysed commit. */
  stillThere?: boolean
}

/** Version-control history as far as it was looked at. */
export interface History {
  /** `not looked` says why in `reason`: no git, option off, shallow. */
  state: 'whole' | 'part' | 'not looked'
  reason: string
  commits: number
  /** Oldest and newest day. */
  from?: string
  to?: string
  sightings: SecretSighting[]
}

export interface Secrets {
  inventory: Secret[]
  /** Hardcoded ones of the tree. */
  sightings: SecretSighting[]
  /** `.env` committed, ignored files, masking of logs, secret scanning in CI… */
  practices: Control[]
}

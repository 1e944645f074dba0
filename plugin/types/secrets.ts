import type { Control } from './control'
import type { Evidence } from './evidence'

/** Where a secret comes from when the program needs it; the ranking of the report. */
export type SecretSource = 'secrets manager' | 'environment variable' | 'generated' | 'config file' | 'key file' | 'hardcoded' | 'could not tell'

export type SecretPurpose =
  | 'database password'
  /** An address that may hold a password: `DATABASE_URL`. */
  | 'database address'
  | 'token signing'
  | 'session signing'
  | 'API key'
  | 'delegated login'
  | 'encryption key'
  | 'message authentication'
  | 'webhook signing'
  | 'mail password'
  | 'password'
  | 'private key'
  | 'seed phrase'
  | 'other'

/** Something that must stay secret and that the program uses. */
export interface Secret {
  /** As the code calls it: `JWT_SECRET`, `cookieSecret`. Never a value. */
  name: string
  purpose: SecretPurpose
  source: SecretSource
  /** Which file, manager, environment variable: `ctf.key`, `AWS Secrets Manager`; '' where the source says it all. */
  from: string
  /** What stands in where the source has none: a text of the code (masked), a file; undefined where nothing does. */
  fallback?: { kind: 'hardcoded' | 'empty' | 'file' | 'no credential' | 'generated'; text: string; at?: Evidence }
  /** A missing value stops the program at its start. undefined where that could not be told. */
  required?: boolean
  rotation: Control
  risk: 'High' | 'Medium' | 'Low'
  because: string
  /** Where it is read or written. */
  evidence: Evidence[]
  /** What it is handed to, each with its place: `jwt.sign`. */
  uses: { api: string; library: string; at: Evidence }[]
}

/** A text that looks like a secret, in the tree or in its history. */
export interface SecretSighting {
  /** Id of the pattern: `aws-access-key`; `named-value`, `address-password`, `key-file`… where no issuer gave it a shape. */
  pattern: string
  /** What the pattern is: `AWS access key`. */
  type: string
  /** What the text calls it: `POSTGRES_PASSWORD`; '' where only its shape speaks. */
  name: string
  file: string
  line: number
  /** Further lines of the file with the same name and kind. */
  lines: number[]
  /** Masked; shows at most the kind's public prefix. */
  redacted: string
  /**
   * A credential that works as far as can be told, one for tests, one that shows how it is written, a text to be replaced, a
   * one-way hash, or a text where the thing that takes it asks for none.
   */
  weight: 'credential' | 'test value' | 'example' | 'placeholder' | 'hash' | 'no credential'
  because: string
  /** Of the tree: how sure it is that it is a credential in use. */
  confidence?: 'high' | 'medium' | 'low'
  /** The line, masked. Of the history: as it stood in the commit. */
  at: Evidence
  /** Of the history only: full hash of the commit that brought it in, and its day. */
  commit?: string
  date?: string
  /** Of the history: the same text stands in the tree that was analysed. */
  stillThere?: boolean
}

/** Version-control history as far as it was looked at. */
export interface History {
  /** `not looked` says why in `reason`: no git, option off. `part`: a shallow clone, or more than is looked at. */
  state: 'whole' | 'part' | 'not looked'
  reason: string
  commits: number
  /** Oldest and newest day. */
  from?: string
  to?: string
  sightings: SecretSighting[]
}

/** One step of a secret's way, with the line that proves it. */
export interface SecretFlow {
  /** Name in the inventory. */
  secret: string
  source: SecretSource
  /** Place of the source: `ctf.key`, `config/env/all.js`, '' for the environment. */
  from: string
  /** File that reads it. */
  part: string
  read: Evidence
  /** What it is handed to; undefined where that could not be told. */
  use?: { api: string; library: string; file: string; at: Evidence }
}

export interface Secrets {
  inventory: Secret[]
  /** Hardcoded ones of the tree. */
  sightings: SecretSighting[]
  /** In the order of the inventory. */
  flows: SecretFlow[]
  /** `.env` committed, ignored files, masking of logs, secret scanning in CI… */
  practices: Control[]
}

import type { Control } from './control'
import type { Entity } from './entities'
import type { Evidence } from './evidence'

export type Classification = 'PII' | 'Sensitive PII' | 'Secret' | 'PCI' | 'PHI'

/** One field that holds something that must not get about. */
export interface SensitiveField {
  entity: string
  field: string
  classification: Classification
  /** What it is: `national identifier`, `bank account`, `date or place of birth`. */
  what: string
  /** Word of the field's name, or type, by which it was told. */
  because: string
  /** `carried`: it comes by and is not stored here. */
  kind: Entity['kind']
  /** How it is kept: `state` pass: hashed, encrypted or masked at every write that was seen; `current` names it. */
  encrypted: Control
  /** Whether it reaches a logger. */
  logged: Control
  retention: Control
  at: Evidence
}

/** How data are protected in one state: at rest, on the way, in memory. `parts` are what the answer was put together from. */
export interface EncryptionState extends Control {
  parts: Control[]
}

/** One log of the system, by what is written into it. */
export interface Log {
  kind: 'access' | 'error' | 'audit' | 'debug'
  /** Library or calls that write it. `fail`: there is none. */
  writer: Control
  /** What a line holds, and what of it is personal or secret. */
  content: Control
  /** Where the lines go, and who can read them there. */
  destination: Control
  /** How long they are kept. */
  kept: Control
}

/** A place where stored data are copied to be kept, brought back, or a copy is checked. */
export interface Backup {
  does: 'make' | 'restore' | 'check'
  /** Program, library or setting, as written: `pg_dump`, `backup_retention_period`. */
  by: string
  /** A schedule, a plan, or a time for which copies are kept stands with it. */
  scheduled: boolean
  at: Evidence
}

export interface DataProtection {
  fields: SensitiveField[]
  /** Where backups are made, restored and checked; in the order of what makes them. Undefined where nothing looked. */
  backups?: Backup[]
  /** At rest in the database, at rest in files, in transit, in backups, in memory; in this order. */
  encryption: EncryptionState[]
  /** Access, error, audit and debug log; in this order. */
  logs: Log[]
  /** What no log should hold: request and response bodies, credentials in addresses, secrets, personal data, stack traces. */
  logging: Control[]
  /** User accounts, transactions, sessions, logs; in this order, of each how long it is kept and how it is deleted. */
  retention: { data: string; kept: Control; deletion: Control }[]
  /** Right to erasure, data portability, opt-out, payment card data, health data; in this order. */
  considerations: Control[]
}

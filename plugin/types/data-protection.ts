import type { Control } from './control'
import type { Evidence } from './evidence'

export type Classification = 'PII' | 'Sensitive PII' | 'Secret' | 'PCI' | 'PHI'

/** One field that holds something that must not get about. */
export interface SensitiveField {
  entity: string
  field: string
  classification: Classification
  /** Word of the field's name, or type, by which it was told. */
  because: string
  /** How it is kept: `state` pass: hashed, encrypted or masked at every write that was seen; `current` names it. */
  encrypted: Control
  /** Whether it reaches a logger. */
  logged: Control
  retention: Control
  at: Evidence
}

export interface DataProtection {
  fields: SensitiveField[]
  /** At rest in the database, at rest in files, in transit, in backups, in memory; in this order. */
  encryption: Control[]
  /** Access, error, audit and debug log; request bodies, response bodies, stack traces. */
  logging: Control[]
  /** User accounts, transactions, sessions, logs. */
  retention: Control[]
  /** Right to erasure, data portability, opt-out, payment card data, health data. */
  considerations: Control[]
}

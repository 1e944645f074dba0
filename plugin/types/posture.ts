import type { Authentication } from './authentication'
import type { Authorization } from './authorization'
import type { Control } from './control'
import type { DataProtection } from './data-protection'
import type { Input } from './input'
import type { Secrets } from './secrets'

/** How the system goes about security, faults or none: what reports 01 to 06 describe and standards decide by. */
export interface Posture {
  authentication: Authentication
  authorization: Authorization
  dataProtection: DataProtection
  input: Input
  secrets: Secrets
  /** Security settings and insecure defaults of the stack: headers, CORS, banner, error pages, session store, API documents, debugging. */
  stack: Control[]
}

/** A place that names a role: what lists, fields, accounts and checks have in common. */
import type { Evidence, Role } from '../../../types'

/** One mention of a role. */
export interface Mention {
  role: string
  how: Role['evidence'][number]['how']
  at: Evidence
  represented: string
  permissions?: string[]
}

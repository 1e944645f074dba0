/** Who may do what, and where that is decided. */
import type { Authorization } from '../../types'
import type { Known } from './known'

export function authorizationOf(_known: Known): Authorization {
  return { models: [], roles: [], matrix: [], enforcement: [], patterns: [], escalation: [], tenancy: [] }
}

/** How callers prove who they are. */
import type { Authentication } from '../../types'
import type { Known } from './known'

export function authenticationOf(_known: Known): Authentication {
  return { mechanisms: [], signIns: [], passwords: [], sessions: [], bruteForce: [] }
}

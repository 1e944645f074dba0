/** Which data must not get about, and how it is kept. */
import type { DataProtection } from '../../types'
import type { Known } from './known'

export function dataProtectionOf(_known: Known): DataProtection {
  return { fields: [], encryption: [], logging: [], retention: [], considerations: [] }
}

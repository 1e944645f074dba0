/** Security settings and insecure defaults of the stack. */
import type { Control } from '../../types'
import type { Known } from './known'

export function stackOf(_known: Known): Control[] {
  return []
}

/** What comes in from outside, and what is done to it. */
import type { Input } from '../../types'
import type { Known } from './known'

export function inputOf(_known: Known): Input {
  return { sources: [], encoding: [], uploads: [] }
}

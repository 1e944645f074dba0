import type { Performance } from '../../../types'
import type { KnownQuality } from '../known'

export function performanceOf(_known: KnownQuality): Performance {
  return { hotspots: [] }
}

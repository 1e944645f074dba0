import type { CodeHealth, Testing } from '../../../types'
import type { KnownQuality } from '../known'

export function testingOf(_known: KnownQuality, _health: CodeHealth): Testing {
  return { frameworks: [], cases: [], reach: [], coverage: [] }
}

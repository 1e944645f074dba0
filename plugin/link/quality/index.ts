/**
 * How well the code is tested, configured, paced and kept. In: the solved program and what was derived of it. Out: facts that
 * rules judge and pages show; one folder an area.
 */
import type { Quality } from '../../types'
import { configurationOf } from './configuration/index'
import { healthOf } from './health/index'
import type { KnownQuality } from './known'
import { performanceOf } from './performance/index'
import { testingOf } from './testing/index'

export { filesForTests } from './health/index'
export type { KnownQuality } from './known'

export function qualityOf(known: KnownQuality): Quality {
  const health = healthOf(known)
  return { testing: testingOf(known, health), configuration: configurationOf(known), performance: performanceOf(known), health }
}

/**
 * Places where time or memory goes. In: the solved program, its doors, queries and promises. Out: hotspots by file and line. One
 * file a kind, in this list.
 */
import type { Hotspot, Performance } from '../../../types'
import type { KnownQuality } from '../known'
import { floatingPromises } from './floating-promise'
import { largeClientImports } from './large-client-import'
import { memoryGrowth } from './memory-growth'
import { missingIndexes } from './missing-index'
import { nPlusOne } from './n-plus-one'
import { quadraticLoops } from './quadratic-loop'
import { regexesInLoops } from './regex-in-loop'
import { type Scene, sceneOf } from './scene'
import { sequentialAwaits } from './sequential-await'
import { syncIo } from './sync-io'
import { unboundedReads } from './unbounded-read'

const detectors: ((scene: Scene) => Hotspot[])[] = [
  nPlusOne,
  sequentialAwaits,
  floatingPromises,
  syncIo,
  unboundedReads,
  missingIndexes,
  quadraticLoops,
  regexesInLoops,
  largeClientImports,
  memoryGrowth,
]

export function performanceOf(known: KnownQuality): Performance {
  const scene = sceneOf(known)
  const hotspots = detectors.flatMap((detect) => detect(scene))
  return {
    hotspots: hotspots.sort((one, other) => compare(one.at.file, other.at.file) || one.at.line - other.at.line || compare(one.kind, other.kind)),
  }
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

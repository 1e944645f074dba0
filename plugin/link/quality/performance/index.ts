/**
 * Places where time or memory goes. In: the solved program, its doors, queries and promises. Out: hotspots by file and line. One
 * file a kind, in this list.
 */
import type { Hotspot, Performance } from '../../../types'
import type { KnownQuality } from '../known'
import { floatingPromises } from './floating-promise'
import { nPlusOne } from './n-plus-one'
import { type Scene, sceneOf } from './scene'
import { sequentialAwaits } from './sequential-await'

const detectors: ((scene: Scene) => Hotspot[])[] = [nPlusOne, sequentialAwaits, floatingPromises]

export function performanceOf(known: KnownQuality): Performance {
  const scene = sceneOf(known)
  const hotspots = detectors.flatMap((detect) => detect(scene))
  return { hotspots: hotspots.sort((one, other) => compare(one.at.file, other.at.file) || one.at.line - other.at.line || compare(one.kind, other.kind)) }
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

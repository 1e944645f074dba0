/** Interfaces that no router registers, each kind found by one file. */
import type { Extracted } from '../../graph'
import type { Guards } from '../guards'
import type { Linked } from '../linked'
import type { DoorDetector, Doors } from './door'

const detectors: DoorDetector[] = []

export function doorsOf(linked: Linked, guards: Guards, extracted: Extracted): Doors {
  const found = detectors.map((detect) => detect({ linked, guards, extracted }))
  return {
    entryPoints: found.flatMap(({ entryPoints }) => entryPoints ?? []),
    publications: found.flatMap(({ publications }) => publications ?? []),
    serviceCalls: found.flatMap(({ serviceCalls }) => serviceCalls ?? []),
    formats: found.flatMap(({ formats }) => formats ?? []),
    uiRoutes: found.flatMap(({ uiRoutes }) => uiRoutes ?? []),
  }
}

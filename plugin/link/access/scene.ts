/** What doors are judged by. In: the linked program. Out: nothing of its own; whoever judges is handed these together. */
import type { Guards } from '../guards'
import type { Linked } from '../linked'
import type { Provenance } from './provenance'

export interface Scene {
  linked: Linked
  guards: Guards
  provenance: Provenance
}

/** Regions that a check may stand above. */
export const MOST_REGIONS = 60

/** What a detector of interfaces gives; every list may be left out. */
import type { Extracted } from '../../graph'
import type { DataFormat, EntryPoint, Publication, ServiceCall, UiRoute } from '../../types'
import type { Guards } from '../guards'
import type { Linked } from '../linked'

export interface Doors {
  entryPoints: EntryPoint[]
  publications: Publication[]
  serviceCalls: ServiceCall[]
  formats: DataFormat[]
  uiRoutes: UiRoute[]
}

export interface DoorContext {
  linked: Linked
  guards: Guards
  extracted: Extracted
}

export type DoorDetector = (context: DoorContext) => Partial<Doors>

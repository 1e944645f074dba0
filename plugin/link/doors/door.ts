/** What a detector of interfaces gives; every list may be left out. */
import type { Extracted } from '../../graph'
import type { DataFormat, EntryPoint, Publication, ServiceCall, UiRoute } from '../../types'
import type { Listener } from '../decorated/index'
import type { Guards } from '../guards'
import type { Linked } from '../linked'
import type { Routes } from '../routes/index'

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
  routes: Pick<Routes, 'guardsBefore'>
  extracted: Extracted
  /** Decorated methods that answer operations or messages. */
  listeners: readonly Listener[]
}

export type DoorDetector = (context: DoorContext) => Partial<Doors>

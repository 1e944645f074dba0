/** How the system is put together. In: the solved program and what was derived of it. Out: components, their relations, style, modules, structure, deployment. */
import type { Architecture, Publication, ServiceCall, Technology, UiRoute } from '../../types'
import type { ImportGraph } from '../imports'
import type { Known } from '../posture/index'

export interface KnownArchitecture extends Known {
  technologies: Technology[]
  publications: Publication[]
  serviceCalls: ServiceCall[]
  uiRoutes: UiRoute[]
  imports: ImportGraph
  /** As the user states it. */
  statedStyle: string | undefined
}

export function architectureOf(_known: KnownArchitecture): Architecture {
  return {
    components: [],
    relations: [],
    style: { found: [] },
    modules: { modules: [], imports: [], cycles: [], violations: [], orphans: [], godModules: [] },
    structure: { directories: [], entries: [], configurations: [], documents: [] },
    deployment: { units: [], links: [] },
  }
}

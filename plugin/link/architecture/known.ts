import type { Publication, ServiceCall, Technology, UiRoute } from '../../types'
import type { ImportGraph } from '../imports'
import type { Known } from '../posture/index'
import type { Told } from '../told'

/** What is known of the program when its architecture is told. */
export interface KnownArchitecture extends Known {
  /** Name of the project: as an option, the manifest or the directory has it. */
  project: string
  technologies: Technology[]
  publications: Publication[]
  serviceCalls: ServiceCall[]
  uiRoutes: UiRoute[]
  imports: ImportGraph
  /** As the user states it. */
  statedStyle: string | undefined
  told: Told
}

import type { Inventory, PackageAges, Technology, WorkHistory } from '../../types'
import type { ImportGraph } from '../imports'
import type { Known } from '../posture/index'

/** What is known of the program when its quality is told. */
export interface KnownQuality extends Known {
  inventory: Inventory
  technologies: Technology[]
  imports: ImportGraph
  /** What version control tells of changes; undefined where it was not asked. */
  work?: WorkHistory
  /** What is known of newer versions; undefined where it was not asked. */
  packages?: PackageAges
}

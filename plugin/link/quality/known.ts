import type { Inventory, Technology } from '../../types'
import type { ImportGraph } from '../imports'
import type { Known } from '../posture/index'

/** What is known of the program when its quality is told. */
export interface KnownQuality extends Known {
  inventory: Inventory
  technologies: Technology[]
  imports: ImportGraph
}

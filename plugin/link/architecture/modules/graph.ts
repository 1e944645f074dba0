import type { ModuleNode } from '../../../types'
import type { Model } from '../components/index'
import type { KnownArchitecture } from '../known'

/** What the parts of this folder stand on. */
export interface Graph {
  known: KnownArchitecture
  model: Model
  /** Numbers of code files that take part; the index is that of `nodes`. */
  files: number[]
  nodes: ModuleNode[]
  /** Between indexes of `nodes`, each pair once: a load goes before a type, what is loaded at once before what is loaded later. */
  edges: { from: number; to: number; typesOnly: boolean; dynamic: boolean; line: number }[]
}

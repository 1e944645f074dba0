import type { Extracted } from '../../graph'
import type { Connection, Entity, EntryPoint, Flow, Guard, SourceFile, Usage } from '../../types'
import type { Linked } from '../linked'

/** What is known of the program when its posture is told. Everything is derived once, before. */
export interface Known {
  linked: Linked
  extracted: Extracted
  files: SourceFile[]
  entryPoints: EntryPoint[]
  middleware: Guard[]
  flows: Flow[]
  usages: Usage[]
  connections: Connection[]
  entities: Entity[]
}

import type { Extracted } from '../../graph'
import type { Connection, Entity, EntryPoint, Flow, Guard, SourceFile, Usage } from '../../types'
import type { Guards } from '../guards'
import type { Linked } from '../linked'

/** What is known of the program when its posture is told. Everything is derived once, before. */
export interface Known {
  linked: Linked
  /** What functions do when they stand before a handler; the same that the doors were judged by. */
  guards: Guards
  extracted: Extracted
  files: SourceFile[]
  entryPoints: EntryPoint[]
  middleware: Guard[]
  flows: Flow[]
  usages: Usage[]
  connections: Connection[]
  entities: Entity[]
}

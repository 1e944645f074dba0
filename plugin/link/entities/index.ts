/** Records that the code stores or carries. In: the solved program and the facts of schema files. Out: entities, by file. One reader a library. */
import type { Extracted } from '../../graph'
import type { Entity } from '../../types'
import type { Linked } from '../linked'

export function entitiesOf(_linked: Linked, _extracted: Extracted): Entity[] {
  return []
}

/** What the questions of this folder ask of each other. */
import type { Linked } from '../../linked'
import type { Frame, Origin } from './origin'
import type { Solved } from './solved'

export interface Asking {
  linked: Linked
  solved: Solved
  of(node: number, frame: Frame): readonly Origin[]
}

/** Type annotations by node. */
import type { Linked } from '../linked'

const annotated = new WeakMap<Linked, Map<number, number>>()

/** What annotations say of parameters, variables and members: TypeRef by node. */
export function typesOf(linked: Linked): ReadonlyMap<number, number> {
  let known = annotated.get(linked)
  if (!known) {
    known = new Map(linked.whole.annotations)
    annotated.set(linked, known)
  }
  return known
}

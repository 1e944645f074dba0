/** Type annotations by node. */
import { Kind } from '../../graph'
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

/** Whether the type of the language alone says that a parameter is no text: `can(userId: number)`. */
export function isDeclaredNumber(linked: Linked, param: number): boolean {
  const { whole } = linked
  const type = typesOf(linked).get(param)
  if (type === undefined || whole.kind[type] !== Kind.TypeRef || whole.c[type] !== 0) return false
  const named = whole.a[type] as number
  return named >= 0 && whole.kind[named] === Kind.Global && NO_TEXT.test(whole.text(whole.a[named] as number))
}
const NO_TEXT = /^(?:number|boolean|bigint)$/

/**
 * Methods that a class of the program has from a library: `class Users extends Repository` has `find`. In: a method call on an
 * instance of such a class. Out: API paths of the method, none where the class has one of its own.
 */
import { Kind } from '../../../graph'
import { LabelKind } from '../../labels'
import { apiPathsOf, type Linked } from '../../linked'

const MOST_CLASSES = 6

const NONE: readonly number[] = []

export function inheritedPaths(linked: Linked, call: number): readonly number[] {
  const { whole, solver, models } = linked
  const callee = whole.a[call] as number
  if (whole.kind[callee] !== Kind.Load) return NONE
  const name = whole.text(whole.b[callee] as number)
  const object = whole.a[callee] as number
  let found: readonly number[] | undefined
  for (let i = 0, count = solver.count(object); i < count; i++) {
    const label = solver.label(object, i)
    const kind = solver.labels.kind[label]
    if (kind !== LabelKind.Instance && kind !== LabelKind.Class) continue
    let of = solver.labels.data[label] as number
    for (let hops = 0; hops < MOST_CLASSES && of >= 0; hops++) {
      const made = whole.classes[of]
      if (!made || made.members.some((member) => member.name === name && member.static === (kind === LabelKind.Class))) break
      if (made.extends >= 0)
        for (const path of apiPathsOf(linked, made.extends)) {
          const from = kind === LabelKind.Instance ? models.paths.find(path, '!') : path
          const member = from < 0 ? -1 : models.paths.find(from, `.${name}`)
          if (member >= 0) found = [...(found ?? NONE), member]
        }
      of = solver.superclass.get(of) ?? -1
    }
  }
  return found ?? NONE
}

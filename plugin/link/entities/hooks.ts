/** Functions that change fields on their way into the store: setters, hooks, transformers, decorators of the code's own. */
import { Kind } from '../../graph'
import type { Entity, Evidence, Transformation } from '../../types'
import { calledName, cite, type Linked } from '../linked'
import { sensitivityOf } from '../taint/sensitive'
import { protectionOf, protectionsIn, transformation } from './protection'
import { textAt } from './reading'

/** Functions that a node is, by number. */
export function functionsAt({ whole, values, solver }: Linked, node: number | undefined): number[] {
  if (node === undefined || node < 0) return []
  const written = values.definitions(node).filter((at) => whole.kind[at] === Kind.Function)
  if (written.length > 0) return written.map((at) => whole.a[at] as number)
  return [...(solver.callees.get(node) ?? [])]
}

const isPassword = (name: string) => sensitivityOf(name) === 'password'

/** A function that is about one field alone: `set(value) { … }`. */
export function setterOf(linked: Linked, fieldName: string, name: string, node: number): Transformation | undefined {
  const [fn] = functionsAt(linked, node)
  if (fn === undefined) return undefined
  const written = changedBy(linked, fn, name, cite(linked, node)).get(fieldName)
  if (written?.does) return written
  return transformation(name, cite(linked, (linked.whole.functions[fn] as { node: number }).node), protectionsIn(linked, fn), isPassword(fieldName))
}

/** How deep a hook hands the record on. */
const DEEPEST = 2
const SETS = /^(?:set|setDataValue|setAttribute|setAttributes)$/

/** Fields that a hook writes, each with what it does to them. */
export function changedBy(linked: Linked, fn: number, name: string, at: Evidence, depth = 0): Map<string, Transformation> {
  const { whole, effects, solver } = linked
  const found = new Map<string, Transformation>()
  const put = (fieldName: string, value: number, where: number) => {
    const { by } = protectionOf(linked, value)
    if (!found.get(fieldName)?.does) found.set(fieldName, transformation(name, cite(linked, where), by, isPassword(fieldName)))
  }
  for (const node of effects.within(fn)) {
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Store) put(whole.text(whole.b[node] as number), whole.c[node] as number, node)
    else if (kind === Kind.Call) {
      const args = whole.args(node)
      if (SETS.test(calledName(linked, node)) && args.length > 1) {
        const key = textAt(linked, args[0])
        if (key !== undefined) put(key, args[1] as number, node)
      } else if (depth < DEEPEST)
        for (const callee of [...(solver.callees.get(node) ?? [])].slice(0, 3))
          for (const [key, change] of changedBy(linked, callee, name, at, depth + 1)) if (!found.has(key)) found.set(key, change)
    }
  }
  return found
}

/** Notes on the fields of an entity what its hooks do to them. */
export function withHook(linked: Linked, entity: Entity, name: string, node: number | undefined): void {
  for (const fn of functionsAt(linked, node)) {
    const at = cite(linked, (linked.whole.functions[fn] as { node: number }).node)
    for (const [key, change] of changedBy(linked, fn, name, at)) {
      const field = entity.fields.find((each) => each.name === key)
      if (field) field.transformedBy = [...(field.transformedBy ?? []), change]
    }
  }
}

/**
 * Functions with their first arguments given: `const log = write.bind(null, file)`, of which `log(text)` runs `write(file, text)`. In: a
 * call. Out: how many parameters of the function stand before what it hands over.
 */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf, remember } from '../lookup'

export function boundBefore(linked: Linked, call: number): number {
  return known(linked, 0, 0, () => callsOfBound(linked)).get(call) ?? 0
}

const known = remember<Map<number, number>>()

function callsOfBound(linked: Linked): Map<number, number> {
  const { whole, solver, values } = linked
  const found = new Map<number, number>()
  for (const bind of lookupOf(whole).named(Kind.Call, 'bind')) {
    const given = whole.args(bind).length - 1
    if (given < 1) continue
    for (const label of solver.of(receiverOf(linked, bind))) {
      if (solver.labels.kind[label] !== LabelKind.Function) continue
      for (const call of solver.callers.get(solver.labels.data[label] as number) ?? []) {
        if (call >= whole.size || /^(?:bind|call|apply)$/.test(calledName(linked, call))) continue
        const callee = whole.a[call] as number
        const [made, ...others] = callee === bind ? [bind] : values.definitions(callee)
        if (made === bind && others.length === 0) found.set(call, given)
      }
    }
  }
  return found
}

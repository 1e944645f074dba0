/**
 * Values that what checks a credential leaves in the context of a request: `c.set('holder', key.owner)`, which handlers read with
 * `c.get('holder')`. In: the guards of the program. Out: names under which it is the caller that stands there.
 */
import { FunctionFlag, Kind } from '../../graph'
import { callsToPaths } from '../acts'
import type { Guards } from '../guards'
import { LabelKind } from '../labels'
import { calledName, isTest, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'

/** @param isOfRequest whether a value is a part of what was sent, and so the sender's to choose */
export function variablesOfGuards(
  linked: Linked,
  guards: Guards,
  isContext: (node: number) => boolean,
  isOfRequest: (node: number) => boolean,
): ReadonlySet<string> {
  const { values, whole } = linked
  const names = new Set<string>()
  const others = new Set<string>()
  let checks: ReadonlySet<number> | undefined
  for (const call of lookupOf(whole).of(Kind.Call)) {
    const args = whole.args(call)
    const [key, value] = args
    if (args.length !== 2 || key === undefined || value === undefined || calledName(linked, call) !== 'set') continue
    if (!isContext(receiverOf(linked, call)) || isTest((whole.files[whole.fileOf(call)] as { path: string }).path)) continue
    checks ??= functionsThatCheck(linked)
    const fn = whole.functionOf(call)
    const isChecked = (checks.has(fn) || guards.ofFunction(fn).roles.has('authentication')) && !isOfRequest(value)
    for (const text of values.texts(key)) if (text.exact) (isChecked ? names : others).add(text.value)
  }
  // What anything else leaves under the same name may be anything.
  for (const name of others) names.delete(name)
  return names
}

/** Functions that middleware which demands a credential is made with: `bearerAuth({ verifyToken: async (token, c) => … })`. */
function functionsThatCheck(linked: Linked): ReadonlySet<number> {
  const { models, solver, whole } = linked
  const found = new Set<number>()
  for (const call of callsToPaths(linked, (path) => models.roles.get(models.paths.call(path))?.role === 'authentication'))
    for (const argument of whole.args(call))
      for (const node of [argument, ...fieldsOf(linked, argument)])
        for (const label of solver.of(node)) {
          const fn = solver.labels.kind[label] === LabelKind.Function ? (solver.labels.data[label] as number) : -1
          if (fn >= 0 && !((whole.functions[fn]?.fact.flags ?? 0) & FunctionFlag.Constructor)) found.add(fn)
        }
  return found
}

const fieldsOf = ({ solver }: Linked, node: number): number[] => solver.of(node).flatMap((label) => [...(solver.fieldsOf.get(label)?.values() ?? [])])

/**
 * `wrap(f)` of a function that may give back what it is handed as it is, `if (!isTimed) return handler`: what it is handed elsewhere is
 * what it gives back there. In: a value, and the context it is read in. Out: labels that it has for the sake of other calls alone.
 */
import { Kind } from '../../graph'
import { type Context, NO_CONTEXT, type Reading } from './reading'

const NONE: ReadonlySet<number> = new Set()

export function handedElsewhere(reading: Reading, node: number, context: Context): ReadonlySet<number> {
  const { whole, solver } = reading
  let others: Set<number> | undefined
  for (const call of reading.definitions(node)) {
    if (call >= whole.size || whole.kind[call] !== Kind.Call) continue
    for (const callee of solver.callees.get(call) ?? [])
      for (const given of whole.functions[callee]?.returns ?? []) {
        const param = reading.standsFor({ node: given, context: NO_CONTEXT }).node
        const argument = whole.kind[param] === Kind.Param && whole.a[param] === callee ? whole.args(call)[whole.b[param] as number] : undefined
        if (argument === undefined) continue
        const here = new Set(reading.labels(argument, context))
        others ??= new Set()
        for (const label of solver.of(param)) if (!here.has(label)) others.add(label)
      }
  }
  return others ?? NONE
}

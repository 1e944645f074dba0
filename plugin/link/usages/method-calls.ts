/** Calls of methods by name: several detectors ask for the same ones. */
import { Kind } from '../../graph'
import type { Linked } from '../linked'
import { lookupOf } from '../lookup'

/** Calls of methods with one of these names, in source order, each with its name. */
export function methodCalls({ whole }: Linked, names: Iterable<string>): [call: number, name: string][] {
  const found: [number, string][] = []
  for (const call of lookupOf(whole).named(Kind.Call, new Set(names))) {
    const callee = whole.a[call] as number
    if (whole.kind[callee] === Kind.Load) found.push([call, whole.text(whole.b[callee] as number)])
  }
  return found
}

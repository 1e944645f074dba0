/**
 * Where the header Origin of a request is looked at. In: reads of it. Out: a use of the kind `origin-check` for each, in the
 * function that reads it, with whether it decides who is known: refused as nobody, 401, and not as a page of another site. A caller of no
 * browser sends whatever it likes there, so it tells sites apart, and not users.
 */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import { Denials } from '../guards/denials'
import { type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { isMadeOf } from '../made-of'
import { conditionsAbove } from '../regions'
import { usage } from './modelled'

export function originChecks(linked: Linked): Usage[] {
  const { whole } = linked
  const lookup = lookupOf(whole)
  const found = new Set<number>()
  const isHeaders = (node: number) => node >= 0 && whole.kind[node] === Kind.Load && whole.text(whole.b[node] as number) === 'headers'
  for (const load of lookup.named(Kind.Load, 'origin')) if (isHeaders(whole.a[load] as number)) found.add(load)
  for (const call of lookup.named(Kind.Call, new Set(['get', 'header']))) {
    const [name] = whole.args(call)
    if (name === undefined || whole.kind[name] !== Kind.String || !/^origin$/i.test(whole.text(whole.a[name] as number))) continue
    const receiver = receiverOf(linked, call)
    if (receiver >= 0 && (isHeaders(receiver) || /^(?:req|request|ctx|context|c)$/.test(linked.values.nameOf(receiver)))) found.add(call)
  }
  const identifies = takenForCaller(linked, found)
  return [...found]
    .sort((a, b) => a - b)
    .map((node) =>
      usage(linked, node, 'origin-check', '', 'Origin', identifies.has(node) ? { decides: { state: 'constant', texts: ['who is known'] } } : {}),
    )
}

/** Those under whose condition somebody is turned away as nobody. */
function takenForCaller(linked: Linked, reads: ReadonlySet<number>): Set<number> {
  const { whole } = linked
  const denials = new Denials(linked)
  const found = new Set<number>()
  for (const read of reads)
    for (const node of lookupOf(whole).inFunction(whole.functionOf(read)))
      if (
        denials.of(node) === 'unauthenticated' &&
        conditionsAbove(whole, node).some((condition) => isMadeOf(whole, condition, (part) => part === read))
      )
        found.add(read)
  return found
}

/**
 * What runs only where a wrapper calls it, which asks for administrators: `withRole(Role.ADMIN, () => …)`, `requireAdmin(async () => …)`.
 * In: a node. Out: the call that is handed the function around it.
 */
import { mentionsAdmin } from '../../door-purposes'
import { Kind } from '../../graph'
import { calledName, type Linked } from '../linked'
import { lookupOf } from '../lookup'

/** What names such a wrapper, beside the administrators that it asks for. */
const ASKS = /^(?:with|require|only|ensure|assert|check|guard|protect|authori[sz]e|as|for|if)(?=[A-Z_]|s?[A-Z_])/
/** What it is called where an argument says for whom. */
const ASKS_ROLE = /role|permission|privilege|access|authori[sz]/i
const OWNER = /^(?:\w+[_.-])?owner$/i

const known = new WeakMap<Linked, Map<number, number>>()

/** Of a node, the wrapper around the function that it stands in, or around one that holds that. */
export function wrapperForAdministrators(linked: Linked, node: number): string | undefined {
  let wrappers = known.get(linked)
  if (!wrappers) {
    wrappers = wrappersIn(linked)
    known.set(linked, wrappers)
  }
  const { whole } = linked
  for (let fn = whole.functionOf(node), hops = 0; fn >= 0 && hops < 12; fn = whole.functions[fn]?.parent ?? -1, hops++) {
    const call = wrappers.get(fn)
    if (call !== undefined) return calledName(linked, call)
  }
  return undefined
}

/** By function. */
function wrappersIn(linked: Linked): Map<number, number> {
  const { whole } = linked
  const found = new Map<number, number>()
  for (const call of lookupOf(whole).of(Kind.Call)) {
    const args = [...whole.args(call)]
    const functions = args.filter((argument) => whole.kind[argument] === Kind.Function)
    if (functions.length === 0) continue
    const name = calledName(linked, call)
    const isAsked = (ASKS.test(name) && mentionsAdmin(name)) || (ASKS_ROLE.test(name) && args.some((argument) => namesAdmin(linked, argument)))
    if (isAsked) for (const node of functions) found.set(whole.a[node] as number, call)
  }
  return found
}

/** `Role.ADMIN`, `'admin'`, `['admin', 'owner']`. */
function namesAdmin(linked: Linked, argument: number): boolean {
  const { whole, values } = linked
  if (whole.kind[argument] === Kind.Array) {
    const items = [...whole.items(whole.a[argument] as number)]
    return items.length > 0 && items.every((item) => namesAdmin(linked, item))
  }
  const isSaid = (text: string) => mentionsAdmin(text) || OWNER.test(text)
  if (whole.kind[argument] === Kind.Load) return isSaid(values.nameOf(argument))
  return whole.kind[argument] === Kind.String && isSaid(whole.text(whole.a[argument] as number))
}

/** What a function gives back of what it called. In: a call. Out: whether its result, or the refusal in it, is handed to whoever called the function. */
import { Kind, RegionKind } from '../../graph'
import { apiPathsOf, type Linked } from '../linked'
import { isMadeOf } from '../made-of'
import { thingAwaited } from '../names'
import { conditionsOf } from '../regions'

/** Between what is given back and the call. */
const MOST_HOPS = 5
/** Lists in lists. */
const MOST_DEPTH = 3

/** Whether what a call makes is what its function gives back, by itself or as part of an object. */
export function isGivenBack({ whole }: Linked, call: number): boolean {
  return (whole.functions[whole.functionOf(call)]?.returns ?? []).some(
    (value) => value === call || ((whole.kind[value] === Kind.Await || whole.kind[value] === Kind.Object) && whole.madeOf(value).includes(call)),
  )
}

/** What is called is told how to answer, or what it gives is what its function answers with: a handler, and not a look at the request. */
export function answersWith(linked: Linked, call: number): boolean {
  const { whole } = linked
  return (
    isToldHowToAnswer(linked, call) ||
    (whole.functions[whole.functionOf(call)]?.returns ?? []).some((value) => isMadeOf(whole, value, (part) => part === call))
  )
}

const isToldHowToAnswer = (linked: Linked, call: number): boolean =>
  linked.whole
    .args(call)
    .some((argument) => apiPathsOf(linked, argument).some((path) => /\/(?:(?:Api)?Response|Reply|Next)$/.test(linked.models.paths.show(path))))

/** Whether the result of a call is itself called: `guard(options)(req, res, next)`. */
export function isCalledOn({ whole }: Linked, call: number): boolean {
  for (let node = call + 1; node < Math.min(call + 12, whole.size); node++) if (whole.kind[node] === Kind.Call && whole.a[node] === call) return true
  return false
}

/** `if (host === ADMIN) return admin(request)`: one of several that may answer, and no check in front of what follows. */
export function isOneOfSeveral(linked: Linked, call: number, fn: number): boolean {
  const { whole } = linked
  if (whole.functionOf(call) !== fn || !isGivenBack(linked, call) || whole.regions[(whole.region[call] as number) * 4] !== RegionKind.True)
    return false
  return !isToldHowToAnswer(linked, call)
}

/**
 * A helper that knows the request without being handed it, and whose refusal is given back where it is one:
 * `const admin = await requireAdmin(); if (admin instanceof Response) return admin`. What it is handed besides is written here.
 */
export function givesBackRefusal(linked: Linked, call: number): boolean {
  const { whole } = linked
  const fn = whole.functions[whole.functionOf(call)]
  if (!fn || !whole.args(call).every((argument) => isWritten(linked, argument))) return false
  const isCall = (part: number) => part === call
  return fn.returns.some(
    (value, index) =>
      isTakenFrom(linked, value, call) && conditionsOf(whole, fn.returnRegions[index] ?? -1).some((asked) => isMadeOf(whole, asked, isCall)),
  )
}

/** `const refusal = await check(request); if (refusal instanceof Response) return refusal`: what a call gives is given back where it says so itself. */
export function isGivenBackByItself(linked: Linked, call: number): boolean {
  const { whole } = linked
  const { returns = [], returnRegions = [] } = whole.functions[whole.functionOf(call)] ?? {}
  const isCall = (part: number) => part === call
  const back = returns.flatMap((value, index) => (isTakenFrom(linked, value, call) ? [returnRegions[index] ?? -1] : []))
  return back.length > 0 && back.every((region) => conditionsOf(whole, region).some((asked) => isMadeOf(whole, asked, isCall)))
}

/** `'admin'`, `['admin', 'owner']`, `{ role: Role.Admin }`. */
function isWritten(linked: Linked, node: number, depth = 0): boolean {
  const { whole, values } = linked
  if (depth > MOST_DEPTH) return false
  switch (whole.kind[node] as Kind) {
    case Kind.Array:
    case Kind.Object:
      return whole.madeOf(node).every((part) => isWritten(linked, part, depth + 1))
    case Kind.Boolean:
    case Kind.Number:
    case Kind.Null:
    case Kind.Undefined:
      return true
    default: {
      const texts = values.texts(node)
      return texts.length > 0 && texts.every(({ exact }) => exact)
    }
  }
}

/** What a call gave, or a part of it. */
function isTakenFrom({ whole }: Linked, value: number, call: number): boolean {
  let at = thingAwaited(whole, value)
  for (let hops = 0; hops < MOST_HOPS && whole.kind[at] === Kind.Load; hops++) at = thingAwaited(whole, whole.a[at] as number)
  return at === call
}

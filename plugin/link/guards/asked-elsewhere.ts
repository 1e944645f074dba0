/**
 * Callers whom another service is asked about: `const { userId } = await users.me({ cookie })`, which requests the profile of whoever has
 * that cookie. A service that knows nobody by it answers with a fault, and that is thrown. In: a call in a handler. Out: whether it is such
 * a question, and what comes behind it is for those alone who are known.
 */
import { Kind, RegionKind } from '../../graph'
import type { Linked } from '../linked'
import { lookupOf } from '../lookup'
import { isMadeOf } from '../made-of'
import { thingAwaited } from '../names'
import { isHeaders } from './parts-of-requests'

/** Between the question and the request that is made of it. */
const MOST_DEPTH = 4
const MOST_CALLEES = 2
/** What callers are known by, as headers and what handlers call it; a key of the program's own says nothing of them. */
const SHOWN = /^(?:cookies?|authorization)$/i
/** What is read of the answer: whoever only hands it on has asked for nobody. */
const WHO = /^(?:user|account|member)?_?(?:id|uid|uuid)$|^(?:user|account)$/i

export function isAskedElsewhere(linked: Linked, call: number): boolean {
  const { whole } = linked
  const isCall = (part: number) => whole.kind[part] === Kind.Call
  const shows = whole.args(call).some((argument) => isMadeOf(whole, argument, (part) => isShown(linked, part), isCall))
  return shows && !isTried(linked, call) && tellsWho(linked, call) && requests(linked, call, 0)
}

/** `headers.cookie`, `@Headers('cookie') cookie` */
function isShown(linked: Linked, node: number): boolean {
  const { whole } = linked
  if (whole.kind[node] === Kind.Load) return SHOWN.test(whole.text(whole.b[node] as number)) && isHeaders(linked, whole.a[node] as number)
  return whole.kind[node] === Kind.Param && shownParameters(linked).has(node)
}

const shown = new WeakMap<Linked, ReadonlySet<number>>()

function shownParameters(linked: Linked): ReadonlySet<number> {
  const known = shown.get(linked)
  if (known) return known
  const { whole, values } = linked
  const found = new Set<number>()
  for (const { fn, index, expression } of whole.parameterDecorators) {
    const param = whole.functions[fn]?.params[index]
    const first = whole.kind[expression] === Kind.Call ? whole.args(expression)[0] : undefined
    if (param !== undefined && first !== undefined && values.texts(first).some(({ exact, value }) => exact && SHOWN.test(value))) found.add(param)
  }
  shown.set(linked, found)
  return found
}

function isTried({ whole }: Linked, call: number): boolean {
  for (let region = whole.region[call] as number; region >= 0; region = whole.regions[region * 4 + 1] as number)
    if (whole.regions[region * 4] === RegionKind.Try) return true
  return false
}

/** `(await users.me(shown)).id`, or all of the answer handed to what goes on with it. */
function tellsWho(linked: Linked, call: number): boolean {
  const { whole, effects } = linked
  const isAnswer = (node: number) => thingAwaited(whole, node) === call
  if ([...lookupOf(whole).named(Kind.Load, WHO)].some((load) => isAnswer(whole.a[load] as number))) return true
  return effects.within(whole.functionOf(call)).some((node) => whole.kind[node] === Kind.Call && node !== call && whole.args(node).some(isAnswer))
}

/** Whether a function of the program's own that is called leads to a request to another service. */
function requests(linked: Linked, call: number, depth: number): boolean {
  const { solver, effects, whole } = linked
  return [...(solver.callees.get(call) ?? [])]
    .slice(0, MOST_CALLEES)
    .some((fn) =>
      effects
        .within(fn)
        .some(
          (node) =>
            whole.kind[node] === Kind.Call && node !== call && (isRequest(linked, node) || (depth < MOST_DEPTH && requests(linked, node, depth + 1))),
        ),
    )
}

function isRequest({ solver, models }: Linked, call: number): boolean {
  return [...(solver.apiCalls.get(call) ?? [])].some((path) => models.acts.get(path)?.some(({ act }) => act.act === 'connect' && act.kind === 'http'))
}

/**
 * Server actions that a builder makes: `client.use(known).inputSchema(Input).action(async ({ parsedInput, ctx }) => …)`, as
 * next-safe-action and its kin have it. In: what a `use server` file exports. Out: the function that does the work, and what the
 * builder runs before it.
 */
import { Kind } from '../../graph'
import type { Guards } from '../guards'
import { calledName, cite, functionsAt, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { thingNamed } from '../names'
import { type Asking, type FoundRoute, NO_MARKS } from '../routes/index'

export interface MadeAction {
  handler: number
  guards: FoundRoute['guards']
  asks: Asking[]
  schemas: number[]
  /** What it reads of its input; empty where it takes the whole. */
  reads: Map<string, number>
}

/** Calls of one builder, and builders that it goes on from, that are looked at. */
const MOST_CALLS = 24

export function madeAction(linked: Linked, guards: Guards, exported: number): MadeAction | undefined {
  const { whole } = linked
  const isGivenWork = (node: number) => functionsAt(linked, node).length > 0
  const last = chainedAt(linked, exported)
  // oRPC says behind the work that pages may call it: `os.handler(work).actionable()`.
  const call = last === undefined || whole.args(last).some(isGivenWork) ? last : chainedBefore(linked, last)
  const handler = call === undefined ? undefined : whole.args(call).findLast(isGivenWork)
  if (handler === undefined) return undefined
  const before: FoundRoute['guards'] = []
  const asks: Asking[] = []
  const schemas: number[] = []
  for (let at = call, hops = 0; at !== undefined && hops < MOST_CALLS; hops++) {
    at = chainedBefore(linked, at)
    if (at === undefined) continue
    if (SCHEMA.test(calledName(linked, at))) schemas.push(...[...whole.args(at)].slice(0, 1))
    if (!RUN_BEFORE.test(calledName(linked, at))) continue
    for (const argument of whole.args(at)) {
      asks.unshift(...functionsAt(linked, argument).map((fn) => ({ fn, marks: NO_MARKS })))
      for (const role of guards.ofNode(argument).roles)
        before.unshift({
          name: `${calledName(linked, at)}(${linked.values.nameOf(argument) || '…'})`,
          role,
          scope: 'route',
          at: cite(linked, argument),
        })
    }
  }
  return { handler, guards: before, asks, schemas, reads: readsOf(linked, functionsAt(linked, handler)) }
}

/** Calls of a builder whose functions run in front of the action; a procedure of zsa that it goes on from has a handler of its own. */
const RUN_BEFORE = /^(?:use|handler)$/

/** Calls of a builder that say what the input has to be. */
const SCHEMA = /^(?:input_?)?schema$|^input$/i

/** What handlers are handed of the input: `({ parsedInput })`, `({ input })`. */
const INPUT = /^(?:parsed_?)?input$/i

/** Fields of the input that functions read, with where each is read first. */
function readsOf({ whole, effects }: Linked, functions: readonly number[]): Map<string, number> {
  const lookup = lookupOf(whole)
  const nodes = functions.flatMap((fn) => [fn, ...effects.functionsIn(fn)]).flatMap((fn) => [...lookup.inFunction(fn)])
  const found = new Map<string, number>()
  const inputs = new Set<number>()
  for (const node of nodes) {
    if (whole.kind[node] !== Kind.Load) continue
    const of = thingNamed(whole, whole.a[node] as number)
    const name = whole.text(whole.b[node] as number)
    if (whole.kind[of] === Kind.Param && functions.includes(whole.a[of] as number) && INPUT.test(name)) inputs.add(node)
    else if (inputs.has(of) && !found.has(name)) found.set(name, node)
  }
  return found
}

const chainedBefore = (linked: Linked, call: number): number | undefined => chainedAt(linked, receiverOf(linked, call))

const chainedAt = (linked: Linked, node: number): number | undefined =>
  node < 0 ? undefined : linked.values.definitions(node).find((made) => isChained(linked, made))

/** A call of a method of what a library made. */
function isChained(linked: Linked, node: number): boolean {
  const { whole, solver } = linked
  return node < whole.size && whole.kind[node] === Kind.Call && receiverOf(linked, node) >= 0 && solver.apiCalls.has(node)
}

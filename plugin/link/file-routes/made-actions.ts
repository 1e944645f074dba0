/**
 * Server actions that a builder makes: `client.use(known).inputSchema(Input).action(async ({ parsedInput, ctx }) => …)`, as
 * next-safe-action and its kin have it. In: what a `use server` file exports. Out: the function that does the work, and what the
 * builder runs before it.
 */
import { Kind } from '../../graph'
import type { Guards } from '../guards'
import { LabelKind } from '../labels'
import { calledName, cite, type Linked, receiverOf } from '../linked'
import type { FoundRoute } from '../routes/index'

export interface MadeAction {
  handler: number
  guards: FoundRoute['guards']
}

/** Calls of one builder, and builders that it goes on from, that are looked at. */
const MOST_CALLS = 24

export function madeAction(linked: Linked, guards: Guards, exported: number): MadeAction | undefined {
  const { whole, values } = linked
  const call = values.definitions(exported).find((made) => isChained(linked, made))
  if (call === undefined) return undefined
  const handler = [...whole.args(call)].findLast((argument) => functionsAt(linked, argument).length > 0)
  if (handler === undefined) return undefined
  const before: FoundRoute['guards'] = []
  for (let at: number | undefined = call, hops = 0; at !== undefined && hops < MOST_CALLS; hops++) {
    const receiver = receiverOf(linked, at)
    at = receiver < 0 ? undefined : values.definitions(receiver).find((made) => isChained(linked, made))
    if (at === undefined || calledName(linked, at) !== 'use') continue
    for (const argument of whole.args(at))
      for (const role of guards.ofNode(argument).roles)
        before.unshift({ name: `${calledName(linked, at)}(${values.nameOf(argument) || '…'})`, role, scope: 'route', at: cite(linked, argument) })
  }
  return { handler, guards: before }
}

/** A call of a method of what a library made. */
function isChained(linked: Linked, node: number): boolean {
  const { whole, solver } = linked
  return node < whole.size && whole.kind[node] === Kind.Call && receiverOf(linked, node) >= 0 && solver.apiCalls.has(node)
}

function functionsAt({ solver }: Linked, node: number): number[] {
  return solver.of(node).flatMap((label) => (solver.labels.kind[label] === LabelKind.Function ? [solver.labels.data[label] as number] : []))
}

/**
 * What a function that makes handlers is handed at one door: `options.bodySchema` of `createHandler({ bodySchema })(handler)`. In: handlers
 * and a parameter of such a function, or a property of it. Out: the node that stands there; undefined where that is not written.
 */
import { Kind } from '../../graph'
import type { Linked } from '../linked'

/** Calls around a handler that are looked at. */
const MOST_CALLS = 24

export function handedAt(linked: Linked, handlers: readonly number[], node: number): number | undefined {
  const { whole, solver, values } = linked
  const trail: string[] = []
  let at = takenOnce(linked, node)
  while (at >= 0 && at < whole.size && whole.kind[at] !== Kind.Param) {
    if (whole.kind[at] === Kind.Load) trail.unshift(whole.text(whole.b[at] as number))
    else if (whole.kind[at] !== Kind.Refine) return undefined
    at = takenOnce(linked, whole.a[at] as number)
  }
  if (at < 0 || at >= whole.size) return undefined
  const [fn, position] = [whole.a[at] as number, whole.b[at] as number]
  for (const call of callsAround(linked, handlers)) {
    const argument = whole.args(call)[position]
    if (argument === undefined || !solver.callees.get(call)?.has(fn)) continue
    const found = trail.reduce((nodes, name) => nodes.flatMap((each) => values.property(each, name)), [argument])
    return found.length === 1 ? found[0] : undefined
  }
  return undefined
}

/** What a variable takes where it takes one thing: `let body; if (options) body = options.body`. */
export function takenOnce({ whole }: Linked, node: number): number {
  if (node < 0 || node >= whole.size || (whole.kind[node] !== Kind.Cell && whole.kind[node] !== Kind.Choice)) return node
  const [taken, ...others] = whole.items(whole.a[node] as number).filter((item) => whole.kind[item] !== Kind.Undefined)
  return taken !== undefined && others.length === 0 ? taken : node
}

/** Calls that make a handler, and calls that those are made of: `asyncHandler(createHandler({ schema })(handler))`. */
function callsAround({ whole, values }: Linked, nodes: readonly number[]): number[] {
  const found: number[] = []
  const stack = [...nodes]
  while (stack.length > 0 && found.length < MOST_CALLS) {
    const node = stack.pop() as number
    if (node < 0 || node >= whole.size) continue
    for (const made of values.definitions(node)) {
      if (made < 0 || made >= whole.size || whole.kind[made] !== Kind.Call || found.includes(made)) continue
      found.push(made)
      stack.push(whole.a[made] as number, ...whole.args(made))
    }
  }
  return found
}

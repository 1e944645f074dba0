/** From where a function is called that is handed its address: wrappers of the program's own. */
import { Kind } from '../../../graph'
import { cite, isTestCode, type Linked } from '../../linked'
import { type Context, NO_CONTEXT } from '../../values/index'

/** One way of getting to a call, and the call of the program's own function that decides what is asked. */
export interface Way {
  context: Context
  at: number
}

const MOST_CALLERS = 200
const MOST_HOPS = 2

/** Ways that give other values to these nodes; empty where nobody hands anything over. */
export function waysTo(linked: Linked, nodes: readonly number[], hops = 0): Way[] {
  const { solver, whole } = linked
  if (hops >= MOST_HOPS) return []
  for (const fn of functionsOf(linked, nodes)) {
    const callers = [...(solver.callers.get(fn) ?? [])]
      .filter((caller) => !isTestCode(linked, cite(linked, caller).file))
      .sort((one, other) => one - other)
    if (callers.length === 0 || callers.length > MOST_CALLERS) continue
    const params = whole.functions[fn]?.params ?? []
    return callers.flatMap((caller): Way[] => {
      const args = [...whole.args(caller)]
      const bind = (context: Context): Context => {
        const bindings: Context['bindings'] = new Map()
        params.forEach((param, index) => {
          const node = args[index]
          if (node !== undefined && whole.kind[node] !== Kind.Spread) bindings.set(param, { node, context })
        })
        return { bindings }
      }
      const outer = waysTo(linked, args, hops + 1)
      return [{ context: bind(NO_CONTEXT), at: caller }, ...outer.map(({ context, at }) => ({ context: bind(context), at }))]
    })
  }
  // Elements of lists that are written out.
  return linked.values
    .contexts(nodes)
    .filter(({ bindings }) => bindings.size > 0)
    .map((context) => ({ context, at: -1 }))
}

/** Functions whose parameters these nodes are made of. */
function functionsOf({ whole }: Linked, nodes: readonly number[]): number[] {
  const seen = new Set<number>()
  const found = new Set<number>()
  const stack = [...nodes]
  while (stack.length > 0 && seen.size < 200) {
    const node = stack.pop() as number
    if (node < 0 || node >= whole.size || seen.has(node)) continue
    seen.add(node)
    if (whole.kind[node] === Kind.Param) found.add(whole.a[node] as number)
    else stack.push(...whole.madeOf(node))
  }
  return [...found].sort((one, other) => other - one)
}

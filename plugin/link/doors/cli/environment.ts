/** Environment variables that code reads: `process.env.TOKEN`, `const { TOKEN } = process.env`, `Deno.env.get('TOKEN')`. */
import { Kind } from '../../../graph'
import type { Parameter } from '../../../types'
import { calledName, type Linked, receiverOf } from '../../linked'
import { textsOf } from '../written'
import { isRuntime } from './arguments'
import { flag } from './program'

/** Reads among nodes, in their order. */
export function environmentReads(linked: Linked, nodes: Iterable<number>): { node: number; parameter: Parameter }[] {
  const { whole } = linked
  const found: { node: number; parameter: Parameter }[] = []
  const put = (node: number, name: string) => found.push({ node, parameter: flag(linked, node, { name }, 'env') })
  for (const node of nodes) {
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Load) {
      // Asked first, since nearly every property is read on something else.
      if (!isEnvironment(linked, whole.a[node] as number)) continue
      const name = whole.text(whole.b[node] as number)
      if (/^[A-Za-z_]\w*$/.test(name)) put(node, name)
    } else if (kind === Kind.LoadDynamic) {
      if (isEnvironment(linked, whole.a[node] as number)) for (const name of textsOf(linked, whole.b[node] as number)) put(node, name)
    } else if (kind === Kind.Call && calledName(linked, node) === 'get' && isEnvironment(linked, receiverOf(linked, node)))
      for (const name of textsOf(linked, whole.args(node)[0])) put(node, name)
  }
  return found.filter(({ parameter }) => !METHODS.has(parameter.name))
}

const METHODS = new Set(['get', 'hasOwnProperty', 'toString', 'toObject', 'has', 'set'])

function isEnvironment(linked: Linked, node: number): boolean {
  const { whole } = linked
  if (node < 0) return false
  const direct = (at: number) =>
    whole.kind[at] === Kind.Load && whole.text(whole.b[at] as number) === 'env' && isRuntime(linked, whole.a[at] as number)
  const kind = whole.kind[node]
  if (kind !== Kind.Cell) return kind === Kind.Load && direct(node)
  const { lists } = whole
  const list = whole.a[node] as number
  if (list >= 0) for (let i = list + 1; i <= list + (lists[list] as number); i++) if (direct(lists[i] as number)) return true
  return false
}

const MOST_DEPTH = 2

/** Nodes of functions and of what they call, two calls deep. */
export function nodesBelow(linked: Linked, functions: readonly number[]): Set<number> {
  const { effects, solver } = linked
  const seen = new Set<number>()
  const visit = (fn: number, depth: number): void => {
    if (seen.has(fn)) return
    seen.add(fn)
    for (const inner of effects.functionsIn(fn)) visit(inner, depth)
    if (depth >= MOST_DEPTH) return
    for (const node of effects.ofFunction(fn)) for (const callee of solver.callees.get(node) ?? []) visit(callee, depth + 1)
  }
  for (const fn of functions) visit(fn, 0)
  return seen
}

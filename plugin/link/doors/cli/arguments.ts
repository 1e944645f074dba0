/** Whether a list is the command line of the process: only then is taking it apart a door. */
import { Kind } from '../../../graph'
import type { Linked } from '../../linked'

const MOST_NODES = 200
const NAMES = /^(?:argv|args|rawArgs|rawArgv|cliArgs|argumentsList)$/i

/** `process.argv.slice(2)`, `hideBin(process.argv)`, `Deno.args`, or a parameter that such a thing is handed in for. */
export function isCommandLine(linked: Linked, node: number): boolean {
  const { whole, values, solver } = linked
  const seen = new Set<number>()
  const stack = [node]
  while (stack.length > 0 && seen.size < MOST_NODES) {
    const at = stack.pop() as number
    if (at < 0 || at >= whole.size || seen.has(at)) continue
    seen.add(at)
    const kind = whole.kind[at] as Kind
    if (kind === Kind.Load) {
      const name = whole.text(whole.b[at] as number)
      if ((name === 'argv' || name === 'args') && isRuntime(linked, whole.a[at] as number)) return true
    } else if (kind === Kind.Import) {
      if (whole.text(whole.b[at] as number) === 'argv' && /^(?:node:)?process$/.test(whole.text(whole.a[at] as number))) return true
    } else if (kind === Kind.Param) {
      const fn = whole.a[at] as number
      const index = whole.b[at] as number
      const callers = [...(solver.callers.get(fn) ?? [])]
      if (callers.length === 0 && NAMES.test(whole.functions[fn]?.fact.paramNames[index]?.replace(/[\s=?:].*$/, '') ?? '')) return true
      for (const caller of callers) stack.push(whole.args(caller)[index] ?? -1)
    }
    for (const made of values.definitions(at)) if (made !== at) stack.push(made)
    stack.push(...whole.madeOf(at))
  }
  return false
}

/** `process`, `Deno`, `Bun`, or what imports it. */
export function isRuntime(linked: Linked, node: number): boolean {
  const { whole } = linked
  return linked.values.definitions(node).some((made) => {
    if (whole.kind[made] === Kind.Global) return /^(?:process|Deno|Bun)$/.test(whole.text(whole.a[made] as number))
    return whole.kind[made] === Kind.Import && /^(?:node:)?process$/.test(whole.text(whole.a[made] as number))
  })
}

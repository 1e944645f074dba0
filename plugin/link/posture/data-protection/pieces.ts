/** What a text is put together from. In: a value. Out: the texts written in it, each with its node, so that the condition on each can be told. */
import { Kind } from '../../../graph'
import type { Linked } from '../../linked'

/** A format is often made of parts: through variables, templates, choices and functions that hand one out. */
export function piecesOf(linked: Linked, from: number): { text: string; node: number }[] {
  const { whole, values, solver } = linked
  const found: { text: string; node: number }[] = []
  const seen = new Set<number>()
  const stack = [from]
  while (stack.length > 0 && seen.size < 100) {
    const node = stack.pop() as number
    if (node < 0 || node >= whole.size || seen.has(node)) continue
    seen.add(node)
    switch (whole.kind[node] as Kind) {
      case Kind.String: {
        const text = whole.text(whole.a[node] as number)
        if (text !== '') found.push({ text, node })
        break
      }
      case Kind.Call:
        for (const fn of solver.callees.get(node) ?? []) stack.push(...(whole.functions[fn]?.returns ?? []))
        break
      case Kind.Load:
      case Kind.Import:
      case Kind.Cell:
      case Kind.Param:
        stack.push(...values.definitions(node))
        break
      default:
        stack.push(...whole.madeOf(node))
    }
  }
  return found.sort((one, other) => one.node - other.node)
}

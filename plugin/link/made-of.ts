/** What a value is made of, at whatever depth. In: a node. Out: its parts, or whether one passes a test; the node is a part of itself. */
import type { Whole } from './whole/index'

const MOST_PARTS = 60

/** @param isClosed what something is made of that is looked at, but not into */
export function isMadeOf(whole: Whole, node: number, fits: (part: number) => boolean, isClosed: (part: number) => boolean = () => false): boolean {
  const seen = new Set([node])
  const stack = [node]
  for (let at = stack.pop(); at !== undefined && seen.size < MOST_PARTS; at = stack.pop()) {
    if (fits(at)) return true
    if (isClosed(at)) continue
    for (const part of whole.madeOf(at))
      if (part >= 0 && !seen.has(part)) {
        seen.add(part)
        stack.push(part)
      }
  }
  return false
}

/** @param most parts that are looked at */
export function partsOf(whole: Whole, node: number, most = MOST_PARTS): number[] {
  const found = new Set<number>()
  const stack = [node]
  while (stack.length > 0 && found.size < most) {
    const at = stack.pop() as number
    if (at < 0 || at >= whole.size || found.has(at)) continue
    found.add(at)
    stack.push(...whole.madeOf(at))
  }
  return [...found]
}

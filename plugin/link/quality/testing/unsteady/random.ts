/** Chance that decides what a test does or expects. A random name that only has to differ from others is left alone. */
import { Kind } from '../../../../graph'
import type { UnsteadyPlace } from '../../../../types'
import { placeAt, type TestFile } from './place'

export function randomBranches(file: TestFile): UnsteadyPlace[] {
  const { linked, text, calls, cases } = file
  const { whole, effects } = linked
  if (!text.includes('Math.random')) return []
  return calls().flatMap(({ call, root, names }) => {
    if (root !== 'Math' || names[0] !== 'random') return []
    const fn = whole.functionOf(call)
    if (!cases.around(fn)) return []
    // Whether it is what a condition of the same function asks.
    const isAsked = effects.within(fn).some((node) => {
      for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
        const condition = whole.regions[region * 4 + 2] as number
        if (condition >= 0 && isMadeOf(whole, condition, call, 0)) return true
      }
      return false
    })
    return isAsked ? [placeAt(file, call, 'random', 'A random number decides what the test does.', 'medium')] : []
  })
}

function isMadeOf(whole: TestFile['linked']['whole'], node: number, part: number, depth: number): boolean {
  if (node === part) return true
  if (node < 0 || depth > 6) return false
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Function || kind === Kind.Global) return false
  return whole.madeOf(node).some((inner) => isMadeOf(whole, inner, part, depth + 1))
}

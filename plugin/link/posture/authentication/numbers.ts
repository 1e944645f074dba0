/** Numbers that are written out. In: a node. Out: what it comes to, where all its parts are constants. */
import { Kind } from '../../../graph'
import type { Linked } from '../../linked'
import { PLUS } from '../../operators'

/** ts.SyntaxKind of the operators that constants are put together with. */
const ARITHMETIC: Record<number, (one: number, other: number) => number> = {
  [PLUS]: (one, other) => one + other,
  41: (one, other) => one - other,
  42: (one, other) => one * other,
  43: (one, other) => one ** other,
  44: (one, other) => one / other,
}

/** A number that is written out: `15 * 60 * 1000`, `DAY * 7`. */
export function numberOf(linked: Linked, node: number, hops = 0): number | undefined {
  const { whole, values } = linked
  if (node < 0 || node >= whole.size || hops > 8) return undefined
  switch (whole.kind[node] as Kind) {
    case Kind.Number:
      return Number(whole.text(whole.a[node] as number).replaceAll('_', ''))
    case Kind.Binary: {
      const work = ARITHMETIC[whole.c[node] as number]
      const one = work && numberOf(linked, whole.a[node] as number, hops + 1)
      const other = one === undefined ? undefined : numberOf(linked, whole.b[node] as number, hops + 1)
      return work && one !== undefined && other !== undefined ? work(one, other) : undefined
    }
    case Kind.Cell:
    case Kind.Load:
    case Kind.Import:
    case Kind.Refine: {
      const made = values.definitions(node).filter((definition) => definition !== node)
      return made.length === 1 ? numberOf(linked, made[0] as number, hops + 1) : undefined
    }
    default:
      return undefined
  }
}

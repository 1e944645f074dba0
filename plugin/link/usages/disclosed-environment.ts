/** The whole environment of the process, with every secret in it, handed to a place where others read: `console.log(process.env)`. */
import { Kind } from '../../graph'
import type { Usage } from '../../types'
import { calledName, type Linked, somePath } from '../linked'
import { remember } from '../lookup'
import { sinksOfKind, usage } from './modelled'

/** Calls that hand on all that is in an object. */
const KEEPS_ALL = new Set(['stringify', 'inspect', 'entries', 'values', 'assign', 'format', 'dump'])

export function disclosedEnvironment(linked: Linked): Usage[] {
  const { whole } = linked
  const found: Usage[] = []
  for (const [node, sink] of sinksOfKind(linked, 'disclosure')) {
    if (whole.kind[node] !== Kind.Call) continue
    if (whole.args(node).some((argument) => isWholeEnvironment(linked, argument, 0)))
      found.push(usage(linked, node, 'disclosed-environment', sink.library, calledName(linked, node), {}))
  }
  return found
}

/** The environment itself, written out as text, or spread into another object. One variable of it is chosen on purpose. */
export function isWholeEnvironment(linked: Linked, node: number, hops: number): boolean {
  if (node < 0 || node >= linked.whole.size || hops > 5) return false
  return remembered(linked, node, hops, () => holdsEnvironment(linked, node, hops))
}

const remembered = remember<boolean>()

function holdsEnvironment(linked: Linked, node: number, hops: number): boolean {
  const { whole, models } = linked
  if (somePath(linked, node, (path) => models.paths.node(path).step.endsWith('env') && models.paths.show(path) === 'process.env')) return true
  const a = whole.a[node] as number
  switch (whole.kind[node] as Kind) {
    case Kind.Call:
      return KEEPS_ALL.has(calledName(linked, node)) && whole.args(node).some((argument) => isWholeEnvironment(linked, argument, hops + 1))
    case Kind.Template:
    case Kind.Object:
    case Kind.Array:
      return whole.items(a).some((item) => isWholeEnvironment(linked, item, hops + 1))
    case Kind.Property:
      return isWholeEnvironment(linked, whole.b[node] as number, hops + 1)
    case Kind.Binary:
      return isWholeEnvironment(linked, a, hops + 1) || isWholeEnvironment(linked, whole.b[node] as number, hops + 1)
    case Kind.Spread:
    case Kind.Refine:
      return isWholeEnvironment(linked, a, hops + 1)
    default:
      return false
  }
}

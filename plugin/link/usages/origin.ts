/** Where an expression comes from as the code names it, before models join libraries of one interface. */
import { Kind } from '../../graph'
import type { Linked } from '../linked'
import { lookupOf, remember } from '../lookup'

/** Package or builtin: `https` of `https.get`, of `new https.Agent()`, of `const { get } = require('https')`. */
export function packageOf(linked: Linked, node: number, hops = 0): string | undefined {
  const { whole } = linked
  if (node < 0 || node >= whole.size || hops > 8) return undefined
  if (whole.kind[node] === Kind.Import) return whole.text(whole.a[node] as number).replace(/^node:/, '')
  return remembered(linked, node, hops, () => findPackage(linked, node, hops))
}

const remembered = remember<string | undefined>()

/** Packages that the program imports: no others have anything from them. */
export function packagesOf({ whole }: Linked): Set<string> {
  return new Set(Array.from(lookupOf(whole).of(Kind.Import), (node) => whole.text(whole.a[node] as number).replace(/^node:/, '')))
}

function findPackage(linked: Linked, node: number, hops: number): string | undefined {
  const { whole, values } = linked
  switch (whole.kind[node] as Kind) {
    case Kind.Load:
    case Kind.LoadDynamic:
    case Kind.Await:
    case Kind.Refine:
    case Kind.Call:
    case Kind.New:
      return packageOf(linked, whole.a[node] as number, hops + 1)
    case Kind.Cell:
    case Kind.Choice:
      for (const item of whole.items(whole.a[node] as number)) {
        const found = packageOf(linked, item, hops + 1)
        if (found) return found
      }
      return undefined
    default: {
      const [made] = values.definitions(node)
      return made === undefined || made === node ? undefined : packageOf(linked, made, hops + 1)
    }
  }
}

/** Function that a node stands in, and those around it, innermost first; -1, the module, is last. */
export function functionsAround({ whole }: Linked, node: number): number[] {
  const found: number[] = []
  for (let fn = whole.functionOf(node); fn >= 0; fn = whole.functions[fn]?.parent ?? -1) found.push(fn)
  return [...found, -1]
}

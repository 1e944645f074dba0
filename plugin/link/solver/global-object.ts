/**
 * What the program keeps on the global object: `globalThis.client = connect()` is what `globalThis.client` and a bare `client` read
 * elsewhere, and so is `client = connect()` where nothing declares the name.
 */
import { Kind } from '../../graph'
import { GLOBAL_OBJECTS } from '../global-objects'
import type { State } from './state'

/** Places that write one name of the global object, at most. */
const MOST_WRITERS = 8

export function seedGlobalObject({ whole, store }: State): void {
  const { kind, a, b, c, size } = whole
  const names = new Set(GLOBAL_OBJECTS.map((name) => whole.string(name)))
  const put = new Map<number, number[]>()
  const loads: [node: number, name: number][] = []
  for (let node = 0; node < size; node++) {
    const isLoad = kind[node] === Kind.Load
    if (kind[node] === Kind.Global) loads.push([node, a[node] as number])
    if (!isLoad && kind[node] !== Kind.Store) continue
    const object = a[node] as number
    if (kind[object] !== Kind.Global || !names.has(a[object] as number)) continue
    if (isLoad) loads.push([node, b[node] as number])
    else put.set(b[node] as number, [...(put.get(b[node] as number) ?? []), c[node] as number])
  }
  for (const [node, name] of loads) {
    const values = put.get(name)
    // A name that many places write is a message board, and says nothing of what stands there.
    if (values && values.length <= MOST_WRITERS) for (const value of values) store.edge(value, node)
  }
}

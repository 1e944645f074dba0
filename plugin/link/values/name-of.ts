/** What an expression is called where nothing else is known of it. */
import { Kind } from '../../graph'
import type { Reading } from './reading'

/** Last name in an expression, for what stands in for an unknown text. */
export function nameOf(reading: Reading, node: number, hops: number): string {
  const { whole } = reading
  if (hops > 12) return ''
  switch (whole.kind[node] as Kind) {
    case Kind.Load:
      return whole.text(whole.b[node] as number)
    case Kind.Cell:
      return whole.text(whole.b[node] as number)
    case Kind.Global:
      return whole.text(whole.a[node] as number)
    case Kind.Param: {
      const fact = whole.functions[whole.a[node] as number]?.fact
      return fact?.paramNames[whole.b[node] as number] ?? ''
    }
    case Kind.Refine:
    case Kind.Await:
      return reading.nameOf(whole.a[node] as number, hops + 1)
    case Kind.Call:
      return reading.nameOf(whole.a[node] as number, hops + 1)
    case Kind.Choice: {
      const key = node * 16 + hops
      let name = reading.known.names.get(key)
      if (name === undefined) {
        name = ''
        for (const item of whole.items(whole.a[node] as number)) {
          name = reading.nameOf(item, hops + 1)
          if (name) break
        }
        reading.known.names.set(key, name)
      }
      return name
    }
    case Kind.Import:
      return whole.text(whole.b[node] as number)
    default:
      return ''
  }
}

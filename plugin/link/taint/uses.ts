/** Which nodes use a node: the operands of the value graph, turned around. */
import { Kind } from '../../graph'
import type { Whole } from '../whole'

export class Uses {
  /** Users of node n are `users[starts[n]] … users[starts[n + 1] - 1]`. */
  private readonly starts: Int32Array
  private readonly users: Int32Array

  constructor(whole: Whole) {
    const counts = new Int32Array(whole.size + 1)
    eachOperand(whole, (operand) => {
      counts[operand + 1] = (counts[operand + 1] as number) + 1
    })
    for (let node = 0; node < whole.size; node++) counts[node + 1] = (counts[node + 1] as number) + (counts[node] as number)
    this.starts = counts.slice()
    this.users = new Int32Array(counts[whole.size] as number)
    eachOperand(whole, (operand, user) => {
      const at = counts[operand] as number
      this.users[at] = user
      counts[operand] = at + 1
    })
  }

  of(node: number): Int32Array {
    return this.users.subarray(this.starts[node] as number, this.starts[node + 1] as number)
  }
}

/** Every operand through which a value can go on. What a condition only asks is left out. */
function eachOperand(whole: Whole, tell: (operand: number, user: number) => void): void {
  const { kind, a, b, c } = whole
  for (let node = 0; node < whole.size; node++) {
    const put = (operand: number) => {
      if (operand >= 0) tell(operand, node)
    }
    switch (kind[node] as Kind) {
      case Kind.Choice:
      case Kind.Cell:
      case Kind.Template:
      case Kind.Object:
      case Kind.Array:
        for (const item of whole.items(a[node] as number)) put(item)
        break
      case Kind.Refine:
      case Kind.Load:
      case Kind.Spread:
      case Kind.Await:
      case Kind.Yield:
      case Kind.Element:
      case Kind.Key:
      case Kind.Throw:
      case Kind.Rest:
        put(a[node] as number)
        break
      case Kind.Binary:
      case Kind.LoadDynamic:
        put(a[node] as number)
        put(b[node] as number)
        break
      case Kind.Property:
        put(b[node] as number)
        break
      case Kind.Store:
        put(a[node] as number)
        put(c[node] as number)
        break
      case Kind.StoreDynamic:
        put(a[node] as number)
        put(b[node] as number)
        put(c[node] as number)
        break
      case Kind.Call:
      case Kind.New:
      case Kind.Tagged:
        put(a[node] as number)
        for (const item of whole.items(b[node] as number)) put(item)
        break
      case Kind.Jsx:
        put(b[node] as number)
        for (const item of whole.items(c[node] as number)) put(item)
        break
    }
  }
}

/** An expression as a person would say it: `req.query.name`, `db.query`. */
import { Kind } from '../../graph'
import { calledName, type Linked } from '../linked'

export function spoken(linked: Linked, node: number, hops = 0): string {
  const { whole } = linked
  if (node < 0 || node >= whole.size || hops > 6) return ''
  const a = whole.a[node] as number
  switch (whole.kind[node] as Kind) {
    case Kind.Load: {
      const name = whole.text(whole.b[node] as number)
      const object = spoken(linked, a, hops + 1)
      const member = /^\d+$/.test(name) ? `[${name}]` : `.${name}`
      // What a destructured parameter holds is called by its own name.
      return object && !/^[{[]/.test(object) ? object + member : name
    }
    case Kind.LoadDynamic:
      return `${spoken(linked, a, hops + 1)}[…]`
    case Kind.Global:
      return whole.text(a)
    case Kind.Import: {
      const name = whole.text(whole.b[node] as number)
      return name === '*' || name === 'default' ? whole.text(a).replace(/^.*\//, '') : name
    }
    case Kind.Param: {
      const name = whole.functions[a]?.fact.paramNames[whole.b[node] as number] ?? ''
      return name.length > 40 ? `${name.slice(0, 39)}…` : name.replace(/\s+/g, ' ')
    }
    case Kind.Function:
      return whole.functions[a]?.fact.name || whole.sourceOf(node, 40)
    case Kind.This:
      return 'this'
    case Kind.Caught:
      return 'the exception'
    case Kind.Cell:
      return whole.text(whole.b[node] as number)
    case Kind.Refine:
    case Kind.Await:
      return spoken(linked, a, hops + 1)
    case Kind.Call:
    case Kind.Tagged: {
      const callee = spoken(linked, a, hops + 1)
      return callee ? `${callee}()` : `${calledName(linked, node)}()`
    }
    case Kind.New:
      return `new ${spoken(linked, a, hops + 1)}()`
    case Kind.Element:
      return `${spoken(linked, a, hops + 1)}[…]`
    default:
      return whole.sourceOf(node, 40)
  }
}

/**
 * `const run = promisify(exec)`: what is called is `exec`, through whatever it was handed. In: a callee. Out: the argument that
 * comes out again of the call that made it, otherwise the callee.
 */
function unwrapped(linked: Linked, callee: number, hops = 0): number {
  const { whole, values } = linked
  if (whole.kind[callee] !== Kind.Call || hops > 3) return callee
  const made = new Set(values.labels(callee))
  const inner = whole.args(callee).find((argument) => values.labels(argument).some((label) => made.has(label)))
  return inner === undefined ? callee : unwrapped(linked, inner, hops + 1)
}

/** What is called or written to at a place of harm. */
export function spokenSink(linked: Linked, at: number, name: string): string {
  const { whole } = linked
  switch (whole.kind[at] as Kind) {
    case Kind.Call:
    case Kind.Tagged:
      return spoken(linked, unwrapped(linked, whole.a[at] as number)) || name
    case Kind.New:
      return `new ${spoken(linked, whole.a[at] as number)}`
    case Kind.Store:
      return `${spoken(linked, whole.a[at] as number)}.${whole.text(whole.b[at] as number)}`
    default:
      return name
  }
}

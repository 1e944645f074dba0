/**
 * What a pattern of Meteor's `check` and `Match` leaves of a value that it lets pass: `check(id, String)`,
 * `check(rows, [Match.ObjectIncluding({ id: Number })])`. In: where the pattern is written. Out: the kinds of harm that are ruled
 * out, of the value and of its parts.
 */
import { Kind } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import { calledName, type Linked } from '../linked'
import { ALL, LITERAL, maskOf, NUMBER, PROTOTYPE, TEXT_ONLY } from './kinds'

const LIST = maskOf(['text'])
const MOST_HOPS = 5
const MOST_PARTS = 80

/** A part of a value, and the harm that it does no more. */
export interface Part {
  trail: readonly string[]
  clears: number
}

const whole = (clears: number): Part[] => (clears === 0 ? [] : [{ trail: [], clears }])

export class Patterns {
  constructor(private readonly linked: Linked) {}

  of(pattern: number, hops = 0): Part[] {
    const { whole: graph, values } = this.linked
    if (pattern < 0 || hops > MOST_HOPS) return []
    const ways = graph.kind[pattern] === Kind.Global || graph.kind[pattern] === Kind.Load ? [pattern] : values.definitions(pattern)
    const [node] = ways
    if (ways.length !== 1 || node === undefined || node >= graph.size) return []
    switch (graph.kind[node] as Kind) {
      case Kind.Global:
        return whole(CONSTRUCTORS[graph.text(graph.a[node] as number)] ?? 0)
      case Kind.Load: {
        const name = graph.text(graph.b[node] as number)
        if (name === 'Integer') return whole(NUMBER)
        const defined = values.definitions(node)
        return defined.length === 1 && defined[0] !== node ? this.of(defined[0] as number, hops + 1) : []
      }
      case Kind.String:
      case Kind.Number:
      case Kind.Boolean:
      case Kind.Null:
      case Kind.Undefined:
        return whole(LITERAL)
      case Kind.Array: {
        const [element] = graph.items(graph.a[node] as number)
        const parts = element === undefined ? [] : this.of(element, hops + 1)
        const own = parts.find(({ trail }) => trail.length === 0)?.clears ?? 0
        // A list of texts holds no object either.
        return [...whole(LIST | (own & TEXT_ONLY)), ...below('[]', parts)]
      }
      case Kind.Object:
        return this.fields(node, hops)
      case Kind.Call:
        return this.called(node, hops)
      default:
        return []
    }
  }

  private called(call: number, hops: number): Part[] {
    const args = this.linked.whole.args(call)
    const [first] = args
    switch (calledName(this.linked, call)) {
      // Nothing in its place does no harm.
      case 'Maybe':
      case 'Optional':
      case 'ObjectIncluding':
        return first === undefined ? [] : this.of(first, hops + 1)
      case 'OneOf': {
        const ways = [...args].map((argument) => this.of(argument, hops + 1))
        return whole(ways.reduce((all, parts) => all & (parts.find(({ trail }) => trail.length === 0)?.clears ?? 0), ways.length > 0 ? ALL : 0))
      }
      default:
        return []
    }
  }

  private fields(object: number, hops: number): Part[] {
    const { values } = this.linked
    return values
      .propertyNames(object)
      .slice(0, MOST_PARTS)
      .flatMap((name) => {
        const [only, ...others] = values.property(object, name)
        return only === undefined || others.length > 0 ? [] : below(name, this.of(only, hops + 1))
      })
  }
}

const below = (name: string, parts: readonly Part[]): Part[] => parts.map(({ trail, clears }) => ({ trail: [name, ...trail], clears }))

const CONSTRUCTORS: Record<string, number> = rowsByName({
  String: TEXT_ONLY,
  Number: NUMBER,
  Boolean: NUMBER,
  Date: NUMBER,
  Array: LIST,
  Function: PROTOTYPE,
})

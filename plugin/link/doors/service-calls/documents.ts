/** Documents of GraphQL in the code of clients. In: a call and where its document stands. Out: what it asks for. */
import { Kind } from '../../../graph'
import type { Linked } from '../../linked'
import { atPlaces } from './places'

export interface Asked {
  method: 'QUERY' | 'MUTATION' | 'SUBSCRIPTION'
  /** Name of the operation, or its first field. */
  name: string
}

const OPERATION = /\b(query|mutation|subscription)\b\s*(\w+)?\s*(?:\([^{}]*\))?[^{}]*\{\s*(?:\w+\s*:\s*)?(\w+)/
const SHORT = /^\s*\{\s*(?:\w+\s*:\s*)?(\w+)/
/** What generators add to the name of an operation. */
const GENERATED = /^(?:Typed)?(\w+?)(?:Document|Doc|Gql|GQL)$/

export function documentsOf(linked: Linked, call: number, places: readonly string[]): Asked[] {
  const { values } = linked
  return atPlaces(linked, call, places).flatMap(({ node }) => {
    const texts = values.definitions(node).flatMap((made) => textsOf(linked, made))
    const found = texts.flatMap((text) => operationsIn(text)).slice(0, 4)
    if (found.length > 0) return found
    const name = GENERATED.exec(values.nameOf(node))?.[1]
    return name === undefined ? [] : [{ method: 'QUERY' as const, name }]
  })
}

function textsOf(linked: Linked, node: number): string[] {
  const { whole, values } = linked
  if (whole.kind[node] === Kind.Tagged)
    return [
      whole
        .args(node)
        .filter((part) => whole.kind[part] === Kind.String)
        .map((part) => whole.text(whole.a[part] as number))
        .join(' '),
    ]
  if (whole.kind[node] === Kind.Call) {
    const [first] = whole.args(node)
    return first === undefined ? [] : values.texts(first).map(({ value }) => value)
  }
  return values.texts(node).map(({ value }) => value)
}

export function operationsIn(text: string): Asked[] {
  const bare = text.slice(0, 20_000).replace(/#[^\n]*/g, ' ')
  const match = OPERATION.exec(bare)
  if (match) return [{ method: (match[1] as string).toUpperCase() as Asked['method'], name: match[2] ?? (match[3] as string) }]
  const short = SHORT.exec(bare)
  return short ? [{ method: 'QUERY', name: short[1] as string }] : []
}

/**
 * Parts that are read out of a whole sensitive value on its way. In: the last fact of a way. Out: the name of the first part that
 * says of itself that it is something else: `region` of `credentials.region`, `role` of `pick(credentials, 'role')`. What a record
 * was called for its secret holds other things, too.
 */
import { Kind } from '../../graph'
import type { Linked } from '../linked'
import { nameOfValue } from '../usages/value-names'
import { EMPTY } from './access-paths'
import type { Fact } from './facts'
import { sensitivityOf } from './sensitive'

const MOST_FACTS = 300
const MOST_DEPTH = 4
/** Names that say nothing of what stands under them. */
const SAYS_NOTHING =
  /^(?:\d+|default|value|values|data|body|text|raw|plain|content|contents|payload|result|response|detail|details|info|current|key|keys|str|string)$/i

export function otherPart(linked: Linked, last: Fact): string | undefined {
  let left = MOST_FACTS
  return among(last, -1, 0)

  /** @param call where the function was called that the facts stand in, -1 where nothing is known of that */
  function among(fact: Fact, call: number, depth: number): string | undefined {
    for (let at: Fact | undefined = fact; at && left-- > 0; at = at.from) {
      const name = at.from && at.path === EMPTY && at.from.path === EMPTY ? nameRead(linked, at.node, at.from.node, call) : undefined
      if (name !== undefined && !SAYS_NOTHING.test(name) && !sensitivityOf(name, nameOfValue(linked, at.from?.node ?? -1))) return name
      const inside = at.inside && depth < MOST_DEPTH ? among(at.inside, at.node, depth + 1) : undefined
      if (inside !== undefined) return inside
    }
    return undefined
  }
}

/** The name by which one node is read from another. */
function nameRead(linked: Linked, node: number, object: number, call: number): string | undefined {
  const { whole, values } = linked
  if (node >= whole.size || whole.a[node] !== object) return undefined
  if (whole.kind[node] === Kind.Load) return whole.text(whole.b[node] as number)
  if (whole.kind[node] !== Kind.LoadDynamic) return undefined
  const key = values.definitions(whole.b[node] as number)
  const [only] = key.length === 1 ? key : []
  if (only === undefined) return undefined
  const isHanded = whole.kind[only] === Kind.Param && call >= 0 && call < whole.size && whole.kind[call] === Kind.Call
  const from = isHanded ? (whole.args(call)[whole.b[only] as number] ?? -1) : only
  const texts = from < 0 || whole.kind[from] === Kind.Param ? [] : values.texts(from)
  return texts.length === 1 && texts[0]?.exact ? texts[0].value : undefined
}

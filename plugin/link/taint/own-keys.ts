/**
 * Whether a map holds nothing but keys that the program itself makes: `sessions.set(randomUUID(), …)`. In: the map. Out: whether every
 * key is one; a map that is filled elsewhere, or under names that come with requests, is none.
 */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { apiPathsOf, calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'

const MOST_HOPS = 4
const MOST_SETS = 40

const known = new WeakMap<Linked, Map<number, boolean>>()

export function hasOwnKeys(linked: Linked, map: number): boolean {
  const { solver } = linked
  const made = madeAsMap(linked, map)
  return made.length > 0 && made.every((label) => answerFor(label))

  function answerFor(label: number): boolean {
    const answers = known.get(linked) ?? new Map<number, boolean>()
    known.set(linked, answers)
    let answer = answers.get(label)
    if (answer === undefined) {
      answer = areOwn(linked, label, solver.labels.data[label] as number)
      answers.set(label, answer)
    }
    return answer
  }
}

/** `new Map()`, past names and members. */
function madeAsMap(linked: Linked, node: number): number[] {
  const { whole, solver } = linked
  return solver.of(node).filter((label) => {
    const at = solver.labels.data[label] as number
    return (
      (solver.labels.kind[label] === LabelKind.Object || solver.labels.kind[label] === LabelKind.ApiObject) &&
      at < whole.size &&
      whole.kind[at] === Kind.New &&
      calledName(linked, at) === 'Map'
    )
  })
}

function areOwn(linked: Linked, label: number, made: number): boolean {
  const { whole, solver } = linked
  if (whole.args(made).length > 0) return false
  const keys = [...lookupOf(whole).named(Kind.Call, 'set')].flatMap((call) => {
    const receiver = receiverOf(linked, call)
    const [key] = whole.args(call)
    return key !== undefined && receiver >= 0 && solver.of(receiver).includes(label) ? [key] : []
  })
  return keys.length > 0 && keys.length <= MOST_SETS && keys.every((key) => isOwnKey(linked, key, 0))
}

/** Written out, or made by a call that is handed nothing of a request. */
function isOwnKey(linked: Linked, node: number, hops: number): boolean {
  const { whole, values, models } = linked
  if (hops > MOST_HOPS || node < 0 || node >= whole.size) return false
  const made = values.definitions(node)
  return made.length > 0 && made.every(isMade)

  function isMade(at: number): boolean {
    switch (whole.kind[at] as Kind) {
      case Kind.String:
      case Kind.Number:
        return true
      case Kind.Template:
      case Kind.Binary:
      case Kind.Choice:
        return whole.madeOf(at).every((part) => isOwnKey(linked, part, hops + 1))
      case Kind.Call:
        // `randomBytes(8).toString('hex')`
        if (calledName(linked, at) === 'toString') return isOwnKey(linked, receiverOf(linked, at), hops + 1)
        return MAKES_KEYS.test(calledName(linked, at)) && !apiPathsOf(linked, at).some((path) => models.requests.has(path))
      default:
        return false
    }
  }
}

/** Names of what makes a key that nobody chooses. */
const MAKES_KEYS = /^(?:uuid|v[1-7]|random\w*|nanoid|cuid2?|ulid|now|(?:generate|create|make|new|next)\w*(?:Id|ID|Key|Token|Name|Uuid|UUID))$/

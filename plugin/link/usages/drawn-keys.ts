/**
 * Texts that the program draws by itself. In: a value. Out: whether nothing but a strong generator makes it, and enough of it, whatever it
 * is called: `password = crypto.randomBytes(32).toString('hex')`. Such a text is a key, and no word that anybody would guess.
 */
import { Kind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf, remember } from '../lookup'
import { modelsOfCall } from './modelled'

/** Fewest bytes or characters that nobody tries all of. */
const FEWEST = 16
const MOST_HOPS = 8
/** The same bytes, as another text. */
const SAME = /^(?:toString|from|String|trim|toUpperCase|toLowerCase|normalize|encode|concat)$/
/** Of what a generator gives as it is, without being told how much. */
const WHOLE = /^randomUUID$/

export function isDrawnKey(linked: Linked, node: number, hops = 0): boolean {
  if (node < 0 || node >= linked.whole.size || hops > MOST_HOPS) return false
  return remembered(linked, node, hops, () => findDrawn(linked, node, hops))
}

const remembered = remember<boolean>()

function findDrawn(linked: Linked, node: number, hops: number): boolean {
  const { whole, values } = linked
  switch (whole.kind[node] as Kind) {
    case Kind.Refine:
    case Kind.Await:
      return isDrawnKey(linked, whole.a[node] as number, hops + 1)
    case Kind.Cell:
    case Kind.Choice: {
      const items = [...whole.items(whole.a[node] as number)].filter((item) => !isNothing(linked, item))
      return items.length > 0 && items.every((item) => isDrawnKey(linked, item, hops + 1))
    }
    case Kind.Call:
      return isDrawnBy(linked, node, hops)
    case Kind.Load: {
      const made = values.definitions(node).filter((each) => each !== node && !isNothing(linked, each))
      return made.length > 0 && made.every((each) => isDrawnKey(linked, each, hops + 1))
    }
    default:
      return false
  }
}

/** What a variable holds before anything is drawn. */
function isNothing({ whole }: Linked, node: number): boolean {
  const kind = whole.kind[node] as Kind
  // `let password: string | undefined`
  if (kind === Kind.Unknown) return /^[\w$]+\s*(?::[^=]*)?$/.test(whole.sourceOf(node).trim())
  return kind === Kind.Undefined || kind === Kind.Null || (kind === Kind.String && whole.text(whole.a[node] as number) === '')
}

function isDrawnBy(linked: Linked, call: number, hops: number): boolean {
  const { whole, solver } = linked
  const name = calledName(linked, call)
  const args = [...whole.args(call)]
  if (isStrong(linked, call)) return WHOLE.test(name) || (name !== 'randomInt' && isEnough(linked, args))
  const own = [...(solver.callees.get(call) ?? [])]
  // A helper that is told how much to draw, and nothing else.
  if (own.length > 0)
    return (
      isEnough(linked, args) &&
      own.every((fn) => [...lookupOf(whole).inFunction(fn)].some((node) => whole.kind[node] === Kind.Call && isStrong(linked, node)))
    )
  if (!SAME.test(name)) return false
  const receiver = receiverOf(linked, call)
  return isDrawnKey(linked, receiver, hops + 1) || isDrawnKey(linked, args[0] ?? -1, hops + 1)
}

const isStrong = (linked: Linked, call: number): boolean => modelsOfCall(linked, call).some(({ kind }) => kind === 'strong-random')

function isEnough({ whole, values }: Linked, args: readonly number[]): boolean {
  const isPlain = (node: number) => whole.kind[node] === Kind.Boolean || whole.kind[node] === Kind.String || values.numbers(node).length > 0
  return args.every(isPlain) && args.some((node) => values.numbers(node).some((number) => number >= FEWEST))
}

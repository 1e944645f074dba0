/**
 * Functions that a call is given, and when they run. In: a call. Out: each with the moment: right behind the call, for each element,
 * where it fails, when something happens later, or whenever the library sees fit.
 */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { calledName, type Linked, receiverOf } from '../linked'
import { isOutcomeUsed } from './outcomes'
import { callText, shortened } from './words'

export interface Handed {
  fn: number
  when: 'then' | 'each' | 'fails' | 'later' | 'asked'
  /** Event, list, or name of the option, as the code writes it. */
  of: string
}

const EACH =
  /^(?:forEach|map|flatMap|filter|some|every|find|findIndex|findLast|reduce|reduceRight|each|eachSeries|eachLimit|eachOf|mapSeries|mapLimit|forEachSeries|asyncForEach|mapAsync)$/
/** Of a list it only looks at what is there. */
const LATER = /^(?:setTimeout|setInterval|setImmediate|nextTick|queueMicrotask|defer|after|waitUntil)$/
const LISTENS = /^(?:on|once|addListener|addEventListener|prependListener|subscribe|off|removeListener|removeEventListener)$/
const MOST_DEPTH = 5

export function handedTo(linked: Linked, call: number): Handed[] {
  const { whole, values } = linked
  const name = calledName(linked, call)
  const args = [...whole.args(call)]
  const direct = args.map((argument) => functionAt(linked, argument))
  const receiver = receiverOf(linked, call)
  const found: Handed[] = []
  direct.forEach((fn, index) => {
    if (fn === undefined) return
    if (receiver >= 0 && name === 'then') found.push({ fn, when: index === 0 ? 'then' : 'fails', of: '' })
    else if (receiver >= 0 && name === 'catch') found.push({ fn, when: 'fails', of: '' })
    else if (EACH.test(name))
      found.push({ fn, when: 'each', of: listText(linked, receiver >= 0 && !isLibrary(linked, receiver) ? receiver : (args[0] as number)) })
    else if (LISTENS.test(name) && receiver >= 0) {
      const event = args[0] === undefined ? undefined : values.texts(args[0]).find(({ exact }) => exact)?.value
      if (!/^(?:off|remove)/.test(name)) found.push({ fn, when: 'later', of: event ? `on ${event}` : 'when it is told' })
    } else if (LATER.test(name)) found.push({ fn, when: 'later', of: name === 'setInterval' ? 'again and again' : 'later' })
    else found.push({ fn, when: 'then', of: '' })
  })
  // What is made of options is handed on to whoever runs them.
  if (whole.kind[call] === Kind.Call && isOutcomeUsed(linked, call) === 'used' && isGivenOn(linked, call)) return found
  const inside = args.flatMap((argument, index) => (direct[index] === undefined ? functionsInside(linked, argument, 0) : []))
  return [...found, ...inside.map(({ fn, key }): Handed => ({ fn, when: 'asked', of: shortKey(key) }))]
}

/** `searchProducts` of `tools.searchProducts.execute`. */
function shortKey(key: string): string {
  const steps = key.split('.')
  return (
    (steps.length > 1 && /^(?:execute|handler|handle|run|resolve|fn|callback|action)$/.test(steps.at(-1) as string) ? steps.at(-2) : steps.at(-1)) ??
    ''
  )
}

/** Stands in an object, a list or the arguments of another call. */
function isGivenOn({ whole }: Linked, call: number): boolean {
  const { text } = whole.files[whole.fileOf(call)] as { text: string }
  return /[:,([{]\s*(?:await\s+)?[\w$.]*$/.test(
    text.slice(Math.max(0, (whole.pos[call] as number) - 80), whole.pos[call] as number).replace(/\s+$/, ' '),
  )
}

/**
 * The function that a value is, where it is one of the program and only one. What a parameter may be is not asked: it differs from
 * call to call.
 */
export function functionAt(linked: Linked, node: number): number | undefined {
  const { whole, solver, values } = linked
  const one = (found: number[]) => (new Set(found).size === 1 ? found[0] : undefined)
  switch (whole.kind[node] as Kind) {
    case Kind.Function:
      return whole.a[node] as number
    case Kind.Cell:
    case Kind.Import:
    case Kind.Refine:
      return one(
        values.definitions(node).flatMap((made) => (made < whole.size && whole.kind[made] === Kind.Function ? [whole.a[made] as number] : [])),
      )
    case Kind.Load: {
      const labels = solver.of(node)
      return labels.length > 2
        ? undefined
        : one(labels.flatMap((label) => (solver.labels.kind[label] === LabelKind.Function ? [solver.labels.data[label] as number] : [])))
    }
    case Kind.Call: {
      // `verifyCallback(resolve, reject)`, `handler.bind(this)`
      const callees = solver.callees.get(node)
      if (callees?.size === 1) {
        const returns = [...callees].flatMap((fn) => whole.functions[fn]?.returns ?? [])
        return one(returns.flatMap((value) => (whole.kind[value] === Kind.Function ? [whole.a[value] as number] : [])))
      }
      return calledName(linked, node) === 'bind' && receiverOf(linked, node) >= 0 ? functionAt(linked, receiverOf(linked, node)) : undefined
    }
    default:
      return undefined
  }
}

/** Functions written in an object of options, and in what other libraries make of such objects: `{ tools: { search: tool({ execute }) } }`. */
function functionsInside(linked: Linked, node: number, depth: number, key = ''): { fn: number; key: string }[] {
  const { whole, solver, values } = linked
  if (node < 0 || node >= whole.size || depth > MOST_DEPTH) return []
  const next = (at: number, name = key) => functionsInside(linked, at, depth + 1, name)
  switch (whole.kind[node] as Kind) {
    case Kind.Function:
      return [{ fn: whole.a[node] as number, key }]
    case Kind.Object:
      return whole
        .items(whole.a[node] as number)
        .flatMap((entry) =>
          whole.kind[entry] === Kind.Property
            ? next(whole.b[entry] as number, whole.a[entry] === -1 ? key : [key, whole.text(whole.a[entry] as number)].filter(Boolean).join('.'))
            : next(whole.a[entry] as number),
        )
    case Kind.Array:
      return whole.items(whole.a[node] as number).flatMap((item) => next(item))
    case Kind.Refine:
    case Kind.Spread:
      return next(whole.a[node] as number)
    case Kind.Cell:
      return values
        .definitions(node)
        .slice(0, 2)
        .flatMap((made) => (made === node ? [] : next(made)))
    case Kind.Call:
      return solver.callees.has(node) ? [] : whole.args(node).flatMap((argument) => next(argument))
    default:
      return []
  }
}

const isLibrary = ({ whole }: Linked, node: number): boolean => whole.kind[node] === Kind.Import || whole.kind[node] === Kind.Global

function listText(linked: Linked, node: number): string {
  const { whole, values } = linked
  if (node < 0) return 'each'
  return shortened(whole.kind[node] === Kind.Call ? callText(linked, node) : values.nameOf(node) || whole.sourceOf(node, 40), 36)
}

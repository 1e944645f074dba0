/**
 * What is done once for each of many. In: a node. Out: the loops around it, innermost first: statements, and callbacks that a
 * list or a library runs for each item. A function that is run at once where it stands does not end the search.
 */
import { Kind, RegionKind } from '../../../graph'
import { LabelKind } from '../../labels'
import { calledName, type Linked, receiverOf } from '../../linked'
import { once } from '../../lookup'
import { usesOf } from '../../uses'

export interface Loop {
  kind: 'for-of' | 'for-in' | 'counted' | 'condition' | 'callback'
  /** The loop's own node: what it goes through, its condition, or the call that is given the callback. */
  node: number
  /** Number of its region, or of the callback's function. */
  region: number
  fn: number
  /** What it goes through, -1 where that is not told. */
  items: number
  /** What stands for one item. */
  item: number
}

export const isEach = once((name) =>
  /^(?:forEach|map|flatMap|filter|some|every|find|findIndex|reduce|reduceRight|each|eachSeries|eachLimit|eachOf|forEachSeries|forEachLimit|mapSeries|mapLimit|mapValues|concatMap|eachAsync|asyncMap|pMap|pEach|pMapSeries|forOwn|forIn|times|asyncForEach|forEachAsync|mapAsync)$/.test(
    name,
  ),
)
/** Run there and then, once. */
const AT_ONCE = once((name) =>
  /^(?:then|catch|finally|transaction|\$transaction|withTransaction|transactional|tx|task|tap|run|runInTransaction|runExclusive|acquire|retry|pRetry|startSpan|startActiveSpan|nextTick|setImmediate|queueMicrotask|toArray|exec|try|wrap|limit|pLimit|add)$/.test(
    name,
  ),
)

/** Loops around a node, innermost first. */
export function loopsAround(linked: Linked, node: number): Loop[] {
  const { whole, values } = linked
  const found: Loop[] = []
  let at = node
  for (let hops = 0; hops < 12; hops++) {
    let region = whole.region[at] as number
    for (; region >= 0 && whole.regions[region * 4] !== RegionKind.Body; region = whole.regions[region * 4 + 1] as number)
      if (whole.regions[region * 4] === RegionKind.Loop) found.push(statement(linked, region))
    const fn = whole.functionOf(at)
    const written = fn < 0 ? -1 : (whole.functions[fn]?.node ?? -1)
    if (written < 0) break
    const call = values.callAround(written)
    if (call >= 0) {
      const loop = callbackOf(linked, call, fn)
      if (loop) found.push(loop)
      // A callback that takes an answer runs after the call it is given to, once each time the call is made.
      else if (!AT_ONCE(calledName(linked, call)) && !isAnswerTaker(linked, fn)) break
      at = call
      continue
    }
    // `(async () => { … })()`: called where it is written, not by its name.
    const called = usesOf(whole)
      .of(written)
      .find(
        (user) =>
          (whole.kind[user] === Kind.Call || whole.kind[user] === Kind.New) &&
          whole.a[user] === written &&
          (whole.pos[user] as number) <= (whole.pos[written] as number) &&
          (whole.end[user] as number) >= (whole.end[written] as number),
      )
    if (called === undefined) break
    at = called
  }
  return found
}

function statement(linked: Linked, region: number): Loop {
  const { whole } = linked
  const condition = whole.regions[region * 4 + 2] as number
  if (condition < 0) return { kind: 'condition', node: -1, region, fn: -1, items: -1, item: -1 }
  for (const user of usesOf(whole).of(condition))
    if ((whole.kind[user] === Kind.Element || whole.kind[user] === Kind.Key) && whole.region[user] === region)
      return { kind: whole.kind[user] === Kind.Element ? 'for-of' : 'for-in', node: condition, region, fn: -1, items: condition, item: user }
  const items = countedOver(linked, condition)
  return { kind: items >= 0 ? 'counted' : 'condition', node: condition, region, fn: -1, items, item: -1 }
}

/** The list in `i < list.length`. */
function countedOver({ whole }: Linked, condition: number): number {
  if (whole.kind[condition] !== Kind.Binary) return -1
  for (const side of [whole.b[condition] as number, whole.a[condition] as number]) {
    let at = side
    while (at >= 0 && whole.kind[at] === Kind.Refine) at = whole.a[at] as number
    if (whole.kind[at] === Kind.Load && whole.text(whole.b[at] as number) === 'length') return whole.a[at] as number
  }
  return -1
}

/** The loop that a call makes of a function it is given. */
export function callbackOf(linked: Linked, call: number, fn: number): Loop | undefined {
  const { whole } = linked
  if (!isEach(calledName(linked, call))) return undefined
  const args = [...whole.args(call)]
  const place = args.indexOf(whole.functions[fn]?.node ?? -1)
  // `_.map(list, f)`, `async.each(list, f)`, `pMap(list, f)`.
  const items = place === 0 ? receiverOf(linked, call) : (args[0] as number)
  if (items === undefined || items < 0) return undefined
  const item = whole.functions[fn]?.params[/^reduce/.test(calledName(linked, call)) ? 1 : 0] ?? -1
  return { kind: 'callback', node: call, region: -1, fn, items, item }
}

/** `items.map(describe)`: the loop that a call makes of a function that stands elsewhere, each with the function. */
export function namedCallbacksOf(linked: Linked, call: number): Loop[] {
  const { whole, solver } = linked
  const args = [...whole.args(call)]
  return args.slice(0, 2).flatMap((argument, place): Loop[] => {
    if (whole.kind[argument] === Kind.Function || whole.kind[argument] === Kind.Call) return []
    const items = place === 0 ? receiverOf(linked, call) : (args[0] as number)
    if (items < 0) return []
    return solver.of(argument).flatMap((label): Loop[] => {
      if (solver.labels.kind[label] !== LabelKind.Function) return []
      const fn = solver.labels.data[label] as number
      return [{ kind: 'callback', node: call, region: -1, fn, items, item: whole.functions[fn]?.params[0] ?? -1 }]
    })
  })
}

function isAnswerTaker({ whole }: Linked, fn: number): boolean {
  return /^(?:err|error|e|_err|_error|_)$/.test(whole.functions[fn]?.fact.paramNames[0] ?? '')
}

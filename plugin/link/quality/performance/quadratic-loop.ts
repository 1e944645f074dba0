/**
 * Lists that are searched once for each item of another. In: searches inside loops. Out: a hotspot where the list is one that grows
 * and was there before the loop, and where each round of a `reduce` copies what the rounds before made.
 */
import { Kind } from '../../../graph'
import type { Hotspot } from '../../../types'
import { calledName, cite, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { type Loop, loopsAround } from './loops'
import { isBeforeThrow, isOnceALoop } from './once'
import { placeOf, type Scene } from './scene'
import { isShort } from './short-lists'

const SEARCHES = new Set(['includes', 'indexOf', 'lastIndexOf', 'find', 'findIndex', 'some', 'filter', 'findLast'])
const BY_FUNCTION = /^(?:find|findIndex|some|filter|findLast)$/
/** Calls that give a list. */
const GIVES_LIST =
  /^(?:map|filter|flatMap|concat|slice|sort|split|keys|values|entries|from|reverse|flat|toSorted|findAll|findMany|find|toArray|readdirSync|readdir|matchAll)$/
const FEW_ITEMS = 16

export function quadraticLoops(scene: Scene): Hotspot[] {
  return [...searches(scene), ...copies(scene)]
}

function searches(scene: Scene): Hotspot[] {
  const { linked, isTest, isTooling, uses } = scene
  const { whole } = linked
  /** By loop and list: two searches of one list in one round are one fault. */
  const found = new Map<string, Hotspot>()
  for (const call of lookupOf(whole).named(Kind.Call, SEARCHES)) {
    const file = whole.fileOf(call)
    if (isTest[file] || isTooling[file]) continue
    const receiver = receiverOf(linked, call)
    const [what] = whole.args(call)
    if (receiver < 0 || what === undefined || scene.queries.has(call)) continue
    const name = calledName(linked, call)
    if (BY_FUNCTION.test(name) ? whole.kind[what] !== Kind.Function : isConstant(scene, what)) continue
    const loops = loopsAround(linked, call).filter(({ kind, items }) => kind !== 'condition' && items >= 0)
    const [loop] = loops
    if (!loop || !wasBefore(scene, receiver, loop) || !isGrowingList(scene, receiver) || !isLong(scene, loop.items)) continue
    if (isOnceALoop(linked, call, loop) || isBeforeThrow(linked, loop.kind === 'callback' ? loop.node : call)) continue
    if (BY_FUNCTION.test(name) ? !usesItem(scene, whole.a[what] as number, loop) : !isOfItem(scene, what, loop)) continue
    const place = placeOf(scene, call)
    if (!isWorthIt(place)) continue
    const list = nameOfList(scene, receiver)
    const key = `${loop.node} ${loop.region} ${loop.fn} ${list} ${BY_FUNCTION.test(name)}`
    const before = found.get(key)
    if (before) {
      before.because.push(cite(linked, call))
      continue
    }
    found.set(key, {
      kind: 'quadratic-loop',
      api: `${list}.${name}`,
      library: '',
      ...place,
      because: [cite(linked, loop.kind === 'callback' ? loop.node : loop.item >= 0 ? loop.item : loop.node)],
      depth: loops.length + 1,
      variant: name,
      detail: `\`${list}\` is searched from its beginning for each ${uses.nameOf(loop.item) ? `\`${uses.nameOf(loop.item)}\`` : 'item'} of another list`,
      suggestion: BY_FUNCTION.test(name)
        ? `const byKey = new Map(${list}.map((item) => [item.id, item]))   // once, in front of the loop\nbyKey.get(key)`
        : `const known = new Set(${list})   // once, in front of the loop\nknown.has(${whole.sourceOf(what, 40)})`,
      confidence: 'medium',
    })
  }
  return [...found.values()]
}

/** Pages show a few dozen items; the start of a program runs once. */
const isWorthIt = ({ exposure }: Pick<Hotspot, 'exposure'>) => exposure !== 'startup' && exposure !== 'client'

function nameOfList({ linked, uses }: Scene, receiver: number): string {
  const { whole, values } = linked
  let at = receiver
  for (let hops = 0; hops < 6; hops++) {
    const name = uses.nameOf(at)
    if (name) return name
    if (whole.kind[at] === Kind.Refine || whole.kind[at] === Kind.Await) at = whole.a[at] as number
    else break
  }
  return whole.kind[at] === Kind.Load || whole.kind[at] === Kind.Cell || whole.kind[at] === Kind.Param ? values.nameOf(at) : 'list'
}

const isConstant = ({ linked: { whole } }: Scene, node: number) =>
  whole.kind[node] === Kind.String || whole.kind[node] === Kind.Number || whole.kind[node] === Kind.Regex

/** The list is no part of the item and was not made in the loop. */
function wasBefore({ linked }: Scene, receiver: number, loop: Loop): boolean {
  const { whole } = linked
  let at = receiver
  for (let hops = 0; hops < 20; hops++) {
    if (at === loop.item) return false
    const kind = whole.kind[at]
    if (kind === Kind.Refine || kind === Kind.Await) at = whole.a[at] as number
    else if (kind === Kind.Load) {
      const object = whole.a[at] as number
      if (whole.kind[object] === Kind.Element || whole.kind[object] === Kind.Param)
        return object !== loop.item && whole.kind[object] === Kind.Param && whole.a[object] !== loop.fn
      at = object
    } else break
  }
  if (whole.kind[at] === Kind.Param) return whole.a[at] !== loop.fn && whole.functionOf(at) !== loop.fn
  if (whole.kind[at] === Kind.Element || whole.kind[at] === Kind.Key)
    return at !== loop.item && (whole.pos[at] as number) < (whole.pos[loop.item >= 0 ? loop.item : loop.node] as number)
  if (whole.kind[at] === Kind.Cell || whole.kind[at] === Kind.Choice) return false
  return loop.region >= 0 ? !linked.effects.isInside(whole.region[at] as number, loop.region) : whole.functionOf(at) !== loop.fn
}

/** Known to be a list, and not one that is written out. */
function isGrowingList(scene: Scene, receiver: number): boolean {
  const { linked } = scene
  const { whole, values } = linked
  const made = values.definitions(receiver)
  return (
    made.length > 0 &&
    made.some((node) => {
      if (node >= whole.size) return false
      const kind = whole.kind[node]
      if (kind === Kind.Call) return GIVES_LIST.test(calledName(linked, node)) && !isText(scene, node) && isLong(scene, receiverOf(linked, node))
      if (kind !== Kind.Array || whole.items(whole.a[node] as number).length > FEW_ITEMS) return false
      return usersOf(scene, node).some(
        (user) => whole.kind[user] === Kind.Load && /^(?:push|unshift)$/.test(whole.text(whole.b[user] as number)) && isInLoop(scene, user),
      )
    })
  )
}

/** Uses of a value, those behind conditions about it included. */
function usersOf({ linked: { whole }, uses }: Scene, node: number): number[] {
  const found: number[] = []
  const stack = [node]
  while (stack.length > 0 && found.length < 200)
    for (const user of uses.of(stack.pop() as number)) {
      found.push(user)
      if (whole.kind[user] === Kind.Refine && whole.a[user] !== -1) stack.push(user)
    }
  return found
}

const isInLoop = ({ linked }: Scene, node: number) => loopsAround(linked, node).length > 0

/** `slice` and `concat` of a text give a text. */
function isText({ linked }: Scene, call: number): boolean {
  return /^(?:slice|concat)$/.test(calledName(linked, call)) && linked.values.texts(call).some(({ exact }) => exact)
}

/** Neither a text nor a list that stays short. */
function isLong(scene: Scene, items: number): boolean {
  if (items < 0) return true
  const { whole, values } = scene.linked
  const isText = (node: number) => whole.kind[node] === Kind.String || whole.kind[node] === Kind.Template
  return !isShort(scene, items) && !values.definitions(items).every(isText)
}

function usesItem({ linked }: Scene, fn: number, loop: Loop): boolean {
  const { whole } = linked
  return [...lookupOf(whole).inFunction(fn)].some((node) => whole.madeOf(node).some((part) => isItem(whole, part, loop)))
}

function isOfItem({ linked }: Scene, node: number, loop: Loop): boolean {
  const { whole } = linked
  const stack = [node]
  for (let hops = 0; stack.length > 0 && hops < 30; hops++) {
    const at = stack.pop() as number
    if (isItem(whole, at, loop)) return true
    stack.push(...whole.madeOf(at))
  }
  return false
}

function isItem(whole: Scene['linked']['whole'], node: number, loop: Loop): boolean {
  let at = node
  for (let hops = 0; hops < 8; hops++) {
    if (at === loop.item && at >= 0) return true
    const kind = whole.kind[at]
    if (kind === Kind.Load || kind === Kind.Refine || kind === Kind.Call) at = whole.a[at] as number
    else if (kind === Kind.LoadDynamic) return loop.items >= 0 && whole.a[at] === loop.items
    else return false
  }
  return false
}

/** `reduce((all, item) => ({ ...all, [item.id]: item }), {})` */
function copies(scene: Scene): Hotspot[] {
  const { linked, isTest, isTooling } = scene
  const { whole, values } = linked
  const found = new Map<number, Hotspot>()
  for (const spread of lookupOf(whole).of(Kind.Spread)) {
    const file = whole.fileOf(spread)
    if (isTest[file] || isTooling[file]) continue
    let at = whole.a[spread] as number
    while (whole.kind[at] === Kind.Refine) at = whole.a[at] as number
    if (whole.kind[at] !== Kind.Param || whole.b[at] !== 0) continue
    const fn = whole.a[at] as number
    const call = values.callAround(whole.functions[fn]?.node ?? -1)
    if (call < 0 || !/^reduce(?:Right)?$/.test(calledName(linked, call)) || whole.functionOf(spread) !== fn) continue
    // Only where the copy is what is handed on.
    const returned = whole.functions[fn]?.returns ?? []
    if (
      !returned.some(
        (value) => (whole.kind[value] === Kind.Object || whole.kind[value] === Kind.Array) && whole.items(whole.a[value] as number).includes(spread),
      )
    )
      continue
    const items = receiverOf(linked, call)
    // Two ways of a callback may copy, and it is one fault.
    if (found.has(call) || !isLong(scene, items)) continue
    const place = placeOf(scene, call)
    if (!isWorthIt(place)) continue
    found.set(call, {
      kind: 'quadratic-loop',
      api: 'reduce',
      library: '',
      ...place,
      because: [cite(linked, spread)],
      depth: 2,
      variant: 'copy',
      detail: 'each round copies everything that the rounds before it gathered',
      confidence: 'high',
    })
  }
  return [...found.values()]
}

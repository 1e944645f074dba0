/**
 * Questions to a data store that are asked once for each of many records. In: queries and the loops around them, in the same
 * function or in its callers, and fields of GraphQL types. Out: one hotspot a loop, at its first question.
 */
import { Kind } from '../../../graph'
import type { Hotspot } from '../../../types'
import { calledName, cite, receiverOf } from '../../linked'
import { lookupOf, merge } from '../../lookup'
import { skipTrivia } from '../../whole/index'
import { type Asking, askingFunctions } from './asking'
import { batched } from './batched'
import { fieldResolvers, gathersItself } from './field-resolvers'
import { isEach, type Loop, loopsAround, namedCallbacksOf } from './loops'
import { asksWithAnswer, isOnceALoop } from './once'
import type { Query } from './queries'
import { placeOf, type Scene } from './scene'
import { isShort } from './short-lists'

/** What goes through a list in parts. */
const PARTS = /chunk|batch|partition|page|slice|bucket/i
/** Methods of a record; anything else on an item is a question to a table of its own. */
const OF_RECORD = /^(?:save|update|destroy|reload|remove|delete|deleteOne|updateOne|populate|increment|decrement|restore|\$\w+)$/

export function nPlusOne(scene: Scene): Hotspot[] {
  const asking = askingFunctions(scene)
  const byLoop = new Map<string, { node: number; query: Query; way: readonly number[]; loops: Loop[]; others: number[] }>()
  const put = (node: number, query: Query, way: readonly number[]) => {
    const loops = loopsAround(scene.linked, node)
    const loop = loops.find((each) => isOverRecords(scene, each, node, query, way))
    if (!loop) return
    const key = `${loop.region} ${loop.fn} ${loop.node}`
    const known = byLoop.get(key)
    if (!known) byLoop.set(key, { node, query, way, loops, others: [] })
    else known.others.push(node)
  }
  const nodes = merge([[...scene.queries.keys()], [...asking.calls.keys()]])
  for (const node of [...nodes].sort((one, other) => order(scene, one, other))) {
    if (!isLooked(scene, node)) continue
    const query = scene.queries.get(node)
    if (query) put(node, query, [])
    else {
      const { query: below, way } = asking.calls.get(node) as Asking
      put(node, below, way)
    }
  }
  for (const node of lookupOf(scene.linked.whole).named(Kind.Call, isEach)) {
    if (!isLooked(scene, node)) continue
    for (const loop of namedCallbacksOf(scene.linked, node)) {
      const asked = asking.functions.get(loop.fn)
      if (
        !asked ||
        asking.functions.size === 0 ||
        byLoop.has(`named ${node}`) ||
        !isOverRecords(scene, loop, node, asked.query, [node, ...asked.way])
      )
        continue
      byLoop.set(`named ${node}`, {
        node,
        query: asked.query,
        way: [node, ...asked.way],
        loops: [loop, ...loopsAround(scene.linked, node)],
        others: [],
      })
    }
  }
  return [
    ...[...byLoop.values()].map(({ node, query, way, loops, others }) => hotspot(scene, node, query, way, loops, others)),
    ...fieldResolvers(scene, (fn) => scene.linked.effects.within(fn).flatMap((node) => asking.at(node) ?? [])[0]),
  ]
}

const order = ({ linked: { whole } }: Scene, one: number, other: number) =>
  whole.fileOf(one) - whole.fileOf(other) || (whole.pos[one] as number) - (whole.pos[other] as number)

/** Not in tests, nor in what fills or moves a database, nor in what runs once at the start. */
function isLooked(scene: Scene, node: number): boolean {
  const { linked, isTest, isTooling, path } = scene
  const file = linked.whole.fileOf(node)
  return !isTest[file] && !isTooling[file] && path.exposureOf(linked.whole.functionOf(node)) !== 'startup'
}

function isOverRecords(scene: Scene, loop: Loop, node: number, query: Query, way: readonly number[]): boolean {
  const { linked, uses } = scene
  const { whole, values } = linked
  if (loop.kind === 'condition' || loop.items < 0) return false
  // Asked in one turn, these go out together.
  if (loop.kind === 'callback' && way.length === 0 && gathersItself(query)) return false
  // `Query.map(…)` of a builder that goes through its own answers is not told apart by its name.
  if (loop.kind === 'callback' && scene.queries.has(loop.items)) return scene.queries.get(loop.items)?.gives === 'many'
  if (PARTS.test(whole.sourceOf(loop.items, 80)) || PARTS.test(uses.nameOf(loop.item)) || PARTS.test(parameterName(scene, loop.item))) return false
  if (isShort(scene, loop.items) || isOnceALoop(linked, node, loop)) return false
  if (way.length === 0) {
    if (asksWithAnswer(linked, query)) return false
    const root = rootOf(scene, receiverOf(linked, node))
    if (root === loop.item && root >= 0 && !OF_RECORD.test(calledName(linked, node))) return false
  }
  return query.of === '' || values.nameOf(loop.items) !== query.of
}

/** Of `items.map(describe)` it is `describe` that asks. */
function nameOfCalled({ linked }: Scene, node: number, loop: Loop): string {
  return loop.node === node && loop.fn >= 0 ? (linked.whole.functions[loop.fn]?.fact.name ?? 'the callback') : calledName(linked, node)
}

function parameterName({ linked: { whole } }: Scene, node: number): string {
  return node >= 0 && whole.kind[node] === Kind.Param
    ? (whole.functions[whole.a[node] as number]?.fact.paramNames[whole.b[node] as number] ?? '')
    : ''
}

function rootOf({ linked: { whole } }: Scene, node: number): number {
  let at = node
  while (at >= 0 && (whole.kind[at] === Kind.Load || whole.kind[at] === Kind.Refine || whole.kind[at] === Kind.LoadDynamic))
    at = whole.a[at] as number
  return at
}

function hotspot(scene: Scene, node: number, query: Query, way: readonly number[], loops: Loop[], others: number[]): Hotspot {
  const { linked } = scene
  const loop = loops.find(({ kind, items }) => kind !== 'condition' && items >= 0) as Loop
  const item = scene.uses.nameOf(loop.item) || parameterName(scene, loop.item)
  const over = wordsOfItems(scene, loop)
  const through = way.length > 0 ? `${nameOfCalled(scene, node, loop)}() asks \`${query.api}\`` : `\`${query.api}\` is asked`
  return {
    kind: 'n-plus-one',
    api: query.api,
    library: query.library,
    ...placeOf(scene, node),
    because: [
      cite(linked, loop.kind === 'for-of' || loop.kind === 'for-in' ? loop.item : loop.node),
      ...way.slice(way[0] === node ? 1 : 0).map((call) => cite(linked, call)),
      ...others.slice(0, 3).map((other) => cite(linked, other)),
    ],
    depth: loops.filter(({ kind }) => kind !== 'condition').length,
    variant: query.does,
    detail: `${through} once for each ${/^[\w$]+$/.test(item) ? `\`${item}\`` : 'item'}${over ? ` of \`${over}\`` : ''}`,
    ...withSuggestion(way.length === 0 ? batched(scene, query, over, item) : undefined),
    confidence: query.guessed ? 'medium' : 'high',
  }
}

const withSuggestion = (suggestion: string | undefined) => (suggestion === undefined ? {} : { suggestion })

/** What a loop goes through, as its line says; '' where that is long. */
function wordsOfItems({ linked: { whole } }: Scene, { kind, node, item }: Loop): string {
  const file = whole.fileOf(node)
  const { text } = whole.files[file] as { text: string }
  if (kind === 'for-of' || kind === 'for-in') {
    const end = whole.end[item] as number
    return /^\s*(?:of|in)\s+(?:await\s+)?((?:[\w$.?![\]'"]|\([^()\n]*\)){1,60})\)/.exec(text.slice(end, end + 100))?.[1] ?? ''
  }
  const start = skipTrivia(text, whole.pos[node] as number)
  return /((?:[\w$]+[?!]*\.)*[\w$]+)[?!]*\s*\.$/.exec(text.slice(Math.max(0, start - 80), start))?.[1] ?? ''
}

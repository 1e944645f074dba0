/**
 * Reads that wait for each other without need. In: what functions await, in the order of the code. Out: a hotspot a run of
 * neighbouring reads of which none needs what another gives, none is a guard for another, and nothing in between may matter to
 * the later ones.
 */
import { Kind, RegionKind } from '../../../graph'
import type { Hotspot } from '../../../types'
import { calledName, cite, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { Dependents } from './dependents'
import { isReading } from './reading'
import { placeOf, type Scene } from './scene'
import { together } from './together'

interface Waiting {
  node: number
  /** The call that is awaited. */
  call: number
}

export function sequentialAwaits(scene: Scene): Hotspot[] {
  const { linked, isTest, isTooling } = scene
  const { whole } = linked
  const byFunction = new Map<number, Waiting[]>()
  for (const node of lookupOf(whole).of(Kind.Await)) {
    const file = whole.fileOf(node)
    const fn = whole.functionOf(node)
    if (fn < 0 || isTest[file] || isTooling[file]) continue
    const list = byFunction.get(fn)
    const waiting = { node, call: unwrapped(scene, whole.a[node] as number) }
    // What was begun before is only waited for here.
    const begunHere =
      (whole.pos[waiting.call] as number) >= (whole.pos[node] as number) && (whole.end[waiting.call] as number) <= (whole.end[node] as number)
    if (!begunHere) waiting.call = -1
    if (list) list.push(waiting)
    else byFunction.set(fn, [waiting])
  }
  const found: Hotspot[] = []
  for (const awaits of byFunction.values()) {
    if (awaits.length < 2) continue
    awaits.sort((one, other) => (whole.pos[one.node] as number) - (whole.pos[other.node] as number))
    found.push(...runsIn(scene, awaits))
  }
  return found
}

function runsIn(scene: Scene, awaits: Waiting[]): Hotspot[] {
  const found: Hotspot[] = []
  let run: Waiting[] = []
  const finish = () => {
    if (run.length > 1) found.push(hotspot(scene, run))
    run = []
  }
  for (const waiting of awaits) {
    const mayWait = isKept(scene, waiting.node) && isReading(scene, waiting.call)
    if (!mayWait || !run.every((before) => isApart(scene, before, waiting))) finish()
    if (mayWait) run.push(waiting)
  }
  finish()
  return found
}

/** Its answer is wanted: what is awaited for its effect, or to refuse, has its place in the order. */
const isKept = ({ uses }: Scene, node: number) => !uses.isDropped(node)

/** Whether the later of two reads could have been asked with the earlier one. */
function isApart(scene: Scene, before: Waiting, after: Waiting): boolean {
  const { linked } = scene
  const { whole } = linked
  if (!areSideBySide(scene, before.node, after.node)) return false
  if (inTransaction(scene, before.call) || inTransaction(scene, after.call)) return false
  // One inside the other: an argument is awaited first.
  if ((whole.pos[after.node] as number) < (whole.end[before.node] as number)) return false
  const dependents = new Dependents(linked, before.node, whole.end[after.node] as number)
  if (dependents.reach(after.call)) return false
  return !something(scene, before, after, dependents)
}

/** Both run whenever the first does: between them only the ends of `try` blocks. */
function areSideBySide({ linked: { whole } }: Scene, one: number, other: number): boolean {
  const way = (node: number) => {
    const regions: number[] = []
    for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) regions.push(region)
    return regions
  }
  const [first, second] = [way(one), way(other)]
  const shared = new Set(first.filter((region) => second.includes(region)))
  const passes = (region: number) => whole.regions[region * 4] === RegionKind.Try || whole.regions[region * 4] === RegionKind.Past
  return first.every((region) => shared.has(region) || passes(region)) && second.every((region) => shared.has(region) || passes(region))
}

/** One connection answers one question after the other. */
function inTransaction(scene: Scene, call: number): boolean {
  const { linked } = scene
  const { whole, values } = linked
  for (let at = call, hops = 0; at >= 0 && hops < 12 && whole.kind[at] === Kind.Call; hops++, at = receiverOf(linked, at)) {
    for (const argument of whole.args(at)) {
      if (values.propertyNames(argument).some((name) => /^(?:transaction|session|trx|tx|lock|queryRunner|client)$/.test(name))) return true
      if (/^(?:t|trx|tx|transaction|session|queryRunner|client|manager|em)$/.test(values.nameOf(argument))) return true
    }
    if (/^(?:trx|tx|t|transaction|queryRunner|manager)$/.test(values.nameOf(receiverOf(linked, at)))) return true
  }
  let fn = whole.functionOf(call)
  for (let hops = 0; fn >= 0 && hops < 4; hops++, fn = whole.functions[fn]?.parent ?? -1) {
    const around = values.callAround(whole.functions[fn]?.node ?? -1)
    if (around >= 0 && /transaction|withTransaction|^(?:tx|task|runExclusive|withLock|lock|acquire)$/i.test(calledName(linked, around))) return true
  }
  return false
}

/** Between them the first answer is checked or handed on, or what the second is asked of is changed. */
function something({ linked, uses }: Scene, before: Waiting, after: Waiting, dependents: Dependents): boolean {
  const { whole } = linked
  const fn = whole.functionOf(after.node)
  const [from, to] = [whole.end[before.node] as number, startOf(whole, after)]
  const roots = new Set(rootsOf(whole, after.call))
  // A way out in between, even where not every way leads there; one that only a refusal takes changes nothing.
  const leaves = (value: number) => (whole.pos[value] as number) >= from && (whole.pos[value] as number) < to && !isInCatch(whole, value)
  if (whole.functions[fn]?.returns.some(leaves)) return true
  for (const node of lookupOf(whole).inFunction(fn)) {
    const kind = whole.kind[node]
    const at = whole.pos[node] as number
    if (at < from || at >= to || isInside(whole, node, after.node)) continue
    if (isInCatch(whole, node)) continue
    if (kind === Kind.Throw) return true
    if (kind === Kind.Store && roots.has(rootOf(whole, whole.a[node] as number))) return true
    if (kind !== Kind.Call || !uses.isDropped(node)) continue
    if (dependents.reach(node) || roots.has(rootOf(whole, receiverOf(linked, node)))) return true
  }
  return false
}

function isInCatch(whole: Graph, node: number): boolean {
  for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number)
    if (whole.regions[region * 4] === RegionKind.Catch) return true
  return false
}

type Graph = Scene['linked']['whole']

const startOf = (whole: Graph, { node }: Waiting) => whole.pos[node] as number
const isInside = (whole: Graph, node: number, outer: number) =>
  (whole.pos[node] as number) >= (whole.pos[outer] as number) && (whole.end[node] as number) <= (whole.end[outer] as number)

/** Local values that a call is made on or given: builders, clients, lists. What the module imports is none. */
function rootsOf(whole: Graph, call: number): number[] {
  const found: number[] = []
  const stack = [call]
  for (let hops = 0; stack.length > 0 && hops < 200; hops++) {
    const node = stack.pop() as number
    const root = rootOf(whole, node)
    const kind = whole.kind[root]
    if (kind !== Kind.Import && kind !== Kind.Global && kind !== Kind.This && root >= 0) found.push(root)
    stack.push(...whole.madeOf(node))
  }
  return found
}

function rootOf(whole: Graph, node: number): number {
  let at = node
  while (at >= 0 && (whole.kind[at] === Kind.Load || whole.kind[at] === Kind.Refine || whole.kind[at] === Kind.LoadDynamic))
    at = whole.a[at] as number
  return at
}

function unwrapped({ linked: { whole } }: Scene, node: number): number {
  let at = node
  while (whole.kind[at] === Kind.Refine) at = whole.a[at] as number
  return at
}

function hotspot(scene: Scene, run: Waiting[]): Hotspot {
  const { linked } = scene
  const [first, ...rest] = run as [Waiting, ...Waiting[]]
  const names = run.map(({ call }) => `\`${apiOf(scene, call)}\``)
  return {
    kind: 'sequential-await',
    api: apiOf(scene, first.call),
    library: scene.promises.of(first.call)?.library ?? '',
    ...placeOf(scene, first.node),
    because: rest.map(({ node }) => cite(linked, node)),
    depth: run.length,
    detail: `${listed(names)} are awaited one after the other, and neither needs what the other gives`,
    suggestion: together(scene, run),
    confidence: run.every(({ call }) => scene.queries.has(call) || scene.promises.of(call)?.reads) ? 'high' : 'medium',
  }
}

function apiOf(scene: Scene, call: number): string {
  for (let at = call, hops = 0; hops < 12 && at >= 0; hops++, at = receiverOf(scene.linked, at)) {
    const query = scene.queries.get(at)
    if (query) return query.api
    if (scene.linked.whole.kind[at] !== Kind.Call) break
  }
  const written = /^(?:this\.)?([\w$.]+)/.exec(scene.linked.whole.sourceOf(call, 60))?.[1]
  return written ?? calledName(scene.linked, call)
}

const listed = (words: string[]) => (words.length === 2 ? words.join(' and ') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`)

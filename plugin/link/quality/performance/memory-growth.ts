/**
 * Memory that requests add to and nothing gives back. In: containers that outlive a request, and listeners and timers, where code
 * below doors adds to them. Out: a hotspot where nothing in the program removes, empties or limits what was added.
 */
import { Kind } from '../../../graph'
import type { Hotspot } from '../../../types'
import { calledName, cite, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { DELETE } from '../../operators'
import { functionsAround, isOnce } from './once'
import { placeOf, type Scene } from './scene'

const ADDS = new Set(['set', 'add', 'push', 'unshift'])
const TAKES = /^(?:delete|clear|pop|shift|splice|remove|prune|evict|reset|length)$/
const LISTENS = new Set(['on', 'addListener', 'addEventListener', 'prependListener'])
const STOPS = /^(?:off|removeListener|removeAllListeners|removeEventListener|once|clearInterval)$/

export function memoryGrowth(scene: Scene): Hotspot[] {
  return [...containers(scene), ...listeners(scene), ...timers(scene)]
}

/** Code that requests run. */
function isAsked({ linked: { whole }, isTest, isTooling, path }: Scene, node: number): boolean {
  const file = whole.fileOf(node)
  return !isTest[file] && !isTooling[file] && path.exposureOf(whole.functionOf(node)) === 'request'
}

/** `if (isLoaded) return` in front of it: what it adds, it adds once. */
const isOnceHere = ({ linked }: Scene, node: number) => isOnce(linked, node, functionsAround(linked, node))

function containers(scene: Scene): Hotspot[] {
  const { linked } = scene
  const { whole } = linked
  const found = new Map<number, Hotspot>()
  const put = (node: number, container: number, key: number) => {
    if (found.has(container) || isConstant(scene, key) || isOnceHere(scene, node) || isGivenBack(scene, container)) return
    const name = scene.uses.nameOf(container) || 'the container'
    found.set(container, {
      kind: 'memory-growth',
      api: name,
      library: '',
      ...placeOf(scene, node),
      because: [cite(linked, container)],
      variant: 'container',
      detail: `\`${name}\` outlives the request, each request may add to it, and nothing removes or limits what is in it`,
      confidence: 'medium',
    })
  }
  for (const call of lookupOf(whole).named(Kind.Call, ADDS)) {
    if (!isAsked(scene, call)) continue
    const container = containerAt(scene, receiverOf(linked, call))
    const [first] = whole.args(call)
    if (container >= 0 && first !== undefined) put(call, container, /^(?:push|unshift)$/.test(calledName(linked, call)) ? -1 : first)
  }
  for (const store of lookupOf(whole).of(Kind.StoreDynamic)) {
    if (!isAsked(scene, store)) continue
    const value = whole.c[store] as number
    if (whole.kind[value] === Kind.Undefined || whole.kind[value] === Kind.Null) continue
    const container = containerAt(scene, whole.a[store] as number)
    if (container >= 0) put(store, container, whole.b[store] as number)
  }
  return [...found.values()]
}

/** A Map, Set, list or object that is made once with the module; -1 where it is none. */
function containerAt({ linked, uses }: Scene, node: number): number {
  const { whole, values } = linked
  if (node < 0) return -1
  const made = values.definitions(node)
  const [only] = made
  if (made.length !== 1 || only === undefined || only >= whole.size || whole.functionOf(only) >= 0 || uses.nameOf(only) === '') return -1
  const kind = whole.kind[only]
  if (kind === Kind.New) {
    const callee = whole.a[only] as number
    return whole.kind[callee] === Kind.Global && /^(?:Map|Set|Array)$/.test(whole.text(whole.a[callee] as number)) ? only : -1
  }
  if (kind === Kind.Array) return only
  return kind === Kind.Object && whole.items(whole.a[only] as number).length === 0 ? only : -1
}

/** A text of the code's own, or one of a few: there are only so many of them. */
function isConstant({ linked: { whole, values } }: Scene, key: number): boolean {
  if (key < 0) return false
  const texts = values.texts(key)
  return texts.length > 0 && texts.every(({ exact }) => exact) && whole.kind[key] !== Kind.Param
}

function isGivenBack({ linked, uses }: Scene, container: number): boolean {
  const { whole, values } = linked
  const name = uses.nameOf(container)
  // Put anew elsewhere: `cache = new Map()`.
  if (
    lookupOf(whole)
      .putInto(name)
      .filter((node) => whole.fileOf(node) === whole.fileOf(container)).length > 1
  )
    return true
  for (const load of lookupOf(whole).named(Kind.Load, (text) => TAKES.test(text) || text === 'size')) {
    if (values.nameOf(whole.a[load] as number) !== name && !values.definitions(whole.a[load] as number).includes(container)) continue
    // Its size is asked in a condition: that is a limit.
    const asked = /^(?:size|length)$/.test(whole.text(whole.b[load] as number))
    if (!asked || [...uses.of(load)].some((user) => whole.kind[user] === Kind.Binary) || (TAKES.test(whole.text(whole.b[load] as number)) && !asked))
      return true
  }
  for (const unary of lookupOf(whole).of(Kind.Unary)) {
    const operand = whole.a[unary] as number
    if (operand < 0 || (whole.kind[operand] !== Kind.Load && whole.kind[operand] !== Kind.LoadDynamic)) continue
    if (whole.c[unary] === DELETE && values.definitions(whole.a[operand] as number).includes(container)) return true
  }
  return false
}

/** `emitter.on(…)` in a handler, on an emitter that outlives it. */
function listeners(scene: Scene): Hotspot[] {
  const { linked } = scene
  const { whole, values, effects } = linked
  const found: Hotspot[] = []
  for (const call of lookupOf(whole).named(Kind.Call, LISTENS)) {
    if (!isAsked(scene, call) || isOnceHere(scene, call)) continue
    const receiver = receiverOf(linked, call)
    const args = [...whole.args(call)]
    if (receiver < 0 || args.length < 2 || whole.kind[args[1] as number] !== Kind.Function) continue
    const made = values.definitions(receiver)
    const [only] = made
    const isProcess = whole.kind[receiver] === Kind.Global && whole.text(whole.a[receiver] as number) === 'process'
    const outlives = made.length === 1 && only !== undefined && only < whole.size && whole.kind[only] === Kind.New && whole.functionOf(only) < 0
    if (!isProcess && !outlives) continue
    if (effects.within(outermost(scene, call)).some((node) => whole.kind[node] === Kind.Call && STOPS.test(calledName(linked, node)))) continue
    const name = isProcess ? 'process' : values.nameOf(receiver)
    found.push({
      kind: 'memory-growth',
      api: `${name}.${calledName(linked, call)}`,
      library: '',
      ...placeOf(scene, call),
      because: isProcess ? [] : [cite(linked, only as number)],
      variant: 'listener',
      detail: `each request adds a listener to \`${name}\`, which outlives it, and none is taken off again`,
      confidence: 'high',
    })
  }
  return found
}

/** `setInterval` in a handler whose timer nobody stops. */
function timers(scene: Scene): Hotspot[] {
  const { linked } = scene
  const { whole, effects } = linked
  const found: Hotspot[] = []
  for (const call of lookupOf(whole).named(Kind.Call, 'setInterval')) {
    if (!isAsked(scene, call) || isOnceHere(scene, call)) continue
    if (effects.within(outermost(scene, call)).some((node) => whole.kind[node] === Kind.Call && calledName(linked, node) === 'clearInterval'))
      continue
    if (
      !scene.uses.isDropped(call) &&
      lookupOf(whole)
        .named(Kind.Call, 'clearInterval')
        .some((node) => whole.fileOf(node) === whole.fileOf(call))
    )
      continue
    found.push({
      kind: 'memory-growth',
      api: 'setInterval',
      library: '',
      ...placeOf(scene, call),
      because: [],
      variant: 'timer',
      detail: 'each request starts a timer that nothing stops',
      confidence: 'high',
    })
  }
  return found
}

function outermost({ linked: { whole } }: Scene, node: number): number {
  let fn = whole.functionOf(node)
  while (fn >= 0 && (whole.functions[fn]?.parent ?? -1) >= 0) fn = whole.functions[fn]?.parent as number
  return fn
}

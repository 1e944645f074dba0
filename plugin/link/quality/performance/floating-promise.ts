/**
 * Promises that nobody waits for and whose refusal nobody hears. In: calls that are known to give one. Out: a hotspot where the
 * promise is dropped without `await`, `return`, `catch` or `void`, where a list drops those of an async callback, where an
 * assertion about one is not waited for, and where a `try` returns one that its `catch` will never see.
 */
import { FunctionFlag, Kind, RegionKind } from '../../../graph'
import type { Hotspot } from '../../../types'
import { LabelKind } from '../../labels'
import { calledName, cite, receiverOf } from '../../linked'
import { lookupOf } from '../../lookup'
import { placeOf, type Scene } from './scene'

/** Lists and timers that do not look at what their callback gives. */
const DROPS_RESULTS = new Set(['forEach', 'setTimeout', 'setInterval', 'setImmediate', 'nextTick'])

export function floatingPromises(scene: Scene): Hotspot[] {
  const isHeard = hearsRefusals(scene)
  const found = new Map<number, Hotspot>()
  const { linked, uses } = scene
  const { whole } = linked
  for (const call of lookupOf(whole).of(Kind.Call, Kind.New)) {
    if (!uses.isDropped(call)) continue
    const spot = dropped(scene, call) ?? droppedByList(scene, call)
    // At the start, a handler for the whole process says what happens.
    if (spot && !(isHeard && spot.exposure === 'startup')) found.set(call, spot)
  }
  for (const spot of returnedInTry(scene)) found.set(spot.node, spot.hotspot)
  return [...found.values()]
}

function dropped(scene: Scene, call: number): Hotspot | undefined {
  const { linked, promises, isTest } = scene
  const { whole } = linked
  if (assertsLater(scene, call))
    return hotspot(scene, call, 'assertion', 'the assertion about a promise is neither awaited nor returned, so the test ends before it', 'high')
  if (isTest[whole.fileOf(call)]) return undefined
  // A generated program of a template or a library that gives itself back.
  const name = calledName(linked, call)
  const settler = (name === 'then' || name === 'finally') && receiverOf(linked, call) >= 0
  const promised = promises.of(call)
  if ((!promised && !settler) || promises.isSettled(call)) return undefined
  if (!promised) return settler ? unknownThen(scene, call) : undefined
  if (promised.functions.length > 0 && !promised.functions.some((fn) => promises.mayReject(fn))) return undefined
  if (isNamedVoid(scene, call)) return undefined
  const called = promised.functions.length > 0 ? `\`${name}()\` is async` : `\`${name}()\` of ${promised.library || 'the language'} gives a promise`
  const detail = settler
    ? `nothing handles the rejection of the promise behind \`.${name}()\``
    : `${called} and nothing waits for it or handles its rejection`
  return hotspot(scene, call, settler ? 'then' : 'call', detail, 'high', promised.functions[0])
}

/** `.then(f)` without a handler of refusals, on what is not known here; only promises have `then`. Cypress chains are none. */
function unknownThen(scene: Scene, call: number): Hotspot | undefined {
  const { linked } = scene
  const { whole } = linked
  const [first] = whole.args(call)
  if (calledName(linked, call) !== 'then' || first === undefined) return undefined
  let at = receiverOf(linked, call)
  for (let hops = 0; hops < 30 && at >= 0; hops++) {
    const kind = whole.kind[at]
    if (kind === Kind.Call && calledName(linked, at) === 'catch') return undefined
    if (kind === Kind.Call || kind === Kind.Load || kind === Kind.Refine) at = whole.a[at] as number
    else break
  }
  const root = whole.kind[at] === Kind.Global ? whole.text(whole.a[at] as number) : ''
  if (/^(?:cy|Cypress|\$|jQuery|angular|\$http|\$q)$/.test(root)) return undefined
  return hotspot(scene, call, 'then', 'nothing handles the rejection of the promise behind `.then()`', 'medium')
}

const WAITED_FOR = new Set(['rejects', 'resolves', 'rejected', 'eventually'])

/** `expect(f()).rejects.toThrow()`, `expect(p).resolves.toBe(1)`. */
function assertsLater({ linked }: Scene, call: number): boolean {
  const { whole } = linked
  for (let at = whole.a[call] as number, hops = 0; hops < 8; hops++) {
    if (whole.kind[at] !== Kind.Load) return false
    if (WAITED_FOR.has(whole.text(whole.b[at] as number))) {
      const start = whole.a[at] as number
      for (let from = start, up = 0; up < 6; up++) {
        if (whole.kind[from] === Kind.Call) return /^expect$/.test(calledName(linked, from))
        if (whole.kind[from] !== Kind.Load) return false
        from = whole.a[from] as number
      }
      return false
    }
    at = whole.a[at] as number
  }
  return false
}

/** `items.forEach(async …)`, `setTimeout(async …)`: what the callback gives is dropped by whoever calls it. */
function droppedByList(scene: Scene, call: number): Hotspot | undefined {
  const { linked, promises, isTest } = scene
  const { whole, solver } = linked
  const name = calledName(linked, call)
  const isMapped = name === 'map' && receiverOf(linked, call) >= 0
  if ((!DROPS_RESULTS.has(name) && !isMapped) || isTest[whole.fileOf(call)] || solver.callees.get(call)?.size) return undefined
  for (const argument of [...whole.args(call)].slice(0, 2)) {
    if (whole.kind[argument] !== Kind.Function) continue
    const fn = whole.a[argument] as number
    if (!((whole.functions[fn]?.fact.flags ?? 0) & FunctionFlag.Async) || !promises.mayReject(fn)) return undefined
    const of =
      name === 'forEach' || isMapped
        ? `\`${name}()\` drops the promises of its async callback: what follows does not wait for them`
        : `\`${name}()\` drops the promise of its async callback`
    return hotspot(scene, call, name === 'forEach' || isMapped ? 'for-each' : 'timer', `${of}, and nothing handles a rejection`, 'high', fn)
  }
  return undefined
}

/** `try { return load() } catch …` in an async function: the promise is handed out before it is settled. */
function returnedInTry(scene: Scene): { node: number; hotspot: Hotspot }[] {
  const { linked, promises, isTest } = scene
  const { whole } = linked
  const found: { node: number; hotspot: Hotspot }[] = []
  for (const { fact, returns, file } of whole.functions) {
    if (!(fact.flags & FunctionFlag.Async) || fact.flags & FunctionFlag.Generator || isTest[file]) continue
    for (const value of returns) {
      if (whole.kind[value] !== Kind.Call) continue
      const tried = triedBy(scene, value)
      if (tried < 0 || !promises.catches(tried)) continue
      const promised = promises.of(value)
      if (!promised || promises.isSettled(value)) continue
      if (promised.functions.length > 0 && !promised.functions.some((fn) => promises.mayReject(fn))) continue
      const detail = `\`return ${calledName(linked, value)}()\` leaves the \`try\` before the promise settles, so its \`catch\` never sees a rejection`
      found.push({ node: value, hotspot: hotspot(scene, value, 'return-in-try', detail, 'high', promised.functions[0]) })
    }
  }
  return found
}

/** The `try` of its own function that a node stands in, -1 without one. */
function triedBy({ linked: { whole } }: Scene, node: number): number {
  for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
    if (whole.regions[region * 4] === RegionKind.Body) return -1
    if (whole.regions[region * 4] === RegionKind.Catch || whole.regions[region * 4] === RegionKind.Finally) return -1
    if (whole.regions[region * 4] === RegionKind.Try) return region
  }
  return -1
}

/** The function is written to be left alone: it takes a callback, or gives itself back for chaining. */
function isNamedVoid({ linked }: Scene, call: number): boolean {
  const { whole, solver } = linked
  const last = [...whole.args(call)].at(-1)
  return (
    last !== undefined &&
    whole.kind[last] === Kind.Param &&
    solver.of(last).some((label) => solver.labels.kind[label] === LabelKind.Function) &&
    /^(?:next|done|cb|callback)$/.test(linked.values.nameOf(last))
  )
}

function hotspot(scene: Scene, call: number, variant: string, detail: string, confidence: Hotspot['confidence'], fn = -1): Hotspot {
  const { linked } = scene
  const made = fn >= 0 ? (linked.whole.functions[fn]?.node ?? -1) : -1
  return {
    kind: 'floating-promise',
    api: calledName(linked, call),
    library: '',
    ...placeOf(scene, call),
    because: made >= 0 && variant !== 'for-each' && variant !== 'timer' ? [cite(linked, made)] : [],
    variant,
    detail,
    suggestion: suggestionFor(scene, call, variant),
    confidence,
  }
}

/** The same line with what is missing. */
function suggestionFor({ linked }: Scene, call: number, variant: string): string | undefined {
  const { whole } = linked
  const fn = whole.functionOf(call)
  const source = wholeSource(whole, call)
  if (source.length > 90 || /[\n{]/.test(source)) return undefined
  const isAsync = fn >= 0 && ((whole.functions[fn]?.fact.flags ?? 0) & FunctionFlag.Async) !== 0
  if (variant === 'return-in-try') return `return await ${source}`
  if (variant === 'assertion' || (variant === 'call' && isAsync)) return `await ${source}`
  if (variant === 'call' || variant === 'then') return `${source}.catch((error) => console.error(error))`
  return undefined
}

/** The text of a call with all that it is called on. */
function wholeSource(whole: Scene['linked']['whole'], call: number): string {
  let at = call
  for (let hops = 0; hops < 20; hops++) {
    const kind = whole.kind[at]
    if (kind !== Kind.Call && kind !== Kind.Load) break
    at = whole.a[at] as number
  }
  const { text } = whole.files[whole.fileOf(call)] as { text: string }
  const own = whole.sourceOf(call)
  if (whole.kind[at] === Kind.Function || whole.kind[at] === Kind.Import || whole.kind[at] === Kind.Global || whole.kind[at] === Kind.Cell) {
    // Names stand where they were written first: the words in front of the call are taken from its own line.
    const end = whole.end[call] as number
    const start = text.lastIndexOf('\n', end - 1) + 1
    const line = text.slice(start, end).trim()
    return line.endsWith(own) || line.includes(own) ? line.replace(/^(?:return|else|if\s*\([^()]*\))\s+/, '') : own
  }
  return own
}

/** `process.on('unhandledRejection', …)` outside tests. */
function hearsRefusals({ linked, isTest }: Scene): boolean {
  const { whole } = linked
  for (const text of lookupOf(whole).named(Kind.String, 'unhandledRejection')) if (!isTest[whole.fileOf(text)]) return true
  return false
}

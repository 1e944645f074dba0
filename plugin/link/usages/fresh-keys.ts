/**
 * Keys that are made anew for each message. In: the call that makes a cipher, and its key. Out: how the key is made where the cipher is
 * made: of random bytes, or of a password and a salt. With such a key no two messages share a key and a vector, whatever the vector is.
 */
import { Kind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { isPromiseClass } from '../names'
import { modelsOfCall } from './modelled'
import { writtenIn } from './written'

/** `random`: of bytes that are drawn there. `drawn salt`: of a salt that is. `handed salt`: of a salt that whoever calls brings along. */
export type Freshness = 'random' | 'drawn salt' | 'handed salt'

const MOST_LOOKED_AT = 60
/** What hands on the bytes that it is called on, or handed, or some of them. */
const OF_RECEIVER = /^(?:slice|subarray|toString)$/
const OF_ARGUMENT = /^(?:from|Uint8Array|Buffer|createSecretKey)$/

export function freshnessOf(linked: Linked, cipher: number, key: number): Freshness | undefined {
  const home = homeOf(linked, cipher)
  const found = makersOf(linked, key).map(({ call, from }) => {
    // What a helper makes for this call is made for it as well; what stands outside is made once.
    const made = homeOf(linked, from ?? call)
    if (![...made].some((fn) => home.has(fn))) return undefined
    if (isDrawn(linked, call)) return 'random'
    return saltOf(linked, saltIn(linked, call), from, new Set([...home, ...made]))
  })
  return found.includes(undefined) ? undefined : found[0]
}

const isDrawn = (linked: Linked, call: number): boolean => modelsOfCall(linked, call).some(({ kind }) => kind === 'strong-random')

/** The salt that a key is derived with, -1 where nothing derives one. */
function saltIn(linked: Linked, call: number): number {
  const spot = modelsOfCall(linked, call).find(({ kind, values }) => kind === 'slow-hash' && values.salt !== undefined)?.values.salt
  return spot === undefined ? -1 : (linked.whole.args(call)[Number(spot)] ?? -1)
}

/** The function that a call stands in, and those around that run it once: `new Promise((resolve) => scrypt(…, (error, key) => …))`. */
function homeOf(linked: Linked, call: number): Set<number> {
  const { whole, values } = linked
  const home = new Set<number>()
  for (let fn = whole.functionOf(call); fn >= 0; fn = whole.functions[fn]?.parent ?? -1) {
    home.add(fn)
    const node = whole.functions[fn]?.node ?? -1
    const isOnce = saltIn(linked, values.callAround(node)) >= 0 || executors(linked).has(node)
    if (!isOnce) break
  }
  return home
}

/** Functions that a promise is made with. */
function executors({ whole }: Linked): Set<number> {
  let known = executing.get(whole)
  if (!known) {
    known = new Set([...lookupOf(whole).of(Kind.New)].filter((node) => isPromise(whole, node)).map((node) => whole.args(node)[0] ?? -1))
    executing.set(whole, known)
  }
  return known
}

const executing = new WeakMap<Linked['whole'], Set<number>>()
const isPromise = (whole: Linked['whole'], node: number): boolean => isPromiseClass(whole, whole.a[node] as number)

interface Maker {
  call: number
  /** The call of a function of the program that gives back what the other makes. */
  from: number | undefined
}

/** Calls outside of the program that a key comes from; none where something else may be the key. */
function makersOf(linked: Linked, key: number): Maker[] {
  const { whole, solver, values } = linked
  const found: Maker[] = []
  const seen = new Set<number>()
  const stack: { node: number; from: number | undefined }[] = [{ node: key, from: undefined }]
  while (stack.length > 0) {
    const { node, from } = stack.pop() as (typeof stack)[number]
    if (node < 0 || node >= whole.size || seen.size > MOST_LOOKED_AT) return []
    if (seen.has(node)) continue
    seen.add(node)
    const onward = (nodes: Iterable<number>, by = from) => {
      for (const each of nodes) stack.push({ node: each, from: by })
    }
    switch (whole.kind[node] as Kind) {
      case Kind.Refine:
      case Kind.Await:
        onward([whole.a[node] as number])
        break
      case Kind.Cell:
      case Kind.Choice:
        onward(whole.items(whole.a[node] as number))
        break
      case Kind.New:
      case Kind.Call: {
        const name = calledName(linked, node)
        const callees = [...(solver.callees.get(node) ?? [])]
        if (isDrawn(linked, node) || saltIn(linked, node) >= 0) found.push({ call: node, from })
        else if (whole.kind[node] === Kind.New && isPromise(whole, node)) onward(settledWith(linked, whole.args(node)[0] ?? -1))
        else if (callees.length > 0 && from === undefined) for (const fn of callees) onward(whole.functions[fn]?.returns ?? [], node)
        else if (OF_RECEIVER.test(name) && receiverOf(linked, node) >= 0) onward([receiverOf(linked, node)])
        else if (OF_ARGUMENT.test(name) && whole.args(node)[0] !== undefined) onward([whole.args(node)[0] as number])
        else return []
        break
      }
      case Kind.Param: {
        // `scrypt(password, salt, 32, (error, key) => …)`
        const fn = whole.functions[whole.a[node] as number]
        const around = node === fn?.params[1] ? values.callAround(fn.node) : -1
        if (around < 0 || saltIn(linked, around) < 0) return []
        found.push({ call: around, from })
        break
      }
      default:
        return []
    }
  }
  return found
}

/** What the function that a promise is made with settles it with: `(resolve) => scrypt(…, (error, key) => resolve(key))`. */
function settledWith({ whole }: Linked, executor: number): number[] {
  const fn = executor >= 0 && whole.kind[executor] === Kind.Function ? (whole.a[executor] as number) : -1
  const resolve = whole.functions[fn]?.params[0] ?? -1
  return [...lookupOf(whole).of(Kind.Call)].flatMap((call) => (whole.a[call] === resolve ? [whole.args(call)[0] ?? -1] : []))
}

/** Where a salt comes from that is another one for each call; nothing where it is written, or kept for all. */
function saltOf(linked: Linked, salt: number, from: number | undefined, home: ReadonlySet<number>): Freshness | undefined {
  const { whole } = linked
  const { literals, whole: isAll } = writtenIn(linked, salt)
  if (isAll && literals.length > 0) return undefined
  let handed = false
  const seen = new Set<number>()
  const stack = [salt]
  while (stack.length > 0 && seen.size < MOST_LOOKED_AT) {
    const node = stack.pop() as number
    if (node < 0 || node >= whole.size || seen.has(node)) continue
    seen.add(node)
    if (whole.kind[node] === Kind.Call && isDrawn(linked, node) && home.has(whole.functionOf(node))) return 'drawn salt'
    if (whole.kind[node] !== Kind.Param) stack.push(...whole.madeOf(node))
    else if (home.has(whole.a[node] as number)) handed = true
    else if (from !== undefined) stack.push(whole.args(from)[whole.b[node] as number] ?? -1)
  }
  return handed ? 'handed salt' : undefined
}

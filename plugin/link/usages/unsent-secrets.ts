/**
 * Secrets that no caller sends where they are compared. In: a value. Out: whether it is a part of an address, a setting that the program
 * keeps, a record that it stored, or what somebody typed into the form of this very page.
 */
import path from 'node:path'
import { FunctionFlag, Kind } from '../../graph'
import { apiPathsOf, calledName, isTestCode, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { calledHere, namesOf, snake, thingAwaited } from '../names'
import { putInto } from '../put-into'
import { pathsOfCall } from './modelled'

/** What addresses have beside a password, by the URL standard. */
const OF_ADDRESS = new Set(['hostname', 'protocol', 'pathname'])
const KEPT = /^(?:config(?:uration)?|settings?|preferences|options)$/i
const SENT = /^(?:req(?:uest)?|ctx|context|event|body|query|params|headers|cookies?)$/i
const MOST_HOPS = 8

/** `allowed.password` beside `allowed.hostname`. */
export function isOfAddress(linked: Linked, node: number): boolean {
  const { whole } = linked
  const at = thingAwaited(whole, node)
  if (whole.kind[at] !== Kind.Load) return false
  const beside = addressesIn(linked).get(addressOf(linked, at))
  return beside?.size === OF_ADDRESS.size
}

/** In which function something is read, and of what. */
const addressOf = ({ whole }: Linked, load: number): string => `${whole.functionOf(load)} ${thingAwaited(whole, whole.a[load] as number)}`

const addresses = new WeakMap<Linked['whole'], Map<string, Set<number>>>()

/** By function and thing, which names of addresses are read of it. */
function addressesIn(linked: Linked): ReadonlyMap<string, ReadonlySet<number>> {
  const { whole } = linked
  let found = addresses.get(whole)
  if (!found) {
    found = new Map()
    for (const load of lookupOf(whole).named(Kind.Load, OF_ADDRESS)) {
      if (whole.functionOf(load) < 0) continue
      const key = addressOf(linked, load)
      const names = found.get(key) ?? new Set()
      found.set(key, names.add(whole.b[load] as number))
    }
    addresses.set(whole, found)
  }
  return found
}

/** `settings.mail.token`, `user.settings.token`: what was saved before, whoever is calling now. */
export function isKept({ whole }: Linked, node: number): boolean {
  let isSetting = false
  for (let at = node, hops = 0; hops < MOST_HOPS && at >= 0; hops++) {
    const kind = whole.kind[at] as Kind
    const name = kind === Kind.Param ? (whole.functions[whole.a[at] as number]?.fact.paramNames[whole.b[at] as number] ?? '') : calledHere(whole, at)
    if (SENT.test(name)) return false
    isSetting ||= KEPT.test(name) && (kind !== Kind.Param || name !== 'options')
    if (kind === Kind.Load || kind === Kind.Refine || kind === Kind.Await) at = whole.a[at] as number
    else return isSetting
  }
  return isSetting
}

const OF_ENVIRONMENT = /(?:^|:)(?:process|import\.meta|Bun|std)\.env\.(\w+)$/

/** One, and another that stands in for it. */
const MOST_NAMES = 2

/** `API_TOKEN` of `process.env.API_TOKEN`, also where it was put into a variable of another name. */
export function environmentNames(linked: Linked, node: number): string[] {
  const { whole, values, models } = linked
  const nodes = [node, ...values.definitions(node)].filter((each) => each >= 0 && each < whole.size)
  const names = nodes.flatMap((each) => apiPathsOf(linked, each)).flatMap((path) => OF_ENVIRONMENT.exec(models.paths.show(path))?.slice(1) ?? [])
  // What reads whichever entry it is asked for is none of them.
  return new Set(names).size > MOST_NAMES ? [] : names
}

/** `request.headers.authorization`, `const given = context.req.header('x-key')`. */
export function isSent(linked: Linked, node: number): boolean {
  const { whole, values } = linked
  return [node, ...values.definitions(node)].some((made) => {
    for (let at = made, hops = 0; hops < MOST_HOPS && at >= 0 && at < whole.size; hops++) {
      at = thingAwaited(whole, at)
      const kind = whole.kind[at] as Kind
      const name =
        kind === Kind.Param ? (whole.functions[whole.a[at] as number]?.fact.paramNames[whole.b[at] as number] ?? '') : calledHere(whole, at)
      if (SENT.test(name)) return true
      if (kind === Kind.Call) at = receiverOf(linked, at)
      else if (kind === Kind.Load || kind === Kind.LoadDynamic) at = whole.a[at] as number
      else return false
    }
    return false
  })
}

/** What stores are called, and how records are read from one that no model describes. */
const STORE = /(?:^|_)(?:db|database|repo(?:sitory)?|store|storage|dao|redis)$/
const READS = /^(?:get|find|load|read|fetch|query|select)(?:$|[A-Z_])/

/**
 * What the program has by itself: its settings, its constants, and records that it stored before. Whoever calls has no part in it, so
 * that there is nobody to take the time of a comparison.
 */
export function isOfProgram(linked: Linked, node: number, hops = 0): boolean {
  const { whole, values, solver, models } = linked
  if (node < 0 || hops > MOST_HOPS) return false
  const of = (part: number) => isOfProgram(linked, part, hops + 1)
  // What it was before anything is known says nothing.
  const ofAll = (parts: readonly number[]) => {
    const told = parts.filter((part) => part >= whole.size || (whole.kind[part] !== Kind.Undefined && whole.kind[part] !== Kind.Null))
    return told.length > 0 && told.every(of)
  }
  // A field of an object.
  if (node >= whole.size) return ofAll(putInto(linked, node))
  const inner = whole.a[node] as number
  switch (whole.kind[node] as Kind) {
    case Kind.String:
      return true
    case Kind.Refine:
    case Kind.Await:
      return of(inner)
    case Kind.Choice:
    case Kind.Cell:
      return ofAll([...whole.items(inner)])
    case Kind.Load: {
      if (isKept(linked, node) || isOfSettings(linked, inner)) return true
      const put = [...values.definitions(node).filter((each) => each !== node), ...putInto(linked, node)]
      return put.length > 0 || whole.kind[inner] === Kind.This ? ofAll(put) : of(inner)
    }
    case Kind.Import:
      return isOfSettings(linked, node) || ofAll(values.definitions(node).filter((each) => each !== node))
    case Kind.Param: {
      const isTest = (call: number) => isTestCode(linked, (whole.files[whole.fileOf(call)] as { path: string }).path)
      const callers = [...(solver.callers.get(inner) ?? [])].filter((call) => !isTest(call))
      return callers.length > 0 && callers.every((call) => of(whole.args(call)[whole.b[node] as number] ?? -1))
    }
    case Kind.Call: {
      const receiver = receiverOf(linked, node)
      if (receiver >= 0 && READS.test(calledName(linked, node)) && namesOf(linked, receiver).some((name) => STORE.test(snake(name)))) return true
      return pathsOfCall(linked, node).some((called) =>
        (models.flows.sources.get(models.paths.find(called, '()')) ?? []).some(({ kind }) => kind === 'stored'),
      )
    }
    default:
      return false
  }
}

/** `require('../settings')` */
const isOfSettings = ({ whole }: Linked, node: number): boolean =>
  node < whole.size && whole.kind[node] === Kind.Import && KEPT.test(path.posix.parse(whole.text(whole.a[node] as number)).name)

/** `request.cookies['xsrf-token']`, `context.cookies.get(NAME)`: what the sender's own browser keeps. */
export function isOfCookie(linked: Linked, node: number): boolean {
  const { whole } = linked
  return linked.values.definitions(node).some((made) => {
    for (let at = thingAwaited(whole, made), hops = 0; hops < MOST_HOPS && at >= 0; hops++) {
      if (/^cookies?$/i.test(calledHere(whole, at))) return true
      const kind = whole.kind[at] as Kind
      if (kind === Kind.Call) at = receiverOf(linked, at)
      else if (kind === Kind.Load || kind === Kind.LoadDynamic) at = thingAwaited(whole, whole.a[at] as number)
      else return false
    }
    return false
  })
}

/** In a function that draws a part of a page, or below one: whoever could measure the time typed both. What is drawn by a server waits. */
export function isInComponent(linked: Linked, node: number): boolean {
  const { whole } = linked
  // Files that are one part of a page each; what answers requests for it stands in others.
  if (/\.(?:vue|svelte)$/.test((whole.files[whole.fileOf(node)] as { path: string }).path)) return true
  const drawing = drawingIn(linked)
  for (let fn = whole.functionOf(node), hops = 0; fn >= 0 && hops < MOST_HOPS; fn = whole.functions[fn]?.parent ?? -1, hops++)
    if (drawing.has(fn) && !isAsync(linked, fn)) return true
  return false
}

const isAsync = ({ whole }: Linked, fn: number): boolean => ((whole.functions[fn]?.fact.flags ?? 0) & FunctionFlag.Async) !== 0

const drawn = new WeakMap<Linked, ReadonlySet<number>>()

function drawingIn(linked: Linked): ReadonlySet<number> {
  let known = drawn.get(linked)
  if (!known) {
    known = new Set([...lookupOf(linked.whole).of(Kind.Jsx)].map((node) => linked.whole.functionOf(node)))
    drawn.set(linked, known)
  }
  return known
}

/**
 * Secrets that no caller sends where they are compared. In: a value. Out: whether it is a part of an address, a setting that the program
 * keeps, or what somebody typed into the form of this very page.
 */
import { FunctionFlag, Kind } from '../../graph'
import { type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { calledHere, thingAwaited } from '../names'

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

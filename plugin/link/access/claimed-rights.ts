/**
 * Checks that believe the request: `if (req.headers['x-role'] === 'admin')`. In: a function that requests run through. Out: where
 * it goes by a right that the sender names, or by a name that the sender gives to itself in a cookie that nobody signed.
 */
import { Kind } from '../../graph'
import type { AccessFault } from '../../types'
import { firstOf } from '../first-of'
import { calledName, cite, type Linked, receiverOf } from '../linked'
import { snake, thingAwaited } from '../names'
import { isEqual, isUnequal, NOT } from '../operators'
import { conditionsOf } from '../regions'
import { newWay, type Way } from './provenance'
import type { Scene } from './scene'

/** What somebody may do, as fields and headers call it. */
const RIGHTS =
  /(?:^|_)(?:roles?|(?:is_?|has_?)?(?:super_?)?admin(?:istrator|_?user|_?mode|_?access)?|superuser|is_staff|is_?moderator|permissions?|privileges?|privileged|access_level|authori[sz]ed|(?:is_)?authenticated|(?:is_)?logged_?in|is_?auth)$/
/** Names who is calling. */
const PERSON = /(?:^|_)(?:(?:logged_?in_?|current_?)?(?:user|account|member|customer|employee)(?:_?(?:id|name|mail|email))?|uid|login)$/
/** Proves something, or holds a request against forgery. */
const PROOF = /key|token|secret|password|passwd|signature|hmac|csrf|xsrf|nonce|state|session|(?:^|_)sid$/

const MOST_DEPTH = 3
/** Regions from a node outwards. */
const MOST_HOPS = 40

interface Part {
  place: string
  name: string
  text: string
}

export function claimedRights(scene: Scene, fn: number): AccessFault[] {
  const { linked } = scene
  const { whole, effects } = linked
  const found = new Map<number, AccessFault>()
  const seen = new Set<number>()
  for (const node of effects.within(fn))
    for (
      let region = whole.region[node] as number, hops = 0;
      region >= 0 && hops < MOST_HOPS;
      region = whole.regions[region * 4 + 1] as number, hops++
    ) {
      const condition = whole.regions[region * 4 + 2] as number
      if (condition < 0 || seen.has(condition)) continue
      seen.add(condition)
      const leaf = leafOf(scene, condition, newWay(), 0)
      if (!leaf || found.has(leaf.node) || isAskedToo(scene, region, leaf.outer)) continue
      found.set(leaf.node, { fault: leaf.fault, name: leaf.name, at: cite(linked, leaf.node), trace: [cite(linked, condition)] })
    }
  return [...found.values()]
}

/** Whether the same condition, or one above it, asks who the caller is besides. */
function isAskedToo({ linked: { whole }, provenance }: Scene, region: number, leaf: number): boolean {
  const way = newWay()
  const asks = (node: number, depth: number): boolean => {
    if (node < 0 || node === leaf || depth > 6) return false
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Choice) return whole.items(whole.a[node] as number).some((item) => asks(item, depth + 1))
    if (kind === Kind.Unary || kind === Kind.Refine) return asks(whole.a[node] as number, depth + 1)
    return depth > 0 && provenance.of(node, way).caller
  }
  if (asks(whole.regions[region * 4 + 2] as number, 0)) return true
  return conditionsOf(whole, whole.regions[region * 4 + 1] as number, MOST_HOPS).some((condition) => asks(condition, 1))
}

interface Leaf {
  node: number
  /** Where the condition itself has it: a helper may do the looking. */
  outer: number
  fault: 'claimed right' | 'claimed name'
  name: string
}

/** The part of a condition that believes the request. */
function leafOf(scene: Scene, node: number, way: Way, depth: number): Leaf | undefined {
  const { whole, solver } = scene.linked
  if (node < 0 || node >= whole.size || depth > 8) return undefined
  const next = (part: number) => leafOf(scene, part, way, depth + 1)
  switch (whole.kind[node] as Kind) {
    case Kind.Unary:
      return whole.c[node] === NOT ? next(whole.a[node] as number) : undefined
    case Kind.Choice: {
      const ways = whole.items(whole.a[node] as number).slice(0, 6)
      // `role === 'admin' ? true : false` is what it asks.
      const asked = ways.every((way) => whole.kind[way] === Kind.Boolean)
        ? whole.regions[(whole.region[ways[0] as number] as number) * 4 + 2]
        : undefined
      return asked !== undefined && asked >= 0 ? next(asked) : firstOf(ways, next)
    }
    case Kind.Refine:
    case Kind.Await:
      return next(whole.a[node] as number)
    case Kind.Binary: {
      const operator = whole.c[node] as number
      if (!isEqual(operator) && !isUnequal(operator)) return undefined
      return compared(scene, node, [whole.a[node] as number, whole.b[node] as number], way)
    }
    case Kind.Call: {
      const name = calledName(scene.linked, node)
      const receiver = receiverOf(scene.linked, node)
      const args = [...whole.args(node)]
      // `role.includes('admin')`, `['admin'].includes(role)`.
      if (/^(?:includes|startsWith|equals|indexOf|has)$/.test(name) && args[0] !== undefined) return compared(scene, node, [receiver, args[0]], way)
      const part = partOf(scene, node)
      if (part) return bare(part, node)
      if (way.through.length >= MOST_DEPTH) return undefined
      const inside = firstOf([...(solver.callees.get(node) ?? [])].slice(0, 2), (fn) => {
        const below = scene.provenance.enter(node, fn, way)
        return below && firstOf(whole.functions[fn]?.returns ?? [], (value) => leafOf(scene, value, below, depth + 1))
      })
      return inside && { ...inside, outer: node }
    }
    default: {
      const part = partOf(scene, node)
      return part && bare(part, node)
    }
  }
}

/** `if (req.cookies.isAdmin)`: that it is there is enough. */
const bare = (part: Part, node: number): Leaf | undefined =>
  namesRight(part) ? { node, outer: node, fault: 'claimed right', name: part.text } : undefined

/** Lists are asked for by role, which is no check; only who shows the whole of an address goes by it as a right. */
const namesRight = ({ place, name }: Part): boolean => RIGHTS.test(name) && !PROOF.test(name) && (place !== 'query' || /admin|auth/.test(name))

function compared(scene: Scene, node: number, sides: readonly [number, number], way: Way): Leaf | undefined {
  for (const [one, other] of [sides, [sides[1], sides[0]] as const]) {
    const part = partOf(scene, one)
    if (!part) continue
    if (namesRight(part) && isConstant(scene, other)) return { node, outer: node, fault: 'claimed right', name: part.text }
    if (part.place !== 'cookie' || !PERSON.test(part.name) || PROOF.test(part.name)) continue
    const made = scene.provenance.of(other, way)
    if (made.stored || [...made.request].some((each) => !each.startsWith('cookie')))
      return { node, outer: node, fault: 'claimed name', name: part.text }
  }
  return undefined
}

/** Something that the code itself says: a word, a flag, or a list of them. */
function isConstant({ linked: { whole, values } }: Scene, node: number): boolean {
  if (node < 0) return false
  return values.definitions(node).every((made) => {
    if (made >= whole.size) return false
    const kind = whole.kind[made] as Kind
    if (kind === Kind.Array) return whole.items(whole.a[made] as number).every((item) => whole.kind[item] === Kind.String)
    return kind === Kind.String || kind === Kind.Boolean || kind === Kind.Number
  })
}

/** The part of a header, the address or a cookie that a node is; undefined where it is something else, or made of more. */
function partOf({ linked, provenance }: Scene, node: number): Part | undefined {
  const { whole } = linked
  for (let at = node, hops = 0; at >= 0 && hops < 6; hops++) {
    at = thingAwaited(whole, at)
    // `role?.toLowerCase()`, `cookies().get('role')?.value` say what they are made of.
    if (whole.kind[at] === Kind.Call && /^(?:toLowerCase|toUpperCase|trim|toString|String|Boolean|Number)$/.test(calledName(linked, at)))
      at = receiverOf(linked, at) >= 0 ? receiverOf(linked, at) : (whole.args(at)[0] ?? -1)
    else {
      const [part, ...others] = provenance.partsSent(at)
      if (!part || others.length > 0 || !/^(?:header|query|cookie)$/.test(part.place) || isSigned(linked, at)) return undefined
      const name = part.trail[0]
      if (name === undefined) return undefined
      const text = part.place === 'header' ? `the header ${name}` : part.place === 'cookie' ? `the cookie ${name}` : `the query value ${name}`
      return { place: part.place, name: snake(name), text }
    }
  }
  return undefined
}

/** `req.signedCookies.role`: what was signed was not made up by its sender. */
function isSigned({ whole }: Linked, node: number): boolean {
  for (let at = node, hops = 0; at >= 0 && hops < 6; hops++) {
    const kind = whole.kind[at] as Kind
    if (kind === Kind.Load && /^(?:signedCookies|unsign|unsignCookie)$/.test(whole.text(whole.b[at] as number))) return true
    if (kind !== Kind.Load && kind !== Kind.LoadDynamic && kind !== Kind.Call) return false
    at = whole.a[at] as number
  }
  return false
}

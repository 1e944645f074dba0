/**
 * Which requests code is for that asks for their method or path. In: nodes and a route. Out: whether the route can get there.
 *
 * Routes of one method all get the same answer of a condition, unless it asks for the path of one of them: answers are kept by
 * kinds of routes, since middleware is asked for every route that it stands in front of.
 */
import { ChoiceKind, Kind, RegionKind } from '../../graph'
import type { Linked } from '../linked'
import { lookupOf } from '../lookup'
import { isEqual, isUnequal, NOT } from '../operators'

export interface Asked {
  method: string
  path: string
}

const METHOD = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|QUERY|TRACE|CONNECT)$/

export interface Reaches {
  /** Routes of the same kind get to the same nodes. It names the method. */
  kind: string
  /** False only where the conditions around some of these nodes cannot hold for the route. */
  all(nodes: readonly number[]): boolean
}

interface Known {
  /** Paths that some condition of the program compares with that of the request. */
  paths: ReadonlySet<string>
  /** By region. */
  asked: Map<number, boolean>
  /** By kind of route, then by region. */
  holding: Map<string, Map<number, boolean>>
}

const known = new WeakMap<Linked['whole'], Known>()

export function reachedBy(linked: Linked, route: Asked): Reaches {
  const { paths, asked, holding } = knownOf(linked)
  const kind = `${route.method} ${isPlain(route.path) ? (paths.has(plain(route.path)) ? plain(route.path) : 'another path') : 'open'}`
  const ofKind = holding.get(kind) ?? new Map<number, boolean>()
  holding.set(kind, ofKind)
  const holds = (region: number): boolean => {
    let answer = ofKind.get(region)
    if (answer === undefined) {
      answer = !isAsked(linked, region, asked) || holdsAt(linked, region, route)
      ofKind.set(region, answer)
    }
    return answer
  }
  return { kind, all: (nodes) => nodes.every((node) => node < 0 || holds(linked.whole.region[node] as number)) }
}

function knownOf(linked: Linked): Known {
  let found = known.get(linked.whole)
  if (!found) {
    found = { paths: pathsAskedFor(linked), asked: new Map(), holding: new Map() }
    known.set(linked.whole, found)
  }
  return found
}

function pathsAskedFor(linked: Linked): Set<string> {
  const { whole } = linked
  const found = new Set<string>()
  for (const node of lookupOf(whole).of(Kind.Binary))
    for (const [one, other] of [
      [whole.a[node], whole.b[node]],
      [whole.b[node], whole.a[node]],
    ] as [number, number][]) {
      const path = pathAsked(linked, one, other)
      if (path !== undefined) found.add(plain(path))
    }
  return found
}

/** The text that the path of a request is compared with. */
function pathAsked({ whole, values }: Linked, asked: number, text: number): string | undefined {
  if (whole.kind[text] !== Kind.String) return undefined
  const value = whole.text(whole.a[text] as number)
  return value.startsWith('/') && /^(?:url|path|pathname)$/i.test(values.nameOf(asked)) ? value : undefined
}

/** Whether a condition around a region, or this one, asks for method or path at all; most do not. */
function isAsked(linked: Linked, region: number, known: Map<number, boolean>): boolean {
  const { regions } = linked.whole
  const way: number[] = []
  let found = false
  for (let at = region; at >= 0 && way.length < DEEPEST; at = regions[at * 4 + 1] as number) {
    const before = known.get(at)
    if (before !== undefined) {
      found = before
      break
    }
    way.push(at)
  }
  for (const at of way.reverse()) {
    const condition = regions[at * 4 + 2] as number
    found ||= condition >= 0 && asks(linked, condition, 0)
    known.set(at, found)
  }
  return found
}

function asks(linked: Linked, node: number, depth: number): boolean {
  const { whole, values } = linked
  if (depth > DEEPEST_CONDITION) return false
  switch (whole.kind[node] as Kind) {
    case Kind.Refine:
    case Kind.Unary:
      return asks(linked, whole.a[node] as number, depth + 1)
    case Kind.Choice:
      return whole.items(whole.a[node] as number).some((item) => asks(linked, item, depth + 1))
    case Kind.Binary:
      return [whole.a[node] as number, whole.b[node] as number].some((side) => whole.kind[side] !== Kind.String && ASKED.test(values.nameOf(side)))
    default:
      return false
  }
}

const DEEPEST = 200
const DEEPEST_CONDITION = 8
const ASKED = /^(?:method|httpMethod|verb|toUpperCase|url|path|pathname)$/i

function holdsAt(linked: Linked, region: number, route: Asked): boolean {
  const { regions } = linked.whole
  for (let at = region, hops = 0; at >= 0 && hops < DEEPEST; at = regions[at * 4 + 1] as number, hops++) {
    const kind = regions[at * 4] as RegionKind
    const condition = regions[at * 4 + 2] as number
    if (condition < 0) continue
    const holds = truth(linked, condition, route, 0)
    if (kind === RegionKind.True && holds === false) return false
    if (kind === RegionKind.False && holds === true) return false
    // A case may be fallen into from the one before, which is not written down: it counts against the route only where another case is the route's.
    if (kind === RegionKind.Case && holds === false && hasOwnCase(linked, at, route)) return false
  }
  return true
}

function hasOwnCase(linked: Linked, region: number, route: Asked): boolean {
  const { whole } = linked
  const parent = whole.regions[region * 4 + 1]
  for (const step of [-1, 1])
    for (let at = region + step, hops = 0; at >= 0 && at * 4 < whole.regions.length && hops < 400; at += step, hops++) {
      if (whole.regions[at * 4] === RegionKind.Body && whole.regions[at * 4 + 1] === -1) break
      if (whole.regions[at * 4] !== RegionKind.Case || whole.regions[at * 4 + 1] !== parent) continue
      if (truth(linked, whole.regions[at * 4 + 2] as number, route, 0) === true && isFilled(linked, at)) return true
    }
  return false
}

/** Whether something is done in a case itself: an empty one hands on to the next. */
function isFilled({ whole, effects }: Linked, region: number): boolean {
  const fn = whole.regions[region * 4 + 3] as number
  return effects.within(fn).some((node) => effects.isInside(whole.region[node] as number, region))
}

/** Whether a condition holds for requests of a route; undefined where it asks something else. */
function truth(linked: Linked, node: number, route: Asked, depth: number): boolean | undefined {
  const { whole } = linked
  if (depth > DEEPEST_CONDITION) return undefined
  switch (whole.kind[node] as Kind) {
    case Kind.Refine:
      return truth(linked, whole.a[node] as number, route, depth + 1)
    case Kind.Unary: {
      if (whole.c[node] !== NOT) return undefined
      const inner = truth(linked, whole.a[node] as number, route, depth + 1)
      return inner === undefined ? undefined : !inner
    }
    case Kind.Choice: {
      const ways = whole.items(whole.a[node] as number).map((item) => truth(linked, item, route, depth + 1))
      if (whole.c[node] === ChoiceKind.And) return ways.includes(false) ? false : ways.includes(undefined) ? undefined : true
      if (whole.c[node] === ChoiceKind.Or) return ways.includes(true) ? true : ways.includes(undefined) ? undefined : false
      return undefined
    }
    case Kind.Binary: {
      const operator = whole.c[node] as number
      const same = isEqual(operator) ? true : isUnequal(operator) ? false : undefined
      if (same === undefined) return undefined
      const equal =
        equals(linked, whole.a[node] as number, whole.b[node] as number, route) ??
        equals(linked, whole.b[node] as number, whole.a[node] as number, route)
      return equal === undefined ? undefined : equal === same
    }
    default:
      return undefined
  }
}

/** Whether the request's method or path is a text. */
function equals(linked: Linked, asked: number, text: number, route: Asked): boolean | undefined {
  const { whole, values } = linked
  if (whole.kind[text] !== Kind.String) return undefined
  const value = whole.text(whole.a[text] as number)
  const name = values.nameOf(asked)
  if (/^(?:method|httpMethod|verb|toUpperCase)$/.test(name) && METHOD.test(value.toUpperCase()))
    return METHOD.test(route.method) ? value.toUpperCase() === route.method : undefined
  const path = pathAsked(linked, asked, text)
  return path !== undefined && isPlain(route.path) ? plain(path) === plain(route.path) : undefined
}

const isPlain = (path: string) => !/[:{*[(^$]/.test(path)
const plain = (path: string) => path.replace(/\?.*$/, '').replace(/\/+$/, '') || '/'

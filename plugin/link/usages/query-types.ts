/**
 * Parameters of requests used as if they were texts. `?q=a&q=b` and `?q[]=a` make lists of them in Express and Koa, and so does a body
 * that says so; then `indexOf`, `length` and the like mean something else, which is how checks are got around.
 */
import { ChoiceKind, Kind, RegionKind } from '../../graph'
import type { Usage } from '../../types'
import { LabelKind } from '../labels'
import { calledName, type Linked } from '../linked'
import { lookupOf, merge, remember } from '../lookup'
import { AT_LEAST, AT_MOST, GREATER, isEqual, isUnequal, LESS, NOT, TYPEOF } from '../operators'
import { knownAround, takenApart } from '../regions'
import { usesOf } from '../uses'
import { usage } from './modelled'

/** Methods that texts and lists both have, to different effect. */
const AMBIGUOUS = new Set(['indexOf', 'lastIndexOf', 'includes', 'concat', 'slice', 'at'])
/** Methods that only lists have: whoever calls one knows what comes. */
const ONLY_LISTS = new Set(['map', 'forEach', 'filter', 'some', 'every', 'reduce', 'join', 'push', 'find', 'flatMap', 'sort'])
/** Methods that only texts have: on a list a call of one throws, and nothing that stands behind it runs. */
const ONLY_TEXTS = new Set(
  'startsWith endsWith trim trimStart trimEnd toLowerCase toUpperCase toLocaleLowerCase toLocaleUpperCase split replace replaceAll match matchAll search charAt charCodeAt codePointAt substring substr padStart padEnd localeCompare normalize repeat'.split(
    ' ',
  ),
)
/** Names that are compared to keep a prototype out of reach; a list of one such text passes, and works as the key. */
const KEPT_OUT = new Set(['__proto__', 'constructor', 'prototype'])
const MOST_HOPS = 8

export function queryTypes(linked: Linked): Usage[] {
  const { whole, models } = linked
  const sent = (places: readonly string[]) => new Set([...models.requests].filter(([, where]) => places.includes(where)).map(([path]) => path))
  const queries = sent(['query'])
  const bodies = sent(['body', 'json', 'form'])
  if (queries.size + bodies.size === 0) return []
  const found: Usage[] = []
  let comparisons: Map<number, number[]> | undefined
  let conditions: Set<number> | undefined
  const lookup = lookupOf(whole)
  for (const node of merge([lookup.named(Kind.Call, AMBIGUOUS), lookup.named(Kind.Load, 'length'), lookup.of(Kind.Binary)])) {
    const value = valueAt(linked, node)
    if (value < 0) continue
    // A body is often meant to hold lists: there only what asks for signs of a text shows that none was expected.
    const isQuery = comesFromQuery(linked, value, queries) ? queries : bodies
    if (isQuery === bodies && !(comesFromQuery(linked, value, bodies) && forbidsSigns(linked, node))) continue
    if (isOneOfMany(linked, value)) continue
    if (!arrivesUnchecked(linked, value, isQuery, 0) || isCheckedAround(linked, node)) continue
    if (isProvedText(linked, value, node, isQuery, 0)) continue
    comparisons ??= comparisonsOf(linked)
    conditions ??= conditionsOf(linked)
    if (isHarmless(linked, node, comparisons, conditions) || isTreatedAsList(linked, value)) continue
    found.push(usage(linked, node, 'query-type', 'qs', nameOf(linked, node), {}))
  }
  return found
}

/** What a node asks something of, where the answer depends on whether that is a text: -1 otherwise. */
function valueAt({ whole }: Linked, node: number): number {
  const a = whole.a[node] as number
  switch (whole.kind[node] as Kind) {
    case Kind.Call:
      return whole.kind[a] === Kind.Load && AMBIGUOUS.has(whole.text(whole.b[a] as number)) ? (whole.a[a] as number) : -1
    case Kind.Load:
      return whole.text(whole.b[node] as number) === 'length' ? a : -1
    case Kind.Binary: {
      if (!isEqual(whole.c[node] as number) && !isUnequal(whole.c[node] as number)) return -1
      const b = whole.b[node] as number
      if (isKeptOut(whole, b)) return a
      return isKeptOut(whole, a) ? b : -1
    }
    default:
      return -1
  }
}

/** `name.includes("'")`, `path.indexOf('..') !== -1`, `key === '__proto__'`: no list is asked for these. */
function forbidsSigns(linked: Linked, node: number): boolean {
  const { whole } = linked
  if (whole.kind[node] === Kind.Binary) return true
  const [asked] = whole.kind[node] === Kind.Call ? whole.args(node) : []
  if (asked === undefined || whole.kind[asked] !== Kind.String || !FORBIDDEN.test(whole.text(whole.a[asked] as number))) return false
  // Where it stands is asked to cut the text, too.
  return (
    calledName(linked, node) === 'includes' ||
    Array.from(usesOf(whole).of(node)).some(
      (user) =>
        whole.kind[user] === Kind.Binary &&
        (isEqual(whole.c[user] as number) || isUnequal(whole.c[user] as number) || ORDERS.has(whole.c[user] as number)),
    )
  )
}
/** Signs by which a text does harm. */
const FORBIDDEN = /^(?:[^\w\s]*['"`<>\\/;|&$][^\w\s]*|[^\w\s]*\.\.[^\w\s]*)$/
const ORDERS = new Set([LESS, GREATER, AT_MOST, AT_LEAST])

const isKeptOut = (whole: Linked['whole'], node: number) => whole.kind[node] === Kind.String && KEPT_OUT.has(whole.text(whole.a[node] as number))

const nameOf = (linked: Linked, node: number) => {
  const kind = linked.whole.kind[node]
  return kind === Kind.Call ? calledName(linked, node) : kind === Kind.Load ? 'length' : '==='
}

/** Some label says that it is a member of a request's query. */
function comesFromQuery({ solver, models }: Linked, node: number, queries: Set<number>): boolean {
  return solver.of(node).some((label) => {
    if (solver.labels.kind[label] !== LabelKind.Api) return false
    const path = models.paths.node(solver.labels.data[label] as number)
    return path.step.startsWith('.') && queries.has(path.parent)
  })
}

/** Of more things that are no part of a request, a value need be none that is: it is read out of a store of everything, by a name that is computed. */
const MOST_OTHERS = 12

function isOneOfMany({ solver, models }: Linked, node: number): boolean {
  const isOfRequest = (path: number): boolean => path >= 0 && (models.requests.has(path) || isOfRequest(models.paths.node(path).parent))
  let others = 0
  for (const label of solver.of(node)) if (solver.labels.kind[label] === LabelKind.Api && !isOfRequest(solver.labels.data[label] as number)) others++
  return others > MOST_OTHERS
}

/** On some way here nothing asked what type it has. */
function arrivesUnchecked(linked: Linked, node: number, queries: Set<number>, hops: number): boolean {
  if (hops > MOST_HOPS || !comesFromQuery(linked, node, queries)) return false
  return unchecked(linked, node, hops, () => comesUnchecked(linked, node, queries, hops))
}

const unchecked = remember<boolean>()

function comesUnchecked(linked: Linked, node: number, queries: Set<number>, hops: number): boolean {
  const { whole, solver } = linked
  const a = whole.a[node] as number
  switch (whole.kind[node] as Kind) {
    case Kind.Refine:
      return !asksType(linked, whole.b[node] as number, 0) && arrivesUnchecked(linked, a, queries, hops + 1)
    case Kind.Await:
      return arrivesUnchecked(linked, a, queries, hops + 1)
    case Kind.Choice:
    case Kind.Cell:
      return whole.items(a).some((item) => arrivesUnchecked(linked, item, queries, hops + 1))
    case Kind.Param: {
      const calls = [...(solver.callers.get(a) ?? [])]
      return calls.length === 0 || calls.some((call) => arrivesUnchecked(linked, whole.args(call)[whole.b[node] as number] ?? -1, queries, hops + 1))
    }
    default:
      return true
  }
}

/** Around a node some condition asks for a type; of what, matters little. */
function isCheckedAround(linked: Linked, node: number): boolean {
  const { whole } = linked
  for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
    const kind = whole.regions[region * 4] as RegionKind
    const condition = whole.regions[region * 4 + 2] as number
    if ((kind === RegionKind.True || kind === RegionKind.False) && asksType(linked, condition, 0)) return true
  }
  return false
}

/** `typeof x === 'string'`, `Array.isArray(x)`, `x instanceof Array`, `isString(x)`; whether it is there at all is no type. */
function asksType(linked: Linked, condition: number, hops: number): boolean {
  const { whole } = linked
  if (condition < 0 || hops > 4) return false
  const [a, b] = [whole.a[condition] as number, whole.b[condition] as number]
  switch (whole.kind[condition] as Kind) {
    case Kind.Unary:
    case Kind.Refine:
      return asksType(linked, a, hops + 1)
    case Kind.Choice:
      return whole.items(a).some((item) => asksType(linked, item, hops + 1))
    case Kind.Call:
      return /^is(?:Array|String|Number|Object|PlainObject|Type)$/i.test(calledName(linked, condition))
    case Kind.Binary: {
      if (whole.c[condition] === INSTANCEOF) return true
      const type = [a, b].find((side) => whole.kind[side] === Kind.Unary && whole.c[side] === TYPEOF)
      const text = type === a ? b : a
      return type !== undefined && !(whole.kind[text] === Kind.String && whole.text(whole.a[text] as number) === 'undefined')
    }
    default:
      return false
  }
}

/** On every way to a node something was called on the value that only texts have; of several values, on each that comes from a query. */
function isProvedText(linked: Linked, value: number, node: number, queries: Set<number>, hops: number): boolean {
  const { whole } = linked
  const at = bare(whole, value)
  if (at < 0 || hops > MOST_HOPS) return false
  const called = (textsIn(whole).get(placeOf(whole, node)) ?? []).some(
    ({ call, receiver }) =>
      isSame(whole, receiver, at, 0) && (whole.pos[call] as number) < (whole.pos[node] as number) && isOnEveryWay(whole, call, node),
  )
  if (called || whole.kind[at] !== Kind.Choice || whole.c[at] !== ChoiceKind.Join) return called
  return [...whole.items(whole.a[at] as number)].every(
    (item) => !comesFromQuery(linked, item, queries) || isProvedText(linked, item, node, queries, hops + 1),
  )
}

/** Whatever has to hold for the one to run has to hold for the other: `if (!path || !path.startsWith('/')) return`. */
function isOnEveryWay(whole: Linked['whole'], call: number, node: number): boolean {
  const { regions } = whole
  const around = new Set<number>()
  for (let region = whole.region[node] as number; region >= 0; region = regions[region * 4 + 1] as number) around.add(region)
  let known: { condition: number; holds: boolean }[] | undefined
  for (let region = whole.region[call] as number; region >= 0 && !around.has(region); region = regions[region * 4 + 1] as number) {
    const kind = regions[region * 4] as RegionKind
    if (kind !== RegionKind.True && kind !== RegionKind.False) return false
    known ??= knownAround(whole, node).flatMap(({ condition, holds }) => takenApart(whole, condition, holds))
    const needed = takenApart(whole, regions[region * 4 + 2] as number, kind === RegionKind.True)
    const isKnown = ({ condition, holds }: { condition: number; holds: boolean }) =>
      known?.some((each) => bare(whole, each.condition) === bare(whole, condition) && each.holds === holds) ?? false
    if (!needed.every(isKnown)) return false
  }
  return true
}

/** A value behind what was asked of it. */
function bare(whole: Linked['whole'], node: number): number {
  let at = node
  while (at >= 0 && at < whole.size && whole.kind[at] === Kind.Refine) at = whole.a[at] as number
  return at < whole.size ? at : -1
}

/** The same value, or the same member of it read again. */
function isSame(whole: Linked['whole'], one: number, other: number, hops: number): boolean {
  const [a, b] = [bare(whole, one), bare(whole, other)]
  if (a < 0 || b < 0 || hops > MOST_HOPS) return false
  if (a === b) return true
  return (
    whole.kind[a] === Kind.Load &&
    whole.kind[b] === Kind.Load &&
    whole.b[a] === whole.b[b] &&
    isSame(whole, whole.a[a] as number, whole.a[b] as number, hops + 1)
  )
}

const texts = new WeakMap<Linked['whole'], Map<number, { call: number; receiver: number }[]>>()

/** By place, calls of what only texts have, and what they are called on. */
function textsIn(whole: Linked['whole']): Map<number, { call: number; receiver: number }[]> {
  let known = texts.get(whole)
  if (!known) {
    known = new Map()
    for (const call of lookupOf(whole).named(Kind.Call, ONLY_TEXTS)) {
      const callee = whole.a[call] as number
      // `path.trim?.()` passes over a list.
      if (whole.kind[callee] !== Kind.Load || whole.sourceOf(call).includes(`${whole.text(whole.b[callee] as number)}?.(`)) continue
      const at = known.get(placeOf(whole, call))
      const found = { call, receiver: whole.a[callee] as number }
      if (at) at.push(found)
      else known.set(placeOf(whole, call), [found])
    }
    texts.set(whole, known)
  }
  return known
}

/** Uses that come out alike for a text and a list of one: whether it begins so, whether it is empty. */
function isHarmless({ whole }: Linked, node: number, comparisons: Map<number, number[]>, conditions: Set<number>): boolean {
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Binary) return false
  const name = kind === Kind.Load ? 'length' : whole.text(whole.b[whole.a[node] as number] as number)
  if (kind === Kind.Load && conditions.has(node)) return true
  const compared = comparisons.get(node) ?? []
  if (compared.some((user) => [whole.a[user] as number, whole.b[user] as number].some((side) => isNumber(whole, side, '0')))) return true
  return name === 'slice' && isNegative(whole, whole.args(node)[0] ?? -1)
}

/** Node → what compares it, or counts with it. */
function comparisonsOf({ whole }: Linked): Map<number, number[]> {
  const found = new Map<number, number[]>()
  for (const node of lookupOf(whole).of(Kind.Binary))
    for (const side of [whole.a[node] as number, whole.b[node] as number]) {
      const known = found.get(side)
      if (known) known.push(node)
      else found.set(side, [node])
    }
  return found
}

const isNumber = (whole: Linked['whole'], node: number, text: string) =>
  whole.kind[node] === Kind.Number && whole.text(whole.a[node] as number) === text
const isNegative = (whole: Linked['whole'], node: number) =>
  node >= 0 &&
  ((whole.kind[node] === Kind.Unary && whole.c[node] === MINUS) ||
    (whole.kind[node] === Kind.Number && whole.text(whole.a[node] as number).startsWith('-')))

/** Nodes that conditions ask whether they are true. */
function conditionsOf({ whole }: Linked): Set<number> {
  const found = new Set<number>()
  const put = (node: number, hops: number) => {
    if (node < 0 || hops > 6 || found.has(node)) return
    found.add(node)
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Unary && whole.c[node] === NOT) put(whole.a[node] as number, hops + 1)
    else if (kind === Kind.Refine) put(whole.a[node] as number, hops + 1)
    else if (kind === Kind.Choice && (whole.c[node] === ChoiceKind.And || whole.c[node] === ChoiceKind.Or))
      for (const item of whole.items(whole.a[node] as number)) put(item, hops + 1)
  }
  for (let region = 0; region < whole.regions.length / 4; region++) put(whole.regions[region * 4 + 2] as number, 0)
  for (let node = 0; node < whole.size; node++) {
    if (whole.kind[node] === Kind.Refine) put(whole.b[node] as number, 0)
    else if (whole.kind[node] === Kind.Unary && whole.c[node] === NOT) put(node, 0)
  }
  return found
}

/** The same function goes through it as a list. */
function isTreatedAsList({ whole, solver }: Linked, value: number): boolean {
  const labels = new Set(solver.of(value).filter((label) => solver.labels.kind[label] === LabelKind.Api))
  return (listsOf(whole).get(placeOf(whole, value)) ?? []).some((asked) => solver.of(asked).some((label) => labels.has(label)))
}

/** The function that a node stands in; of a module's own code, the file. */
const placeOf = (whole: Linked['whole'], node: number) => {
  const fn = whole.functionOf(node)
  return fn >= 0 ? fn : -1 - whole.fileOf(node)
}

const lists = new WeakMap<Linked['whole'], Map<number, number[]>>()

/** What is gone through as a list, by place. */
function listsOf(whole: Linked['whole']): Map<number, number[]> {
  let known = lists.get(whole)
  if (!known) {
    known = new Map()
    const lookup = lookupOf(whole)
    for (const node of merge([lookup.named(Kind.Load, ONLY_LISTS), lookup.of(Kind.Element)])) {
      const asked = whole.a[node] as number
      if (asked < 0) continue
      const at = known.get(placeOf(whole, asked))
      if (at) at.push(asked)
      else known.set(placeOf(whole, asked), [asked])
    }
    lists.set(whole, known)
  }
  return known
}

/** ts.SyntaxKind.MinusToken and InstanceOfKeyword of the compiler that extracted. */
const MINUS = 41
const INSTANCEOF = 104

/**
 * What is done at most once, though it stands where much is done often. In: a node. Out: whether a condition around it asks for
 * something that the same run sets (`if (!ready) prepare()`), and whether a loop comes to it in one round at most, since what it
 * asks holds for one item, or since the loop is left right after.
 */
import escapeStringRegexp from 'escape-string-regexp'
import { ChoiceKind, Kind, RegionKind } from '../../../graph'
import type { Linked } from '../../linked'
import { lookupOf } from '../../lookup'
import { isEqual, isUnequal, NOT } from '../../operators'
import type { Loop } from './loops'
import type { Query } from './queries'

/** Fields that tell one item from all others. */
const KEY = /^_?(?:id|uuid|guid|slug|key)$/

/**
 * Behind a flag, or something kept, that is empty the first time only.
 *
 * @param functions that run with the node: the flag is set in one of them
 */
export function isOnce(linked: Linked, node: number, functions: ReadonlySet<number>): boolean {
  const { whole } = linked
  for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number)
    for (const { part, holds } of asked(linked, region)) if (!holds && isSetIn(linked, part, functions)) return true
  return false
}

/** Functions written in the same outermost function as a node. */
export function functionsAround({ whole, effects }: Linked, node: number): Set<number> {
  let outermost = whole.functionOf(node)
  while (outermost >= 0 && (whole.functions[outermost]?.parent ?? -1) >= 0) outermost = whole.functions[outermost]?.parent as number
  const found = new Set<number>([outermost])
  for (const fn of found) if (fn >= 0) for (const inner of effects.functionsIn(fn)) found.add(inner)
  return found
}

/** A variable or a field gets something else than nothing in one of the functions. */
function isSetIn({ whole, effects }: Linked, asked: number, functions: ReadonlySet<number>): boolean {
  if (whole.kind[asked] === Kind.Cell)
    return (
      isOfModule(whole, asked) &&
      whole.items(whole.a[asked] as number).some((value) => !isNothing(whole, value) && functions.has(whole.functionOf(value)))
    )
  if (whole.kind[asked] !== Kind.Load || whole.kind[whole.a[asked] as number] !== Kind.This) return false
  for (const fn of functions)
    for (const store of effects.ofFunction(fn))
      if (
        whole.kind[store] === Kind.Store &&
        whole.b[store] === whole.b[asked] &&
        whole.kind[whole.a[store] as number] === Kind.This &&
        !isNothing(whole, whole.c[store] as number)
      )
        return true
  return false
}

/** What is declared inside a function is empty again each time that runs. A cell stands where it is used first; its declaration is not kept. */
function isOfModule(whole: Linked['whole'], cell: number): boolean {
  if (whole.items(whole.a[cell] as number).some((value) => whole.functionOf(value) < 0)) return true
  const name = whole.text(whole.b[cell] as number)
  const { text } = whole.files[whole.fileOf(cell)] as { text: string }
  return new RegExp(`^(?:export\\s+)?(?:let|var)\\s[^\\n=]*(?<![\\w$])${escapeStringRegexp(name)}(?![\\w$])`, 'm').test(text)
}

/** In one round of a loop at most. */
export function isOnceALoop(linked: Linked, node: number, loop: Loop): boolean {
  const { whole } = linked
  const isWithin = (region: number) =>
    loop.region >= 0 ? region !== loop.region && linked.effects.isInside(region, loop.region) : whole.regions[region * 4 + 3] === loop.fn
  for (let region = whole.region[node] as number; region >= 0 && isWithin(region); region = whole.regions[region * 4 + 1] as number)
    for (const { part, holds } of asked(linked, region)) if (isOneItem(linked, part, holds, loop)) return true
  return loop.region >= 0 && isLeftAfter(linked, node, loop.region)
}

/** `item.id === chosen.id`, `index === last`: of one item alone. */
function isOneItem({ whole }: Linked, part: number, holds: boolean, loop: Loop): boolean {
  if (whole.kind[part] !== Kind.Binary || !(holds ? isEqual(whole.c[part] as number) : isUnequal(whole.c[part] as number))) return false
  const sides = [whole.a[part] as number, whole.b[part] as number]
  const isOfLoop = (node: number) => {
    const root = rootOf(whole, node)
    return root === loop.item || (loop.items >= 0 && root === loop.items)
  }
  const counter = loop.kind === 'counted' ? unwrapped(whole, whole.a[loop.node] as number) : -1
  const isIndex = (node: number) => counter >= 0 && unwrapped(whole, node) === counter
  return sides.some((side, index) => {
    const other = sides[1 - index] as number
    if (isIndex(side)) return true
    const at = unwrapped(whole, side)
    const isKey = whole.kind[at] === Kind.Load && KEY.test(whole.text(whole.b[at] as number)) && isOfLoop(at)
    return isKey && !isOfLoop(other)
  })
}

/** After it nothing but a way out of the loop: what stands in a branch of its own says nothing of the others. */
function isLeftAfter(linked: Linked, node: number, loop: number): boolean {
  const { whole, effects } = linked
  const fn = whole.functionOf(node)
  if (whole.regions[loop * 4 + 3] !== fn) return false
  const own = whole.region[node] as number
  const end = whole.end[node] as number
  const isOnTheWay = (region: number) => region !== loop && effects.isInside(own, region) && effects.isInside(region, loop)
  const of = whole.functions[fn]
  if (of?.returnRegions.some((region, index) => isOnTheWay(region) && (of.fact.returnsAt[index * 3 + 1] ?? 0) >= end)) return true
  for (const thrown of lookupOf(whole).inFunction(fn))
    if (whole.kind[thrown] === Kind.Throw && (whole.pos[thrown] as number) >= end && isOnTheWay(whole.region[thrown] as number)) return true
  // Of a `break` no node is made; that of a `switch` leaves no loop.
  for (let region = own; region !== loop && region >= 0; region = whole.regions[region * 4 + 1] as number)
    if (whole.regions[region * 4] === RegionKind.Case) return false
  return own !== loop && isBrokenAfter((whole.files[whole.fileOf(node)] as { text: string }).text, end)
}

/** Most characters between a statement and the `break` behind it. */
const MOST_BEHIND = 1200

/** A `break` of the same block that nothing decides about. */
function isBrokenAfter(text: string, end: number): boolean {
  const rest = text.slice(end, end + MOST_BEHIND).replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'[^'\n]*'|"[^"\n]*"|`[^`]*`/g, '')
  let depth = 0
  let statement = ''
  for (const [token] of rest.matchAll(/[{}();]|\b\w+\b|\n/g)) {
    if (token === '{' || token === '(') depth++
    else if (token === '}' || token === ')') {
      // Brackets of the expression that it is a part of close first.
      if (token === '}' && depth === 0) return false
      if (depth > 0) depth--
      if (token === '}' && depth === 0) statement = ''
    } else if (depth === 0 && token === ';') statement = ''
    else if (depth === 0 && token === 'break') return !/\b(?:if|else|for|while|case|default)\b/.test(statement)
    else if (depth === 0) statement += ` ${token}`
  }
  return false
}

/** Each round asks with what the round before got, so that nothing can be asked at once. */
export function asksWithAnswer({ whole }: Linked, query: Pick<Query, 'call' | 'end' | 'chain'>): boolean {
  const calls = new Set([query.call, query.end, ...query.chain.map(({ call }) => call)])
  const isAnswer = (node: number) => {
    let at = node
    while (whole.kind[at] === Kind.Refine || whole.kind[at] === Kind.Await || whole.kind[at] === Kind.Load) at = whole.a[at] as number
    return calls.has(at)
  }
  const stack = [...whole.args(query.call)]
  const seen = new Set<number>()
  for (let node = stack.pop(); node !== undefined && seen.size < 60; node = stack.pop()) {
    if (node < 0 || seen.has(node)) continue
    seen.add(node)
    const isVariable = whole.kind[node] === Kind.Cell || (whole.kind[node] === Kind.Choice && whole.c[node] === ChoiceKind.Loop)
    if (isVariable && whole.items(whole.a[node] as number).some(isAnswer)) return true
    stack.push(...whole.madeOf(node))
  }
  return false
}

/** Code that ends in an error: it runs where something is wrong, and then no more. */
export function isBeforeThrow({ whole, effects }: Linked, node: number): boolean {
  const own = whole.region[node] as number
  for (const thrown of lookupOf(whole).inFunction(whole.functionOf(node))) {
    if (whole.kind[thrown] !== Kind.Throw || (whole.pos[thrown] as number) < (whole.end[node] as number)) continue
    const region = whole.region[thrown] as number
    const kind = whole.regions[region * 4]
    if ((kind === RegionKind.True || kind === RegionKind.Case) && effects.isInside(own, region)) return true
  }
  return false
}

/** What a region's condition says for sure, in its parts: `a && !b` says that `a` holds and `b` does not. */
function asked(linked: Linked, region: number): { part: number; holds: boolean }[] {
  const { whole } = linked
  const kind = whole.regions[region * 4]
  const condition = whole.regions[region * 4 + 2] as number
  if (condition < 0 || (kind !== RegionKind.True && kind !== RegionKind.False)) return []
  return partsOf(whole, condition, kind === RegionKind.True, 0)
}

function partsOf(whole: Linked['whole'], condition: number, holds: boolean, depth: number): { part: number; holds: boolean }[] {
  if (condition < 0 || depth > 6) return []
  const a = whole.a[condition] as number
  switch (whole.kind[condition]) {
    case Kind.Refine:
      return partsOf(whole, a, holds, depth + 1)
    case Kind.Unary:
      return whole.c[condition] === NOT ? partsOf(whole, a, !holds, depth + 1) : []
    case Kind.Choice:
      if (whole.c[condition] !== (holds ? ChoiceKind.And : ChoiceKind.Or)) return []
      return [...whole.items(a)].flatMap((item) => partsOf(whole, item, holds, depth + 1))
    case Kind.Binary: {
      const sides = [a, whole.b[condition] as number]
      const empty = sides.findIndex((side) => isNothing(whole, side))
      const operator = whole.c[condition] as number
      const other = { part: condition, holds }
      if (empty < 0 || (!isEqual(operator) && !isUnequal(operator))) return [other]
      return [other, ...partsOf(whole, sides[1 - empty] as number, isEqual(operator) ? !holds : holds, depth + 1)]
    }
    default:
      return [{ part: condition, holds }]
  }
}

/** `null`, `undefined`, `false` */
function isNothing(whole: Linked['whole'], node: number): boolean {
  const kind = whole.kind[node]
  return kind === Kind.Null || kind === Kind.Undefined || (kind === Kind.Boolean && whole.a[node] === 0)
}

function unwrapped(whole: Linked['whole'], node: number): number {
  let at = node
  while (whole.kind[at] === Kind.Refine) at = whole.a[at] as number
  return at
}

function rootOf(whole: Linked['whole'], node: number): number {
  let at = node
  while (at >= 0 && (whole.kind[at] === Kind.Load || whole.kind[at] === Kind.Refine || whole.kind[at] === Kind.LoadDynamic))
    at = whole.a[at] as number
  return at
}

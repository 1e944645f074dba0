/**
 * How a guard turns requests away. In: a function. Out: each way in words, with the condition that leads there as the code writes it
 * (secrets are masked already), and its line; or, where nothing is refused outright, the conditions under which the request goes on.
 */
import { Kind, RegionKind } from '../../../graph'
import type { Evidence } from '../../../types'
import { calledName } from '../../linked'
import { quoted, quotedAt } from './expressions'
import type { Ground } from './ground'

const MOST_REFUSALS = 4
const LONGEST = 90
/** Calls that are followed down to where something refuses. */
const DEEPEST = 3

export interface Told {
  text: string
  at: Evidence
}

/** What it refuses itself; where nothing in it does, what a function that it calls refuses, three calls down at most. */
export function refusalsBelow(ground: Ground, fn: number, depth = 0, seen = new Set<number>()): Told[] {
  const { effects, solver } = ground.linked
  seen.add(fn)
  const nodes = effects.within(fn)
  const own = refusalsIn(
    ground,
    nodes.filter((node) => isRefusal(ground, node)),
  )
  if (own.length > 0 || depth >= DEEPEST) return own
  for (const node of nodes)
    for (const callee of [...(solver.callees.get(node) ?? [])].slice(0, 2)) {
      if (seen.has(callee) || ground.guards.ofFunction(callee).denials.length === 0) continue
      const below = refusalsBelow(ground, callee, depth + 1, seen)
      if (below.length > 0) return below
    }
  return []
}

/** An error of no particular kind is a refusal where the caller is asked for before it. */
function isRefusal({ guards }: Ground, node: number): boolean {
  const kind = guards.denial(node)
  return kind !== undefined && (kind !== 'error' || guards.refuses(node))
}

/** `answers 403 unless …`, each different one once. */
function refusalsIn(ground: Ground, nodes: readonly number[]): Told[] {
  const found = new Map<string, Evidence>()
  for (const node of nodes) {
    // `res.status(401).json(…)`: the call that sets the status says it all.
    const how = howOf(ground, node)
    if (!how) continue
    const { text, at } = conditionOf(ground, node)
    if (!found.has(how + text)) found.set(how + text, ground.at(at))
    if (found.size >= MOST_REFUSALS) break
  }
  return [...found].map(([text, at]) => ({ text, at }))
}

/** Where nothing is refused outright: the conditions under which the request goes on. Empty where it goes on without one. */
export function waysOn(ground: Ground, nodes: readonly number[]): Told[] {
  const { whole } = ground.linked
  const on = nodes.filter((node) => whole.kind[node] === Kind.Call && ground.guards.isNext(node) && whole.args(node).length === 0)
  const found = on.map((node) => conditionOf(ground, node))
  if (found.length === 0 || found.some(({ text }) => !text.startsWith(' when '))) return []
  return found.slice(0, 2).map(({ text, at }) => ({ text: `lets the request go on only${text}`, at: ground.at(at) }))
}

function howOf(ground: Ground, node: number): string | undefined {
  const { linked, guards } = ground
  const { whole, values } = linked
  const denial = guards.denial(node)
  if (!denial) return undefined
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Throw) return `throws ${thrownAt(ground, whole.a[node] as number)}`
  if (kind === Kind.Store) return `answers ${denial === 'forbidden' ? 403 : 401}`
  const name = calledName(linked, node)
  const args = [...whole.args(node)]
  if (denial === 'login') {
    const to = args.flatMap((argument) => values.texts(argument)).find(({ value }) => value.startsWith('/') || /^https?:/.test(value))
    return `sends the caller to ${to ? quoted(to.value) : 'the sign-in page'}`
  }
  if (name === 'reject') return `refuses with ${thrownAt(ground, args[0] as number).replace(/^an error with /, '')}`
  if (guards.isNext(node)) return args[0] === undefined || denial === 'error' ? undefined : `reports ${thrownAt(ground, args[0])}`
  if (denial === 'error') return undefined
  return `answers ${denial === 'forbidden' ? 403 : 401}`
}

function thrownAt({ linked }: Ground, node: number): string {
  const { whole, values } = linked
  const status = [...(whole.kind[node] === Kind.New || whole.kind[node] === Kind.Call ? whole.args(node) : [])]
    .flatMap((argument) => [...values.numbers(argument), ...named(values.nameOf(argument))])
    .find((number) => number >= 400 && number < 600)
  if (status !== undefined) return `an error with status ${status}`
  const name = whole.kind[node] === Kind.New || whole.kind[node] === Kind.Call ? calledName(linked, node) : ''
  return name ? quoted(name) : 'an error'
}

const named = (name: string): number[] => (/^UNAUTHORI[SZ]ED$/i.test(name) ? [401] : /^FORBIDDEN$/i.test(name) ? [403] : [])

/** Condition that leads to a node, innermost first: ` unless …`, ` when …`, and where it stands. */
function conditionOf({ linked }: Ground, node: number): { text: string; at: number } {
  const { whole } = linked
  for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
    const kind = whole.regions[region * 4] as RegionKind
    const condition = whole.regions[region * 4 + 2] as number
    if (kind === RegionKind.Catch) return { text: ' when what comes before fails', at: node }
    if (condition < 0) continue
    if (kind === RegionKind.True) return { text: ` when ${quotedAt(linked, condition, LONGEST)}`, at: condition }
    if (kind === RegionKind.False) return { text: ` unless ${quotedAt(linked, condition, LONGEST)}`, at: condition }
  }
  return { text: '', at: node }
}

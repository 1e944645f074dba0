/**
 * How long something holds. In: the node of a duration or of a moment in time, with the unit of a bare number. Out: the time in words, and
 * in seconds where it is told; where the environment decides, the variable with what stands in for it.
 */
import { Kind } from '../../../graph'
import type { Evidence } from '../../../types'
import { calledName, cite, type Linked, receiverOf } from '../../linked'
import { numberOf } from './numbers'
import { type Told, told } from './told'

/** ts.SyntaxKind of `-`. */
const MINUS = 41

export interface Lifetime {
  /** `6 hours`, `30 minutes by default (environment variable X)`. */
  text: string
  seconds?: number
  at: Evidence
}

/** Seconds of each unit, by every way in which libraries spell it. */
const UNITS: [RegExp, seconds: number, word: string][] = [
  [/^(?:ms|msecs?|milliseconds?)$/i, 0.001, 'millisecond'],
  [/^(?:s|secs?|seconds?)$/i, 1, 'second'],
  // moment writes months as `M`.
  [/^(?:m|mins?|minutes?)$/, 60, 'minute'],
  [/^(?:h|hrs?|hours?)$/i, 3600, 'hour'],
  [/^(?:d|days?|dates?)$/i, 86_400, 'day'],
  [/^(?:w|weeks?)$/i, 604_800, 'week'],
  [/^(?:M|mo|months?)$/, 2_592_000, 'month'],
  [/^(?:y|yrs?|years?|fullyear)$/i, 31_557_600, 'year'],
]

export type Unit = 'milliseconds' | 'seconds' | 'minutes' | 'hours' | 'days' | 'weeks' | 'months' | 'years'

/** `3600` → `1 hour`. The largest unit that divides it evenly. */
export function inWords(seconds: number): string {
  for (const [, size, word] of [...UNITS].reverse()) {
    if (size > 86_400 || size < 1) continue
    const count = seconds / size
    if (count >= 1 && Math.abs(count - Math.round(count)) < 1e-6) return `${grouped(Math.round(count))} ${word}${Math.round(count) === 1 ? '' : 's'}`
  }
  // What no unit divides evenly is told roughly.
  for (const [, size, word] of [...UNITS].reverse()) {
    const count = seconds / size
    if (count >= 1) return `about ${count < 10 ? Number(count.toFixed(1)) : grouped(Math.round(count))} ${word}${count < 1.05 ? '' : 's'}`
  }
  return `${seconds} seconds`
}

const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** @param bare unit of a number without one */
export function secondsIn(text: string, bare: Unit): number | undefined {
  const match = /^\s*([\d_.]+)\s*([a-zA-Z]*)\s*(?:from now)?$/.exec(text)
  if (!match) return undefined
  const amount = Number((match[1] as string).replaceAll('_', ''))
  const size = sizeOf(match[2] || bare)
  return size === undefined || Number.isNaN(amount) ? undefined : amount * size
}

/** A single letter may be told apart by its case; words may not. */
const unitIn = (unit: string) => UNITS.find(([pattern]) => pattern.test(unit.length > 2 ? unit.toLowerCase() : unit))
const sizeOf = (unit: string): number | undefined => unitIn(unit)?.[1]

/** A duration: `'6h'`, `60 * 60`, `config.lifetime`. */
export function durationOf(linked: Linked, node: number, bare: Unit): Lifetime | undefined {
  const ways = told(linked, node)
  const [first] = ways
  if (!first) return undefined
  if (ways.length > 1 && ways.every(({ from }) => from === 'code')) {
    const all = ways.map(({ text }) => secondsIn(text as string, bare))
    if (all.every((each) => each !== undefined))
      return { text: all.map((each) => inWords(each as number)).join(' or '), seconds: Math.max(...(all as number[])), at: first.at }
  }
  return fromTold(first, bare)
}

function fromTold(way: Told, bare: Unit): Lifetime | undefined {
  const { from, name, text, at } = way
  const seconds = text === undefined ? undefined : secondsIn(text, bare)
  const time = seconds === undefined ? undefined : inWords(seconds)
  if (from === 'code') return time ? { text: time, seconds: seconds as number, at } : undefined
  if (from !== 'environment' && from !== 'setting') return undefined
  const decider = from === 'environment' ? `environment variable ${name}` : `setting ${name}`
  return time
    ? { text: `${time} by default (${decider})`, seconds: seconds as number, at }
    : { text: `as the ${decider} says; the code gives no default`, at }
}

const ADDS = /^(?:add|plus|addMilliseconds|addSeconds|addMinutes|addHours|addDays|addWeeks|addMonths|addYears)$/
const SETS = /^set(?:UTC)?(Milliseconds|Seconds|Minutes|Hours|Date|Month|FullYear)$/
/** Calls that hand a moment on in another form. */
const SAME =
  /^(?:unix|getTime|valueOf|toDate|floor|round|ceil|trunc|toUTCString|toISOString|toJSON|format|toSeconds|toMillis|toJSDate|clone|Date|Number|parseInt|String|toString)$/
const NOW = /^(?:now|getTime|valueOf|unix)$/

/** A moment: `moment().add(30, 'minutes').unix()`, `Date.now() + HOUR`, a date whose hours were moved on. */
export function momentOf(linked: Linked, node: number, hops = 0): Lifetime | undefined {
  const { whole, values } = linked
  if (node < 0 || node >= whole.size || hops > 10) return undefined
  const next = (at: number) => momentOf(linked, at, hops + 1)
  const kind = whole.kind[node] as Kind
  const a = whole.a[node] as number
  if (kind === Kind.Call || kind === Kind.New) {
    const name = calledName(linked, node)
    const args = [...whole.args(node)]
    if (ADDS.test(name)) return added(linked, name, args)
    const moved = kind === Kind.New && name === 'Date' ? movedOn(linked, node) : undefined
    if (moved) return moved
    if (SAME.test(name)) {
      const receiver = receiverOf(linked, node)
      const isMath = receiver >= 0 && values.nameOf(receiver) === 'Math'
      return (receiver >= 0 && !isMath ? next(receiver) : undefined) ?? (args[0] === undefined ? undefined : next(args[0]))
    }
    for (const fn of [...(linked.solver.callees.get(node) ?? [])].slice(0, 1))
      for (const value of whole.functions[fn]?.returns ?? []) {
        const found = next(value)
        if (found) return found
      }
    return undefined
  }
  if (kind === Kind.Binary) return sum(linked, node, next)
  if (kind === Kind.Refine || kind === Kind.Await) return next(a)
  if (kind === Kind.Cell || kind === Kind.Choice) {
    for (const item of whole.items(a)) {
      const found = next(item)
      if (found) return found
    }
    return undefined
  }
  if (kind === Kind.Load || kind === Kind.Import) {
    for (const made of values.definitions(node)) {
      const found = made === node ? undefined : next(made)
      if (found) return found
    }
  }
  return undefined
}

function added(linked: Linked, name: string, args: number[]): Lifetime | undefined {
  const { whole, values } = linked
  const [first, second] = args
  if (first === undefined) return undefined
  // `addDays(new Date(), 7)`
  const inName = /^add([A-Z]\w+)$/.exec(name)?.[1]
  if (inName) return second === undefined ? undefined : durationOf(linked, second, unitOf(inName))
  // `plus({ minutes: 30 })`
  if (whole.kind[first] === Kind.Object) {
    const [unit] = values.propertyNames(first)
    const [amount] = unit === undefined ? [] : values.property(first, unit)
    return unit === undefined || amount === undefined ? undefined : durationOf(linked, amount, unitOf(unit))
  }
  const unit = second === undefined ? undefined : values.texts(second).find(({ exact }) => exact)?.value
  return unit === undefined || sizeOf(unit) === undefined ? undefined : durationOf(linked, first, unitOf(unit))
}

const unitOf = (unit: string): Unit => `${unitIn(unit)?.[2] ?? 'second'}s` as Unit

/** `exp.setDate(today.getDate() + 60)` moves a date that was made before. */
function movedOn(linked: Linked, date: number): Lifetime | undefined {
  const { whole, effects } = linked
  for (const node of effects.ofFunction(whole.functionOf(date))) {
    if (whole.kind[node] !== Kind.Call || node <= date) continue
    const set = SETS.exec(calledName(linked, node))
    const receiver = set ? receiverOf(linked, node) : -1
    if (!set || !sameValue(linked, receiver, date)) continue
    const [amount] = whole.args(node)
    if (amount === undefined || whole.kind[amount] !== Kind.Binary) continue
    const number = numberOf(linked, whole.b[amount] as number) ?? numberOf(linked, whole.a[amount] as number)
    const size = sizeOf((set[1] as string).toLowerCase())
    if (number === undefined || size === undefined || whole.c[amount] === MINUS) continue
    return { text: inWords(number * size), seconds: number * size, at: cite(linked, node) }
  }
  return undefined
}

function sameValue({ whole, values }: Linked, one: number, other: number): boolean {
  if (one === other) return true
  const kind = one < 0 ? Kind.Unknown : (whole.kind[one] as Kind)
  return (kind === Kind.Cell || kind === Kind.Refine) && values.definitions(one).includes(other)
}

/** `Date.now() + 3600_000`, `now / 1000 + 3600`: milliseconds, unless it was divided before. */
function sum(linked: Linked, node: number, next: (at: number) => Lifetime | undefined): Lifetime | undefined {
  const { whole } = linked
  const sides = [whole.a[node] as number, whole.b[node] as number]
  const inside = sides.map(next).find((found) => found !== undefined)
  if (inside) return inside
  const present = sides.findIndex((side) => isNow(linked, side))
  if (present < 0) return undefined
  const { seconds } = isNow(linked, sides[present] as number) as { seconds: boolean }
  return durationOf(linked, sides[1 - present] as number, seconds ? 'seconds' : 'milliseconds')
}

function isNow(linked: Linked, node: number, hops = 0): { seconds: boolean } | undefined {
  const { whole, values } = linked
  if (node < 0 || hops > 6) return undefined
  const kind = whole.kind[node] as Kind
  if (kind === Kind.Call) {
    const name = calledName(linked, node)
    if (name === 'unix') return { seconds: true }
    if (NOW.test(name)) return { seconds: false }
    const [first] = whole.args(node)
    return /^(?:floor|round|ceil|trunc|Number|parseInt)$/.test(name) && first !== undefined ? isNow(linked, first, hops + 1) : undefined
  }
  if (kind === Kind.New) return calledName(linked, node) === 'Date' && whole.args(node).length === 0 ? { seconds: false } : undefined
  if (kind === Kind.Binary) {
    const found = isNow(linked, whole.a[node] as number, hops + 1)
    return found && { seconds: found.seconds || numberOf(linked, whole.b[node] as number) === 1000 }
  }
  if (kind === Kind.Cell || kind === Kind.Load) {
    const [made] = values.definitions(node)
    return made === undefined || made === node ? undefined : isNow(linked, made, hops + 1)
  }
  return undefined
}

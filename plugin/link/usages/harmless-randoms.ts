/**
 * What made-up numbers are for where they are called a secret. In: a value, or where it is made. Out: whether it is only sent to another
 * service and kept nowhere, whether it is one of a table of made-up data, and the class whose field it is.
 */
import { Kind } from '../../graph'
import type { Linked } from '../linked'
import { lookupOf } from '../lookup'
import { modelsOfCall } from './modelled'
import { functionsAround } from './origin'

/** Calls by which a value is given back, at most. */
const MOST_CALLERS = 12
/** Values of a table that are no secrets, at least. */
const LEAST_OF_TABLE = 5

/** A value goes into requests to others, and is given back to nobody who does anything with it. */
export function isSentAlone(linked: Linked, value: number): boolean {
  const { whole } = linked
  const isRequest = (node: number) => modelsOfCall(linked, node).some(({ kind }) => kind === 'outgoing-request')
  const users = usersIn(linked, value)
  if (users.isStored || users.all.length === 0 || !users.all.every(isRequest)) return false
  for (const fn of functionsAround(linked, value).slice(0, 1)) {
    const given = whole.functions[fn]?.returns.some((returned) => users.places.has(returned)) ?? false
    if (!given) continue
    const callers = callersOf(linked, fn)
    if (callers.length === 0 || callers.length > MOST_CALLERS || callers.some((call) => isUsed(linked, call))) return false
  }
  return true
}

/** Calls of a function, and calls of what is called the same: what some of them are made on could not be told. */
function callersOf(linked: Linked, fn: number): number[] {
  const { whole, solver } = linked
  const name = whole.functions[fn]?.fact.name ?? ''
  return [...new Set([...(solver.callers.get(fn) ?? []), ...(name === '' ? [] : lookupOf(whole).named(Kind.Call, (called) => called === name))])]
}

/** What uses a value, as far as it does not only hold it: `{ body: value }`, `await value`. */
function usersIn({ whole }: Linked, value: number): { all: number[]; places: Set<number>; isStored: boolean } {
  const file = whole.fileOf(value)
  const places = new Set([value])
  const all: number[] = []
  let isStored = false
  for (let node = whole.base[file] as number; node < (whole.base[file + 1] as number); node++) {
    const kind = whole.kind[node] as Kind
    if (kind === Kind.Store || kind === Kind.StoreDynamic) isStored ||= places.has(whole.c[node] as number)
    else if (kind === Kind.New) {
      if (whole.args(node).some((argument) => places.has(argument))) all.push(node)
    } else if (!places.has(node) && whole.madeOf(node).some((part) => places.has(part))) {
      if (HOLDS.has(kind)) places.add(node)
      else all.push(node)
    }
  }
  return { all, places, isStored }
}
const HOLDS = new Set<Kind>([Kind.Object, Kind.Array, Kind.Refine, Kind.Await, Kind.Template, Kind.Spread])

/** Whether anything is done with what a call gives: awaited it is no more than before. */
function isUsed({ whole }: Linked, call: number): boolean {
  const file = whole.fileOf(call)
  const fn = whole.functionOf(call)
  const places = new Set([call])
  for (let node = whole.base[file] as number; node < (whole.base[file + 1] as number); node++) {
    const kind = whole.kind[node] as Kind
    if ((kind === Kind.Store || kind === Kind.StoreDynamic) && places.has(whole.c[node] as number)) return true
    if (places.has(node) || !whole.madeOf(node).some((part) => places.has(part))) continue
    if (kind !== Kind.Await) return true
    places.add(node)
  }
  return whole.functions[fn]?.returns.some((returned) => places.has(returned)) ?? false
}

/** `[{ key: 'color', make: () => … }, { key: 'password', make: () => … }]`, `{ color: () => …, password: () => … }`: most of what it makes up is no secret. */
export function isOfTable(linked: Linked, node: number, isSecretName: (name: string) => boolean): boolean {
  const { whole } = linked
  const file = whole.fileOf(node)
  const makers = new Set(functionsAround(linked, node).map((fn) => whole.functions[fn]?.node ?? -1))
  const entries = (table: number): number[][] => {
    const items = [...whole.items(whole.a[table] as number)]
    return whole.kind[table] === Kind.Array
      ? items.map((item) => (whole.kind[item] === Kind.Object ? [...whole.items(whole.a[item] as number)] : []))
      : items.map((item) => [item])
  }
  const functionsOf = (entry: readonly number[]) =>
    entry.map((item) => (whole.kind[item] === Kind.Property ? (whole.b[item] as number) : -1)).filter((value) => whole.kind[value] === Kind.Function)
  const isHarmless = (entry: readonly number[]) =>
    functionsOf(entry).some((maker) => makesByChance(linked, maker)) &&
    !entry.some((item) => {
      const value = whole.b[item] as number
      const texts = whole.kind[value] === Kind.String ? [whole.text(whole.a[value] as number)] : []
      return [(whole.a[item] as number) < 0 ? '' : whole.text(whole.a[item] as number), ...texts].some((text) =>
        isSecretName(text.replace(/\W+/g, '')),
      )
    })
  // A helper that a table names may be called elsewhere, for something else.
  const isInside = (table: number) =>
    whole.fileOf(table) === file &&
    (whole.pos[table] as number) <= (whole.pos[node] as number) &&
    (whole.end[node] as number) <= (whole.end[table] as number)
  const tables = [...lookupOf(whole).of(Kind.Array), ...lookupOf(whole).of(Kind.Object)].filter(isInside)
  return tables.some((table) => {
    const all = entries(table)
    if (all.length <= LEAST_OF_TABLE || !all.some((entry) => functionsOf(entry).some((maker) => makers.has(maker)))) return false
    return all.filter(isHarmless).length >= LEAST_OF_TABLE
  })
}

/** Whether a function calls a generator of predictable numbers. */
function makesByChance(linked: Linked, maker: number): boolean {
  const { whole, effects } = linked
  return effects
    .within(whole.a[maker] as number)
    .some((node) => whole.kind[node] === Kind.Call && modelsOfCall(linked, node).some(({ kind }) => kind.startsWith('predictable-')))
}

/** Name of the class whose field `this.token = …` is, or whose method makes it. */
export function classAround(linked: Linked, node: number): string | undefined {
  const { whole } = linked
  for (const fn of functionsAround(linked, node)) {
    const owner = whole.functions[fn]?.owner ?? -1
    if (owner >= 0) return whole.classes[owner]?.fact.name
  }
  return undefined
}

/**
 * Refusals that a call of a helper switches off: `check(request, { optional: true })`, where the helper refuses under
 * `!options.optional`, or that makes the guard: `authenticate('jwt', false)`. In: where a function refuses. Out: on which of its options,
 * or of those of the functions around it, that hangs, and what one call says of them.
 */

import { ChoiceKind, Kind, RegionKind } from '../../graph'
import type { Linked } from '../linked'
import { thingNamed } from '../names'
import { isEqual, isUnequal } from '../operators'
import { takenApart } from '../regions'

export interface AskedOption {
  /** The function whose parameter it is. */
  fn: number
  position: number
  /** Of what the parameter stands for; the parameter itself otherwise. */
  property?: string
  /** What it has to be for the refusal; of a text, whether it has to be that one. */
  is: boolean
  text?: string
  /** What it is where it is left out. */
  otherwise: boolean
  /** What stands for the parameter where that is left out: `options = { strict: true }`. */
  usual?: number
}

/** Tests of a condition that are looked at, and steps from a test to the option in it. */
const MOST_STEPS = 12
/** Values of one variable that are looked at. */
const MOST_WAYS = 40

/** Options of a function that have to be set, or left out, for one of its nodes to be reached. */
export function optionsAsked(linked: Linked, node: number, fn: number): AskedOption[] {
  return optionsOf(linked, node, fn, (kind) => kind === RegionKind.True)
}

/** Options on which it hangs that others are turned away in front of a node: `if (!user && strict) refuse()`. */
export function optionsHeld(linked: Linked, node: number, fn: number): AskedOption[] {
  return optionsOf(linked, node, fn, (kind) => (kind === RegionKind.False ? true : undefined))
}

/**
 * Options without which a call holds nothing against a schema: those around it, and those of the function around by which the schema was
 * found: `if (options.body) check = ajv.getSchema(options.body)`.
 */
export function optionsOfSchema(linked: Linked, call: number, fn: number): AskedOption[] {
  const { whole } = linked
  const callee = whole.a[call] as number
  const holders = [callee, whole.kind[callee] === Kind.Load ? (whole.a[callee] as number) : -1, whole.args(call)[0] ?? -1]
  const made = holders.flatMap((node) => (node < 0 ? [] : callsHeld(whole, node))).filter(isOutside)
  return [...optionsAsked(linked, call, fn), ...made.flatMap((node) => optionsAsked(linked, node, fn))]

  function isOutside(node: number): boolean {
    const own = whole.functionOf(node)
    return own >= 0 && own !== fn && whole.isWithin(fn, own)
  }
}

/** Calls whose result a variable may hold, by whichever way, and whatever was asked of it. */
function callsHeld(whole: Linked['whole'], variable: number): number[] {
  const seen = new Set<number>()
  const stack = [variable]
  for (let node = stack.pop(); node !== undefined && seen.size < MOST_WAYS; node = stack.pop()) {
    const named = thingNamed(whole, node)
    if (seen.has(named)) continue
    seen.add(named)
    if (whole.kind[named] === Kind.Cell || whole.kind[named] === Kind.Choice) stack.push(...whole.items(whole.a[named] as number))
  }
  return [...seen].filter((way) => whole.kind[way] === Kind.Call)
}

/**
 * Of what stands in a function that is written there, `findUser().then((user) => …)`, what leads to that function counts as well.
 * @param outcome how the condition of a region turned out, for what is looked for; undefined where it says nothing of that
 */
function optionsOf(linked: Linked, node: number, fn: number, outcome: (kind: RegionKind) => boolean | undefined): AskedOption[] {
  const { whole } = linked
  const found: AskedOption[] = []
  for (let region = whole.region[node] as number; region >= 0; region = regionAround(whole, region, fn)) {
    const kind = whole.regions[region * 4] as RegionKind
    const condition = whole.regions[region * 4 + 2] as number
    if (condition < 0 || (kind !== RegionKind.True && kind !== RegionKind.False)) continue
    const holds = outcome(kind)
    if (holds === undefined) continue
    for (const test of takenApart(whole, condition, holds)) {
      const option = optionTested(linked, test.condition, test.holds)
      if (option && whole.isWithin(fn, option.fn)) found.push(option)
    }
  }
  return found
}

/** The region that one stands in, out of functions that are written inside one. */
export function regionAround(whole: Linked['whole'], region: number, fn: number): number {
  const around = whole.regions[region * 4 + 1] as number
  const inner = whole.regions[region * 4 + 3] as number
  if (around >= 0 || inner === fn || !whole.isWithin(inner, fn)) return around
  return whole.region[whole.functions[inner]?.node ?? -1] ?? -1
}

/** Calls of the program that made a value: `authenticate('jwt', false)` of `guards.loose`. */
export function makersOf({ values, whole, solver }: Linked, node: number): { call: number; callee: number }[] {
  if (node < 0 || node >= whole.size) return []
  return [...new Set([node, ...values.definitions(node)])]
    .filter((at) => at < whole.size && whole.kind[at] === Kind.Call)
    .flatMap((call) => [...(solver.callees.get(call) ?? [])].map((callee) => ({ call, callee })))
}

/** Whether what a call hands over keeps the helper from refusing. */
export function isSwitchedOff(linked: Linked, call: number, fn: number, asked: readonly AskedOption[]): boolean {
  return asked.some((option) => {
    if (option.fn !== fn) return false
    const given = givenAt(linked, call, option)
    return given !== undefined && given !== option.is
  })
}

/** The option that a test is about. */
export const optionTested = (linked: Linked, test: number, holds: boolean): AskedOption | undefined =>
  optionIn(linked.whole, test, holds) ?? textIn(linked, test, holds)

/** `options.optional`, `optional`, `options.optional === true` */
function optionIn(whole: Linked['whole'], test: number, holds: boolean): AskedOption | undefined {
  let at = test
  let is = holds
  let otherwise = false
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    at = thingNamed(whole, at)
    const kind = whole.kind[at] as Kind
    if (kind === Kind.Binary && whole.kind[whole.b[at] as number] === Kind.Boolean && isComparison(whole.c[at] as number)) {
      if ((whole.a[whole.b[at] as number] === 1) !== isEqual(whole.c[at] as number)) is = !is
      at = whole.a[at] as number
    } else if (kind === Kind.Choice && whole.c[at] !== ChoiceKind.And && whole.c[at] !== ChoiceKind.Or) {
      // `optional = false`
      const items = [...whole.items(whole.a[at] as number)]
      const usual = items.find((item) => whole.kind[item] === Kind.Boolean)
      const own = items.find((item) => item !== usual)
      if (items.length !== 2 || usual === undefined || own === undefined) return undefined
      otherwise = whole.a[usual] === 1
      at = own
    } else break
  }
  const property = whole.kind[at] === Kind.Load ? whole.text(whole.b[at] as number) : undefined
  const { param, usual } = property === undefined ? { param: at, usual: undefined } : handedOr(whole, whole.a[at] as number)
  if (whole.kind[param] !== Kind.Param) return undefined
  return {
    fn: whole.a[param] as number,
    position: whole.b[param] as number,
    ...(property === undefined ? {} : { property }),
    is,
    otherwise,
    ...(usual === undefined ? {} : { usual }),
  }
}

/** What a function is handed, and the object that stands for it where it is left out. */
export function handedOr(whole: Linked['whole'], node: number): { param: number; usual?: number } {
  const at = thingNamed(whole, node)
  if (whole.kind[at] !== Kind.Choice || whole.c[at] !== ChoiceKind.Nullish) return { param: at }
  const [param = -1, usual = -1, more] = whole.items(whole.a[at] as number)
  return more === undefined && whole.kind[usual] === Kind.Object ? { param: thingNamed(whole, param), usual } : { param: at }
}

/** `type === 'basic'`, `options.type === 'basic'` */
function textIn(linked: Linked, test: number, holds: boolean): AskedOption | undefined {
  const { whole } = linked
  const at = thingNamed(whole, test)
  if (whole.kind[at] !== Kind.Binary || !isComparison(whole.c[at] as number) || whole.kind[whole.b[at] as number] !== Kind.String) return undefined
  const asked = thingNamed(whole, whole.a[at] as number)
  const property = whole.kind[asked] === Kind.Load ? whole.text(whole.b[asked] as number) : undefined
  const { param, usual } = property === undefined ? { param: asked, usual: undefined } : handedOr(whole, whole.a[asked] as number)
  if (whole.kind[param] !== Kind.Param) return undefined
  const text = whole.text(whole.a[whole.b[at] as number] as number)
  const is = isEqual(whole.c[at] as number) === holds
  const otherwise = property !== undefined && isFilledIn(linked, param, property, text)
  return {
    fn: whole.a[param] as number,
    position: whole.b[param] as number,
    ...(property === undefined ? {} : { property }),
    is,
    text,
    otherwise,
    ...(usual === undefined ? {} : { usual }),
  }
}

/** `options.type ??= 'basic'`: what it is where it is left out. */
function isFilledIn({ whole, effects }: Linked, param: number, property: string, text: string): boolean {
  return effects.ofFunction(whole.a[param] as number).some((node) => {
    if (whole.kind[node] !== Kind.Store || whole.text(whole.b[node] as number) !== property || thingNamed(whole, whole.a[node] as number) !== param)
      return false
    const value = whole.c[node] as number
    const ways = whole.kind[value] === Kind.Choice && FILLS.has(whole.c[value] as ChoiceKind) ? [...whole.items(whole.a[value] as number)] : [value]
    const last = ways.at(-1) as number
    return whole.kind[last] === Kind.String && whole.text(whole.a[last] as number) === text
  })
}
const FILLS = new Set([ChoiceKind.Nullish, ChoiceKind.Or])

const isComparison = (operator: number): boolean => isEqual(operator) || isUnequal(operator)

/** What a call says of an option, where it says so by `true` or `false`, or leaves it out of what it writes. */
export function givenAt(linked: Linked, call: number, option: AskedOption): boolean | undefined {
  const { whole } = linked
  const { position, property, otherwise, usual } = option
  const args = [...whole.args(call)]
  if (args.some((argument) => whole.kind[argument] === Kind.Spread)) return undefined
  const argument = args[position]
  const isLeftOut = argument === undefined || whole.kind[thingNamed(whole, argument)] === Kind.Undefined
  if (isLeftOut && usual !== undefined) return saidIn(linked, usual, option)
  if (argument === undefined) return otherwise
  if (property === undefined) return said(linked, argument, option)
  const object = thingNamed(whole, argument)
  if (whole.kind[object] !== Kind.Object) return whole.kind[object] === Kind.Undefined || whole.kind[object] === Kind.Null ? otherwise : undefined
  return saidIn(linked, object, option)
}

/** The same of an object that is written out. */
function saidIn(linked: Linked, object: number, option: AskedOption): boolean | undefined {
  const { whole } = linked
  const items = [...whole.items(whole.a[object] as number)]
  if (items.some((item) => whole.kind[item] === Kind.Spread || whole.a[item] === -1)) return undefined
  // As it is written there: what a name is read by elsewhere was put there by nobody.
  const given = items.flatMap((item) => (whole.text(whole.a[item] as number) === option.property ? [whole.b[item] as number] : []))
  if (given.length === 0) return option.otherwise
  const all = given.map((value) => said(linked, value, option))
  return all.every((each) => each === all[0]) ? all[0] : undefined
}

function said({ whole, values }: Linked, node: number, { text }: AskedOption): boolean | undefined {
  if (text === undefined) return truth(whole, node)
  const [one, more] = values.texts(node)
  return one?.exact && more === undefined ? one.value === text : undefined
}

function truth(whole: Linked['whole'], node: number): boolean | undefined {
  const at = thingNamed(whole, node)
  switch (whole.kind[at] as Kind) {
    case Kind.Boolean:
      return whole.a[at] === 1
    case Kind.String:
      return whole.text(whole.a[at] as number) !== ''
    case Kind.Object:
    case Kind.Array:
    case Kind.Function:
      return true
    case Kind.Undefined:
    case Kind.Null:
      return false
    default:
      return undefined
  }
}

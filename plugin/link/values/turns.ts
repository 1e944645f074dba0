/**
 * What a turn of a loop over an object's keys passes over: `if (!options) continue`, `typeof member !== 'function'`. In: a node, and a
 * context that is at one of the keys. Out: whether control gets to it there, as far as what is written under that key tells. So it is
 * with a call that hands over what a function asks for: `pathOf('list', false)`.
 */
import { ChoiceKind, Kind } from '../../graph'
import { isEqual, isUnequal, NOT, TYPEOF } from '../operators'
import { knownAround } from '../regions'
import { isAtKey, memberAtKey } from './own-keys'
import type { Context, Reading } from './reading'

const MOST_HOPS = 8
const MOST_REGIONS = 12

/** Names by which a library tells what a value is, and what it says of what is written out. */
const TELLS = new Map<string, (kind: Kind) => boolean>([
  ['isFunction', (kind) => kind === Kind.Function],
  ['isPlainObject', (kind) => kind === Kind.Object],
  ['isObject', (kind) => kind === Kind.Object || kind === Kind.Array || kind === Kind.Function],
  ['isArray', (kind) => kind === Kind.Array],
  ['isString', (kind) => kind === Kind.String || kind === Kind.Template],
  ['isBoolean', (kind) => kind === Kind.Boolean],
])
const TYPES = new Map<string, (kind: Kind) => boolean>([
  ['function', (kind) => kind === Kind.Function || kind === Kind.Class],
  ['object', (kind) => kind === Kind.Object || kind === Kind.Array || kind === Kind.Null],
  ['string', (kind) => kind === Kind.String || kind === Kind.Template],
  ['boolean', (kind) => kind === Kind.Boolean],
  ['undefined', (kind) => kind === Kind.Undefined],
])
/** What is written out, and so says what it is. */
const WRITTEN = new Set([Kind.Function, Kind.Class, Kind.Object, Kind.Array, Kind.String, Kind.Template, Kind.Boolean, Kind.Number, Kind.Null])

/** Whether nothing that is known keeps a turn from a node. */
export function getsTo(reading: Reading, node: number, context: Context): boolean {
  if (!isAtKey(reading, context)) return true
  return knownAround(reading.whole, node, MOST_REGIONS).every(({ condition, holds }) => (truth(reading, condition, context, 0) ?? holds) === holds)
}

/** Ways of a variable, or of a join of two ways, that are open in a turn; where one is surely taken, the innermost of those alone. */
export function taken(reading: Reading, node: number, context: Context): readonly number[] {
  return isAtKey(reading, context) ? openWays(reading, node, context) : [...reading.whole.items(reading.whole.a[node] as number)]
}

/** The same in any context. */
export function openWays(reading: Reading, node: number, context: Context): readonly number[] {
  const { whole } = reading
  const items = [...whole.items(whole.a[node] as number)]
  const isWay = whole.kind[node] === Kind.Cell || !PARTS.has(whole.c[node] as ChoiceKind)
  if (items.length < 2 || !isWay) return items
  const found: number[] = []
  let sure = -1
  let depth = -1
  for (const item of items) {
    const around = knownAround(whole, item, MOST_REGIONS).map(({ condition, holds }) => ({ holds, is: truth(reading, condition, context, 0) }))
    if (around.some(({ holds, is }) => is !== undefined && is !== holds)) continue
    found.push(item)
    if (around.length < depth || around.some(({ is }) => is === undefined)) continue
    sure = item
    depth = around.length
  }
  return sure >= 0 && found.every((item) => item === sure || knownAround(whole, item, MOST_REGIONS).length <= depth) ? [sure] : found
}

/** Choices of which every part may count. */
const PARTS = new Set([ChoiceKind.And, ChoiceKind.Or, ChoiceKind.Nullish])

/** What a value is, by the node that writes it out: -1 where it surely is not there, undefined where that is not known. */
function written(reading: Reading, node: number, context: Context, hops: number): number | undefined {
  const { whole } = reading
  const at = reading.standsFor({ node, context })
  if (hops > MOST_HOPS || at.node < 0 || at.node >= whole.size) return undefined
  const kind = whole.kind[at.node] as Kind
  if (kind === Kind.LoadDynamic) {
    const member = memberAtKey(reading, at.node, at.context)
    if (!member) return undefined
    return member.value ? written(reading, member.value.node, member.value.context, hops + 1) : -1
  }
  if (kind === Kind.Load) {
    const object = written(reading, whole.a[at.node] as number, at.context, hops + 1)
    if (object === undefined || object < 0) return object
    if (whole.kind[object] !== Kind.Object) return whole.kind[object] === Kind.Boolean ? -1 : undefined
    const name = whole.text(whole.b[at.node] as number)
    const entries = [...whole.items(whole.a[object] as number)]
    const entry = entries.find((item) => whole.kind[item] === Kind.Property && whole.a[item] !== -1 && whole.text(whole.a[item] as number) === name)
    if (entry !== undefined) return written(reading, whole.b[entry] as number, at.context, hops + 1)
    return entries.every((item) => whole.kind[item] === Kind.Property && whole.a[item] !== -1) ? -1 : undefined
  }
  if (kind === Kind.Cell || kind === Kind.Choice) {
    const standing = givenOrDefault(reading, at.node, at.context)
    if (standing !== undefined) return written(reading, standing, at.context, hops + 1)
  }
  if (kind === Kind.Cell || (kind === Kind.Choice && !PARTS.has(whole.c[at.node] as ChoiceKind))) {
    const [only, ...others] = taken(reading, at.node, at.context)
    return only !== undefined && others.length === 0 ? written(reading, only, at.context, hops + 1) : undefined
  }
  if (kind === Kind.Undefined) return -1
  return WRITTEN.has(kind) ? at.node : undefined
}

/** Of a parameter with a default what stands for it: what the call hands over, or else the default; undefined where no call is known. */
function givenOrDefault({ whole }: Reading, node: number, { bindings }: Context): number | undefined {
  const items = whole.items(whole.a[node] as number)
  const param = items.find((item) => whole.kind[item] === Kind.Param)
  if (param === undefined || items.length !== 2) return undefined
  if (bindings.has(param)) return param
  const isCalled = whole.functions[whole.a[param] as number]?.params.some((other) => bindings.has(other))
  return isCalled ? items.find((item) => item !== param) : undefined
}

function truth(reading: Reading, condition: number, context: Context, hops: number): boolean | undefined {
  const { whole } = reading
  if (hops > MOST_HOPS) return undefined
  const inner = (node: number) => truth(reading, node, context, hops + 1)
  const kindOf = (node: number): Kind | undefined => {
    const at = written(reading, node, context, hops + 1)
    return at === undefined ? undefined : at < 0 ? Kind.Undefined : (whole.kind[at] as Kind)
  }
  const a = whole.a[condition] as number
  switch (whole.kind[condition] as Kind) {
    case Kind.Unary: {
      const is = whole.c[condition] === NOT ? inner(a) : undefined
      return is === undefined ? undefined : !is
    }
    case Kind.Choice: {
      const parts = [...whole.items(a)].map(inner)
      if (whole.c[condition] === ChoiceKind.And) return parts.includes(false) ? false : parts.every((is) => is === true) ? true : undefined
      if (whole.c[condition] === ChoiceKind.Or) return parts.includes(true) ? true : parts.every((is) => is === false) ? false : undefined
      return truthOfWritten(reading, condition, context, hops)
    }
    case Kind.Binary: {
      const operator = whole.c[condition] as number
      const other = whole.b[condition] as number
      if ((!isEqual(operator) && !isUnequal(operator)) || whole.kind[a] !== Kind.Unary || whole.c[a] !== TYPEOF || whole.kind[other] !== Kind.String)
        return undefined
      const kind = kindOf(whole.a[a] as number)
      const is = kind === undefined ? undefined : TYPES.get(whole.text(whole.a[other] as number))?.(kind)
      return is === undefined ? undefined : is === isEqual(operator)
    }
    case Kind.Call: {
      const [value] = whole.args(condition)
      const tells = whole.kind[a] === Kind.Load && value !== undefined ? TELLS.get(whole.text(whole.b[a] as number)) : undefined
      const kind = tells && value !== undefined ? kindOf(value) : undefined
      return kind === undefined ? undefined : tells?.(kind)
    }
    default:
      return truthOfWritten(reading, condition, context, hops)
  }
}

function truthOfWritten(reading: Reading, node: number, context: Context, hops: number): boolean | undefined {
  const { whole } = reading
  const at = written(reading, node, context, hops + 1)
  if (at === undefined || at < 0) return at === undefined ? undefined : false
  const kind = whole.kind[at] as Kind
  if (kind === Kind.Boolean) return whole.a[at] === 1
  if (kind === Kind.Function || kind === Kind.Class || kind === Kind.Object || kind === Kind.Array) return true
  return kind === Kind.Null ? false : undefined
}

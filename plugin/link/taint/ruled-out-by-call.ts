/**
 * What the arguments of a call, as they are written there, rule out in the function that it runs: `show(text)` of `function show(text,
 * asHtml)` never gets to what stands under `if (asHtml)`, and `load(url, { retries: 3 })` never to `options.retries === undefined`. In: a
 * call, the function, and a place in it. Out: whether that place is never reached.
 */
import { Kind } from '../../graph'
import { calledName, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { isEqual, isStrict, isUnequal, NOT } from '../operators'
import { knownAround, takenApart } from '../regions'
import { truthOfWritten } from '../truth'

/** What is known of a value without running anything. */
type Known = 'undefined' | 'null' | 'falsy' | 'truthy'

/** Conditions around a place that are looked at. */
const MOST_CONDITIONS = 12

const SHIFTS = /^(?:call|apply|bind)$/

export function isRuledOut(linked: Linked, call: number, fn: number, at: number): boolean {
  const { whole, solver } = linked
  if (call < 0 || call >= whole.size || at < 0 || at >= whole.size) return false
  // Whatever else runs the function hands it other things, or in another order.
  if (!solver.callees.get(call)?.has(fn) || SHIFTS.test(calledName(linked, call))) return false
  const args = [...whole.args(call)]
  if (args.some((argument) => whole.kind[argument] === Kind.Spread)) return false
  return knownAround(whole, at)
    .slice(0, MOST_CONDITIONS)
    .flatMap(({ condition, holds }) => takenApart(whole, condition, holds))
    .some(({ condition, holds }) => contradicts(linked, condition, holds, (node) => handedAs(linked, node, fn, args)))
}

function contradicts({ whole }: Linked, condition: number, holds: boolean, handed: (node: number) => Known | undefined): boolean {
  const says = handed(condition)
  if (says !== undefined) return (says === 'truthy') !== holds
  const kind = whole.kind[condition] as Kind
  if (kind === Kind.Unary && whole.c[condition] === NOT) {
    const inner = handed(whole.a[condition] as number)
    return inner !== undefined && (inner === 'truthy') === holds
  }
  if (kind !== Kind.Binary) return false
  const [left, right, operator] = [whole.a[condition] as number, whole.b[condition] as number, whole.c[condition] as number]
  if (!isEqual(operator) && !isUnequal(operator)) return false
  const nothing = [left, right].find((node) => whole.kind[node] === Kind.Undefined || whole.kind[node] === Kind.Null)
  const known = nothing === undefined ? undefined : handed(nothing === left ? right : left)
  if (nothing === undefined || known === undefined) return false
  const isThat = whole.kind[nothing] === Kind.Undefined ? known === 'undefined' : known === 'null'
  const isNothing = known === 'undefined' || known === 'null'
  // What is left out is `undefined`, which `!== null` lets through and `!= null` does not.
  const equals = isStrict(operator) ? isThat : isNothing
  return equals !== (isEqual(operator) ? holds : !holds)
}

/** What a parameter, or a property of one, is in this call. */
function handedAs(linked: Linked, node: number, fn: number, args: readonly number[]): Known | undefined {
  const { whole } = linked
  switch (whole.kind[node] as Kind) {
    case Kind.Refine:
      return handedAs(linked, whole.a[node] as number, fn, args)
    case Kind.Param: {
      if (whole.a[node] !== fn || whole.c[node] === 1) return undefined
      const argument = args[whole.b[node] as number]
      return argument === undefined ? 'undefined' : written(linked, argument)
    }
    case Kind.Load: {
      let object = whole.a[node] as number
      while (whole.kind[object] === Kind.Refine) object = whole.a[object] as number
      if (whole.kind[object] !== Kind.Param || whole.a[object] !== fn || whole.c[object] === 1) return undefined
      const argument = args[whole.b[object] as number]
      return argument === undefined || isWrittenIn(linked, fn, whole.b[node] as number)
        ? undefined
        : memberOf(linked, argument, whole.b[node] as number)
    }
    default:
      return undefined
  }
}

/** `options.deep ??= true`: a property is no longer what was handed over. */
const isWrittenIn = ({ whole }: Linked, fn: number, name: number): boolean =>
  lookupOf(whole)
    .inFunction(fn)
    .some((store) => whole.kind[store] === Kind.Store && whole.b[store] === name)

/** A property of an object that is written out in the call. */
function memberOf(linked: Linked, object: number, name: number): Known | undefined {
  const { whole } = linked
  if (whole.kind[object] !== Kind.Object) return undefined
  const items = [...whole.items(whole.a[object] as number)]
  if (items.some((item) => whole.kind[item] !== Kind.Property || (whole.a[item] as number) < 0)) return undefined
  const item = items.find((each) => whole.a[each] === name)
  return item === undefined ? 'undefined' : written(linked, whole.b[item] as number)
}

function written({ whole }: Linked, node: number): Known | undefined {
  if (whole.kind[node] === Kind.Undefined) return 'undefined'
  if (whole.kind[node] === Kind.Null) return 'null'
  const truth = truthOfWritten(whole, node)
  return truth === undefined ? undefined : truth ? 'truthy' : 'falsy'
}

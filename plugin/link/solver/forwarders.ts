/**
 * Functions that make another one answer to its callers in one more way: `promised(read)`, whose result takes a callback and gives a
 * promise. In: a function. Out: which of its parameters the function that it gives back calls with whatever that is called with; -1
 * where it does no such thing. Calls of what it gives back are calls of that parameter, of each one apart from all the others.
 */
import { Kind } from '../../graph'
import { lookupOf } from '../lookup'
import type { Whole } from '../whole/index'

/** Hand back what they are handed first. */
const HANDS_BACK = new Set(['defineProperty', 'defineProperties', 'assign', 'setPrototypeOf', 'freeze'])

const known = new WeakMap<Whole, Map<number, number>>()

export function forwardedBy(whole: Whole, fn: number): number {
  let all = known.get(whole)
  if (!all) {
    all = forwarders(whole)
    known.set(whole, all)
  }
  return all.get(fn) ?? -1
}

/** Seen from the calls with `…rest`, of which there are few. */
function forwarders(whole: Whole): Map<number, number> {
  const found = new Map<number, number>()
  for (const call of lookupOf(whole).of(Kind.Call)) {
    const passed = passedOn(whole, call)
    if (passed === undefined) continue
    const given = whole.functions[passed.fn]
    const outer = given?.parent ?? -1
    const index = whole.functions[outer]?.params.indexOf(passed.called) ?? -1
    if (index >= 0 && whole.functions[outer]?.returns.some((value) => isFunction(whole, value, passed.fn))) found.set(outer, index)
  }
  return found
}

/** Of `called(...rest)`, `called.apply(this, rest)` and `called.call(this, ...rest, more)`: what is called, and the function that `rest` belongs to. */
function passedOn(whole: Whole, call: number): { called: number; fn: number } | undefined {
  const callee = whole.a[call] as number
  const isMethod = callee >= 0 && whole.kind[callee] === Kind.Load
  const method = isMethod ? whole.text(whole.b[callee] as number) : ''
  if (isMethod && method !== 'apply' && method !== 'call') return undefined
  const called = plain(whole, isMethod ? (whole.a[callee] as number) : callee)
  if (called < 0 || whole.kind[called] !== Kind.Param) return undefined
  for (const argument of whole.args(call)) {
    const list = plain(whole, whole.kind[argument] === Kind.Spread ? (whole.a[argument] as number) : method === 'apply' ? argument : -1)
    if (list >= 0 && whole.kind[list] === Kind.Param && whole.c[list] === 1) return { called, fn: whole.a[list] as number }
  }
  return undefined
}

/** Past what tests say of it. */
function plain(whole: Whole, node: number): number {
  let at = node
  while (at >= 0 && whole.kind[at] === Kind.Refine) at = whole.a[at] as number
  return at
}

function isFunction(whole: Whole, value: number, fn: number): boolean {
  if (whole.kind[value] === Kind.Function) return whole.a[value] === fn
  if (whole.kind[value] !== Kind.Call) return false
  const callee = whole.a[value] as number
  const [first] = whole.args(value)
  const isHandedBack = whole.kind[callee] === Kind.Load && HANDS_BACK.has(whole.text(whole.b[callee] as number))
  return isHandedBack && first !== undefined && isFunction(whole, first, fn)
}

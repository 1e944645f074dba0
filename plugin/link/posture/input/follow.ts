/**
 * Where a value goes next within the program: the parameters of own functions that are handed it. In: a node. Out: it and those
 * parameters, each with the calls on the way.
 */
import { Kind } from '../../../graph'
import type { Linked } from '../../linked'
import { behind } from './tests'

export interface Followed {
  node: number
  /** Outermost first. */
  through: readonly number[]
}

/** Most calls that one value is followed into, and how deep. */
const MOST = 24
const DEEPEST = 2

export interface Handed {
  call: number
  index: number
}

const known = new WeakMap<Linked, Map<number, Map<number, Handed[]>>>()

/** Calls of a function that are handed a value, by value. */
export function handedIn(linked: Linked, fn: number): ReadonlyMap<number, readonly Handed[]> {
  const all = known.get(linked) ?? new Map<number, Map<number, Handed[]>>()
  known.set(linked, all)
  let handed = all.get(fn)
  if (!handed) {
    handed = new Map()
    all.set(fn, handed)
    const { whole, effects } = linked
    for (const call of effects.ofFunction(fn)) {
      if (whole.kind[call] !== Kind.Call && whole.kind[call] !== Kind.New) continue
      const args = whole.args(call)
      for (let index = 0; index < args.length; index++) {
        const on = behind(linked, args[index] as number)
        const list = handed.get(on)
        if (list) list.push({ call, index })
        else handed.set(on, [{ call, index }])
      }
    }
  }
  return handed
}

export function followed(linked: Linked, node: number): Followed[] {
  const { whole, solver } = linked
  const found: Followed[] = [{ node, through: [] }]
  const seen = new Set([node])
  for (let at = 0; at < found.length && found.length < MOST; at++) {
    const from = found[at] as Followed
    if (from.through.length >= DEEPEST) continue
    for (const { call, index } of handedIn(linked, whole.functionOf(from.node)).get(from.node) ?? [])
      for (const fn of [...(solver.callees.get(call) ?? [])].slice(0, 3)) {
        const param = whole.functions[fn]?.params[index]
        if (param === undefined || seen.has(param)) continue
        seen.add(param)
        found.push({ node: param, through: [...from.through, call] })
      }
  }
  return found
}

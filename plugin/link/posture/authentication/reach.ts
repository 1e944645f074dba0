/**
 * What a handler leads to. In: functions. Out: their calls and those of what they call, in the order in which they run. A callback
 * that is handed down is part of the function it is written in; a wrapper's call of what it wraps is not followed, since it leads
 * to the handlers of every other door too.
 */
import { Kind } from '../../../graph'
import { LabelKind } from '../../labels'
import type { Linked } from '../../linked'

const MOST_FUNCTIONS = 120
const MOST_DEPTH = 8
const MOST_CALLEES = 3

export interface Step {
  /** A call, assignment or throw. */
  node: number
  /** The calls that lead to it, outermost first. */
  through: readonly number[]
}

/**
 * Steps in the order in which they run: a called function's at its call, and a callback's behind the call that it is handed to. Each
 * function is entered once; what is written inside a function and never handed on comes last.
 */
export function stepsFrom(linked: Linked, roots: readonly number[]): Step[] {
  const { effects } = linked
  const steps: Step[] = []
  const seen = new Set<number>()
  let left = MOST_FUNCTIONS
  const visit = (fn: number, through: readonly number[]) => {
    if (seen.has(fn) || left-- <= 0) return
    seen.add(fn)
    for (const node of [...effects.ofFunction(fn)].sort((one, other) => one - other)) {
      const deeper = [...through, node]
      if (through.length < MOST_DEPTH) for (const callee of calledBy(linked, node)) visit(callee, deeper)
      steps.push({ node, through })
      if (through.length < MOST_DEPTH) for (const callback of handedTo(linked, node)) visit(callback, deeper)
    }
    for (const inner of effects.functionsIn(fn)) visit(inner, through)
  }
  for (const root of roots) visit(root, [])
  return steps
}

/** Functions written around here that a call is given: inline, or by name. */
function handedTo({ whole, solver }: Linked, node: number): number[] {
  const kind = whole.kind[node] as Kind
  if (kind !== Kind.Call && kind !== Kind.New) return []
  const file = whole.fileOf(node)
  const found: number[] = []
  for (const argument of whole.args(node)) {
    const at = whole.kind[argument] as Kind
    if (at === Kind.Function) found.push(whole.a[argument] as number)
    else if (at === Kind.Cell || at === Kind.Load)
      for (const label of solver.of(argument))
        if (solver.labels.kind[label] === LabelKind.Function) {
          const fn = solver.labels.data[label] as number
          if (whole.functions[fn]?.file === file && (whole.functions[fn]?.parent ?? -1) >= 0) found.push(fn)
        }
  }
  return found
}

/** Functions that run where these do, themselves included. */
export function functionsFrom(linked: Linked, roots: readonly number[]): Set<number> {
  const { whole } = linked
  const found = new Set<number>()
  for (const root of roots) addInner(linked, root, found)
  for (const { node } of stepsFrom(linked, roots)) if (whole.functionOf(node) >= 0) found.add(whole.functionOf(node))
  return found
}

function addInner(linked: Linked, fn: number, into: Set<number>): void {
  into.add(fn)
  for (const inner of linked.effects.functionsIn(fn)) if (!into.has(inner)) addInner(linked, inner, into)
}

/** Functions of the program that a call runs, where it is told which. */
export function calledBy({ whole, solver }: Linked, node: number): number[] {
  const kind = whole.kind[node] as Kind
  if (kind !== Kind.Call && kind !== Kind.New) return []
  const callees = solver.callees.get(node)
  if (!callees || callees.size === 0) return []
  if (callees.size > 1 && isParameter({ whole }, whole.a[node] as number)) return []
  return [...callees].slice(0, MOST_CALLEES)
}

function isParameter({ whole }: Pick<Linked, 'whole'>, callee: number): boolean {
  if (whole.kind[callee] === Kind.Param) return true
  return whole.kind[callee] === Kind.Cell && whole.items(whole.a[callee] as number).some((item) => whole.kind[item] === Kind.Param)
}

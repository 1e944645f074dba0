/**
 * Settings without which the code does not come this far: `if (!config.key) throw …`, or a helper that does so. In: a value and the node that
 * falls back to something where it is empty, `config.key || 'other'`. Out: whether it cannot be empty there, so that nothing falls back.
 */
import { ChoiceKind, FunctionFlag, Kind, RegionKind } from '../../graph'
import type { Linked } from '../linked'
import { thingNamed } from '../names'
import { NOT } from '../operators'

/** A parameter, or what else is read from, and the names that lead from there. */
interface Part {
  base: number
  names: readonly number[]
}

const MOST_NAMES = 6
const MOST_PARTS = 40

export function isDemanded(linked: Linked, value: number, at: number): boolean {
  const part = partOf(linked, value)
  return part !== undefined && (isLeftWithout(linked, part, linked.whole.region[at] as number) || isDemandedByHelper(linked, part, at))
}

/** Whether a region is behind a way out that is taken where a part is empty. */
function isLeftWithout(linked: Linked, part: Part, within: number): boolean {
  const { regions } = linked.whole
  for (let region = within; region >= 0; region = regions[region * 4 + 1] as number)
    if (regions[region * 4] === RegionKind.False && asksForAbsence(linked, part, regions[region * 4 + 2] as number)) return true
  return false
}

/** `validate(config)` before, which throws where the part is empty. */
function isDemandedByHelper(linked: Linked, part: Part, at: number): boolean {
  const { whole, solver, effects } = linked
  return effects.ofFunction(whole.functionOf(at)).some((call) => {
    if (whole.kind[call] !== Kind.Call || (whole.end[call] as number) > (whole.pos[at] as number)) return false
    if (!effects.isInside(whole.region[at] as number, whole.region[call] as number)) return false
    const callees = [...(solver.callees.get(call) ?? [])]
    const index = whole.args(call).findIndex((argument) => thingNamed(whole, argument) === part.base)
    return index >= 0 && callees.length > 0 && callees.every((fn) => throwsWithout(linked, fn, index, part.names))
  })
}

function throwsWithout(linked: Linked, fn: number, index: number, names: readonly number[]): boolean {
  const { whole, effects } = linked
  const own = whole.functions[fn]
  const base = own?.params[index]
  if (!own || base === undefined || (own.fact.flags & (FunctionFlag.Async | FunctionFlag.Generator)) !== 0) return false
  return effects.ofFunction(fn).some((node) => {
    const region = whole.region[node] as number
    if (whole.kind[node] !== Kind.Throw || whole.regions[region * 4] !== RegionKind.True) return false
    const around = whole.regions[region * 4 + 1] as number
    return whole.regions[around * 4] === RegionKind.Body && asksForAbsence(linked, { base, names }, whole.regions[region * 4 + 2] as number)
  })
}

/** `!config.key`, also as one of several by `||`: where it does not hold, the part is there. */
function asksForAbsence(linked: Linked, part: Part, condition: number): boolean {
  const { whole } = linked
  const stack = [condition]
  for (let count = 0; stack.length > 0 && count < MOST_PARTS; count++) {
    const node = thingNamed(whole, stack.pop() as number)
    if (node < 0) continue
    if (whole.kind[node] === Kind.Choice && whole.c[node] === ChoiceKind.Or) stack.push(...whole.items(whole.a[node] as number))
    else if (whole.kind[node] === Kind.Unary && whole.c[node] === NOT && isSame(partOf(linked, whole.a[node] as number), part)) return true
  }
  return false
}

const isSame = (one: Part | undefined, other: Part): boolean =>
  one !== undefined && one.base === other.base && one.names.length === other.names.length && one.names.every((name, at) => name === other.names[at])

function partOf({ whole }: Linked, value: number): Part | undefined {
  const names: number[] = []
  let at = thingNamed(whole, value)
  while (at >= 0 && whole.kind[at] === Kind.Load && names.length < MOST_NAMES) {
    names.unshift(whole.b[at] as number)
    at = thingNamed(whole, whole.a[at] as number)
  }
  return names.length > 0 && at >= 0 && whole.kind[at] === Kind.Param ? { base: at, names } : undefined
}

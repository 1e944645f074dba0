/**
 * Doors that are opened for some callers alone: `if (!user.isAdmin) return`, and behind it `socket.on('remove', …)`, or a call of the
 * function in which that stands. In: where a door is registered. Out: the check around it, as a guard; whoever does not pass it finds
 * nothing that listens.
 */
import { ChoiceKind, Kind, RegionKind } from '../../graph'
import type { Guard } from '../../types'
import type { Guards } from '../guards'
import { LabelKind } from '../labels'
import { cite, type Linked } from '../linked'
import { isEqual, isUnequal, NOT } from '../operators'

const MOST_HOPS = 8
/** Functions that call each other, from the one that registers on. */
const MOST_CALLERS = 4

export function registeredFor(linked: Linked, guards: Guards, node: number, callers = 0): Guard[] {
  const here = checkAround(linked, guards, node)
  if (here.length > 0 || callers >= MOST_CALLERS) return here
  const calls = callsAbove(linked, node)
  const checks = calls.map((call) => registeredFor(linked, guards, call, callers + 1))
  return checks.length > 0 && checks.every((check) => check.length > 0) ? (checks[0] as Guard[]) : []
}

/** Calls that lead to a node; none where something else does too: a library that runs the function for every connection. */
function callsAbove({ whole, solver }: Linked, node: number): number[] {
  const fn = whole.functionOf(node)
  const { params = [], parent = -1, node: made = -1 } = whole.functions[fn] ?? {}
  const { kind, data } = solver.labels
  const isRunByLibrary = params.some((param) => solver.of(param).some((label) => kind[label] === LabelKind.ApiObject && data[label] === param))
  if (fn < 0 || isRunByLibrary) return []
  const calls = [...(solver.callers.get(fn) ?? [])]
  // `events.forEach((event) => socket.on(event, …))` runs where it stands.
  return calls.length === 0 && parent >= 0 && whole.functionOf(made) === parent ? [made] : calls
}

function checkAround(linked: Linked, guards: Guards, node: number): Guard[] {
  const { whole } = linked
  for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number) {
    const kind = whole.regions[region * 4] as RegionKind
    if (kind !== RegionKind.True && kind !== RegionKind.False) continue
    const condition = whole.regions[region * 4 + 2] as number
    const asked = knownBy(linked, guards, condition, kind === RegionKind.True, 0)
    if (asked === undefined) continue
    const role = guards.asks(asked) === 'rights' ? 'authorization' : 'authentication'
    return [{ name: whole.sourceOf(condition, 40), role, scope: 'route', at: cite(linked, condition) }]
  }
  return []
}

/** The part of a condition that says who the caller is, where whoever gets on is one of those. */
function knownBy(linked: Linked, guards: Guards, condition: number, holds: boolean, hops: number): number | undefined {
  const { whole } = linked
  if (condition < 0 || condition >= whole.size || hops > MOST_HOPS) return undefined
  const inner = whole.a[condition] as number
  switch (whole.kind[condition] as Kind) {
    case Kind.Unary:
      return whole.c[condition] === NOT ? knownBy(linked, guards, inner, !holds, hops + 1) : undefined
    case Kind.Refine:
    case Kind.Await:
      return knownBy(linked, guards, inner, holds, hops + 1)
    case Kind.Choice:
      if (whole.c[condition] === ChoiceKind.And || whole.c[condition] === ChoiceKind.Or) {
        // Of `a && b` each holds, and of `a || b` neither where it does not.
        if (whole.c[condition] !== (holds ? ChoiceKind.And : ChoiceKind.Or)) return undefined
        return whole.items(inner).find((item) => knownBy(linked, guards, item, holds, hops + 1) !== undefined)
      }
      break
    case Kind.Binary: {
      const other = whole.kind[whole.b[condition] as number] as Kind
      const isNothing = other === Kind.Null || other === Kind.Undefined
      const operator = whole.c[condition] as number
      if (!(isNothing === holds ? isUnequal(operator) : isEqual(operator))) return undefined
      return guards.asks(condition) === undefined ? undefined : condition
    }
    default:
      break
  }
  return holds && guards.asks(condition) !== undefined ? condition : undefined
}

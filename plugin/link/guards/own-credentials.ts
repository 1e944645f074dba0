/** Credentials that a body brings and a record has: `const user = findUser(body.auth); if (!user) refuse()`. In: a function. Out: where it refuses whoever sends none. */
import { Kind, RegionKind } from '../../graph'
import type { Evidence } from '../../types'
import { cite, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { NOT } from '../operators'
import type { Denials } from './denials'
import { isGivenInput } from './parts-of-requests'
import { testsIn } from './tests'

const KEPT = /^(?:password|secret|api_?key|pin)$/i

export function credentialsIn(linked: Linked, denials: Denials, fn: number): Evidence | undefined {
  const { whole, effects, solver } = linked
  const asked = effects.within(fn).find((node) => {
    const kind = whole.kind[node] === Kind.Call ? denials.of(node) : undefined
    const lookup = kind === 'forbidden' || kind === 'unauthenticated' ? lookedUp(linked, node) : undefined
    return lookup !== undefined && [...(solver.callees.get(lookup) ?? [])].some((callee) => readsKept(linked, callee))
  })
  return asked === undefined ? undefined : cite(linked, asked)
}

/** The call that a refusal asks for a record by what was sent. */
function lookedUp(linked: Linked, refusal: number): number | undefined {
  const { whole } = linked
  const region = whole.region[refusal] as number
  const condition = whole.regions[region * 4 + 2] as number
  if (condition < 0 || whole.regions[region * 4] !== RegionKind.True) return undefined
  return testsIn(whole, condition)
    .filter((test) => whole.kind[test] === Kind.Unary && whole.c[test] === NOT)
    .map((test) => whole.a[test] as number)
    .find((test) => whole.kind[test] === Kind.Call && isGivenInput(linked, test))
}

const readsKept = ({ whole }: Linked, fn: number): boolean =>
  lookupOf(whole)
    .named(Kind.Load, KEPT)
    .some((load) => whole.isWithin(whole.functionOf(load), fn))

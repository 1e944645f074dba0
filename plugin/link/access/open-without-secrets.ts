/**
 * Checks that are left out where the secret which they ask for is not set: `if (env.HOOK_TOKEN && given !== env.HOOK_TOKEN) refuse`. A
 * deployment without the setting lets everybody in, and nothing says so. In: a function that requests run through. Out: the comparisons that
 * it skips. Where something else turns callers away without the secret, or the program does not start, nothing is skipped.
 */
import { Kind } from '../../graph'
import type { AccessFault } from '../../types'
import type { Guards } from '../guards'
import { calledName, cite, type Linked } from '../linked'
import { partsOf } from '../made-of'
import { thingAwaited } from '../names'
import { isUnequal } from '../operators'
import { isOwnSecret, ownSecretAsked } from '../own-secrets'
import { knownInside, takenApart } from '../regions'
import { deniesCaller } from './refusals'

/** Parts of a text that a secret is put together with: `Bearer ${secret}`. */
const MOST_PARTS = 20

/** A condition of one part, and whether it holds. */
interface Known {
  condition: number
  holds: boolean
}

export function openWithoutSecrets(linked: Linked, guards: Guards, fn: number): AccessFault[] {
  const { whole, effects, solver } = linked
  const nodes = effects.ofFunction(fn)
  const refusals = nodes.filter((node) => deniesCaller(guards, node)).map((node) => ({ node, region: whole.region[node] as number }))
  const found = new Map<number, AccessFault>()
  const tell = (comparison: number, secret: number, refusal: number) =>
    found.set(comparison, {
      fault: 'open without secret',
      name: whole.sourceOf(secret, 60),
      at: cite(linked, comparison),
      trace: [cite(linked, secret), cite(linked, comparison), cite(linked, refusal)],
    })
  const ends = [
    ...nodes.filter((node) => whole.kind[node] === Kind.Throw).map((node) => whole.region[node] as number),
    ...(whole.functions[fn]?.returnRegions ?? []),
  ]
  const goesOn = nodes.filter((node) => whole.kind[node] === Kind.Call && guards.handsRequestOn(node)).map((node) => whole.region[node] as number)
  const isAt = (regions: readonly number[], secret: number) => regions.some((region) => isWithout(linked, secret, knownIn(linked, region)))
  for (const { node, region } of refusals)
    for (const { comparison, secret } of skipped(linked, knownIn(linked, region)))
      if (!isAt(ends, secret) || isAt(goesOn, secret)) tell(comparison, secret, node)
  // `if (!isAllowed(request)) refuse`, where the helper answers yes for want of the secret.
  for (const call of nodes) {
    if (whole.kind[call] !== Kind.Call) continue
    const refusal = refusals.find(({ region }) => knownIn(linked, region).some(({ condition, holds }) => !holds && condition === call))
    if (!refusal) continue
    for (const callee of solver.callees.get(call) ?? []) {
      const skips = answersYes(linked, callee)
      if (skips) tell(skips.comparison, skips.secret, refusal.node)
    }
  }
  return [...found.values()]
}

/** Everything that is known where something runs, taken apart. */
function knownIn({ whole }: Linked, region: number): Known[] {
  return knownInside(whole, region)
    .flatMap(({ condition, holds }) => takenApart(whole, condition, holds))
    .map(({ condition, holds }) => ({ condition: thingAwaited(whole, condition), holds }))
}

/** Of what is known, a comparison with a secret that fails, and that the secret is there. */
function skipped(linked: Linked, known: readonly Known[]): { comparison: number; secret: number }[] {
  return known.flatMap(({ condition: comparison, holds }) => {
    if (holds ? !fails(linked, comparison) : ownSecretAsked(linked, comparison, true) === undefined) return []
    const asked = namesIn(linked, comparison)
    const present = known.find(
      (other) => other.condition !== comparison && isThere(linked, other) && asked.has(nameOf(linked, secretOf(linked, other))),
    )
    return present ? [{ comparison, secret: secretOf(linked, present) }] : []
  })
}

/** `given !== secret`: the comparison that is asked for does not hold. */
const fails = (linked: Linked, condition: number): boolean => ownSecretAsked(linked, condition, false) !== undefined

/** `secret`, `secret !== undefined`, `secret.length > 0` is no question of its own. */
function isThere(linked: Linked, known: Known): boolean {
  const secret = secretOf(linked, known)
  return secret >= 0 && isOwnSecret(linked, secret)
}

/** What a condition says that it is there; -1 where it says nothing of the kind. */
function secretOf({ whole }: Linked, { condition, holds }: Known): number {
  if (whole.kind[condition] !== Kind.Binary) return holds ? condition : -1
  if (isUnequal(whole.c[condition] as number) !== holds) return -1
  const sides = [whole.a[condition] as number, whole.b[condition] as number]
  const isNothing = (node: number) =>
    whole.kind[node] === Kind.Undefined ||
    whole.kind[node] === Kind.Null ||
    (whole.kind[node] === Kind.String && whole.text(whole.a[node] as number) === '')
  return sides.some(isNothing) ? (sides.find((side) => !isNothing(side)) ?? -1) : -1
}

/** Whether it is known that the same secret is not there. */
const isWithout = (linked: Linked, secret: number, known: readonly Known[]): boolean =>
  known.some(({ condition, holds }) => {
    const other = secretOf(linked, { condition, holds: !holds })
    return other >= 0 && nameOf(linked, other) === nameOf(linked, secret)
  })

/** `SECRET` of `env.SECRET` and `config.get('SECRET')`; of other values the node. */
function nameOf(linked: Linked, node: number): string {
  const { whole } = linked
  const at = thingAwaited(whole, node)
  if (at < 0 || at >= whole.size) return ''
  if (whole.kind[at] === Kind.Load) return whole.text(whole.b[at] as number)
  const [first] = whole.kind[at] === Kind.Call ? whole.args(at) : []
  return first !== undefined && whole.kind[first] === Kind.String ? `${calledName(linked, at)} ${whole.text(whole.a[first] as number)}` : `#${at}`
}

const namesIn = (linked: Linked, comparison: number): Set<string> =>
  new Set(partsOf(linked.whole, comparison, MOST_PARTS).map((part) => nameOf(linked, part)))

/** `if (!secret) return true; return given === secret` */
function answersYes(linked: Linked, fn: number): { comparison: number; secret: number } | undefined {
  const { whole } = linked
  const of = whole.functions[fn]
  if (!of) return undefined
  for (const [index, answer] of of.returns.entries()) {
    if (whole.kind[answer] !== Kind.Boolean || whole.a[answer] !== 1) continue
    for (const { condition, holds } of knownIn(linked, of.returnRegions[index] ?? -1)) {
      const secret = secretOf(linked, { condition, holds: !holds })
      if (secret < 0 || !isOwnSecret(linked, secret)) continue
      const comparison = of.returns.find(
        (other) => ownSecretAsked(linked, other, true) !== undefined && namesIn(linked, other).has(nameOf(linked, secret)),
      )
      if (comparison !== undefined) return { comparison, secret }
    }
  }
  return undefined
}

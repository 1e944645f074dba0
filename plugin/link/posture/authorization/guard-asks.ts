/**
 * What a guard goes by. In: its function. Out: identity alone, a role, a right; the roles that its body names; the parameter of the
 * path by which an owner passes without the role.
 */
import { Kind } from '../../../graph'
import type { Enforcement, Evidence } from '../../../types'
import { isEqual, isUnequal } from '../../operators'
import { pathNames } from './expressions'
import { chainOf } from './functions'
import type { Ground } from './ground'
import { type RoleCheck, roleChecksIn } from './role-checks'

/** Checks of roles and rights in a function and what it calls with the request. */
export function checksIn(ground: Ground, fn: number): RoleCheck[] {
  const { linked, guards } = ground
  const within = new Set([fn])
  for (const node of linked.effects.within(fn))
    for (const callee of [...(linked.solver.callees.get(node) ?? [])].slice(0, 3))
      if (guards.ofFunction(callee).denials.length > 0) within.add(callee)
  return roleChecksIn(ground).filter(({ node }) => chainOf(linked, linked.whole.functionOf(node)).some((around) => within.has(around)))
}

export function rightsAskedIn(ground: Ground, fn: number): Enforcement['checks'] {
  const checks = checksIn(ground, fn)
  if (checks.some(({ asks }) => asks === 'permission')) return 'permission'
  if (checks.length > 0) return 'role'
  if (isAboutInput(ground, fn) || isAgainstForgery(ground, fn)) return 'what is sent'
  const { roles } = ground.guards.ofFunction(fn)
  return roles.has('authorization') ? 'other' : 'authentication'
}

/** Holds a token of the page against a cookie: that says where a request starts, and not who sends it. */
function isAgainstForgery({ linked }: Ground, fn: number): boolean {
  const { whole, effects } = linked
  return (
    /csrf|xsrf/i.test(whole.functions[fn]?.fact.name ?? '') ||
    effects.within(fn).some((node) => whole.kind[node] === Kind.Throw && /csrf|xsrf/i.test(whole.sourceOf(node, 80)))
  )
}

/** Every refusal under a condition goes by the body: a captcha, a signature of what is sent. */
function isAboutInput({ linked, guards }: Ground, fn: number): boolean {
  const { whole, effects } = linked
  const refusals = effects.within(fn).filter((node) => {
    const kind = guards.denial(node)
    return kind !== undefined && kind !== 'error' && (whole.regions[(whole.region[node] as number) * 4 + 2] as number) >= 0
  })
  return refusals.length > 0 && refusals.every((node) => guards.isAboutInput(node))
}

const SENT = /^(?:params|query|body)$/
const CALLER = /^(?:user|session|auth|account|principal|token|payload|decoded|claims|jwt|currentUser|locals|userId|_id|id|sub|uid)$/

/** Of `req.params.userId !== user.id` beside a check of rights, `userId`. */
export function ownerParameter(ground: Ground, fn: number): { parameter: string; at: Evidence } | undefined {
  const { linked, guards } = ground
  const { whole } = linked
  const functions = new Set([fn])
  for (const node of linked.effects.within(fn))
    for (const callee of [...(linked.solver.callees.get(node) ?? [])].slice(0, 3))
      if (guards.ofFunction(callee).denials.length > 0) functions.add(callee)
  const asked = new Set<number>()
  for (const each of functions)
    for (const node of linked.effects.within(each))
      if (guards.denial(node))
        for (let region = whole.region[node] as number; region >= 0; region = whole.regions[region * 4 + 1] as number)
          asked.add(whole.regions[region * 4 + 2] as number)
  for (const condition of asked) {
    const parts = condition < 0 ? [] : partsOf(ground, condition)
    if (!parts.some((part) => guards.asks(part) === 'rights')) continue
    for (const part of parts) {
      if (whole.kind[part] !== Kind.Binary || !(isEqual(whole.c[part] as number) || isUnequal(whole.c[part] as number))) continue
      for (const [one, other] of [
        [whole.a[part], whole.b[part]],
        [whole.b[part], whole.a[part]],
      ] as [number, number][]) {
        const names = pathNames(linked, one)
        const by = pathNames(linked, other)
        if (names.length >= 2 && names.some((name) => SENT.test(name)) && by.some((name) => CALLER.test(name)) && !by.some((name) => SENT.test(name)))
          return { parameter: names.at(-1) as string, at: ground.at(part) }
      }
    }
  }
  return undefined
}

/** Operands of `&&`, `||` and `!`; what a loop assigns is made of itself, and each is told once. */
function partsOf({ linked: { whole } }: Ground, condition: number): number[] {
  const parts = new Set<number>()
  const stack = [condition]
  while (stack.length > 0) {
    const part = stack.pop() as number
    if (parts.has(part)) continue
    parts.add(part)
    const kind = whole.kind[part] as Kind
    if (kind === Kind.Choice) stack.push(...[...whole.items(whole.a[part] as number)].reverse())
    else if (kind === Kind.Unary) stack.push(whole.a[part] as number)
  }
  return [...parts].filter((part) => whole.kind[part] !== Kind.Choice)
}

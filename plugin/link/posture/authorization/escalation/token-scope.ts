/**
 * Whether a token can say more than it was given. In: guards that ask for a role or right, uses of tokens. Out: one control: where the
 * role that is asked for comes from, and whether the token was verified before it is believed.
 */
import { Kind } from '../../../../graph'
import type { Control } from '../../../../types'
import { callsOfKind } from '../../../usages/modelled'
import type { Checks } from '../all-checks'
import type { GuardRow } from '../enforcement'
import { counted, distinctPlaces, type Ground, listed } from '../ground'

const SCOPE = /^(?:scopes?|scp|permissions?)$/

export function tokenScope(ground: Ground, { guards }: Checks): Control {
  const { linked } = ground
  const calls = (kind: string) => new Set(callsOfKind(linked, kind).map(([call]) => call))
  const verifying = calls('token-verify')
  const decoding = calls('token-decode')
  const verifies = (call: number): boolean =>
    verifying.has(call) ||
    [...(linked.solver.apiCalls.get(call) ?? [])].some((path) => linked.models.roles.get(linked.models.paths.call(path))?.role === 'authentication')
  const decodes = (call: number): boolean => decoding.has(call)
  const sign = callsOfKind(linked, 'token-sign').filter(([call]) =>
    ground.isServer((linked.whole.files[linked.whole.fileOf(call)] as { path: string }).path),
  )
  const hasGuard = callsOfKind(linked, 'token-guard').length > 0
  const control = (state: Control['state'], current: string, reason: string, evidence: Control['evidence'] = []): Control => ({
    id: 'escalation-token-scope',
    aspect: 'Token scope bypass',
    state,
    current,
    recommended: '',
    reason,
    evidence: distinctPlaces(evidence).slice(0, 4),
  })
  if (verifying.size + decoding.size + sign.length === 0 && !hasGuard)
    return control('not applicable', '', 'No token is issued or verified: looked for calls that sign, verify or decode one.')
  const asking = guards.filter(({ fn, checks }) => fn >= 0 && (checks === 'role' || checks === 'permission'))
  const unverified = asking.filter((row) => reaches(ground, row, decodes) && !reaches(ground, row, verifies))
  if (unverified.length > 0)
    return control(
      'fail',
      listed(unverified.map(({ name }) => name)),
      'The role is read from a token that is only decoded there: whoever writes a token writes the role.',
      unverified.map(({ at }) => at),
    )
  const scoped = sign.filter(([call]) => payloadHas(ground, call))
  const asksScope = guards.filter(({ doors }) => doors.some(({ asks }) => asks.some((right) => /[:.]/.test(right))))
  if (scoped.length > 0 && asksScope.length === 0 && asking.length === 0)
    return control(
      'fail',
      'scopes are issued and not asked for',
      'Tokens carry scopes, and no guard asks for one.',
      scoped.map(([call]) => ground.at(call)),
    )
  const fromToken = asking.filter((row) => reaches(ground, row, verifies) && reaches(ground, row, decodes))
  if (fromToken.length > 0)
    return control(
      'pass',
      'role read from a verified token',
      `${listed(fromToken.map(({ name }) => name))} ${fromToken.length === 1 ? 'reads' : 'read'} the role from a token after its signature was checked. What the token says holds until it expires, whatever is changed in the meantime.`,
      fromToken.map(({ at }) => at),
    )
  if (asking.length > 0)
    return control(
      'pass',
      'role is not read from the token by the guard',
      `${listed(asking.map(({ name }) => name))} ${asking.length === 1 ? 'reads' : 'read'} the role of the account that the verification of the caller handed over, and ${asking.length === 1 ? 'decodes' : 'decode'} no token for that.`,
      asking.map(({ at }) => at),
    )
  return control(
    'not applicable',
    'no scope and no role in tokens is asked for',
    `Looked for \`scope\`, \`scp\` and \`permissions\` in what ${counted(sign.length, 'call')} ${sign.length === 1 ? 'signs' : 'sign'} as a token, and for guards that ask for one: none.`,
    sign.map(([call]) => ground.at(call)),
  )
}

/** Whether a guard, or what it calls in three steps, does one of these. */
function reaches({ linked }: Ground, { fn }: GuardRow, does: (call: number) => boolean): boolean {
  const seen = new Set<number>()
  let level = [fn]
  for (let depth = 0; depth < 3 && level.length > 0; depth++) {
    const next: number[] = []
    for (const each of level) {
      if (seen.has(each)) continue
      seen.add(each)
      for (const node of linked.effects.within(each)) {
        if (does(node)) return true
        next.push(...(linked.solver.callees.get(node) ?? []))
      }
    }
    level = next
  }
  return false
}

function payloadHas({ linked: { whole, values } }: Ground, call: number): boolean {
  const [payload] = whole.args(call)
  if (payload === undefined || whole.kind[payload] === Kind.String) return false
  return values.propertyNames(payload).some((name) => SCOPE.test(name))
}

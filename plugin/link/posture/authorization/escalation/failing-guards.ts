/** Guards that do not hold what they promise: they go on after a refusal, or stand in front of nothing. */
import type { Control } from '../../../../types'
import type { Checks } from '../all-checks'
import { counted, type Ground, listed } from '../ground'
import { control } from './control'

export function goesOn({ doors }: Ground, { guards }: Checks): Control {
  const id = 'escalation-guard-goes-on'
  const aspect = 'Guard that refuses and lets the request go on'
  const faults = doors.flatMap((door) => (door.faults ?? []).filter(({ fault }) => fault === 'goes on' || fault === 'not awaited'))
  const own = guards.filter(({ fn }) => fn >= 0)
  if (faults.length > 0)
    return control(id, aspect, {
      state: 'fail',
      current: listed([...new Set(faults.map(({ name }) => name))]),
      reason: 'After the refusal the request runs on, because nothing returns, or because nothing waits for the refusal.',
      evidence: faults.map(({ at }) => at),
    })
  if (own.length === 0)
    return control(id, aspect, {
      state: 'not applicable',
      current: '',
      reason: 'No guard of the program’s own stands in front of an endpoint.',
      evidence: [],
    })
  return control(id, aspect, {
    state: 'pass',
    current: `${counted(own.length, 'guard')} of the program looked at, each stops after its refusal`,
    reason: `Looked in ${listed(own.map(({ name }) => name))} for a way from the refusal to where the request is handed on: none.`,
    evidence: own.map(({ at }) => at).slice(0, 4),
  })
}

export function notEnforced({ doors }: Ground, { guards, idle, commented }: Checks): Control {
  const id = 'escalation-not-enforced'
  const aspect = 'Check that is written and not enforced'
  const faults = doors.flatMap((door) => (door.faults ?? []).filter(({ fault }) => fault === 'not enforced'))
  const parts = [
    ...(idle.length > 0 ? [`In front of no endpoint: ${listed(idle.map(({ name }) => name))}.`] : []),
    ...(commented.length > 0
      ? [
          `Commented out: ${commented
            .slice(0, 5)
            .map(({ guard, method, path }) => `\`${guard}\` before \`${method} ${path}\``)
            .join(', ')}.`,
        ]
      : []),
    ...(faults.length > 0 ? [`Looks at a credential and decides nothing: ${listed([...new Set(faults.map(({ name }) => name))])}.`] : []),
  ]
  if (parts.length > 0)
    return control(id, aspect, {
      state: guards.length > 0 ? 'partial' : 'fail',
      current: `${counted(idle.length + commented.length + faults.length, 'place')}`,
      reason: parts.join(' '),
      evidence: [...commented.map(({ at }) => at), ...idle.map(({ at }) => at), ...faults.map(({ at }) => at)],
    })
  if (guards.length === 0)
    return control(id, aspect, { state: 'not applicable', current: '', reason: 'No guard was found, in force or idle.', evidence: [] })
  return control(id, aspect, {
    state: 'pass',
    current: `${counted(guards.length, 'guard')} found, each in front of an endpoint`,
    reason: 'Looked for guards that no endpoint has in front, for registrations in comments, and for comparisons that decide nothing: none.',
    evidence: guards.map(({ at }) => at).slice(0, 4),
  })
}

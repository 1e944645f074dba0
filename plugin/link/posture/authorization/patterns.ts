/** Forms of checks in the code. In: comparisons of roles and rights, what binds records, guards in force. Out: each form with its places. */
import type { Authorization, Evidence } from '../../../types'
import type { Checks } from './all-checks'
import { distinctPlaces, type Ground } from './ground'
import { policyChecks } from './policies'
import { roleChecksIn } from './role-checks'

export function patternsOf(ground: Ground, { guards }: Checks): Authorization['patterns'] {
  const checks = roleChecksIn(ground)
  const ownership = ground.doors.flatMap(({ data = [] }) =>
    data.filter(({ bound }) => bound === 'selection' || bound === 'comparison').map(({ at, boundAt }) => boundAt ?? at),
  )
  const registered = guards.flatMap(({ doors }) => doors.map(({ at }) => at))
  return [
    pattern(
      'role',
      'A role is compared, looked up in a list, or asked for by name',
      checks.filter(({ asks }) => asks === 'role').map(({ at }) => at),
    ),
    pattern('ownership', 'The caller is part of the selection of a record or is held against it', ownership),
    pattern('permission', 'A right or policy is asked for', [
      ...checks.filter(({ asks }) => asks === 'permission').map(({ at }) => at),
      ...policyChecks(ground),
    ]),
    pattern('middleware guard', 'A guard stands in front of the handler', registered),
  ]
}

const pattern = (checks: Authorization['patterns'][number]['checks'], text: string, places: Evidence[]) => ({
  checks,
  text,
  places: distinctPlaces(places),
})

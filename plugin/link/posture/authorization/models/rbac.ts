/** Roles, and whether endpoints ask for them. */
import type { Control, Role } from '../../../../types'
import type { Checks } from '../all-checks'
import { counted, distinctPlaces, type Ground, listed } from '../ground'
import { roleChecksIn } from '../role-checks'
import { roleFieldsOf } from '../role-fields'
import { absent, MOST_EVIDENCE } from './absent'

export function rbac(ground: Ground, roles: readonly Role[], { guards, idle }: Checks): Control {
  const id = 'authorization-model-rbac'
  const aspect = 'Role-based (RBAC)'
  const asking = guards.filter(({ checks }) => checks === 'role' || checks === 'permission' || checks === 'other')
  const inHandlers = roleChecksIn(ground)
  const doors = new Set(
    asking.flatMap((row) => {
      // `auth()` beside `auth('manageUsers')` asks for nobody in particular.
      const named = row.doors.filter(({ asks }) => asks.length > 0)
      return (named.length > 0 ? named : row.doors).map(({ door }) => door)
    }),
  )
  const bound = ground.doors.filter(({ data = [] }) => data.some((use) => use.bound === 'role'))
  const named = roles
  const fields = roleFieldsOf(ground)
  if (doors.size === 0 && bound.length === 0 && inHandlers.length === 0 && named.length === 0 && fields.length === 0)
    return absent(
      id,
      aspect,
      'Looked for lists of roles, fields that hold a role, guards and decorators that ask for one, and comparisons with a role in the code of the server: none.',
    )
  const rights = named.some(({ permissions }) => permissions.length > 0)
  const words =
    named.length === 0 && fields.length > 0
      ? `a role is stored (${listed(
          fields.map(({ name }) => name),
          3,
        )})`
      : named.length > 0
        ? `${counted(named.length, 'role')}${rights ? ' mapped to rights' : ''}`
        : 'roles asked for, their list not in the code'
  const evidence = distinctPlaces([
    ...named.flatMap((role) => role.evidence.filter(({ how }) => how === 'defined').map(({ at }) => at)),
    ...asking.map(({ at }) => at),
    ...inHandlers.map(({ at }) => at),
    ...named.flatMap((role) => role.evidence.map(({ at }) => at)),
    ...fields.map(({ at }) => at),
  ]).slice(0, MOST_EVIDENCE)
  if (doors.size > 0 || bound.length > 0)
    return {
      id,
      aspect,
      state: 'pass',
      current: `${words}; asked for at ${counted(Math.max(doors.size, bound.length), 'endpoint')}`,
      recommended: '',
      reason:
        asking.length > 0
          ? `${listed(asking.map(({ name }) => name))} ${asking.length === 1 ? 'asks' : 'ask'} for a role or right in front of ${counted(doors.size, 'endpoint')}.`
          : `A role is asked for inside the handlers of ${counted(bound.length, 'endpoint')}.`,
      evidence,
    }
  const unused = idle.filter(({ checks }) => checks === 'role' || checks === 'permission')
  return {
    id,
    aspect,
    state: 'partial',
    current: `${words}; no endpoint has a guard that asks for one`,
    recommended: '',
    reason:
      unused.length > 0
        ? `${listed(unused.map(({ name }) => name))} would ask for a role and stands in front of no endpoint.`
        : inHandlers.length > 0
          ? `The code compares roles in ${counted(inHandlers.length, 'place')}, and no endpoint was found that is closed by such a check.`
          : 'Roles are stored or listed, and no check in the code of the server asks for one.',
    evidence,
  }
}

/** Routes for administrators, by their words and by what they change, and whether more than a sign-in is asked for. */
import { functionOf, mentionsAdmin } from '../../../../door-purposes'
import type { Control, DataUse, EntryPoint } from '../../../../types'
import type { Checks } from '../all-checks'
import { counted, type Ground, listed, nameOfDoor } from '../ground'
import { control, hasRole, isClosed, names } from './control'

const isAdministrative = (door: EntryPoint): boolean =>
  door.kind !== 'static' && (mentionsAdmin(door.path) || mentionsAdmin(door.handler?.name ?? ''))

const NAMES_PERSON = /(?:^|[._])(?:user|account|customer|member|owner|employee|patient|student|profile)_?(?:id|uuid|name)?$/i

/** Changes the record of a person whom body or query names, with nothing that ties it to the caller. */
function changesOthers(door: EntryPoint): { door: EntryPoint; use: DataUse }[] {
  if (functionOf(door)?.open) return []
  return (door.data ?? [])
    .filter(
      (use) =>
        (use.does === 'update' || use.does === 'delete') &&
        !use.bound &&
        use.chosenBy.some((part) => /^(?:json|query)\./.test(part) && NAMES_PERSON.test(part)),
    )
    .slice(0, 1)
    .map((use) => ({ door, use }))
}

export function administration(ground: Ground, { guards, idle }: Checks): Control {
  const doors = ground.doors.filter((door) => isAdministrative(door) && functionOf(door)?.open !== true)
  const open = doors.filter(({ authRequired }) => authRequired.answer === 'no')
  const roleless = doors.filter((door) => isClosed(door) && !hasRole(door))
  const unsure = doors.filter(({ authRequired }) => authRequired.answer === 'unknown')
  const knowsRoles =
    guards.some(({ checks }) => checks === 'role' || checks === 'permission') ||
    idle.some(({ checks }) => checks === 'role' || checks === 'permission')
  const id = 'escalation-admin-routes'
  const aspect = 'Missing check on administrative routes'
  const changing = knowsRoles
    ? ground.doors.flatMap((door) => (isClosed(door) && !hasRole(door) && !doors.includes(door) ? changesOthers(door) : []))
    : []
  const waiting = idle.find(({ checks }) => checks === 'role')
  const unused = waiting ? ` \`${waiting.name}\` asks for a role and stands in front of no endpoint.` : ''
  if (changing.length > 0 && open.length + roleless.length === 0)
    return control(id, aspect, {
      state: 'fail',
      current: `${counted(changing.length, 'endpoint')} for whoever is signed in, about others`,
      reason: `Any signed-in caller changes the record of whichever person the request names: ${listed(changing.map(({ door }) => nameOfDoor(door)))}. The program tells roles apart, and asks for none there.${unused}`,
      evidence: changing.flatMap(({ door, use }) => [door.at, use.from]),
    })
  if (doors.length === 0)
    return control(id, aspect, {
      state: 'not applicable',
      current: 'no route is administrative by its path or handler',
      reason: `Looked for words such as admin and backoffice in path and handler of ${counted(ground.doors.length, 'endpoint')}: none. Whether others are meant for administrators their names do not tell.${unused}`,
      evidence: waiting ? [waiting.at] : [],
    })
  if (open.length + roleless.length === 0)
    return unsure.length > 0
      ? control(id, aspect, {
          state: 'unknown',
          current: `could not tell for ${unsure.length} of ${counted(doors.length, 'route')}`,
          reason: `What stands in front of ${names(unsure)} could not be told.`,
          evidence: unsure.map(({ at }) => at),
        })
      : control(id, aspect, {
          state: 'pass',
          current: `a role or right is asked for at all ${counted(doors.length, 'route')}`,
          reason: `Each of ${names(doors)} has a guard that asks for more than a sign-in.`,
          evidence: doors
            .flatMap(({ guards, at }) => [at, ...guards.filter(({ role }) => role === 'authorization').map((guard) => guard.at)])
            .slice(0, 4),
        })
  const parts = [
    ...(open.length > 0 ? [`Anybody passes ${names(open)}.`] : []),
    ...(changing.length > 0
      ? [`Any signed-in caller changes the record of whichever person the request names at ${listed(changing.map(({ door }) => nameOfDoor(door)))}.`]
      : []),
    ...(roleless.length > 0 ? [`Any signed-in caller passes ${names(roleless)}.`] : []),
  ]
  return control(id, aspect, {
    state: open.length + roleless.length < doors.length ? 'partial' : 'fail',
    current: `${open.length > 0 ? `${open.length} open to anybody` : ''}${open.length > 0 && roleless.length > 0 ? ', ' : ''}${roleless.length > 0 ? `${roleless.length} without a role check` : ''}, of ${doors.length}`,
    reason: `${parts.join(' ')}${unused}`,
    evidence: [...open, ...roleless].map(({ at }) => at),
  })
}

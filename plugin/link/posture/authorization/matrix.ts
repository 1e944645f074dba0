/**
 * Who may do what with stored records. In: the table of doors, who passes each, and what each does with records. Out: for every role six
 * answers. A kind of record is what the code calls it (`Basket`); a cell counts the kinds for which the role has the access among those
 * for which some door of the program has it:
 *
 * - read public: read at a door that anybody passes, without the caller in the selection
 * - read own, write own: the caller is in the selection or is compared with the record; adding a record counts as writing an own one
 * - read all, write all, delete all: nothing holds the record against the caller; of reads only kinds that are not public
 */
import type { Permission, PermissionCell, PermissionRow, Role } from '../../../types'
import { type Access, accessesOf } from './accesses'
import type { Checks } from './all-checks'
import { counted, distinctPlaces, type Ground, listed, nameOfDoor } from './ground'
import { type May, mayPass, type Passes, passesOf } from './passes'

const PERMISSIONS: Permission[] = ['read public', 'read own', 'write own', 'read all', 'write all', 'delete all']

export function matrixOf(ground: Ground, roles: readonly Role[], checks: Checks): PermissionRow[] {
  const passes = new Map(ground.doors.map((door) => [door, passesOf(door, checks)]))
  // What another service calls is no way in for people.
  const accesses = ground.doors
    .filter(({ webhook, kind }) => !webhook && kind !== 'webhook')
    .flatMap((door) => accessesOf(door, passes.get(door) as Passes))
  const untold = ground.doors.filter(({ data = [], kind }) => data.length === 0 && kind !== 'webhook')
  const open = new Set(
    accesses.filter(({ does, scope, passes: by }) => does === 'read' && scope === 'all' && by === 'anyone').map(({ kind }) => kind),
  )
  const byPermission = PERMISSIONS.map((permission): [Permission, Access[]] => [
    permission,
    accesses.filter((access) => isMeant(permission, access, open)),
  ])
  const knowsCallers = ground.doors.some(({ authRequired }) => authRequired.answer === 'yes')
  const row = (who: PermissionRow['who'], role: Role | undefined): PermissionRow => ({
    role: role?.name ?? '',
    who,
    cells: byPermission.map(([permission, meant]) =>
      who === 'not signed in' && permission === 'read own'
        ? { permission, answer: 'no', holds: 0, of: 0, reason: 'Nobody is known here, so nothing is theirs.', evidence: [] }
        : cellOf(permission, meant, (each) => mayPass(each, who, role, roles), accesses.length > 0 ? untold.length : undefined),
    ),
  })
  if (ground.doors.length === 0) return []
  const named = roles.map((role) => row('role', role))
  // A role for ordinary users is what being signed in amounts to.
  const hasOrdinary = roles.some(({ level }) => level === 'user')
  return [row('not signed in', undefined), ...(knowsCallers && !hasOrdinary ? [row('signed in', undefined)] : []), ...named]
}

/** @param untold doors of which no access to records was seen; undefined where that is so of all */
function cellOf(permission: Permission, meant: readonly Access[], may: (passes: Passes) => May, untold: number | undefined): PermissionCell {
  const kinds = new Set(meant.map(({ kind }) => kind))
  const of = kinds.size
  const told = meant.map((access) => ({ access, may: may(access.passes) }))
  const holding = told.filter(
    ({ access, may: answer }) => answer === 'yes' || (answer === 'own' && isOwn(permission)) || (answer === 'own' && access.scope === 'own'),
  )
  const held = [...new Set(holding.map(({ access }) => access.kind))].sort()
  const unsure = told.filter(({ may: answer, access }) => answer === undefined && !held.includes(access.kind))
  const evidence = distinctPlaces(holding.map(({ access }) => access.door.at)).slice(0, 3)
  const doors = [...new Set(holding.map(({ access }) => nameOfDoor(access.door)))]
  const cell = { permission, holds: held.length, of, evidence }
  if (held.length > 0)
    return {
      ...cell,
      answer: held.length === of ? 'yes' : 'partly',
      reason: `${listed(held)}; by ${listed(doors, 3)}.${unsure.length > 0 ? ` For ${counted(new Set(unsure.map(({ access }) => access.kind)).size, 'further kind')} it could not be told who passes.` : ''}`,
    }
  if (unsure.length > 0)
    return {
      ...cell,
      answer: 'unknown',
      reason: `Who passes ${listed([...new Set(unsure.map(({ access }) => nameOfDoor(access.door)))], 3)} could not be told from the code.`,
    }
  if (untold === undefined)
    return { ...cell, answer: 'unknown', reason: 'No endpoint was seen to read or change stored records, so nothing can be told.' }
  if (of === 0)
    return {
      ...cell,
      answer: 'no',
      reason: `No endpoint was seen to give this to anybody${untold > 0 ? `; of ${counted(untold, 'endpoint')} no access to records was seen at all` : ''}.`,
    }
  const refusing = new Set(meant.map(({ door }) => nameOfDoor(door))).size
  return {
    ...cell,
    answer: 'no',
    reason: `Such callers are refused at ${refusing === 1 ? 'the one endpoint' : `all ${refusing} endpoints`} with this access.`,
  }
}

const isOwn = (permission: Permission): boolean => permission.endsWith('own')

/** @param open kinds of records that anybody reads */
function isMeant(permission: Permission, access: Access, open: ReadonlySet<string>): boolean {
  const { does, scope, passes, kind } = access
  // Somebody who passes as the owner reaches own records there, whoever else passes.
  const asOwner = typeof passes === 'object' && passes.some(({ owner }) => owner)
  switch (permission) {
    case 'read public':
      return does === 'read' && scope === 'all' && passes === 'anyone'
    case 'read own':
      return does === 'read' && (scope === 'own' || asOwner)
    case 'write own':
      return does === 'write' && (scope === 'own' || asOwner)
    case 'read all':
      return does === 'read' && scope === 'all' && !open.has(kind)
    case 'write all':
      return does === 'write' && scope === 'all'
    case 'delete all':
      return does === 'delete' && scope === 'all'
  }
}

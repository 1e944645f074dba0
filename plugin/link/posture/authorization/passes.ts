/**
 * Who passes a door, and whether somebody is among them. In: a door with the guards in front. Out: anyone, nobody, whoever is signed
 * in, or what each guard asks for; where the code does not tell, that.
 */
import type { EntryPoint, PermissionRow, Role } from '../../../types'
import type { Checks } from './all-checks'
import { letsOwnersPass } from './enforcement'
import { nameOfDoor } from './ground'

export type Passes = 'anyone' | 'nobody' | 'signed in' | 'unknown' | Demand[]

/** What one guard asks for; guards stand one behind the other, so all of them must be met. */
export interface Demand {
  rights: string[]
  /** Whom the address names passes without. */
  owner: boolean
}

export function passesOf(door: EntryPoint, { guards }: Checks): Passes {
  if (door.authRequired.answer === 'no') return 'anyone'
  if (door.authRequired.answer !== 'yes') return 'unknown'
  const name = nameOfDoor(door)
  const isHere = (each: { door: string; at: EntryPoint['at'] }) =>
    each.door === name && each.at.line === door.at.line && each.at.file === door.at.file
  const before = guards.filter(({ doors }) => doors.some(isHere))
  if (before.some(({ checks }) => checks === 'refuses all')) return 'nobody'
  const asking = before.filter((row) => (row.checks === 'role' || row.checks === 'permission' || row.checks === 'other') && row.rightsAt.has(door))
  if (asking.length === 0) {
    const asksInside = door.data?.some(({ bound }) => bound === 'role') === true
    return asksInside && !before.some(({ checks }) => checks === 'authentication') ? 'unknown' : 'signed in'
  }
  const demands = asking.map((row) => ({ rights: row.doors.find(isHere)?.asks ?? [], owner: letsOwnersPass(row, door) }))
  return demands.some(({ rights }) => rights.length === 0) ? 'unknown' : demands
}

/** Undefined: the code does not tell. `own`: for records of their own. */
export type May = 'yes' | 'no' | 'own' | undefined

export function mayPass(passes: Passes, who: PermissionRow['who'], role: Role | undefined, roles: readonly Role[]): May {
  if (passes === 'anyone') return 'yes'
  if (passes === 'unknown') return undefined
  if (passes === 'nobody' || who === 'not signed in') return 'no'
  if (passes === 'signed in') return 'yes'
  const answers = passes.map((demand) => meets(demand, role, roles))
  if (answers.includes('no')) return 'no'
  if (answers.includes(undefined)) return undefined
  return answers.includes('own') ? 'own' : 'yes'
}

function meets({ rights, owner }: Demand, role: Role | undefined, roles: readonly Role[]): May {
  const otherwise = owner ? 'own' : undefined
  const isCalled = (right: string) => (each: Role) => each.name.toLowerCase() === right.toLowerCase()
  const has = rights.filter((right) => role !== undefined && (isCalled(right)(role) || role.permissions.includes(right)))
  if (has.length === rights.length) return 'yes'
  // Of several it may ask for one or for all.
  if (has.length > 0) return rights.every((right) => roles.some(isCalled(right))) ? 'yes' : otherwise
  // Where roles have an order, a higher one may pass where a lower one is asked for.
  if (rights.some((right) => isBelow(roles.find(isCalled(right)), role))) return otherwise
  if (owner) return 'own'
  // A right that no list of the program gives to anybody may come from a store.
  return rights.every((right) => roles.some((each) => isCalled(right)(each) || each.permissions.includes(right))) ? 'no' : undefined
}

const RUNGS: Role['level'][] = ['guest', 'user', 'editor', 'admin', 'super']
const isBelow = (asked: Role | undefined, role: Role | undefined): boolean =>
  asked !== undefined && role !== undefined && RUNGS.indexOf(asked.level) >= 0 && RUNGS.indexOf(asked.level) < RUNGS.indexOf(role.level)

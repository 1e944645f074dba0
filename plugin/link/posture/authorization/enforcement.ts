/**
 * Places that decide who may pass. In: the guards of every door, checks inside handlers, what binds records to callers. Out: one row a
 * check with the doors behind it, what it does, and where a comment has taken it away; after them those that guard nothing.
 */
import type { Enforcement, EntryPoint, Evidence, Guard } from '../../../types'
import { doingOf } from './does'
import { chainOf, ENTRY, factoryOf, functionAt, functionsAround, functionsNamed, methodsOfGuard, nameOfFunction } from './functions'
import type { Ground } from './ground'
import { distinctPlaces, nameOfDoor } from './ground'
import { ownerParameter, rightsAskedIn } from './guard-asks'

export interface GuardRow extends Enforcement {
  /** Function of the program that it is; -1 for one of a library. */
  fn: number
  guards: Guard[]
  /** Doors at which it asks for more than who the caller is: `auth('admin')`, and not `auth()`. */
  rightsAt: Set<EntryPoint>
}

export const isCheck = ({ role }: Guard): boolean => role === 'authentication' || role === 'authorization'

/** Guards of the program and of libraries, each with its doors. */
export function guardRows(ground: Ground): GuardRow[] {
  const rows = new Map<string, GuardRow>()
  const total = ground.doors.length
  const found = new Map<string, number>()
  for (const door of ground.doors)
    for (const guard of door.guards) {
      if (!isCheck(guard)) continue
      const name = nameOf(guard)
      const place = `${name} ${guard.at.file}:${guard.at.line}`
      let fn = found.get(place)
      if (fn === undefined) {
        fn = functionOf(ground, name, guard.at)
        found.set(place, fn)
      }
      const key = fn >= 0 ? String(fn) : name
      const row = rows.get(key) ?? newRow(ground, fn, name, guard, total)
      rows.set(key, row)
      row.guards.push(guard)
      putDoor(row, door, guard)
    }
  for (const row of rows.values()) row.checks = checkedBy(row)
  return [...rows.values()]
}

function putDoor(row: GuardRow, door: EntryPoint, guard: Guard): void {
  const name = nameOfDoor(door)
  const asks = guard.roles ?? []
  if (guard.role === 'authorization') row.rightsAt.add(door)
  const known = row.doors.find((each) => each.door === name && each.at.line === door.at.line && each.at.file === door.at.file)
  if (known) known.asks = [...new Set([...known.asks, ...asks])]
  else row.doors.push({ door: name, at: door.at, asks })
}

function newRow(ground: Ground, fn: number, name: string, guard: Guard, total: number): GuardRow {
  if (fn < 0)
    return {
      fn,
      guards: [],
      rightsAt: new Set(),
      name,
      stands: 'in front of the handler',
      checks: 'other',
      does:
        guard.role === 'authorization'
          ? 'Its code is not part of the program: a library or a decorator that lets only callers with the role or right pass.'
          : 'Its code is not part of the program: a library that lets only callers pass whom it can identify.',
      at: guard.at,
      decides: [],
      doors: [],
      total,
      commentedOut: [],
    }
  return inHouse(ground, fn, name, total)
}

/** A row for a function of the program. */
export function inHouse(ground: Ground, fn: number, name: string, total: number): GuardRow {
  const { sentence, refusesAll, places } = doingOf(ground, fn)
  const orOwner = ownerParameter(ground, fn)
  return {
    fn,
    guards: [],
    rightsAt: new Set(),
    name: nameOfFunction(ground.linked, fn) || name,
    stands: 'in front of the handler',
    checks: refusesAll ? 'refuses all' : rightsAskedIn(ground, fn),
    does: sentence,
    decides: distinctPlaces(places),
    at: ground.at(functionAt(ground.linked, fn).node),
    doors: [],
    total,
    commentedOut: [],
    ...(orOwner ? { orOwner } : {}),
  }
}

function checkedBy({ checks, guards, doors }: GuardRow): Enforcement['checks'] {
  if (checks !== 'other' && checks !== 'authentication') return checks
  if (!guards.some(({ role }) => role === 'authorization')) return 'authentication'
  return doors.some(({ asks }) => asks.some((text) => /[:.*]|[a-z][A-Z]/.test(text))) ? 'permission' : 'role'
}

/** Name without what it is called with: `security.isAdmin()` is `isAdmin`; decorators and mixins of libraries keep theirs. */
function nameOf({ name }: Guard): string {
  const plain = /^@?(?:[\w$]+\.)*([\w$]+)\s*(?:\(|$)/.exec(name)?.[1]
  return plain ?? name
}

/** The function of the program that a guard is: by its name, else by where it refuses. */
function functionOf(ground: Ground, name: string, at: Evidence): number {
  const { linked, guards } = ground
  const refusesThere = (fn: number): boolean =>
    guards.ofFunction(fn).denials.some((denial) => denial.at.file === at.file && denial.at.line === at.line)
  for (const fn of functionsNamed(linked, name)) if (refusesThere(fn)) return fn
  const methods = methodsOfGuard(linked, name)
  if (methods.length === 1) return methods[0] as number
  // `const signedIn = () => expressJwt(…)`: a library refuses, and where it was registered is all that is told of it.
  const making = functionsNamed(linked, name).filter((fn) => makesGuard(ground, fn))
  if (making.length === 1) return making[0] as number
  const around = functionsAround(linked, at.file, at.line)
  const named = around.find((fn) => functionAt(linked, fn).fact.name === name)
  if (named !== undefined) return named
  const standing = around.find((fn) => isMiddleware(ground, fn) && refusesThere(fn))
  if (standing !== undefined) return factoryOf(linked, standing)
  // A class that is the guard: `AuthGuard`, with a method that decides.
  return around.find((fn) => functionAt(linked, fn).owner >= 0 && ENTRY.test(functionAt(linked, fn).fact.name)) ?? -1
}

function makesGuard({ linked }: Ground, fn: number): boolean {
  const { models, solver } = linked
  return functionAt(linked, fn).returns.some((value) =>
    [...(solver.apiCalls.get(value) ?? [])].some((path) => {
      const role = models.roles.get(models.paths.call(path))?.role
      return role === 'authentication' || role === 'authorization'
    }),
  )
}

/** A function that is handed what comes next, or a method by which frameworks ask a class. */
export function isMiddleware({ linked }: Ground, fn: number): boolean {
  const { fact, owner, params } = functionAt(linked, fn)
  if (owner >= 0 && fact.name === 'canActivate') return true
  return params.length >= 2 && params.length <= 3 && fact.paramNames.some((name) => /^_?next$/.test(name))
}

/** Whether a guard that asks for a right lets pass at a door whoever the address names. */
export const letsOwnersPass = ({ orOwner }: Pick<Enforcement, 'orOwner'>, { path }: EntryPoint): boolean =>
  orOwner !== undefined && path.split('/').some((step) => step.replace(/^[:{[]+|[\]}?*+]+$/g, '') === orOwner.parameter && step !== orOwner.parameter)

/** Whether one function is another, or stands in it. */
export const isPartOf = (ground: Ground, fn: number, outer: number): boolean => chainOf(ground.linked, fn).includes(outer)

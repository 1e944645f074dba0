/**
 * All that decides who may pass, in the order in which a reader asks: guards that stand before doors, checks inside handlers, what
 * binds records to their owner, and guards that stand nowhere.
 */
import { Kind } from '../../../graph'
import type { DataUse, Enforcement, EntryPoint } from '../../../types'
import { LabelKind } from '../../labels'
import { type CommentedUse, commentedUses } from './comments'
import { type GuardRow, guardRows, inHouse, isCheck, isMiddleware, isPartOf } from './enforcement'
import { factoryOf, functionAt, nameOfFunction } from './functions'
import type { Ground } from './ground'
import { distinctPlaces, nameOfDoor } from './ground'
import { checksIn } from './guard-asks'

export interface Checks {
  rows: Enforcement[]
  guards: GuardRow[]
  idle: GuardRow[]
  commented: CommentedUse[]
}

export function checksOf(ground: Ground): Checks {
  const guards = guardRows(ground).map((row) => withRoles(ground, row))
  const idle = idleGuards(ground, guards)
  const called = namesOf(ground, [...guards, ...idle])
  const commented = commentedUses(ground, new Set(called.keys())).map((use) => ({ ...use, guard: called.get(use.guard) as string }))
  const missing = commented.filter(({ guard, method, path }) => !isInForce(guards, guard, method, path))
  for (const row of [...guards, ...idle])
    row.commentedOut = missing.filter(({ guard }) => guard === row.name).map(({ method, path, at }) => ({ door: `${method} ${path}`, at }))
  const byCoverage = [...guards].sort((one, other) => other.doors.length - one.doors.length || (one.name < other.name ? -1 : 1))
  return { rows: [...byCoverage.map(plain), ...inHandlers(ground), ...onRecords(ground), ...idle.map(plain)], guards, idle, commented: missing }
}

const isHeldAs = (kind: Kind): boolean => kind === Kind.Load || kind === Kind.Import || kind === Kind.Call || kind === Kind.Function

/** What guards are called: by their own name, and by variables that they are put into. */
function namesOf({ linked: { whole, solver } }: Ground, rows: readonly GuardRow[]): Map<string, string> {
  const byFunction = new Map(rows.filter(({ fn }) => fn >= 0).map(({ fn, name }) => [fn, name]))
  const names = new Map([...byFunction.values()].map((name) => [name, name]))
  for (const { node, name } of whole.names) {
    const kind = whole.kind[node] as Kind
    if (!isHeldAs(kind) || names.has(name)) continue
    for (const label of solver.of(node)) {
      const known = solver.labels.kind[label] === LabelKind.Function ? byFunction.get(solver.labels.data[label] as number) : undefined
      if (known) names.set(name, known)
    }
  }
  return names
}

const plain = ({ fn: _, guards: __, rightsAt: ___, ...row }: GuardRow): Enforcement => row

const isInForce = (guards: readonly GuardRow[], name: string, method: string, path: string): boolean =>
  guards.some(
    (row) => row.name === name && row.doors.some(({ door }) => door === `${method} ${path}` || (method === 'ALL' && door.endsWith(` ${path}`))),
  )

/** Roles that its body names are asked for at each of its doors. */
function withRoles(ground: Ground, row: GuardRow): GuardRow {
  if (row.fn < 0 || row.checks !== 'role') return row
  const names = [...new Set(checksIn(ground, row.fn).flatMap((check) => (check.asks === 'role' ? check.names : [])))]
  return { ...row, doors: row.doors.map((door) => (door.asks.length > 0 ? door : { ...door, asks: names })) }
}

/** Doors without a guard whose handler asks for itself. */
function inHandlers({ doors }: Ground): Enforcement[] {
  const asking = doors.filter(
    ({ authRequired, guards }) => authRequired.answer === 'yes' && !guards.some(isCheck) && authRequired.evidence.length > 0,
  )
  const byRole = asking.filter(({ data = [] }) => data.some(({ bound }) => bound === 'role'))
  const rest = asking.filter((door) => !byRole.includes(door))
  return (
    [
      ['authentication', rest, 'asks for the caller itself and refuses without one.'],
      ['role', byRole, 'asks for a role or right of the caller itself.'],
    ] as const
  ).flatMap(([checks, of, does]): Enforcement[] => {
    const [first] = of.flatMap(({ authRequired }) => authRequired.evidence)
    if (!first) return []
    return [
      {
        name: '',
        stands: 'inside the handler',
        checks,
        does: `Each handler ${does}`,
        at: first,
        decides: [],
        doors: of.map((door) => ({ door: nameOfDoor(door), at: door.authRequired.evidence[0] ?? door.at, asks: [] })),
        total: doors.length,
        commentedOut: [],
      },
    ]
  })
}

/** What binds records to whoever asks for them. */
function onRecords({ doors }: Ground): Enforcement[] {
  const reaching = doors.filter(({ data = [] }) => data.length > 0)
  const row = (bound: DataUse['bound'], stands: Enforcement['stands'], does: string): Enforcement[] => {
    const of = reaching.flatMap((door): [EntryPoint, DataUse][] => {
      const use = door.data?.find((each) => each.bound === bound)
      return use ? [[door, use]] : []
    })
    const [first] = of
    if (!first) return []
    return [
      {
        name: '',
        stands,
        checks: 'ownership',
        does,
        at: first[1].boundAt ?? first[1].from,
        decides: [],
        doors: of.map(([door, use]) => ({ door: nameOfDoor(door), at: use.boundAt ?? use.from, asks: [] })),
        total: reaching.length,
        commentedOut: [],
      },
    ]
  }
  return [
    ...row('selection', 'in the selection of records', 'The caller is part of the condition that chooses the records.'),
    ...row('comparison', 'in a comparison with records', 'What the request names or the record says is held against the caller.'),
  ]
}

/** Guards that no door has in front, with how that shows. */
function idleGuards(ground: Ground, mounted: readonly GuardRow[]): GuardRow[] {
  const { linked, guards, doors } = ground
  const { whole, solver } = linked
  if (doors.length === 0) return []
  const used = mounted.flatMap(({ fn }) => (fn >= 0 ? [fn] : []))
  const handlers = new Set(doors.flatMap(({ handler }) => (handler ? [`${handler.at.file}:${handler.at.line}`] : [])))
  const found = new Map<number, GuardRow>()
  whole.functions.forEach(({ node, file }, fn) => {
    if (node < 0 || !isMiddleware(ground, fn) || !ground.isServer((whole.files[file] as { path: string }).path)) return
    const outer = factoryOf(linked, fn)
    const name = nameOfFunction(linked, outer)
    if (!name || found.has(outer)) return
    if (used.some((each) => each === outer || isPartOf(ground, fn, each) || isPartOf(ground, each, outer))) return
    const { roles, passes, answers } = guards.ofFunction(fn)
    const checks = roles.has('authorization') || roles.has('authentication')
    const at = ground.at(functionAt(linked, outer).node)
    if (!checks || !passes || answers || handlers.has(`${at.file}:${at.line}`) || isStep(ground, fn, used)) return
    const row = inHouse(ground, outer, name, doors.length)
    const called = [outer, fn].some((each) => (solver.callers.get(each)?.size ?? 0) > 0)
    const idle = called
      ? 'It is called, and none of the endpoints that were found lies behind it: it comes after their handlers, or on paths that have none.'
      : 'It is defined, and nothing puts it in force.'
    found.set(outer, { ...row, idle })
  })
  return [...found.values()]
}

/** Called by a guard that is in force, as one of its steps. */
function isStep(ground: Ground, fn: number, used: readonly number[]): boolean {
  const { whole, solver } = ground.linked
  return [...(solver.callers.get(fn) ?? [])].some((call) => used.some((each) => isPartOf(ground, whole.functionOf(call), each)))
}

export const placesOf = (rows: readonly Enforcement[]): Enforcement['at'][] => distinctPlaces(rows.map(({ at }) => at))

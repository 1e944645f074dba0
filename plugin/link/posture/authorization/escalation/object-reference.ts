/** Records that a signed-in request names, and whether anything ties them to the caller. */
import type { Control, DataUse, EntryPoint } from '../../../../types'
import { counted, type Ground } from '../ground'
import { control, isClosed, names } from './control'

/** Parts of a request that name one record. */
const NAMES_ONE = /^path\.|(?:^|[._])(?:id|_id|uuid|slug|email|user_?name)$|(?:Id|ID|Uuid)$/

/** Takes a name of a record, and reads or changes one of which it is not told how it is chosen. */
const takesName = ({ parameters, data = [], guards }: EntryPoint): boolean =>
  !guards.some(({ role }) => role === 'authorization') &&
  parameters.some(({ in: place, name }) => place !== 'header' && place !== 'cookie' && NAMES_ONE.test(name)) &&
  data.some(({ does, bound, chosenBy }) => does !== 'create' && !bound && chosenBy.length === 0)

export function directReference({ doors }: Ground): Control {
  const naming = doors.filter(
    (door) =>
      isClosed(door) &&
      (door.data ?? []).some(
        (use) =>
          use.library !== door.framework &&
          // What is added names other records only to point at them.
          use.does !== 'create' &&
          (use.chosenBy.some((part) => NAMES_ONE.test(part)) || (use.bound !== undefined && /[:{[]\w/.test(door.path))),
      ),
  )
  const open = naming.filter(({ data = [], guards }) => {
    const bound = new Set(data.filter((use) => use.bound).flatMap(({ chosenBy }) => chosenBy))
    return (
      !guards.some(({ role }) => role === 'authorization') &&
      data.some((use) => !use.bound && use.chosenBy.some((part) => NAMES_ONE.test(part) && !bound.has(part)))
    )
  })
  const shared = new Map<string, number>()
  const placeOf = (use: DataUse) => `${(use.boundAt ?? use.from).file}:${(use.boundAt ?? use.from).line}`
  for (const { data = [] } of naming) for (const place of new Set(data.map(placeOf))) shared.set(place, (shared.get(place) ?? 0) + 1)
  const of = (of: readonly EntryPoint[]) =>
    of.flatMap(({ data = [] }) => {
      // What the request names tells more than what every endpoint comes by, such as a limiter that counts by caller.
      const named = data.filter(({ chosenBy }) => chosenBy.some((part) => NAMES_ONE.test(part)))
      const uses = [...(named.length > 0 ? named : data.filter(({ bound }) => bound !== undefined))]
      const use = uses.sort((one, other) => (shared.get(placeOf(one)) ?? 0) - (shared.get(placeOf(other)) ?? 0))[0]
      return use ? [use.boundAt ?? use.from] : []
    })
  const untold = doors.filter((door) => isClosed(door) && !naming.includes(door) && takesName(door))
  const id = 'escalation-object-reference'
  const aspect = 'Direct object reference'
  const unguarded = doors.filter(
    (door) =>
      door.authRequired.answer === 'no' &&
      (door.data ?? []).some((use) => use.does !== 'create' && use.does !== 'read' && use.chosenBy.some((part) => NAMES_ONE.test(part))),
  )
  if (naming.length === 0 && unguarded.length > 0)
    return control(id, aspect, {
      state: 'unknown',
      current: `nobody is asked for at ${counted(unguarded.length, 'endpoint')} that change the record a request names`,
      reason: `Without a sign-in: ${names(unguarded)}. Whose these records are the code does not tell; nothing could tie them to a caller.`,
      evidence: of(unguarded).slice(0, 8),
    })
  if (naming.length === 0)
    return control(id, aspect, {
      state: 'not applicable',
      current: '',
      reason: `Looked at ${counted(doors.length, 'endpoint')} for one behind a sign-in at which the request names a stored record: none was seen.`,
      evidence: [],
    })
  if (open.length === 0 && untold.length > 0)
    return control(id, aspect, {
      state: 'partial',
      current: `tied to the caller or to a role at ${counted(naming.length, 'endpoint')}; could not be told at ${untold.length}`,
      reason: `At ${names(untold)} the request names a record as well, and how it is chosen could not be followed.`,
      evidence: of(naming).slice(0, 4),
    })
  if (open.length === 0)
    return control(id, aspect, {
      state: 'pass',
      current: `tied to the caller or to a role wherever the request names a record (${counted(naming.length, 'endpoint')})`,
      reason: 'Wherever a signed-in request names a record, the caller is part of the selection, is held against the record, or needs a role.',
      evidence: of(naming).slice(0, 4),
    })
  return control(id, aspect, {
    state: 'unknown',
    current: `nothing ties the record to the caller at ${open.length} of ${counted(naming.length, 'endpoint')} where the request names one`,
    reason: `Without a tie to the caller: ${names(open)}. The code alone does not tell whose these records are; where it does, a finding stands beside this.`,
    evidence: of(open).slice(0, 8),
  })
}

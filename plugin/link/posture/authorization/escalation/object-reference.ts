/** Records that a signed-in request names, and whether anything ties them to the caller. */
import type { Control, EntryPoint } from '../../../../types'
import { counted, type Ground } from '../ground'
import { control, isClosed, names } from './control'

/** Parts of a request that name one record. */
const NAMES_ONE = /^path\.|(?:^|[._])(?:id|_id|uuid|slug|email|user_?name)$|(?:Id|ID|Uuid)$/

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
  const of = (of: readonly EntryPoint[]) =>
    of.flatMap(({ data = [] }) => {
      // What the request names tells more than what every endpoint comes by, such as a limiter that counts by caller.
      const use = data.find(({ chosenBy }) => chosenBy.some((part) => NAMES_ONE.test(part))) ?? data.find(({ bound }) => bound !== undefined)
      return use ? [use.boundAt ?? use.from] : []
    })
  const id = 'escalation-object-reference'
  const aspect = 'Direct object reference'
  if (naming.length === 0)
    return control(id, aspect, {
      state: 'not applicable',
      current: '',
      reason: `Looked at ${counted(doors.length, 'endpoint')} for one behind a sign-in at which the request names a stored record: none was seen.`,
      evidence: [],
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

/** Endpoints that change or delete records for callers whom nobody knows. */
import { functionOf } from '../../../../door-purposes'
import type { Control, DataUse } from '../../../../types'
import { counted, type Ground, isNew } from '../ground'
import { control, isClosed, names } from './control'

export function openChanges({ doors }: Ground): Control {
  const id = 'escalation-open-changes'
  const aspect = 'Records changed or deleted without a check'
  const changes = (use: DataUse, data: readonly DataUse[]) => (use.does === 'update' && !isNew(use, data)) || use.does === 'delete'
  const changing = doors.filter(
    (door) => (door.data ?? []).some((use) => changes(use, door.data ?? [])) && functionOf(door)?.open !== true && !door.webhook,
  )
  const open = changing.filter(({ authRequired, data = [] }) => authRequired.answer === 'no' && data.some((use) => changes(use, data) && !use.bound))
  const knows = doors.some(isClosed)
  if (changing.length === 0)
    return control(id, aspect, {
      state: 'not applicable',
      current: '',
      reason: `Of ${counted(doors.length, 'endpoint')} none was seen to change or delete stored records.`,
      evidence: [],
    })
  if (open.length === 0)
    return control(id, aspect, {
      state: 'pass',
      current: `all ${counted(changing.length, 'endpoint')} that change or delete records demand a caller`,
      reason: 'A guard or the handler itself refuses callers who are not known.',
      evidence: changing.flatMap(({ authRequired }) => authRequired.evidence).slice(0, 3),
    })
  return control(id, aspect, {
    state: open.length === changing.length ? 'fail' : 'partial',
    current: `${open.length} of ${counted(changing.length, 'endpoint')} that change or delete records are open to anybody`,
    reason: `Open: ${names(open, 8)}.${knows ? '' : ' No endpoint of the program demands a signed-in caller.'}`,
    evidence: open.map(({ at }) => at),
  })
}

/** Places at which the type checker was told to look away. In: the linked program. Out: one entry a place, in the order of files. */
import type { TypeHole } from '../../../types'
import { citeLine, type Linked } from '../../linked'
import { functionAround } from './around'

export function typeHolesOf(linked: Linked): TypeHole[] {
  const { whole } = linked
  return whole.files.flatMap(({ health }, file) => {
    const suppressed = health.remarks
      .filter((remark) => remark.kind === 'suppressed error')
      .map(({ pos }) => ({ kind: 'suppressed error' as const, pos }))
    const all = [...health.typeHoles, ...suppressed].sort((one, other) => one.pos - other.pos)
    return all.map(
      ({ kind, pos }): TypeHole => ({ kind, at: citeLine(linked, file, whole.lineAt(file, pos)), around: functionAround(linked, file, pos) }),
    )
  })
}

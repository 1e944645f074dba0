/** What stands at the head and the foot of every compliance report. */
import type { FrameworkResult } from '../../types'
import type { ViewContext } from '../context'
import { leftOut } from './looked-for'
import { totalsOf } from './totals'

export function headOf(result: FrameworkResult, position: number, { program, repository, date }: ViewContext) {
  const { id, title, version, publisher, selection, notes, deleted, requirements } = result
  return {
    id,
    title,
    version,
    publisher,
    selection,
    notes,
    deleted,
    position,
    project: program.project.name,
    projectVersion: program.project.version ?? null,
    commit: repository?.commit.slice(0, 10) ?? null,
    date,
    totals: totalsOf(requirements),
    looked: leftOut(requirements),
    unread: program.notAnalysed.length,
    machine: machinePathOf(result),
  }
}

/** OSCAL assessment results of the same, for programs. */
export const machinePathOf = ({ path }: Pick<FrameworkResult, 'path'>): string => path.replace(/\.md$/, '.oscal.json')

/** Report 04: which sensitive data there is, how it is kept, logged, deleted, and what the law asks. */
import type { Log, View } from '../types'
import { type Notes, notes } from './answer'
import type { ViewContext } from './context'
import { type ControlRow, controlRow, controlRows } from './controls'
import { dataDiagram, linesOf } from './derived/data-diagram'
import { dataInventory } from './derived/data-inventory'
import { findingsPart } from './derived/findings-part'
import { fold } from './fold'
import { reports } from './reports'

const index = reports.findIndex(({ phase }) => phase === 'Data Protection')
const report = reports[index]!

export function dataProtection(context: ViewContext): View {
  const { program, date } = context
  const { encryption, logs, logging, retention, considerations } = program.posture.dataProtection
  const reasons = notes()
  const flow = fold(dataDiagram(program))
  return {
    path: report.path,
    template: 'data-protection',
    data: {
      title: report.title,
      about: report.about,
      position: index + 1,
      project: program.project.name,
      date,
      inventory: dataInventory(program, reasons),
      flow,
      flowLines: linesOf(flow.diagram),
      encryption: encryption.map((state) => controlRow(state, reasons)),
      parts: encryption.flatMap(({ aspect: of, parts }) => parts.map((part) => ({ of, ...controlRow(part, reasons) }))),
      logs: logs.map((log) => logRow(log, reasons)),
      logging: controlRows(logging, reasons),
      retention: retention.map(({ data, kept, deletion }) => ({ data, kept: controlRow(kept, reasons), deletion: controlRow(deletion, reasons) })),
      considerations: controlRows(considerations, reasons),
      ...findingsPart(report, context),
      notes: reasons.list(),
    },
  }
}

interface LogRow {
  kind: Log['kind']
  writer: ControlRow
  content: ControlRow
  destination: ControlRow
  kept: ControlRow
}

/** Of a log that is not there, the other cells say nothing of their own. */
function logRow({ kind, writer, content, destination, kept }: Log, reasons: Notes): LogRow {
  const cell = (control: Log['content']) => controlRow(control.state === 'not applicable' ? { ...control, reason: '' } : control, reasons)
  return { kind, writer: controlRow(writer, reasons), content: cell(content), destination: cell(destination), kept: cell(kept) }
}

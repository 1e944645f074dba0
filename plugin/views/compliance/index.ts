/** One report a standard that was chosen, and its machine-readable twin. A standard with a shape of its own has its view here; others are lists. */
import { rowsByName } from '../../rows-by-name'
import type { FrameworkResult, View } from '../../types'
import type { ViewContext } from '../context'
import { byGroupReport } from './by-group'
import { cisReport } from './cis'
import { csfReport } from './csf'
import { machinePathOf } from './head'
import { iso27001Report } from './iso27001'
import { nis2Report } from './nis2'
import { oscalOf } from './oscal'

type Report = (result: FrameworkResult, position: number, context: ViewContext) => View

/** By the name of the standard. */
const reports: Record<string, Report> = rowsByName({ csf: csfReport, cis: cisReport, iso27001: iso27001Report, nis2: nis2Report })

export function compliance(context: ViewContext): View[] {
  return context.compliance.flatMap((result, index) => {
    const report = reports[result.id] ?? byGroupReport
    return [report(result, index + 1, context), { path: machinePathOf(result), template: 'data', data: oscalOf(result, context) }]
  })
}

/** What other tools read: the bill of materials and the component model. Files of data, linked from the pages about them. */
import type { View } from '../../types'
import type { ViewContext } from '../context'
import { sbomPath, workspacePath } from '../reports'
import { sbomOf } from './sbom'
import { structurizrOf } from './structurizr'

export function downloads({ program, date }: ViewContext): View[] {
  const sbom = sbomOf(program, date)
  const workspace = structurizrOf(program)
  return [
    ...(sbom ? [{ path: sbomPath, template: 'data', data: sbom.document }] : []),
    ...(workspace ? [{ path: workspacePath, template: 'data', data: workspace }] : []),
  ]
}

/** For pages that link to them: undefined where there is nothing to download. */
export function downloadsOf({ program, date }: Pick<ViewContext, 'program' | 'date'>) {
  const sbom = sbomOf(program, date)
  return {
    sbom: sbom ? { path: sbomPath, locked: sbom.locked, declared: sbom.declared, lockFiles: sbom.lockFiles } : null,
    workspace: program.architecture.components.length > 0 ? { path: workspacePath } : null,
  }
}

/** What a check of a workflow is given, and how it tells a fault. */
import type { SettingsFacts } from '../../../../../graph'
import type { ConfigurationFault } from '../../../../../types'
import type { KnownQuality } from '../../../known'
import type { Job } from '../workflow'

export interface Workflow {
  file: SettingsFacts
  jobs: Job[]
  known: KnownQuality
}

export type WorkflowCheck = (workflow: Workflow) => ConfigurationFault[]

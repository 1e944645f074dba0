/** What a check of a workflow is given, and how it tells a fault. */
import type { SettingsFacts } from '../../../../../graph'
import type { ConfigurationFault } from '../../../../../types'
import type { KnownQuality } from '../../../known'
import { placeOf } from '../../detector'
import type { Job } from '../workflow'

export interface Workflow {
  file: SettingsFacts
  jobs: Job[]
  known: KnownQuality
}

export type WorkflowCheck = (workflow: Workflow) => ConfigurationFault[]

export const made = (
  file: SettingsFacts,
  form: string,
  subject: string,
  setting: { line: number; text: string },
  detail: string,
  more: Partial<ConfigurationFault> = {},
): ConfigurationFault => ({
  kind: 'ci-container-misconfig',
  form,
  subject,
  at: placeOf(file, setting),
  evidence: [],
  detail,
  confidence: 'high',
  ...more,
})

/** What a check of an image is given, and how it tells a fault. */
import type { SettingsFacts } from '../../../../../graph'
import type { ConfigurationFault } from '../../../../../types'
import type { KnownQuality } from '../../../known'
import { placeOf } from '../../detector'
import type { Stage } from '../dockerfile'

export interface Shipped {
  file: SettingsFacts
  stages: Stage[]
  /** The last one: what runs. */
  last: Stage
  known: KnownQuality
}

export type ImageCheck = (image: Shipped) => ConfigurationFault[]

export const fault = (
  { file }: Shipped,
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

/** What a check of an image is given, and how it tells a fault. */
import type { SettingsFacts } from '../../../../../graph'
import type { ConfigurationFault } from '../../../../../types'
import type { KnownQuality } from '../../../known'
import { operationFault } from '../../detector'
import type { Stage } from '../dockerfile'

export interface Shipped {
  file: SettingsFacts
  stages: Stage[]
  /** The last one: what runs. */
  last: Stage
  known: KnownQuality
}

export type ImageCheck = (image: Shipped) => ConfigurationFault[]

export const fault = ({ file }: Shipped, ...told: TellOfFile): ConfigurationFault => operationFault(file, ...told)

type TellOfFile = Parameters<typeof operationFault> extends [unknown, ...infer Told] ? Told : never

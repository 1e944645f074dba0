import type { FileFacts, SettingsFacts, TextFacts } from '../graph'
import type { CoverageFile, DeploymentFile, DocumentFacts } from '../types'
import type { definitionOf } from './definitions/index'
import type { lockedTree } from './lock-files/index'
import type { manifestFacts } from './manifests/index'

/** All that one file gives. It depends on path and text alone, and is kept between builds. */
export interface Taken {
  code: FileFacts | undefined
  manifest: ReturnType<typeof manifestFacts> | undefined
  defined: ReturnType<typeof definitionOf>[]
  locked?: ReturnType<typeof lockedTree>
  settings?: SettingsFacts
  coverage?: CoverageFile
  deployed?: DeploymentFile | undefined
  document?: DocumentFacts
  /** `null`: looked through, and nothing is said. */
  text?: TextFacts | null
  named?: string[]
}

/**
 * Workflows of GitHub: what outsiders can put into them, what they are allowed, and whether a red test stops anything. A check is
 * one file and one line in the list.
 */
import type { ConfigurationFault } from '../../../../../types'
import type { KnownQuality } from '../../../known'
import { settingsFiles } from '../../detector'
import { jobsOf } from '../workflow'
import { pullRequestTarget } from './foreign-code'
import { hiddenFailures } from './hidden-failures'
import { injected } from './injected-scripts'
import { installs } from './installs'
import { missingInstall } from './missing-install'
import { permissions } from './permissions'
import { printed } from './printed-secrets'
import { unawaitedServer } from './unawaited-server'
import { unpinned } from './unpinned-actions'
import type { WorkflowCheck } from './workflow-check'

const checks: WorkflowCheck[] = [unpinned, injected, pullRequestTarget, hiddenFailures, missingInstall, unawaitedServer, installs, printed]

export function workflowFaults(known: KnownQuality): ConfigurationFault[] {
  const files = settingsFiles(known, 'workflow')
  return [...files.flatMap((file) => checks.flatMap((check) => check({ file, jobs: jobsOf(file), known }))), ...permissions(files)]
}

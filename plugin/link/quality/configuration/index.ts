/**
 * What of the configuration asks for a change. In: the solved program, settings of its tools, its environment. Out: one fault a
 * place, in the order of files. A detector is one file and one line in the list.
 */
import type { ConfigurationAudit, ConfigurationFault } from '../../../types'
import type { KnownQuality } from '../known'
import { debugFlags } from './code/debug'
import { missingTimeouts } from './code/timeouts'
import { dockerfileFaults } from './container/images/index'
import { composeFaults, podFaults } from './container/services'
import type { ConfigurationDetector } from './detector'
import { differingDefaults } from './environment/defaults'
import { exampleDrift } from './environment/example'
import { protectedInOneMode, spelledModes } from './environment/modes'
import { uncheckedVariables } from './environment/required'
import { packageSettings } from './pipeline/package-settings'
import { endedVersions } from './pipeline/versions'
import { workflowFaults } from './pipeline/workflows/index'
import { looseCompilers } from './tools/compiler'
import { looseLinters } from './tools/lint'

const detectors: ConfigurationDetector[] = [
  uncheckedVariables,
  differingDefaults,
  exampleDrift,
  spelledModes,
  protectedInOneMode,
  debugFlags,
  missingTimeouts,
  dockerfileFaults,
  composeFaults,
  podFaults,
  workflowFaults,
  endedVersions,
  packageSettings,
  looseCompilers,
  looseLinters,
]

const KINDS: Record<string, string> = {
  dockerfile: 'Dockerfiles',
  compose: 'compose files',
  workflow: 'workflows',
  pipeline: 'other pipelines',
  kubernetes: 'Kubernetes manifests',
  compiler: 'compiler configurations',
  lint: 'linter configurations',
  npmrc: 'settings of npm',
}

export function configurationOf(known: KnownQuality): ConfigurationAudit {
  const counts = new Map<string, number>()
  for (const { format } of known.extracted.settings ?? []) counts.set(format, (counts.get(format) ?? 0) + 1)
  return {
    faults: detectors.flatMap((detect) => detect(known)).sort(byPlace),
    looked: {
      files: Object.entries(KINDS).map(([format, kind]) => ({ kind, count: counts.get(format) ?? 0 })),
      variables: known.inventory.environment.filter(({ test }) => !test).length,
    },
  }
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

function byPlace(one: ConfigurationFault, other: ConfigurationFault): number {
  return compare(one.at.file, other.at.file) || one.at.line - other.at.line || compare(one.form, other.form) || compare(one.subject, other.subject)
}

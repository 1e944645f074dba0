import type { Evidence } from './evidence'

/** One thing about configuration that asks for a change. */
export interface ConfigurationFault {
  kind: 'config-not-validated' | 'env-inconsistent' | 'debug-flag' | 'timeout-missing' | 'ci-container-misconfig' | 'loose-compiler' | 'loose-lint'
  /** Finer, where the kind has several: `root user`, `floating tag`, `unpinned action`. Rules have their words by it. */
  form: string
  /** Variable, service, job, image or setting it is about. */
  subject: string
  at: Evidence
  evidence: Evidence[]
  /** Of this place: what stands there, and what follows. One or two sentences. */
  detail: string
  /** What the corrected line needs to know: `{ image: 'node', action: 'actions/checkout' }`. */
  values?: Record<string, string>
  confidence: 'high' | 'medium' | 'low'
}

/** What was looked through, so that nothing found can be told from nothing there. */
export interface ConfigurationLooked {
  /** Files of each kind that were read: Dockerfiles, compose files, workflows, compilers… */
  files: { kind: string; count: number }[]
  /** Variables of the environment that the code reads, tests apart. */
  variables: number
}

export interface ConfigurationAudit {
  /** In the order of files. */
  faults: ConfigurationFault[]
  looked: ConfigurationLooked
}

import type { Evidence } from './evidence'

/** One thing about configuration that asks for a change. */
export interface ConfigurationFault {
  kind:
    | 'hardcoded-secret'
    | 'config-not-validated'
    | 'env-inconsistent'
    | 'debug-flag'
    | 'timeout-missing'
    | 'wide-bind-address'
    | 'ci-container-misconfig'
    | 'loose-compiler'
    | 'loose-lint'
  /** Finer, where the kind has several: `root user`, `latest tag`, `unpinned action`, `broad permissions`. */
  form: string
  /** Variable, service, job, image or setting it is about. */
  subject: string
  at: Evidence
  evidence: Evidence[]
  /** Of this place: what stands there, and what follows. */
  detail: string
  confidence: 'high' | 'medium' | 'low'
}

export interface ConfigurationAudit {
  faults: ConfigurationFault[]
}

import type { Evidence } from './evidence'

/** One line of what a job of a build server, or the making of an image, runs. */
export interface RunCommand {
  /** Masked, and cut where it is long. */
  command: string
  by: 'build server' | 'image'
  at: Evidence
}

/** One statement of one manifest, lock file, Dockerfile, compose file or CI workflow. Depends on that file alone. */
export interface ManifestFact {
  kind:
    | 'dependency'
    /** What a dependency was resolved to, in a lock file that lists all of them, direct or not. */
    | 'locked'
    /** An image or a version that is put together from variables, as written. */
    | 'unread'
    | 'engine'
    | 'package-manager'
    | 'image'
    | 'service'
    | 'ci-job'
    | 'script'
    | 'workspace'
    | 'bin'
    | 'package'
    | 'action'
    | 'tool'
    /** A target of a task runner or editor; `*` where there are more than the file names. */
    | 'task'
    | 'licence'
    /** A library that a tool writes into the tree before the program is built; `value` is the folder, as seen from the file. */
    | 'written'
    /** Where the code is kept: `owner/name`. */
    | 'repository'
    /** What the package says of itself. */
    | 'description'
  /** `npm`, `pypi`, `go`, `cargo`, `gem`, `maven`, `composer`, `docker`, `github-actions`… */
  ecosystem: string
  name: string
  /** As written: `^4.18.0`, `20-alpine`. */
  version?: string
  /** For dependencies: `runtime`, `dev`, `peer`, `optional`. */
  scope?: 'runtime' | 'dev' | 'peer' | 'optional'
  /** A script's command, a service's image, a bin's file… */
  value?: string
  line: number
  text: string
}

/** The rim: everything that comes from outside the program. */
import type { Advisories } from './advisories'
import type { PackageAges, WorkHistory } from './code-health'
import type { SourceFile } from './files'
import type { Ledger } from './ledger'
import type { History } from './secrets'

/** The analysed commit and how to link to it. Undefined outside git. */
export interface Repository {
  /** Full hash of HEAD. */
  commit: string
  branch: string | undefined
  /** `https://host/owner/name`, without user info; undefined when there is no remote that maps to a web address. */
  webUrl: string | undefined
  /** Paths (relative to the analysed root) that differ from HEAD or are not in it. */
  uncommitted: Set<string>
  /** Path of the analysed root inside the repository: '' or `packages/api/`. */
  prefix: string
  /** Only the newest commits are here. */
  shallow?: boolean
}

/** Facts by content; `get` returns undefined for a missing or damaged entry. */
export interface FactCache {
  /** Whatever is put in is lost, so that nobody has to write it down first. */
  forgets?: true
  get(key: string): Promise<Uint8Array | undefined>
  put(key: string, value: Uint8Array): Promise<void>
}

/** What the code alone does not tell. */
export interface Outside {
  history: History
  advisories: Advisories
  work: WorkHistory
  packages: PackageAges
}

/** Everything from outside the program: made once, by the plugin or the command line. */
export interface World {
  /** Absolute path of the analysed directory. */
  root: string
  repository: Repository | undefined
  /** Day on the pages, `YYYY-MM-DD`: of SOURCE_DATE_EPOCH, else of the analysed commit, else of the newest analysed file. Equal input gives equal bytes. */
  dateOf(files: SourceFile[]): Promise<string>
  /** Bytes of a file under the root. Throws when it cannot be read. */
  read(path: string): Promise<Uint8Array>
  cache: FactCache
  /** The ledger of the last build; `null` when there was none. */
  loadLedger(): Promise<Ledger | null>
  /** Writes the ledger unless this build is read-only (pull requests). */
  saveLedger(ledger: Ledger): Promise<void>
  /** Called as work goes on; `total` is 0 when it is not known. */
  progress(stage: Stage, done: number, total: number): void
}

export type Stage = 'scan' | 'outside' | 'extract' | 'link' | 'judge' | 'audit' | 'ledger' | 'comply' | 'views' | 'render'

import type { OnDiscrepancies } from './audit'
import type { Severity } from './evidence'

/** The core's options, without anything of Docusaurus. `options.ts` holds defaults and validation. */
export interface AnalyseOptions {
  /** Name on the pages; from the root manifest, else the directory's name, when not given. */
  projectName: string | undefined
  /** Globs of files to read; everything when empty. */
  include: string[]
  /** Globs of files to leave out, on top of .gitignore. They are counted and shown. */
  exclude: string[]
  /** Directories or globs the reader cares about most: their findings and entry points come first, others are still analysed. */
  focus: string[]
  /** Directories with further model files. */
  models: string[]
  /** Where advisories about packages are: a folder, zip or report, the address of a service that answers like OSV, or `osv`, which is that service. Nothing is asked of any network otherwise. */
  advisories?: string | undefined
  /** A saved list of packages that are behind: what `npm outdated --json`, or the same of pnpm or yarn, wrote. */
  outdated?: string | undefined
  /** Analyst on the pages; the product and its version when not given. */
  analyst: string | undefined
  frameworks: Framework[]
  diagrams: DiagramFormat
  /** Largest code file that is parsed, in bytes. */
  maxFileBytes: number
  /** Look for secrets in the commits that the analysed one is built on. */
  history: boolean
  suppressions: { rule: string; file?: string; reason: string; until?: string }[]
  /**
   * Who reads the pages. `public` withholds proofs of concept, code and places of open findings of Medium and above and of
   * secrets, and asks search engines to stay away. Not set is `internal`.
   */
  audience?: 'internal' | 'public'
  /** Command line: exit 1; plugin: fail the build, when an open finding is at least this severe. */
  failOn: Severity | undefined
  /** What happens when a document says what the code does not do. Not set is `warn`. */
  onDiscrepancies?: OnDiscrepancies
  /** A file with the discrepancies that are known: only others count. */
  discrepancyBaseline?: string | undefined
  /** Names who made the commit that broke a statement. */
  authors?: boolean
  /** Directories with further standards; `frameworks` chooses among them by file name. */
  standards?: string[]
  /** Level of the ASVS. Not set is 2, and the report says that it was assumed. */
  asvsLevel?: 1 | 2 | 3 | undefined
  /** Implementation group of the CIS Controls. Not set is IG2. */
  cisGroup?: 'IG1' | 'IG2' | 'IG3' | undefined
  /** Of NIS 2: depends on sector and size, which no code tells. Not set is Essential. */
  entityType?: 'Essential' | 'Important' | undefined
  /** Requirements that do not apply, with the reason: decisions that code cannot take. */
  notApplicable?: { framework: string; id: string; reason: string }[]
  /** The style of the architecture as its owners call it: `layered`, `microservices`… It is then held against the code. */
  architectureStyle?: string | undefined
  /** Doors whose sequence of calls is drawn besides the key flows: `POST /orders`. */
  sequences?: string[]
}

/** Standards that come with the product, and names of files in the directories of `standards`. */
export type Framework = 'asvs' | 'csf' | 'cis' | 'iso27001' | 'nis2' | (string & {})

export type DiagramFormat = 'mermaid' | 'ascii' | 'plantuml' | 'excalidraw'

import type { Advisories } from './advisories'
import type { Architecture } from './architecture'
import type { Entity } from './entities'
import type { EntryPoint, ReachedLines } from './entry-points'
import type { Evidence } from './evidence'
import type { SourceFile } from './files'
import type { Flow, Usage } from './flows'
import type { Guard } from './guards'
import type { Interaction } from './interactions'
import type { Connection, DataFormat, DescribedOperation, Publication, ServiceCall, UiRoute } from './interfaces'
import type { Inventory } from './inventory'
import type { ManifestFact, RunCommand } from './manifests'
import type { NotAnalysed } from './not-analysed'
import type { LockedTree } from './packages'
import type { Posture } from './posture'
import type { Quality } from './quality'
import type { History } from './secrets'
import type { RuntimeAgreement, Technology, Unrecognised } from './technologies'

/** What a rule and a view may ask. Everything here is derived once, in `link/`. Lists are sorted by path, then line. */
export interface Program {
  project: { name: string; version: string | undefined }
  files: SourceFile[]
  /** Paths that exist and are not among the files. */
  unread?: string[]
  entryPoints: EntryPoint[]
  connections: Connection[]
  /** Messages sent, calls of other services, formats read and written, pages of user interfaces; each in the order of files. */
  publications: Publication[]
  serviceCalls: ServiceCall[]
  formats: DataFormat[]
  uiRoutes: UiRoute[]
  /** Empty where the repository describes no HTTP interface. */
  described: DescribedOperation[]
  technologies: Technology[]
  /** Of every runtime and package manager that a version is stated for, by name. */
  runtimeAgreement: RuntimeAgreement[]
  /** What manifests name and nothing is known of, by kind and name. */
  unrecognised: Unrecognised[]
  /** Facts of every manifest, by path. */
  manifests: { path: string; facts: ManifestFact[] }[]
  /** What jobs of build servers and images run, line by line. Undefined where nothing looked. */
  commands?: RunCommand[]
  /** Packages whose values the code imports, each with one line that does. Undefined where nothing looked. */
  imported?: { name: string; at: Evidence }[]
  /** By package, places of the code that import it, tests apart. Undefined where nothing looked. */
  importers?: Map<string, Evidence[]>
  /** What lock files say was installed, by path. */
  locks?: { path: string; tree: LockedTree }[]
  /** Things put in force for a whole application or router, in order. */
  middleware: Guard[]
  /** Functions of the program that ask for a role before they let a request pass, whether or not a door has them. */
  roleChecks?: { name: string; at: Evidence }[]
  /** Routes of routers that nothing mounts: written, and not reachable. */
  unmounted: { framework: string; method: string; path: string; at: Evidence }[]
  /** Functions below doors, by file and first line; those that all doors share are left out. */
  reached: ReachedLines[]
  /** Outside data at places that act on it. */
  flows: Flow[]
  /** Why data could not be followed at all; then there are no flows, and whoever asks for them looked for nothing. */
  flowsStopped?: string
  /** Uses of things whose settings matter. */
  usages: Usage[]
  /** Records that the code stores or carries. */
  entities: Entity[]
  posture: Posture
  /** What documents make statements about. */
  inventory: Inventory
  architecture: Architecture
  /** Key flows, and those that somebody asked for. */
  interactions: Interaction[]
  quality: Quality
  /** What version control and advisories say; neither depends on the code alone. */
  history: History
  advisories: Advisories
  /** Source comments that silence a rule. */
  ignores: { rule: string; reason: string; until?: string; at: Evidence }[]
  notAnalysed: NotAnalysed[]
  knowledge: Knowledge
}

/** How well the code was understood; printed with `--timings` and on "Not analysed". */
export interface Knowledge {
  callSites: number
  callSitesResolved: number
  /** Method calls, and those of which something is known of what they are called on. */
  receivers: number
  receiversKnown: number
  imports: number
  importsUnresolved: number
  limitsReached: number
}

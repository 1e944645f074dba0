/** What one run leaves behind. */
import type { Component, Relation } from './architecture'
import type { Discrepancy, StatementCount } from './audit'
import type { RequirementVerdict } from './compliance'
import type { Entity, EntityEnd, EntityField, EntityRelation, Transformation } from './entities'
import type { EntryPoint } from './entry-points'
import type { Answer, Evidence, Severity } from './evidence'
import type { Finding } from './findings'
import type { DataFormat, ServiceCall, UiRoute } from './interfaces'
import type { Ledger, Suppression } from './ledger'
import type { NotAnalysed } from './not-analysed'
import type { Page } from './pages'
import type { Knowledge } from './program'
import type { NonfunctionalFinding } from './quality'
import type { Shape } from './shapes'
import type { RuntimeAgreement, RuntimeStatement, TechnologyCategory, TechnologyKind } from './technologies'
import type { Stage } from './world'

/** What one run leaves behind. `results` is the documented results file. */
export interface Analysis {
  pages: Page[]
  results: Results
  ledger: Ledger
  /** Seconds per stage and counts; for `--timings`, never on a page. */
  timings: { stage: Stage; seconds: number; detail: string }[]
}

/**
 * One entry a place. Entries of one finding have one `id`; all but the first say in `isPlaceOf` which rule the finding is of,
 * and their own `rule`, `class` and `cwe` are what is met at that place.
 */
export type SecurityResult = Finding & ResultOfLedger

/** One entry a place as well. `severity` is its impact; what a security finding says too has that one's id and stands there alone. */
export type NonfunctionalResult = Omit<NonfunctionalFinding, 'at' | 'impact' | 'places'> & ResultOfLedger & { severity: Severity; at: Evidence }

interface ResultOfLedger {
  id: string
  reportId: string
  status: 'Open' | 'Fixed'
  file: string
  line: number
  endLine?: number
  isPlaceOf?: string
  suppressed?: Suppression
}

/** The results file, `plumbline/1`. Keys of later capabilities are absent until they are real. */
export interface Results {
  schema: 'plumbline/1'
  product: { name: string; version: string }
  project: { name: string; version: string | undefined }
  commit: string | null
  date: string
  /** Of security by id, then those of the nonfunctional section. */
  findings: (SecurityResult | NonfunctionalResult)[]
  /**
   * `method` and `path` are the address a client uses. HTTP: the route, `ALL` written out as one entry a method. GraphQL: `POST`
   * and `/graphql#Query.user`. Sockets: `SEND` and `ws://namespace/event`. Commands: `CLI` and `cli://program/command`.
   */
  endpoints: (Omit<
    EntryPoint,
    'at' | 'handler' | 'parameters' | 'responses' | 'authRequired' | 'rateLimited' | 'validated' | 'csrf' | 'webhook' | 'data' | 'faults'
  > & {
    file: string
    line: number
    handler: { name: string; file: string; line: number } | null
    params: { name: string; in: string; schema?: string; required?: boolean; default?: string; shape?: Shape }[]
    responses: { status: number | null; media?: string; shape?: Shape; file: string; line: number }[]
    auth: Answer
    /** null when it could not be told. */
    authRequired: boolean | null
    rateLimited: boolean | null
    validated: boolean | null
    csrfProtected?: boolean | null
    webhook?: { provider: string; verified: boolean | null }
  })[]
  publications: { kind: string; library: string; topic: string; file: string; line: number; shape?: Shape }[]
  serviceCalls: (Omit<ServiceCall, 'at' | 'method'> & { method: string | null; file: string; line: number })[]
  formats: (Omit<DataFormat, 'at'> & { file: string; line: number })[]
  uiRoutes: (Omit<UiRoute, 'at'> & { file: string; line: number })[]
  connections: { kind: string; name: string; library: string; file: string; line: number; calls: number }[]
  /** Records that the code stores or carries, by file and line. */
  entities: (Omit<Entity, 'at' | 'fields' | 'relations' | 'ends'> & {
    file: string
    line: number
    fields: (Omit<EntityField, 'at' | 'hiddenAt' | 'transformedBy'> & {
      transformedBy?: (Omit<Transformation, 'at'> & { file: string; line: number })[]
      file: string
      line: number
    })[]
    relations: (Omit<EntityRelation, 'at'> & { file: string; line: number })[]
    ends?: (Omit<EntityEnd, 'at'> & { file: string; line: number })[]
  })[]
  /** What code says of the standards that were chosen, requirement by requirement, those that are not selected left out. */
  controls: {
    framework: string
    id: string
    topic: string
    level: string
    verdict: RequirementVerdict
    reason: string
    evidence: Evidence[]
    gap?: string
    remediation?: string
    /** Ids of findings that it fails by. */
    findings: string[]
    decidedBy?: 'options'
  }[]
  /** Open ones, by id. */
  discrepancies: Discrepancy[]
  /** Documents that were read, by path: statements that were held against the code, and those that hold. */
  documents: { file: string; checked: number; holds: number }[]
  /** Of the documents, in the order of kinds on the page. */
  statements: StatementCount[]
  /** `category` is the kind, `group` one of the five tables of the manifest. `locked` is what a lock file made of `version`. */
  technologies: {
    name: string
    group: TechnologyCategory
    category: TechnologyKind
    purpose: string
    version: string | null
    versionOf?: string
    locked: string | null
    share?: number
    file: string
    line: number
    evidence: { file: string; line: number }[]
  }[]
  runtimes: (Omit<RuntimeAgreement, 'versions' | 'conflicts'> & { versions: (Omit<RuntimeStatement, 'at'> & { file: string; line: number })[] })[]
  /** What the system is made of, containers before their parts, stores and other systems last; the place that proves each best. */
  components: {
    id: string
    name: string
    kind: Component['kind']
    level: Component['level']
    parent?: string
    folder?: string
    technology: string
    purpose?: string
    files: number
    doors: number
    file: string | null
    line: number | null
  }[]
  /** Arrows between components, by their names; `why` says how, the place is the first line that proves it. */
  edges: { from: string; to: string; kind: Relation['kind']; why: string; count: number; conditional?: boolean; file: string; line: number }[]
  /** Figures of every function, by file and line. */
  functions: { file: string; line: number; endLine: number; name: string; cyclomatic: number; cognitive: number; lines: number; parameters: number }[]
  notAnalysed: NotAnalysed[]
  knowledge: Knowledge
}

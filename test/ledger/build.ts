/** Builds for the ledger's tests: findings with sensible defaults, and what was analysed. */
import { type Build, reconcile } from '../../plugin/ledger/index'
import type { AnalyseOptions, Finding, NotAnalysed, Program } from '../../plugin/types'
import { aRule, noArchitecture, noInventory, noPosture, noQuality } from '../program'
import { options } from '../tree'

export function finding(more: Partial<Omit<Finding, 'at'>> & { file?: string; line?: number; text?: string } = {}): Finding {
  const { file = 'src/users.ts', line = 10, text = "db.query('select ' + id)", ...rest } = more
  return {
    rule: 'sql-injection',
    class: 'sql-injection',
    cwe: [89],
    title: 'Request data reaches an SQL statement',
    severity: 'High',
    cvss: 8.1,
    cvssVector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
    phase: 'Input Validation',
    confidence: 'high',
    subject: 'src/users.ts#find',
    trace: [],
    around: 'const id = req.query.id',
    description: '',
    impact: [],
    remediation: { text: '' },
    references: [],
    at: { file, line, text },
    ...rest,
  }
}

export interface Circumstances {
  /** Analysed files; those of the findings when not given. */
  files?: string[]
  rulesRun?: string[]
  notAnalysed?: NotAnalysed[]
  ignores?: Program['ignores']
  options?: Partial<AnalyseOptions>
  date?: string
  commit?: string | null
}

export function build(findings: Finding[], more: Circumstances = {}): Build {
  const files = more.files ?? findings.map(({ at }) => at.file)
  const program: Program = {
    project: { name: 'shop', version: undefined },
    files: files.map((path) => ({ path, kind: 'code', language: 'typescript', bytes: 1, hash: '', uncommitted: false })),
    entryPoints: [],
    connections: [],
    publications: [],
    serviceCalls: [],
    formats: [],
    uiRoutes: [],
    described: [],
    technologies: [],
    manifests: [],
    middleware: [],
    unmounted: [],
    reached: [],
    flows: [],
    usages: [],
    entities: [],
    posture: noPosture,
    inventory: noInventory,
    architecture: noArchitecture,
    interactions: [],
    quality: noQuality,
    runtimeAgreement: [],
    unrecognised: [],
    history: { state: 'not looked', reason: '', commits: 0, sightings: [] },
    advisories: { state: 'not looked', reason: '', source: '', packages: 0, found: [] },
    ignores: more.ignores ?? [],
    notAnalysed: more.notAnalysed ?? [],
    knowledge: { callSites: 0, callSitesResolved: 0, receivers: 0, receiversKnown: 0, imports: 0, importsUnresolved: 0, limitsReached: 0 },
  }
  return {
    verdict: { findings, rulesRun: (more.rulesRun ?? ['sql-injection', 'xss']).map((id) => aRule({ id })), rulesStopped: [], problems: [] },
    program,
    options: { ...options, ...more.options },
    date: more.date ?? '2024-05-06',
    commit: more.commit === undefined ? 'c1' : more.commit,
  }
}

/** Builds one after the other, each with the ledger of the one before. */
export function builds(...all: Build[]): ReturnType<typeof reconcile> {
  let last: ReturnType<typeof reconcile> | undefined
  for (const one of all) last = reconcile(last?.ledger ?? null, one)
  return last!
}

export function notAnalysed(subject: string, reason: NotAnalysed['reason'] = 'does not parse'): NotAnalysed {
  return { subject, stage: 'extract', reason, detail: '' }
}

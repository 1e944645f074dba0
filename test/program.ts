/** Programs, findings and contexts made by hand: say what matters to a test, the rest is plain. */
import type {
  AnalyseOptions,
  Answer,
  Connection,
  EntryPoint,
  Evidence,
  Finding,
  Guard,
  LedgerRow,
  LookedFor,
  Program,
  Repository,
  Technology,
  Verdict,
} from '../plugin/types'
import type { ViewContext } from '../plugin/views/index'

/** `at('server.ts:12', 'app.get(…)')` */
export function at(place: string, text = ''): Evidence {
  const colon = place.lastIndexOf(':')
  return { file: place.slice(0, colon), line: Number(place.slice(colon + 1)), text }
}

export function yes(...evidence: Evidence[]): Answer {
  return { answer: 'yes', reason: 'It is in force.', evidence }
}

export function no(reason = 'Looked for it in front of the handler: none.'): Answer {
  return { answer: 'no', reason, evidence: [] }
}

export function unknown(reason = 'A middleware in front of the handler could not be followed.'): Answer {
  return { answer: 'unknown', reason, evidence: [] }
}

export function anEntryPoint(given: Partial<EntryPoint> = {}): EntryPoint {
  const place = given.at ?? at('src/server.ts:10', "app.get('/', home)")
  return {
    kind: 'http',
    framework: 'express',
    method: 'GET',
    path: '/',
    at: place,
    handler: { name: 'handle', at: place },
    parameters: [],
    responses: [],
    guards: [],
    authRequired: no(),
    rateLimited: no(),
    validated: no(),
    generated: false,
    notes: [],
    ...given,
  }
}

export function aGuard(given: Partial<Guard> = {}): Guard {
  return { name: 'requireUser', role: 'authentication', scope: 'route', at: at('src/server.ts:8', 'app.use(requireUser)'), ...given }
}

export function aConnection(given: Partial<Connection> = {}): Connection {
  return { kind: 'database', name: 'PostgreSQL', library: 'pg', at: at('src/database.ts:3', 'new Pool()'), calls: 0, ...given }
}

export function aTechnology(given: Partial<Technology> = {}): Technology {
  return {
    name: 'Express',
    category: 'framework',
    kind: 'framework',
    purpose: 'web framework',
    version: '^4.19.2',
    evidence: [at('package.json:12', '"express": "^4.19.2"')],
    ...given,
  }
}

export function aFinding(given: Partial<Finding> = {}): Finding {
  return {
    rule: 'directory-listing',
    class: 'directory-listing',
    cwe: [548],
    title: 'A folder lists its files to everyone',
    severity: 'Medium',
    cvss: 5.3,
    cvssVector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
    phase: 'Security Surface',
    confidence: 'high',
    subject: '/files',
    at: at('src/server.ts:40', "app.use('/files', serveIndex('files'))"),
    trace: [],
    around: '',
    description: 'The folder is served together with an index of its files.',
    impact: ['Anyone can see which files there are.'],
    remediation: { text: 'Serve single files by name and leave the index out.' },
    references: ['https://cwe.mitre.org/data/definitions/548.html'],
    ...given,
  }
}

/** What the rule of `aFinding` looks for. */
export function aRule(given: Partial<LookedFor> = {}): LookedFor {
  const { rule: id, title, description: why, phase, cwe } = aFinding()
  return { id, title, why, phase, cwe, ...given }
}

export function aRow(given: Partial<Omit<LedgerRow, 'finding'>> & { finding?: Partial<Finding> | null } = {}): LedgerRow {
  const { finding: part, ...row } = given
  const finding = aFinding(part ?? {})
  return {
    id: 'SEC-001',
    reportId: 'SURF-001',
    identity: 'identity',
    rule: finding.rule,
    subject: finding.subject,
    file: finding.at.file,
    text: finding.at.text,
    around: finding.around,
    title: finding.title,
    severity: finding.severity,
    status: 'Open',
    since: { commit: '1111111111111111111111111111111111111111', date: '2026-03-02' },
    suppressed: undefined,
    ...row,
    finding: part === null ? undefined : finding,
  }
}

export const noPosture: Program['posture'] = {
  authentication: { mechanisms: [], signIns: [], passwords: [], sessions: [], bruteForce: [] },
  authorization: { models: [], roles: [], roleFields: [], matrix: [], enforcement: [], patterns: [], escalation: [], tenancy: [] },
  dataProtection: { fields: [], encryption: [], logs: [], logging: [], retention: [], considerations: [] },
  input: {
    sources: [],
    practices: [],
    interpreters: [],
    encoding: [],
    secondLine: { id: 'output-csp', aspect: 'Content security policy', state: 'not looked', current: '', recommended: '', reason: '', evidence: [] },
    unescaped: [],
    prints: { escaped: 0, plain: 0 },
    uploads: [],
  },
  secrets: { inventory: [], sightings: [], flows: [], practices: [] },
  stack: [],
}

export const noInventory: Program['inventory'] = {
  environment: [],
  mentioned: [],
  ignored: [],
  exports: [],
  ports: [],
  runtimes: [],
  valueSets: [],
  constants: [],
  lists: [],
  optionKeys: [],
  flagDefaults: [],
  callbacks: [],
  shipped: new Map(),
  words: new Set(),
  modules: new Map(),
  numbers: new Map(),
  hosts: [],
  tasks: [],
  resolved: new Map(),
  usageTexts: [],
}

export const noArchitecture: Program['architecture'] = {
  components: [],
  relations: [],
  style: { found: [] },
  modules: { modules: [], imports: [], cycles: [], violations: [], orphans: [], godModules: [] },
  structure: { directories: [], entries: [], configurations: [], documents: [] },
  deployment: { units: [], links: [] },
}

export const noQuality: Program['quality'] = {
  testing: { frameworks: [], files: 0, cases: [], unsteady: [], reach: [], coverage: [] },
  configuration: { faults: [], looked: { files: [], variables: 0 } },
  performance: { hotspots: [] },
  health: {
    functions: [],
    clones: [],
    duplicated: 0,
    unused: [],
    markers: [],
    naming: [],
    typeHoles: [],
    packages: {
      outdated: { state: 'not looked', reason: 'No list was given.', source: '', found: [] },
      givenUp: { state: 'not looked', reason: 'No lock file says so.', found: [] },
    },
    churn: [],
    worked: { state: 'not looked', reason: '' },
    hotspots: [],
  },
}

export function aProgram(given: Partial<Program> = {}): Program {
  return {
    project: { name: 'sample', version: undefined },
    files: [],
    entryPoints: [],
    connections: [],
    publications: [],
    serviceCalls: [],
    formats: [],
    uiRoutes: [],
    described: [],
    technologies: [],
    runtimeAgreement: [],
    unrecognised: [],
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
    history: { state: 'not looked', reason: '', commits: 0, sightings: [] },
    advisories: { state: 'not looked', reason: '', source: '', packages: 0, found: [] },
    ignores: [],
    notAnalysed: [],
    knowledge: { callSites: 0, callSitesResolved: 0, receivers: 0, receiversKnown: 0, imports: 0, importsUnresolved: 0, limitsReached: 0 },
    ...given,
  }
}

export function aRepository(given: Partial<Repository> = {}): Repository {
  return {
    commit: '0123456789abcdef0123456789abcdef01234567',
    branch: 'main',
    webUrl: 'https://github.com/acme/sample',
    uncommitted: new Set(),
    prefix: '',
    ...given,
  }
}

const options: AnalyseOptions = {
  projectName: undefined,
  include: [],
  exclude: [],
  focus: [],
  models: [],
  analyst: 'A. Analyst',
  frameworks: [],
  diagrams: 'mermaid',
  maxFileBytes: 1_000_000,
  history: true,
  suppressions: [],
  failOn: undefined,
}

export function aContext(
  given: Partial<Omit<ViewContext, 'program' | 'options' | 'verdict'>> & {
    program?: Partial<Program>
    options?: Partial<AnalyseOptions>
    verdict?: Partial<Verdict>
  } = {},
): ViewContext {
  return {
    rows: [],
    date: '2026-03-14',
    repository: aRepository(),
    broken: [],
    nonfunctional: [],
    discrepancies: [],
    compliance: [],
    audit: { claims: [], kinds: [], stopped: [], unlisted: [], documents: [] },
    ...given,
    program: aProgram(given.program),
    options: { ...options, ...given.options },
    verdict: { findings: [], rulesRun: [aRule()], rulesStopped: [], problems: [], ...given.verdict },
  }
}

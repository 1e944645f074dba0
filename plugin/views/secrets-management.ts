/** Report 06: which secrets there are, where they come from, which stand in the tree and in its history, and what to do. */
import { rowsByName } from '../rows-by-name'
import type { Control, LedgerRow, Secret, SecretSighting, SecretSource, Severity, View } from '../types'
import { type Notes, notes } from './answer'
import type { ViewContext } from './context'
import { type ControlRow, controlRow } from './controls'
import { linesOf } from './derived/data-diagram'
import { severities } from './derived/findings'
import { findingsPart } from './derived/findings-part'
import { secretsDiagram } from './derived/secrets-diagram'
import { fold } from './fold'
import { reports } from './reports'

const index = reports.findIndex(({ phase }) => phase === 'Secrets Management')
const report = reports[index]!

export function secretsManagement(context: ViewContext): View {
  const { program, date } = context
  const { inventory, sightings, flows, practices } = program.posture.secrets
  const reasons = notes()
  const flow = fold(secretsDiagram(flows))
  const found = sightings.filter(({ weight }) => weight === 'credential' || weight === 'no credential')
  const others = sightings.filter(({ weight }) => weight !== 'credential' && weight !== 'no credential')
  return {
    path: report.path,
    template: 'secrets-management',
    data: {
      title: report.title,
      about: report.about,
      position: index + 1,
      project: program.project.name,
      date,
      inventory: inventory.map((secret) => secretRow(secret, reasons)),
      scan: [...found.map((it) => sightingRow(it, context, reasons)), ...fixedRows(context)],
      others: others.map((it) => sightingRow(it, context, reasons)),
      counts: countsOf(sightings),
      files: program.files.filter(({ hash }) => hash !== '').length,
      history: historyData(context, reasons),
      flow,
      flowLines: linesOf(flow.diagram),
      ranking: RANKING.map(({ source, verdict }) => ({
        source,
        verdict,
        secrets: inventory.filter((it) => it.source === source).map(({ name }) => name),
      })).filter(({ verdict, secrets }) => verdict !== 'untold' || secrets.length > 0),
      standIns: inventory.filter(({ fallback }) => fallback && fallback.kind !== 'no credential').map(({ name }) => name),
      recommendations: practices.map((it) => recommendationRow(it, reasons)).sort((one, other) => one.rank - other.rank),
      ...findingsPart(report, context),
      notes: reasons.list(),
    },
  }
}

// ── inventory ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A cell of names and places holds so many. */
const MOST_USES = 3

function secretRow({ name, purpose, source, from, fallback, required, rotation, risk, because, evidence, uses }: Secret, reasons: Notes) {
  return {
    name,
    purpose,
    storage: [
      { kind: 'source', source, from: source === 'hardcoded' ? '' : from },
      ...(required === undefined ? [] : [{ kind: required ? 'demanded' : 'optional' }]),
      ...(fallback ? [{ kind: 'fallback', fallback }] : []),
    ],
    rotation: controlRow(rotation, reasons),
    risk: { level: risk, note: reasons.noteOf(because) },
    uses: uses.slice(0, MOST_USES),
    moreUses: Math.max(0, uses.length - MOST_USES),
    evidence,
  }
}

// ── scan ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

interface ScanRow {
  file: string
  /** Undefined where the line is not known any more, or is withheld. */
  at: SecretSighting['at'] | null
  /** The first is cited, further ones are only named. */
  lines: (SecretSighting['at'] | { file: null; line: number })[]
  type: string
  name: string
  redacted: string | null
  severity: Severity | null
  /** Of the ledger, or what the text is where it is no finding. */
  status: { kind: 'ledger'; row: LedgerStatus } | { kind: 'weight'; weight: SecretSighting['weight'] }
  note: number | null
}

interface LedgerStatus {
  reportId: string
  section: { page: string; label: string }
  status: LedgerRow['status']
  isSuppressed: boolean
}

const RULE = 'hardcoded-secret'

function sightingRow({ file, at, lines, type, name, redacted, weight, because }: SecretSighting, context: ViewContext, reasons: Notes): ScanRow {
  const isPlaced = !at.withheld
  const those = isPlaced && weight === 'credential' ? context.rows.filter((row) => covers(row, file, [at.line, ...lines])) : []
  const worst = those.sort((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity))[0]
  return {
    file,
    at: isPlaced ? at : null,
    lines: isPlaced ? [at, ...lines.map((each) => ({ file: null, line: each }))] : [],
    type,
    name,
    redacted,
    severity: worst?.severity ?? null,
    status: worst ? { kind: 'ledger', row: ledgerStatus(worst) } : { kind: 'weight', weight },
    note: reasons.noteOf(because),
  }
}

/** One entry of the ledger stands for every place of its fault. */
function covers({ rule, finding }: LedgerRow, file: string, lines: number[]): boolean {
  return rule === RULE && finding !== undefined && [finding.at, ...(finding.places ?? [])].some((it) => it.file === file && lines.includes(it.line))
}

function ledgerStatus({ reportId, status, suppressed }: LedgerRow): LedgerStatus {
  return { reportId, section: { page: report.path, label: reportId }, status, isSuppressed: suppressed !== undefined }
}

/** Those that an earlier build saw and this one looked for and did not. */
function fixedRows({ rows }: ViewContext): ScanRow[] {
  return rows
    .filter(({ rule, status }) => rule === RULE && status === 'Fixed')
    .map((row) => ({
      file: row.file,
      at: null,
      lines: [],
      type: 'secret',
      name: '',
      redacted: null,
      severity: row.severity,
      status: { kind: 'ledger', row: ledgerStatus(row) },
      note: null,
    }))
}

const WEIGHTS = ['credential', 'test value', 'example', 'placeholder', 'hash', 'no credential'] satisfies SecretSighting['weight'][]

function countsOf(sightings: SecretSighting[]): { weight: SecretSighting['weight']; places: number; files: number }[] {
  return WEIGHTS.flatMap((weight) => {
    const those = sightings.filter((it) => it.weight === weight)
    if (those.length === 0) return []
    return [{ weight, places: those.reduce((sum, { lines }) => sum + 1 + lines.length, 0), files: new Set(those.map(({ file }) => file)).size }]
  })
}

// ── history ──────────────────────────────────────────────────────────────────────────────────────────────────────────

function historyData({ program: { history }, rows }: ViewContext, reasons: Notes) {
  const { state, reason, commits, from, to, sightings } = history
  return {
    state,
    reason,
    commits,
    from: from ?? null,
    to: to ?? null,
    rows: sightings.map(({ commit, date, at, file, type, name, redacted, stillThere, because, pattern }) => {
      const row = at.withheld
        ? undefined
        : rows.find((it) => it.rule === 'secret-in-history' && it.finding?.at.file === file && it.finding.around === commit)
      return {
        commit: commit?.slice(0, 10) ?? null,
        date: date ?? null,
        at: at.withheld ? null : at,
        file,
        type,
        name,
        redacted,
        isIssued: !/^(?:named-value|address-password|key-file)$/.test(pattern),
        stillThere: stillThere === true,
        entry: row ? ledgerStatus(row) : null,
        note: reasons.noteOf(because),
      }
    }),
  }
}

// ── ranking and recommendations ──────────────────────────────────────────────────────────────────────────────────────

/** As the procedure ranks them; the two sources that it does not name stand beside what they are closest to. */
const RANKING: { source: SecretSource; verdict: 'best' | 'acceptable' | 'avoid' | 'never' | 'untold' }[] = [
  { source: 'secrets manager', verdict: 'best' },
  { source: 'environment variable', verdict: 'acceptable' },
  { source: 'generated', verdict: 'acceptable' },
  { source: 'config file', verdict: 'avoid' },
  { source: 'key file', verdict: 'avoid' },
  { source: 'hardcoded', verdict: 'never' },
  { source: 'could not tell', verdict: 'untold' },
]

/** How urgent it is where nothing is done; one step less where something is. */
const PRIORITIES: Record<string, number> = rowsByName({
  'secrets-in-code': 0,
  'secrets-in-history': 0,
  'secrets-stand-ins': 0,
  'secrets-env-committed': 0,
  'secrets-in-logs': 0,
  'secrets-in-pages': 0,
  'secrets-rotation': 1,
  'secrets-store': 1,
  'secrets-checked-at-start': 1,
  'secrets-env-ignored': 1,
  'secrets-scanning': 1,
  'secrets-env-example': 2,
})
const LEVELS = ['High', 'Medium', 'Low'] as const

interface Recommendation extends ControlRow {
  priority: (typeof LEVELS)[number] | 'in order' | 'find out' | 'not looked' | 'not applicable'
  rank: number
}

function recommendationRow(control: Control, reasons: Notes): Recommendation {
  const urgency = PRIORITIES[control.id] ?? 1
  const row = controlRow(control, reasons)
  switch (control.state) {
    case 'fail':
      return { ...row, priority: LEVELS[urgency] ?? 'Low', rank: urgency }
    case 'partial':
      return { ...row, priority: LEVELS[urgency + 1] ?? 'Low', rank: Math.min(urgency + 1, 2) }
    case 'unknown':
      return { ...row, priority: 'find out', rank: 3 }
    case 'not looked':
      return { ...row, priority: 'not looked', rank: 4 }
    case 'not applicable':
      return { ...row, priority: 'not applicable', rank: 6 }
    default:
      return { ...row, priority: 'in order', rank: 5 }
  }
}

/** What the documents say and the code does not do: discrepancies, and how much was held against the code at all. */
import type { Audit, Claim, LedgerRow, View } from '../types'
import type { ViewContext } from './context'
import { claimsByDocument } from './derived/claims-by-document'
import { severities } from './derived/findings'
import { compareText } from './order'
import { auditPath } from './reports'

/** More rows than this of one document that lists nothing wrong are folded away. */
const mostSetAside = 30

export function documentationAudit({ program, audit, discrepancies, date }: ViewContext): View {
  const open = discrepancies
    .filter(({ status }) => status === 'Open')
    .sort(wrongFirst)
    .map(discrepancy)
  const setAside = audit.claims.filter(({ verdict }) => verdict === 'not judged')
  return {
    path: auditPath,
    template: 'documentation-audit',
    data: {
      project: program.project.name,
      date,
      documents: audit.documents.length,
      counts: countsOf(audit.claims),
      open,
      shown: open.filter(({ detail }) => detail),
      fixed: discrepancies
        .filter(({ status }) => status === 'Fixed')
        .map(({ id, subject, file, fixedIn }) => ({ id, subject: plainSubject(subject), file, fixedIn: fixedIn ?? null })),
      rows: rowsOf(audit, open),
      byKind: byKind(audit),
      byDocument: byDocument(audit),
      unlisted: audit.unlisted.map(({ kind, ...it }) => ({ ...it, kind: titleOf(audit, kind) })),
      setAside: reasonsOf(setAside),
      hasMany: setAside.length > mostSetAside,
      stopped: audit.stopped.map(({ title }) => title),
      ran: audit.kinds.length,
    },
  }
}

/** What a document says wrongly before what it leaves out, and worse before better; the ledger's order otherwise. */
function wrongFirst(a: LedgerRow, b: LedgerRow): number {
  const rank = ({ claim, severity }: LedgerRow): number => (claim?.from === 'code' ? 10 : 0) + severities.indexOf(severity)
  return rank(a) - rank(b)
}

interface Counts {
  checked: number
  holds: number
  wrong: number
  missing: number
  setAside: number
}

function countsOf(claims: Claim[]): Counts {
  const count = (fits: (claim: Claim) => boolean): number => claims.filter(fits).length
  return {
    checked: count(({ verdict, from }) => verdict !== 'not judged' && from === 'doc'),
    holds: count(({ verdict }) => verdict === 'holds'),
    wrong: count(({ verdict, from }) => verdict === 'false' && from === 'doc'),
    missing: count(({ verdict, from }) => verdict === 'false' && from === 'code'),
    setAside: count(({ verdict }) => verdict === 'not judged'),
  }
}

function discrepancy(row: LedgerRow) {
  const { claim } = row
  return {
    id: row.id,
    subject: plainSubject(row.subject),
    file: row.file,
    severity: row.severity,
    since: row.since,
    brokenBy: row.brokenBy ? { ...row.brokenBy, author: row.brokenBy.author ?? null } : null,
    detail: claim
      ? {
          from: claim.from,
          doc: claim.doc,
          section: claim.section,
          says: claim.says ?? '',
          actual: claim.actual ?? '',
          impact: claim.impact ?? '',
          action: claim.action ?? '',
          confidence: claim.confidence ?? 'high',
          evidence: claim.evidence,
          patch: claim.patch ?? null,
        }
      : null,
  }
}

/** The ledger keeps `doc ` or `code ` in front, so that both sides of one subject differ. */
function plainSubject(subject: string): string {
  return subject.replace(/^(?:doc|code) /, '')
}

interface AuditRow {
  finding: string
  documented: 'yes' | 'no'
  accurate: 'yes' | 'no' | 'not applicable'
  action: string
  id: string | null
  at: Claim['doc'] | null
}

/** The table of the specification: what is wrong first, then for each kind what was found in order. */
function rowsOf(audit: Audit, open: ReturnType<typeof discrepancy>[]): AuditRow[] {
  const wrong = open.map(
    ({ id, subject, detail }): AuditRow => ({
      finding: subject,
      documented: detail?.from === 'code' ? 'no' : 'yes',
      accurate: detail?.from === 'code' ? 'not applicable' : 'no',
      action: detail?.action ?? '',
      id,
      at: detail?.doc ?? null,
    }),
  )
  const right = audit.kinds.flatMap(({ id, title }): AuditRow[] => {
    const count = audit.claims.filter(({ kind, verdict }) => kind === id && verdict === 'holds').length
    return count === 0 ? [] : [{ finding: `${title}: ${count} in order`, documented: 'yes', accurate: 'yes', action: '', id: null, at: null }]
  })
  const unlisted = audit.unlisted.map(
    ({ kind, count }): AuditRow => ({
      finding: `${titleOf(audit, kind)}: ${count} that no document mentions`,
      documented: 'no',
      accurate: 'not applicable',
      action: 'Decide whether a document should list them; none does.',
      id: null,
      at: null,
    }),
  )
  return [...wrong, ...right, ...unlisted]
}

function titleOf({ kinds, stopped }: Audit, kind: string): string {
  return [...kinds, ...stopped].find(({ id }) => id === kind)?.title ?? kind
}

function byKind(audit: Audit): (Counts & { title: string; unlisted: number })[] {
  return audit.kinds.map(({ id, title }) => ({
    title,
    ...countsOf(audit.claims.filter(({ kind }) => kind === id)),
    unlisted: audit.unlisted.find(({ kind }) => kind === id)?.count ?? 0,
  }))
}

function byDocument(audit: Audit): (Counts & { path: string; lines: number })[] {
  const claims = claimsByDocument(audit)
  return audit.documents
    .map(({ path, lines }) => ({ path, lines, ...countsOf(claims.get(path) ?? []) }))
    .sort((a, b) => b.wrong + b.missing - a.wrong - a.missing || compareText(a.path, b.path))
}

function reasonsOf(claims: Claim[]): { reason: string; count: number; examples: { subject: string; at: Claim['doc'] }[] }[] {
  const reasons = new Map<string, Claim[]>()
  for (const claim of claims) {
    const those = reasons.get(claim.reason)
    if (those) those.push(claim)
    else reasons.set(claim.reason, [claim])
  }
  return [...reasons]
    .map(([reason, those]) => ({ reason, count: those.length, examples: those.slice(0, 3).map(({ subject, doc }) => ({ subject, at: doc })) }))
    .sort((a, b) => b.count - a.count || compareText(a.reason, b.reason))
}

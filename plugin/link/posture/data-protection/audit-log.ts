/** Records of who did what. In: libraries of audit trails, records, loggers and functions called so. Out: the trail, or that there is none. */
import { Kind } from '../../../graph'
import type { Entity, Evidence, Log } from '../../../types'
import { cite } from '../../linked'
import { lookupOf } from '../../lookup'
import { snake } from '../../names'
import { answer, code, counted, distinct, listed } from './control'
import type { Ground } from './ground'
import { givenTo, type LogLine } from './log-lines'
import type { Logged } from './logged'

interface Trail {
  name: string
  fields: string[]
  evidence: Evidence[]
}

const AUDIT = /(?:^|_)(?:audit(?:s|_?log(?:s|ger|ging)?|_?trail|_?event|_?entry|_?record)?|activity_?log|security_?log|event_?log)(?:_|$)/
/** Verbs of functions that write one; `audit()` of a package manager or of accounts is none. */
const WRITES =
  /(?:^|_)(?:write|create|log|record|add|save|insert|emit|track|append)_(?:\w+_)?(?:audit|activity_log|security_event)|(?:^|_)audit_(?:log|trail|event)|^audit$/

/** Records of events that name who did it and from where, or what changed. */
function isTrail({ name, fields }: Entity): boolean {
  const has = (pattern: RegExp) => fields.some((field) => pattern.test(snake(field.name)))
  return (
    /(?:^|_)(?:event|activity|history|journal|log)s?$/.test(snake(name)) &&
    has(/^(?:actor|user|performed_by|done_by|author|admin)(?:_id)?$/) &&
    has(/^(?:ip|ip_address|remote_address|changes|changeset|old_values?|new_values?|before|after)$/)
  )
}

function auditTrail({ linked, entities, uses, runs, runsAt, packageOf }: Ground, lines: readonly LogLine[]): Trail | undefined {
  const [library] = uses('audit-log')
  if (library) return { name: code(packageOf(library)), fields: [], evidence: [library.at] }
  const record = entities.find((entity) => entity.kind === 'stored' && runs(entity.at.file) && (AUDIT.test(snake(entity.name)) || isTrail(entity)))
  const { whole, solver } = linked
  const writes = [...lookupOf(whole).named(Kind.Call, (name) => WRITES.test(snake(name)))].filter(
    (call) => runsAt(call) && (solver.callees.has(call) || record !== undefined),
  )
  if (record)
    return {
      name: `records ${code(record.name)}`,
      fields: record.fields.map(({ name }) => name),
      evidence: [record.at, ...writes.slice(0, 2).map((call) => cite(linked, call))],
    }
  const own = lines.filter(({ logger }) => AUDIT.test(snake(logger)))
  if (own.length > 0) return { name: code((own[0] as LogLine).logger), fields: [], evidence: own.map(({ at }) => at) }
  const [first] = writes
  if (first === undefined) return undefined
  return { name: code(whole.sourceOf(whole.a[first] as number)), fields: [], evidence: writes.slice(0, 3).map((call) => cite(linked, call)) }
}

const EVENTS =
  /\b(?:log(?:ged|ging)?[ -]?(?:in|out)|sign(?:ed|ing)?[ -]?(?:in|out)|authenticat|unauthori[sz]ed|forbidden|access denied|invalid (?:user|password|credential|token)|attempt(?:s|ed)? to|permission|locked out|password)/i

/** Lines about signing in and refusing, which an audit log would hold. */
function securityLines({ linked }: Ground, lines: readonly LogLine[]): LogLine[] {
  const { whole } = linked
  return lines.filter(({ call }) =>
    givenTo(linked, call, 20).some((node) => whole.kind[node] === Kind.String && EVENTS.test(whole.text(whole.a[node] as number))),
  )
}

export function auditLog(logged: Logged): Log {
  const { ground, lines } = logged
  const trail = auditTrail(ground, lines)
  const events = securityLines(ground, lines)
  const asked = { id: 'audit-log', aspect: 'Audit log', recommended: 'Sign-ins, changes of rights and access to sensitive data are recorded' }
  const content = { id: 'audit-log-content', aspect: 'Content of the audit log', recommended: 'Who did what to which record, and when' }
  const rest = {
    destination: answer(
      { id: 'audit-log-destination', aspect: 'Destination of the audit log', recommended: 'A store that nobody can change' },
      trail ? 'unknown' : 'not applicable',
      { reason: trail ? 'It could not be told from the code.' : 'There is no audit log.' },
    ),
    kept: answer(
      { id: 'audit-log-retention', aspect: 'Retention of the audit log', recommended: 'As long as the law asks' },
      trail ? 'unknown' : 'not applicable',
      { reason: trail ? 'It could not be told from the code.' : 'There is no audit log.' },
    ),
  }
  if (trail)
    return {
      kind: 'audit',
      writer: answer(asked, 'pass', { current: trail.name, reason: '', evidence: trail.evidence }),
      content: answer(content, trail.fields.length > 0 ? 'pass' : 'unknown', {
        current: listed(trail.fields.map(code), 8),
        reason: trail.fields.length > 0 ? '' : 'What is recorded could not be told.',
        evidence: trail.evidence,
      }),
      ...rest,
    }
  const looked = 'Looked for a library of audit trails, for a logger, a function or a record that is called audit or activity log: none.'
  return {
    kind: 'audit',
    writer: answer(asked, 'fail', {
      current: '',
      reason:
        events.length > 0
          ? `${looked} ${counted(events.length, 'line')} about signing in or about refused access ${events.length === 1 ? 'goes' : 'go'} to the ordinary log.`
          : looked,
      evidence: distinct(events.map(({ at }) => at)).slice(0, 2),
    }),
    content: answer(content, 'not applicable', { reason: 'There is no audit log.' }),
    ...rest,
  }
}

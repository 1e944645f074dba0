/** Report 03: who may do what, and where that is decided. In: the program's posture and the findings. Out: tables with numbered notes. */
import { rowsByName } from '../rows-by-name'
import type { Control, Enforcement, LedgerRow, PermissionCell, PermissionRow, Role, View } from '../types'
import { type Notes, notes } from './answer'
import type { ViewContext } from './context'
import { controlRow, controlRows } from './controls'
import { findingRow, inOrder, isCounted, isOpen } from './derived/findings'
import { findingsPart } from './derived/findings-part'
import { reports } from './reports'

const number = reports.findIndex(({ phase }) => phase === 'Authorization')
const report = reports[number]!

export function authorization(context: ViewContext): View {
  const { program, date } = context
  const { models, roles, roleFields, matrix, enforcement, patterns, escalation, tenancy } = program.posture.authorization
  const reasons = notes()
  return {
    path: report.path,
    template: 'authorization',
    data: {
      title: report.title,
      number: `0${number + 1}`,
      position: number + 1,
      about: report.about,
      project: program.project.name,
      date,
      models: controlRows(models, reasons),
      roles: roles.map((role) => roleRow(role, reasons)),
      roleFields,
      ...rolesTold(roles),
      matrix: matrix.map((row) => matrixRow(row, reasons)),
      checks: enforcement.map((check) => checkRow(check, reasons)),
      described: enforcement.filter(({ name }) => name !== '').map(described),
      asked: askedRows(enforcement),
      patterns: patterns.map(({ checks, text, places }) => ({ checks, text, count: places.length, places })),
      pageGuards: pageGuards(context),
      risks: escalation.map((control) => riskRow(control, context, reasons)),
      tenancy: controlRows(tenancy, reasons),
      ...findingsPart(report, context),
      notes: reasons.list(),
    },
  }
}

function roleRow({ name, level, because, represented, isDefault, evidence, permissions, hasList, askedAt }: Role, reasons: Notes) {
  return {
    name,
    level,
    note: level === 'could not tell' ? reasons.noteOf(because) : null,
    represented,
    isDefault,
    evidence,
    permissions,
    hasList,
    askedAt,
  }
}

/** What holds of all roles together. */
function rolesTold(roles: Role[]) {
  return {
    onlyFlags: roles.length > 0 && roles.every(({ represented }) => represented.every((by) => by.startsWith('flag '))),
    unasked: roles.filter(({ askedAt, level }) => askedAt === 0 && level !== 'user' && level !== 'guest').map(({ name }) => name),
    withDefault: roles.find(({ isDefault }) => isDefault)?.name ?? null,
  }
}

function matrixRow({ role, who, cells }: PermissionRow, reasons: Notes) {
  return { role, who, cells: cells.map((cell) => matrixCell(cell, reasons)) }
}

function matrixCell({ answer, holds, of, reason, evidence }: PermissionCell, reasons: Notes) {
  return { answer, holds, of, evidence, note: reasons.noteOf(reason) }
}

function checkRow(check: Enforcement, reasons: Notes) {
  const { name, stands, checks, at, doors, total, idle } = check
  return {
    name,
    stands,
    checks,
    at,
    doors: doors.length,
    total,
    share: total === 0 ? 0 : doors.length / total,
    idle: idle !== undefined,
    note: reasons.noteOf(idle ?? (name === '' ? check.does : '')),
  }
}

function described({ name, at, does, decides, doors, commentedOut, orOwner, idle }: Enforcement) {
  return {
    name,
    at,
    does,
    decides,
    asks: [...new Set(doors.flatMap(({ asks }) => asks))].sort(),
    commentedOut,
    orOwner: orOwner ?? null,
    idle: idle ?? null,
  }
}

/** By what is asked for: which guard asks, and at which doors. */
function askedRows(enforcement: Enforcement[]) {
  const rows = new Map<string, { what: string; guard: string; orOwner: string | null; doors: Enforcement['doors'] }>()
  for (const { name, doors, orOwner } of enforcement)
    for (const door of doors)
      for (const what of door.asks) {
        const key = JSON.stringify([what, name])
        const row = rows.get(key) ?? { what, guard: name, orOwner: orOwner?.parameter ?? null, doors: [] }
        row.doors.push(door)
        rows.set(key, row)
      }
  return [...rows.values()].sort((a, b) => (a.what < b.what ? -1 : a.what > b.what ? 1 : 0))
}

/** Guards of pages: they hide, and decide nothing. */
function pageGuards({ program: { uiRoutes } }: ViewContext) {
  const guarded = uiRoutes.filter(({ guards }) => guards.length > 0)
  return { names: [...new Set(guarded.flatMap(({ guards }) => guards))].sort(), pages: guarded.length, places: guarded.map(({ at }) => at) }
}

/** Findings that are the same risk, by rule or by class. */
const SAME: Record<string, { rules?: string[]; classes?: string[] }> = rowsByName({
  'escalation-object-reference': { classes: ['idor'] },
  'escalation-admin-routes': { rules: ['missing-authorization', 'admin-route-without-guard'] },
  'escalation-open-changes': { rules: ['missing-authentication'] },
  'escalation-own-role': { rules: ['user-controlled-role'] },
  'escalation-token-scope': { rules: ['unverified-token', 'unsigned-token', 'token-algorithm-open'] },
  'escalation-guard-goes-on': { rules: ['broken-guard'] },
})

function riskRow(control: Control, context: ViewContext, reasons: Notes) {
  const { rules = [], classes = [] } = SAME[control.id] ?? {}
  const isSame = (row: LedgerRow): boolean => rules.includes(row.rule) || classes.includes(row.finding?.class ?? '')
  const findings = inOrder(
    context.rows.filter((row) => isOpen(row) && isCounted(row) && isSame(row)),
    context,
  )
  // What a rule is sure of decides where the program as a whole does not tell.
  const state = findings.length > 0 && control.state !== 'partial' ? 'fail' : control.state
  const current = state === control.state ? control.current : `${control.current}${control.current ? '; ' : ''}the findings say where it fails`
  return { ...controlRow({ ...control, state, current }, reasons), findings: findings.map(findingRow) }
}

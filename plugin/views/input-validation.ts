/** Report 05: what comes in, what is done to it, what acts on it, and how it goes out again. */
import type { Control, Evidence, InputSource, Upload, View } from '../types'
import { type Notes, notes } from './answer'
import type { ViewContext } from './context'
import { type ControlRow, controlRow, controlRows } from './controls'
import { rowsOf } from './derived/findings'
import { findingsPart } from './derived/findings-part'
import { type InjectionTable, injectionTables } from './derived/injection-kinds'
import { type InputRisk, inputRisks } from './derived/input-risk'
import { reports } from './reports'

const report = reports.find(({ phase }) => phase === 'Input Validation')!

/** Longer tables of places are folded away. */
const mostOpen = 12

export function inputValidation(context: ViewContext): View {
  const { program, date } = context
  const { input } = program.posture
  const reasons = notes()
  const rows = rowsOf(report, context)
  const risks = inputRisks(input.sources, input.uploads, rows)
  const tables = injectionTables(rows, context)
  const sources = input.sources.map((source) => sourceData(source, risks.get(source.kind)!))
  const practices = controlRows(input.practices, reasons)
  const places = input.sources.map((source) => placesData(source, reasons))
  const encoding = controlRows(input.encoding, reasons)
  const secondLine = controlRow(input.secondLine, reasons)
  const uploads = uploadsData(input.uploads, reasons)
  return {
    path: report.path,
    template: 'input-validation',
    data: {
      title: report.title,
      about: report.about,
      project: program.project.name,
      date,
      sources,
      practices,
      places: places.filter(({ count }) => count > 0),
      otherDoors: program.entryPoints.filter(({ kind }) => !['http', 'webhook', 'graphql', 'static'].includes(kind)).length,
      main: tables.slice(0, 3),
      others: othersOf(tables),
      lookedAt: tables.flatMap(({ id, looked }) => (looked && looked.calls > 0 ? [{ ...looked, id }] : [])),
      encoding,
      secondLine,
      unescaped: input.unescaped,
      prints: input.prints,
      unescapedFolds: input.unescaped.length > mostOpen,
      uploads,
      parsers: parsersOf(context),
      ...findingsPart(report, context),
      notes: reasons.list(),
    },
  }
}

/** What reads bodies, where nothing takes files. */
function parsersOf({ program: { middleware, entryPoints } }: ViewContext): { name: string; at: Evidence }[] {
  const all = [...middleware, ...entryPoints.flatMap(({ guards }) => guards)].filter(({ role, name }) => role === 'parser' && !/cookie/i.test(name))
  return [...new Map(all.map(({ name, at }) => [`${at.file}:${at.line}`, { name, at }])).values()]
}

interface SourceData {
  kind: InputSource['kind']
  count: number
  validated: number
  byHand: number
  untold: number
  bare: number
  sanitized: number
  validators: string[]
  sanitizers: string[]
  risk: {
    level: InputRisk['level']
    because: InputRisk['because']
    count: number
    findings: { reportId: string; section: { page: string; label: string } | null }[]
  }
}

function sourceData(source: InputSource, risk: InputRisk): SourceData {
  const { kind, count, validated, byHand, untold, sanitized, validators, sanitizers } = source
  return {
    kind,
    count,
    validated,
    byHand,
    untold,
    bare: count - validated - byHand - untold,
    sanitized,
    validators,
    sanitizers,
    risk: {
      level: risk.level,
      because: risk.because,
      count: risk.count,
      findings: risk.findings.map(({ reportId }) => ({ reportId, section: { page: report.path, label: reportId } })),
    },
  }
}

interface PlaceRow {
  doors: string[]
  names: string[]
  at: Evidence
  validation: ControlRow
  sanitization: ControlRow
}

/** Parameters of one door that the same is said of stand in one row, and so do doors that one line opens. */
function placesData({ kind, places }: InputSource, reasons: Notes): { kind: InputSource['kind']; count: number; rows: PlaceRow[]; folds: boolean } {
  const byDoor = grouped(places, (place) => [place.door, saidOf(place.validation), saidOf(place.sanitization)])
  const rows = grouped(byDoor, ([first, ...rest]) => [
    first!.at.file,
    first!.at.line,
    [first!, ...rest].map(({ name }) => name),
    saidOf(first!.validation),
    saidOf(first!.sanitization),
  ])
  return {
    kind,
    count: places.length,
    folds: rows.length > mostOpen,
    rows: rows.map((same) => {
      const [first] = same[0]!
      return {
        doors: same.map(([place]) => place!.door),
        names: [...new Set(same[0]!.map(({ name }) => name))],
        at: first!.at,
        validation: controlRow(withoutProof(first!.validation), reasons),
        sanitization: controlRow(withoutProof(first!.sanitization), reasons),
      }
    }),
  }
}

/** What is proven by the line beside it needs no note. */
const withoutProof = (control: Control): Control => (control.state === 'pass' ? { ...control, reason: '' } : control)

function grouped<T>(items: readonly T[], keyOf: (item: T) => unknown): T[][] {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = JSON.stringify(keyOf(item))
    const known = groups.get(key)
    if (known) known.push(item)
    else groups.set(key, [item])
  }
  return [...groups.values()]
}

const saidOf = ({ state, current, reason, evidence }: Control): unknown => [
  state,
  current,
  reason,
  evidence.map(({ file, line }) => `${file}:${line}`),
]

/** Kinds of which something was found, then those that were looked for in vain. */
function othersOf(tables: InjectionTable[]): { found: InjectionTable[]; clean: string[] } {
  const others = tables.slice(3)
  return {
    found: others.filter(({ rows, unsure }) => rows.length + unsure > 0),
    clean: others.filter(({ rows, unsure }) => rows.length + unsure === 0).map(({ id }) => id),
  }
}

interface UploadData {
  label: string
  doors: string[]
  library: string
  at: Evidence
  controls: ControlRow[]
}

/** Doors of one parser of which the same is said stand together. */
function uploadsData(uploads: Upload[], reasons: Notes): UploadData[] {
  const groups = grouped(uploads, ({ library, at, controls }) => [library, at.file, at.line, controls.map(saidOf)])
  return groups.map(([first, ...rest], index) => ({
    label: `upload ${index + 1}`,
    doors: [...new Set([first!, ...rest].flatMap(({ doors }) => doors))],
    library: first!.library,
    at: first!.at,
    controls: controlRows(first!.controls, reasons),
  }))
}

/**
 * How much is at stake with each kind of source. In: what is read and what was found. Out: a level and its reason.
 *
 * None: nothing is read. High: a finding that counts and is open begins there, or files are taken of any kind and name. Medium:
 * some of it is neither validated nor cleaned, as far as could be told. Low: all of it is.
 */
import type { Finding, InputSource, LedgerRow, Upload } from '../../types'
import { isCounted, isOpen } from './findings'

export interface InputRisk {
  level: 'High' | 'Medium' | 'Low' | 'None'
  because: 'nothing is read' | 'findings' | 'open uploads' | 'bare' | 'covered'
  /** Findings that begin there; places that nothing covers. */
  findings: LedgerRow[]
  count: number
}

type Kind = InputSource['kind']

export function inputRisks(sources: InputSource[], uploads: Upload[], rows: LedgerRow[]): Map<Kind, InputRisk> {
  const byLine = new Map(sources.flatMap(({ kind, places }) => places.map(({ at, name }) => [`${at.file}:${at.line} ${name}`, kind] as const)))
  const beginning = new Map<Kind, LedgerRow[]>()
  for (const row of rows) {
    const kind = row.finding && isCounted(row) && isOpen(row) ? kindOf(row.finding, byLine) : undefined
    if (kind) beginning.set(kind, [...(beginning.get(kind) ?? []), row])
  }
  return new Map(sources.map((source) => [source.kind, riskOf(source, uploads, beginning.get(source.kind) ?? [])]))
}

function riskOf({ kind, count, places }: InputSource, uploads: Upload[], findings: LedgerRow[]): InputRisk {
  if (findings.length > 0) return { level: 'High', because: 'findings', findings, count: findings.length }
  const open = kind === 'file uploads' ? uploads.filter(({ controls }) => controls.slice(0, 2).every(({ state }) => state === 'fail')) : []
  if (open.length > 0) return { level: 'High', because: 'open uploads', findings, count: open.length }
  if (count === 0) return { level: 'None', because: 'nothing is read', findings, count: 0 }
  const bare = places.filter(
    ({ validation, sanitization }) => (validation.state === 'fail' || validation.state === 'unknown') && sanitization.state !== 'pass',
  )
  if (bare.length > 0) return { level: 'Medium', because: 'bare', findings, count: bare.length }
  return { level: 'Low', because: 'covered', findings, count }
}

/** By what is read, as the code calls it; where only the name of a variable is told, by the line. */
function kindOf({ flow, trace, at }: Finding, byLine: Map<string, Kind>): Kind | undefined {
  if (flow?.source !== 'request') return undefined
  const [from = at] = trace
  const name = /(\w+)\W*$/.exec(flow.origin)?.[1] ?? ''
  return byWords(flow.origin) ?? byLine.get(`${from.file}:${from.line} ${name}`) ?? byWords(from.text)
}

function byWords(text: string): Kind | undefined {
  if (/\bfiles?\b|originalname/.test(text)) return 'file uploads'
  if (/\b(?:signedC|c)ookies?\b/.test(text)) return 'cookies'
  if (/\bheaders?\b/.test(text)) return 'headers'
  if (/\bquery\b|searchParams/.test(text)) return 'query strings'
  if (/\bparams\b/.test(text)) return 'URL parameters'
  return /\b(?:body|payload|formData)\b/.test(text) ? 'request body' : undefined
}

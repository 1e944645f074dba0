/**
 * Who may read it. In: all that views are made of. Out: the same for readers inside; for the public a copy from which the places
 * and the code of open findings of Medium and above are gone, their proofs of concept, and the places of secrets. Views,
 * diagrams, exports and results are all made of the copy, so none of them has to think of it.
 */
import type { Evidence, Finding, LedgerRow, Secret, SecretFlow } from '../types'
import type { ViewContext } from './context'

/** Stands where a place stood. */
export const withheld = { file: 'withheld', line: 0, text: 'withheld', withheld: true } as const satisfies Evidence

const severe = new Set(['Critical', 'High', 'Medium'])

export function forAudience(context: ViewContext): ViewContext {
  if (context.options.audience !== 'public') return context
  const { options, repository, broken, ...told } = context
  return { ...(copied(told, hidingIn(context)) as typeof told), options, repository, broken }
}

interface Hiding {
  findings: Set<unknown>
  rows: Set<unknown>
  /** By file: first and last line. */
  places: Map<string, [first: number, last: number][]>
  /** Lines of code, wherever else they stand. */
  texts: Set<string>
  /** What a finding says of its rule, and of nothing in particular. */
  whyOf: (rule: string) => string
}

/** Shorter lines say nothing: `})`, `return next()`. */
const leastText = 16

function hidingIn({ rows, verdict, program }: ViewContext): Hiding {
  const open = rows.filter(({ status, severity }) => status === 'Open' && severe.has(severity))
  const findings = new Set<unknown>(open.flatMap(({ finding }) => finding ?? []))
  const secrets = [...program.posture.secrets.sightings, ...program.history.sightings]
  const evidence: Evidence[] = [
    ...open.flatMap(({ finding }) => (finding ? [finding.at, ...(finding.places ?? [])] : [])),
    ...secrets.flatMap(({ at, file, line, lines }) => [at, ...[line, ...lines].map((each): Evidence => ({ file, line: each, text: '' }))]),
    ...program.posture.secrets.inventory.filter(isInFile).flatMap(placesOfSecret),
  ]
  const places = new Map<string, [number, number][]>()
  for (const { file, line, endLine = line } of evidence) places.set(file, [...(places.get(file) ?? []), [line, Math.max(line, endLine)]])
  const why = new Map([...verdict.rulesRun, ...verdict.rulesStopped].map((rule) => [rule.id, rule.why]))
  return {
    findings,
    rows: new Set(open),
    places,
    texts: new Set(evidence.map(({ text }) => text.trim()).filter(({ length }) => length >= leastText)),
    whyOf: (rule) => why.get(rule) ?? '',
  }
}

/** A name in the environment is no place of a secret; a text in the code or a file that holds it is. */
const isInFile = ({ source, fallback }: Secret): boolean => IN_FILES.has(source) || fallback?.kind === 'hardcoded' || fallback?.kind === 'file'
const IN_FILES: ReadonlySet<string> = new Set<Secret['source']>(['hardcoded', 'config file', 'key file'])

const placesOfSecret = ({ evidence, fallback }: Secret): Evidence[] => [...evidence, ...(fallback?.at ? [fallback.at] : [])]

// ── the copy ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** One object of the original is one object of the copy: shapes may hold themselves, and rows share findings with the verdict. */
function copied(value: unknown, hiding: Hiding, done = new Map<object, unknown>()): unknown {
  if (typeof value === 'string') return withoutPlaces(value, hiding)
  if (typeof value !== 'object' || value === null || value === withheld) return value
  const known = done.get(value)
  if (known) return known
  if (value instanceof Set) return new Set([...value].map((item) => copied(item, hiding, done)))
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, copied(item, hiding, done)]))
  if (Array.isArray(value)) {
    const list: unknown[] = []
    done.set(value, list)
    for (const item of value) {
      const copy = copied(item, hiding, done)
      // How many places are withheld one after the other is nobody's to count.
      if (copy !== withheld || list.at(-1) !== withheld) list.push(copy)
    }
    return list
  }
  if (isPlace(value) && !('redacted' in value) && isHidden(value, hiding)) {
    done.set(value, withheld)
    return withheld
  }
  const copy: Record<string, unknown> = {}
  done.set(value, copy)
  // The lines around a place that may be told can be the place of another.
  for (const [key, item] of Object.entries(hiding.findings.has(value) ? withoutDetail(value as Finding, hiding) : value))
    if (!(key === 'code' && 'cvssVector' in value)) copy[key] = copied(item, hiding, done)
  return Object.assign(copy, inPlaceOf(value, copy, hiding))
}

/** What else goes, by what the object is. */
function inPlaceOf(value: object, copy: Record<string, unknown>, hiding: Hiding): Record<string, unknown> {
  // Another finding on the same line would say where it is.
  if (hiding.rows.has(value) || ('reportId' in value && (copy.finding as Finding | undefined)?.at === withheld))
    return { file: withheld.file, text: '', subject: '', around: '', identity: '', also: undefined, ...withoutComment(value as LedgerRow) }
  if ('redacted' in value)
    return { file: withheld.file, line: withheld.line, lines: [], at: withheld, ...('commit' in value ? { commit: undefined } : {}) }
  if (isFailing(value) && (copy.evidence as Evidence[]).length > 0)
    return { evidence: [withheld], reason: 'What shows it is withheld from public pages.' }
  if (isUnmet(value) && (copy.evidence as Evidence[]).length > 0)
    return {
      evidence: [withheld],
      reason: 'What shows it is withheld from public pages.',
      ...('gap' in copy ? { gap: 'Withheld from public pages.' } : {}),
    }
  if (isSecretFlow(value)) return IN_FILES.has(value.source) ? { from: '', part: withheld.file, read: withheld, use: undefined } : {}
  // Code beside a place that is gone: the ends of data, what a page prints, what a call is handed.
  const at = copy.at as Evidence | undefined
  if (at !== withheld)
    return 'text' in copy && typeof copy.text === 'string' && isPlace(copy) && hiding.texts.has(copy.text.trim()) ? { text: '' } : {}
  const spoken = Object.keys(copy).filter((key) => typeof copy[key] === 'string' && (SPOKEN.has(key) || (key === 'name' && /[({=]/.test(copy[key]))))
  return { ...Object.fromEntries(spoken.map((key) => [key, withheld.text])), ...('trace' in copy ? { trace: [] } : {}) }
}

const SPOKEN = new Set(['origin', 'api', 'printed', 'route', 'around'])

const isPlace = (value: object): value is Evidence =>
  'file' in value && 'line' in value && typeof value.file === 'string' && typeof value.line === 'number'

/** Also where it could not be told: a page may join it with findings that say more. */
const isFailing = (value: object): boolean =>
  'aspect' in value && 'evidence' in value && 'state' in value && ['fail', 'partial', 'unknown'].includes(value.state as string)

/** A requirement that is not met, or of which it could not be told. */
const isUnmet = (value: object): boolean =>
  'verdict' in value && 'topic' in value && 'evidence' in value && ['fail', 'partial', 'inconclusive'].includes(value.verdict as string)

const isSecretFlow = (value: object): value is SecretFlow => 'secret' in value && 'read' in value && 'part' in value

function isHidden({ file, line, endLine = line }: Evidence, { places }: Hiding): boolean {
  return (places.get(file) ?? []).some(([first, last]) => line <= last && Math.max(line, endLine) >= first)
}

/** What it is and how bad stays. That a door leads there counts for the risk; which one is part of the place. */
function withoutDetail({ otherRoutes, proofOfConcept, places, flow, route, ...finding }: Finding, { whyOf }: Hiding): Finding {
  return {
    ...finding,
    at: withheld,
    trace: [],
    subject: '',
    around: '',
    description: whyOf(finding.rule),
    ...(route ? { route: withheld.text } : {}),
    ...(flow ? { flow: { ...flow, origin: withheld.text, api: withheld.text } } : {}),
    ...(places
      ? {
          places: places.map(({ rule, class: name, cwe, confidence }) => ({
            ...withheld,
            rule,
            class: name,
            cwe,
            confidence,
            subject: '',
            around: '',
          })),
        }
      : {}),
  }
}

function withoutComment({ suppressed }: LedgerRow): Partial<LedgerRow> {
  if (!suppressed) return {}
  const { at, ...rest } = suppressed
  return { suppressed: rest }
}

/** `src/server.ts:12` in a sentence. */
function withoutPlaces(text: string, { places, texts }: Hiding): string {
  if (texts.has(text.trim())) return withheld.text
  if (!/:\d/.test(text)) return text
  const isHere = (file: string, line: number) => places.get(file)?.some(([first, last]) => first <= line && line <= last)
  return text.replace(/([\w@$.()[\]+~-]+(?:\/[\w@$.()[\]+~ -]+)*):(\d+)/g, (whole, file: string, line: string) => {
    if (isHere(file, Number(line))) return withheld.text
    // Folders may be called `(shop)`, and a place may stand in brackets.
    return isHere(file.slice(1), Number(line)) ? file.charAt(0) + withheld.text : whole
  })
}

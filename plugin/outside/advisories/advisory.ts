/**
 * One published advisory, whatever notation it came in. In: a record of the OSV format (schema 1.6, https://ossf.github.io/osv-schema/).
 * Out: what is needed to hold it against an installed version.
 */

export interface Advisory {
  id: string
  aliases: string[]
  summary: string
  /** Its own word for how severe it is: `HIGH`, `moderate`… */
  label: string | undefined
  /** CVSS vectors, any version. */
  vectors: string[]
  cwe: number[]
  url: string
  affected: Affected[]
}

/** One package, and which versions of it. */
export interface Affected {
  name: string
  /** Of each range its events, as written. */
  ranges: RangeEvent[][]
  /** Versions that are listed one by one. */
  versions: string[]
  /** In the notation of npm: how reports of package managers say it. Nothing else counts then. */
  range?: string
  /** A range without an end that its source knows to end: `<= 4.5.3`. */
  upTo?: string
}

export interface RangeEvent {
  introduced?: string
  fixed?: string
  last_affected?: string
}

/** What of a record is read; everything may be missing, or of another type. */
interface OsvRecord {
  id?: unknown
  withdrawn?: unknown
  aliases?: unknown
  summary?: unknown
  details?: unknown
  severity?: unknown
  affected?: unknown
  references?: unknown
  database_specific?: { severity?: unknown; cwe_ids?: unknown; cwes?: unknown }
}

interface OsvAffected {
  package?: { ecosystem?: unknown; name?: unknown }
  ranges?: { type?: unknown; events?: unknown }[]
  versions?: unknown
  severity?: unknown
  database_specific?: { last_known_affected_version_range?: unknown; cwes?: unknown; severity?: unknown }
}

/** Undefined for what is withdrawn, is about other ecosystems, or is no advisory at all. */
export function advisoryOf(value: unknown): Advisory | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const record = value as OsvRecord
  const id = text(record.id)
  if (id === undefined || record.withdrawn) return undefined
  const affected = list<OsvAffected>(record.affected).filter((it) => /^npm$/i.test(text(it?.package?.ecosystem) ?? ''))
  if (affected.length === 0) return undefined
  const vectors = [record.severity, ...affected.map(({ severity }) => severity)].flatMap((said) =>
    list<{ score?: unknown }>(said).flatMap(({ score }) => text(score) ?? []),
  )
  const specific = record.database_specific ?? {}
  return {
    id,
    aliases: texts(record.aliases),
    summary: text(record.summary) ?? firstSentence(text(record.details)) ?? '',
    label: text(specific.severity) ?? affected.map((it) => text(it.database_specific?.severity)).find((it) => it !== undefined),
    vectors: [...new Set(vectors)],
    cwe: weaknessesOf([...texts(specific.cwe_ids), ...idsOf(specific.cwes), ...affected.flatMap((it) => idsOf(it.database_specific?.cwes))], id),
    url: addressOf(id, record.references),
    affected: affected.flatMap(affectedOf),
  }
}

function affectedOf({ package: about, ranges, versions, database_specific: specific }: OsvAffected): Affected[] {
  const name = text(about?.name)
  if (name === undefined) return []
  const upTo = text(specific?.last_known_affected_version_range)
  return [
    {
      name,
      // Ranges of commits say nothing about versions.
      ranges: list<{ type?: unknown; events?: unknown }>(ranges)
        .filter(({ type }) => type !== 'GIT')
        .map(({ events }) => list<Record<string, unknown>>(events).map(eventOf)),
      versions: texts(versions),
      ...(upTo === undefined ? {} : { upTo }),
    },
  ]
}

function eventOf({ introduced, fixed, last_affected }: Record<string, unknown>): RangeEvent {
  return {
    ...(text(introduced) === undefined ? {} : { introduced: text(introduced) as string }),
    ...(text(fixed) === undefined ? {} : { fixed: text(fixed) as string }),
    ...(text(last_affected) === undefined ? {} : { last_affected: text(last_affected) as string }),
  }
}

/** `CWE-79` → 79. A package that is itself the attack is CWE-506, whether or not its record says so. */
function weaknessesOf(ids: string[], id: string): number[] {
  const found = ids.flatMap((it) => Number(/^CWE-(\d+)$/i.exec(it)?.[1] ?? []) || [])
  return [...new Set(id.startsWith('MAL-') ? [506, ...found] : found)]
}

const idsOf = (value: unknown): string[] => list<{ cweId?: unknown }>(value).flatMap((it) => text(it?.cweId) ?? [])

function addressOf(id: string, references: unknown): string {
  if (/^GHSA-/i.test(id)) return `https://github.com/advisories/${id}`
  if (/^CVE-/i.test(id)) return `https://nvd.nist.gov/vuln/detail/${id}`
  if (/^(?:MAL|OSV|SNYK)-/i.test(id)) return `https://osv.dev/vulnerability/${id}`
  const first = list<{ type?: unknown; url?: unknown }>(references).find(({ url }) => /^https:\/\//.test(text(url) ?? ''))
  return text(first?.url) ?? ''
}

function firstSentence(details: string | undefined): string | undefined {
  const line = details?.split('\n').find((it) => it.trim() !== '' && !it.startsWith('#'))
  return line === undefined ? undefined : line.trim().slice(0, 200)
}

function list<Item>(value: unknown): Item[] {
  return Array.isArray(value) ? (value.filter((it) => it !== null && it !== undefined) as Item[]) : []
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const texts = (value: unknown): string[] => list<unknown>(value).flatMap((it) => text(it) ?? [])

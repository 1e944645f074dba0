/**
 * Saved reports of package managers. In: their JSON. Out: the advisories they name. `npm audit --json` of npm 7 and later
 * (`auditReportVersion` 2), of npm 6 and pnpm (`advisories`), and of yarn classic (one JSON a line).
 */
import type { Advisory } from './advisory'

interface Old {
  module_name?: unknown
  github_advisory_id?: unknown
  cves?: unknown
  title?: unknown
  severity?: unknown
  vulnerable_versions?: unknown
  patched_versions?: unknown
  cwe?: unknown
  url?: unknown
  id?: unknown
  cvss?: { vectorString?: unknown }
}

interface Via {
  source?: unknown
  name?: unknown
  title?: unknown
  url?: unknown
  severity?: unknown
  cwe?: unknown
  cvss?: { vectorString?: unknown }
  range?: unknown
}

/** Undefined where the text is no such report. */
export function auditedIn(written: string): Advisory[] | undefined {
  const values = parsed(written)
  const found: Advisory[] = []
  let isReport = false
  for (const value of values) {
    const { vulnerabilities, auditReportVersion, advisories, type, data } = value as Record<string, unknown>
    if (auditReportVersion !== undefined && isObject(vulnerabilities)) {
      isReport = true
      for (const { via } of Object.values(vulnerabilities) as { via?: unknown }[])
        for (const each of Array.isArray(via) ? via : []) found.push(...ofVia(each as Via))
    } else if (isObject(advisories)) {
      isReport = true
      for (const each of Object.values(advisories)) found.push(...ofOld(each as Old))
    } else if (type === 'auditAdvisory' || type === 'auditSummary') {
      isReport = true
      const advisory = (data as { advisory?: Old } | undefined)?.advisory
      if (advisory) found.push(...ofOld(advisory))
    }
  }
  return isReport ? [...new Map(found.map((advisory) => [`${advisory.id} ${advisory.affected[0]?.name}`, advisory])).values()] : undefined
}

function parsed(written: string): object[] {
  try {
    const value: unknown = JSON.parse(written)
    return isObject(value) ? [value] : []
  } catch {
    // One JSON a line.
    return written.split('\n').flatMap((line) => {
      try {
        const value: unknown = JSON.parse(line)
        return isObject(value) ? [value] : []
      } catch {
        return []
      }
    })
  }
}

/** Text entries of `via` name the package through which the fault comes, which has an entry of its own. */
function ofVia(via: Via): Advisory[] {
  const name = text(via.name)
  const range = text(via.range)
  if (!isObject(via) || name === undefined || range === undefined) return []
  const url = text(via.url) ?? ''
  return [
    {
      id: idIn(url) ?? `npm-${text(via.source) ?? via.source ?? url}`,
      aliases: [],
      summary: text(via.title) ?? '',
      label: text(via.severity),
      vectors: text(via.cvss?.vectorString) === undefined ? [] : [text(via.cvss?.vectorString) as string],
      cwe: weaknesses(via.cwe),
      url,
      affected: [{ name, ranges: [], versions: [], range }],
    },
  ]
}

function ofOld(old: Old): Advisory[] {
  const name = text(old.module_name)
  const range = text(old.vulnerable_versions)
  if (!isObject(old) || name === undefined || range === undefined) return []
  const url = text(old.url) ?? ''
  const patched = /^>=\s*([\w.-]+)$/.exec(text(old.patched_versions) ?? '')?.[1]
  return [
    {
      id: text(old.github_advisory_id) ?? idIn(url) ?? `npm-${String(old.id)}`,
      aliases: Array.isArray(old.cves) ? old.cves.filter((it): it is string => typeof it === 'string') : [],
      summary: text(old.title) ?? '',
      label: text(old.severity),
      vectors: text(old.cvss?.vectorString) === undefined ? [] : [text(old.cvss?.vectorString) as string],
      cwe: weaknesses(old.cwe),
      url,
      affected: [{ name, ranges: patched === undefined ? [] : [[{ fixed: patched }]], versions: [], range }],
    },
  ]
}

/** `CWE-79`, or a list of them. */
function weaknesses(said: unknown): number[] {
  return [said].flat().flatMap((it) => (typeof it === 'string' && /^CWE-\d+$/i.test(it) ? [Number(it.slice(4))] : []))
}

const idIn = (url: string): string | undefined => /GHSA-[\w-]+/i.exec(url)?.[0]
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/**
 * Sections of findings, gathered by rule: what a rule says is said once, and then every place that it found. In: rows in
 * the order of their table. Out: groups in the order of their first rows.
 */
import type { Evidence, Finding, LedgerRow, LookedFor } from '../../types'
import { type FindingRow, findingRow } from './findings'
import { type DataPath, pathOf } from './paths'

export interface FindingGroup {
  /** Of its heading; no other group of the page has it. */
  label: string
  rule: string
  title: string
  /** Null where an earlier group has said it, or where nothing but the title is known any more. */
  words: Words | null
  /** Label of the earlier group. */
  saidAt: string | null
  sections: FindingSection[]
}

/** What is the same for all places. */
export interface Words {
  /** Null where every place has words of its own. */
  why: string | null
  impact: string[]
  remediation: { text: string; code: string | null }
  codeLanguage: string
  /** Weaknesses by number first, then what the rule refers to. */
  references: string[]
}

/** What one place shows. */
export interface FindingSection extends FindingRow {
  detail: {
    cvss: number
    cvssVector: string
    weaknesses: string[]
    confidence: Finding['confidence']
    at: Evidence
    codeLanguage: string
    /** What is to be said of this place alone. */
    description: string | null
    path: DataPath | null
  } | null
  since: LedgerRow['since']
  fixedIn: { commit: string | null; date: string } | null
  suppressed: { reason: string; until: string | null; from: 'code' | 'options'; at: Evidence | null } | null
}

/** @param before groups that stand above these on the same page */
export function groupsOf(rows: LedgerRow[], rules: LookedFor[], before: FindingGroup[] = []): FindingGroup[] {
  const byWords = new Map<string, LedgerRow[]>()
  const named = new Map<string, string>()
  const nameless: LedgerRow[] = []
  for (const row of rows) {
    if (!row.finding) {
      nameless.push(row)
      continue
    }
    const key = wordsKey(row.finding)
    byWords.set(key, [...(byWords.get(key) ?? []), row])
    if (!named.has(row.rule)) named.set(row.rule, key)
  }
  // What is fixed, or could not be looked at, has no words left; it stands with others of its rule where there are some.
  for (const row of nameless) {
    const key = named.get(row.rule) ?? JSON.stringify([row.rule, row.title])
    byWords.set(key, [...(byWords.get(key) ?? []), row])
  }
  return [...byWords.values()].map((group, index) => groupOf(group, rules, before, before.length + index + 1))
}

/** All that has to be the same to be said once. */
function wordsKey({ rule, title, impact, remediation, references, cwe }: Finding): string {
  return JSON.stringify([rule, title, impact, remediation, references, cwe])
}

function groupOf(rows: LedgerRow[], rules: LookedFor[], before: FindingGroup[], number: number): FindingGroup {
  const first = rows.find(({ finding }) => finding) ?? rows[0]!
  const { rule } = first
  const why = rules.find(({ id }) => id === rule)?.why ?? ''
  const isSaid = why !== '' && rows.some(({ finding }) => finding?.description.startsWith(why))
  const words = first.finding ? wordsOf(first.finding, isSaid ? why : null) : null
  const twin = before.find((group) => words !== null && JSON.stringify(group.words) === JSON.stringify(words))
  return {
    label: `group ${number}`,
    rule,
    title: first.title,
    words: twin ? null : words,
    saidAt: twin?.label ?? null,
    sections: rows.map((row) => sectionOf(row, isSaid ? why : '')),
  }
}

function wordsOf({ impact, remediation: { text, code }, references, cwe, at }: Finding, why: string | null): Words {
  return {
    why,
    impact,
    remediation: { text, code: code ?? null },
    codeLanguage: languageOf(at.file),
    references: [...new Set([...cwe.map(weaknessAddress), ...references])],
  }
}

function sectionOf(row: LedgerRow, why: string): FindingSection {
  const { finding, suppressed } = row
  return {
    ...findingRow(row),
    detail: finding ? detailOf(finding, why) : null,
    since: row.since,
    fixedIn: row.fixedIn ?? null,
    suppressed: suppressed ? { reason: suppressed.reason, until: suppressed.until ?? null, from: suppressed.from, at: suppressed.at ?? null } : null,
  }
}

function detailOf(finding: Finding, why: string): FindingSection['detail'] {
  const { cvss, cvssVector, cwe, confidence, at, description } = finding
  const own = description.startsWith(why) ? description.slice(why.length).trim() : description
  return {
    cvss,
    cvssVector,
    weaknesses: cwe.map(weaknessAddress),
    confidence,
    at,
    codeLanguage: languageOf(at.file),
    description: own === '' ? null : own,
    path: pathOf(finding),
  }
}

export function weaknessAddress(cwe: number): string {
  return `https://cwe.mitre.org/data/definitions/${cwe}.html`
}

/** For the colours of a code block. */
function languageOf(file: string): string {
  return /\.([a-z0-9]{1,10})$/i.exec(file)?.[1]?.toLowerCase() ?? ''
}

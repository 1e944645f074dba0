/**
 * Sections of findings, gathered by rule: what a rule says is said once, and then every place that it found. In: rows in
 * the order of their table. Out: groups in the order of their first rows.
 */
import type { Evidence, Finding, LedgerRow, LookedFor } from '../../types'
import { className } from './class-names'
import type { FailedRequirement } from './failed-requirements'
import { type FindingRow, findingRow, otherPlacesOf } from './findings'
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
    /** As the field calls it. */
    className: string
    weaknesses: string[]
    confidence: Finding['confidence']
    at: Evidence
    /** The line there, or its statement where that is longer. */
    code: string
    codeLanguage: string
    /** What is to be said of this place alone. */
    description: string | null
    path: DataPath | null
    /** Where else the same fault is met. */
    places: { at: Evidence; route: string | null; origin: string | null }[]
    /** How it would be shown. */
    proof: { language: string; text: string; shows: string } | null
    /** Those that other places of the group do not have; weaknesses stand above. */
    references: string[]
  } | null
  /** Requirements of the chosen standards that fail by it; filled by who knows them. */
  fails: FailedRequirement[]
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
function wordsKey({ rule, impact, remediation }: Finding): string {
  return JSON.stringify([rule, impact, remediation])
}

/** What every place refers to, in the order of the first; the rest stands with its place. */
function shared<Item>(rows: LedgerRow[], of: (finding: Finding) => Item[]): Item[] {
  const [first, ...others] = rows.flatMap(({ finding }) => (finding ? [of(finding)] : []))
  return (first ?? []).filter((item) => others.every((items) => items.includes(item)))
}

function groupOf(rows: LedgerRow[], rules: LookedFor[], before: FindingGroup[], number: number): FindingGroup {
  const first = rows.find(({ finding }) => finding) ?? rows[0]!
  const { rule } = first
  const why = rules.find(({ id }) => id === rule)?.why ?? ''
  const isSaid = why !== '' && rows.some(({ finding }) => finding?.description.startsWith(why))
  const references = shared(rows, referencesOf)
  const words = first.finding ? { ...wordsOf(first.finding, isSaid ? why : null), references } : null
  const twin = before.find((group) => words !== null && JSON.stringify(group.words) === JSON.stringify(words))
  return {
    label: `group ${number}`,
    rule,
    title: rules.find(({ id }) => id === rule)?.title ?? first.title,
    words: twin ? null : words,
    saidAt: twin?.label ?? null,
    sections: rows.map((row) => sectionOf(row, isSaid ? why : '', references)),
  }
}

/** Weaknesses by number first. */
const referencesOf = ({ cwe, references }: Finding): string[] => [...new Set([...cwe.map(weaknessAddress), ...references])]

function wordsOf({ impact, remediation: { text, code }, at }: Finding, why: string | null): Omit<Words, 'references'> {
  return {
    why,
    impact,
    remediation: { text, code: code ?? null },
    codeLanguage: languageOf(at.file),
  }
}

function sectionOf(row: LedgerRow, why: string, said: string[]): FindingSection {
  const { finding, suppressed } = row
  return {
    ...findingRow(row),
    detail: finding ? detailOf(finding, why, said) : null,
    fails: [],
    since: row.since,
    fixedIn: row.fixedIn ?? null,
    suppressed: suppressed ? { reason: suppressed.reason, until: suppressed.until ?? null, from: suppressed.from, at: suppressed.at ?? null } : null,
  }
}

function detailOf(finding: Finding, why: string, said: string[]): FindingSection['detail'] {
  const { cvss, cvssVector, cwe, confidence, at, description } = finding
  const own = description.startsWith(why) ? description.slice(why.length).trim() : description
  return {
    cvss,
    cvssVector,
    className: className(finding.class),
    weaknesses: weaknessesOf(finding).map(weaknessAddress),
    confidence,
    at,
    code: finding.code ?? at.text,
    codeLanguage: languageOf(at.file),
    description: own === '' ? null : own,
    path: at.withheld ? null : pathOf(finding),
    places: otherPlacesOf(finding)
      .filter((place) => !place.withheld)
      .map((place) => ({ at: place, route: place.route ?? null, origin: place.flow?.origin ?? null })),
    proof: finding.proofOfConcept ?? null,
    references: referencesOf(finding).filter((address) => !said.includes(address) && !cwe.map(weaknessAddress).includes(address)),
  }
}

/** Its own, and those under which other rules find the same line. */
function weaknessesOf({ at, cwe, places = [] }: Finding): number[] {
  return [...new Set([...cwe, ...places.filter(({ file, line }) => file === at.file && line === at.line).flatMap((place) => place.cwe)])]
}

export function weaknessAddress(cwe: number): string {
  return `https://cwe.mitre.org/data/definitions/${cwe}.html`
}

/** For the colours of a code block. */
function languageOf(file: string): string {
  return /\.([a-z0-9]{1,10})$/i.exec(file)?.[1]?.toLowerCase() ?? ''
}

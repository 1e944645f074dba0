/** Ids are given once, counted up from the highest ever given, and never used again. */
import type { LedgerEntry, Phase, QualityArea } from '../types'

export const prefixes = {
  'Security Surface': 'SURF',
  Authentication: 'AUTH',
  Authorization: 'AUTHZ',
  'Data Protection': 'DATA',
  'Input Validation': 'INPUT',
  'Secrets Management': 'SECRET',
} satisfies Record<Phase, string>

/** Of the consolidated list. */
export const commonPrefix = 'SEC'

/** Of the nonfunctional section: one count for all of it, and one an area. */
export const nonfunctionalPrefix = 'NF'
export const areaPrefixes = {
  'Testing coverage': 'TEST',
  'Configuration audit': 'CONFIG',
  'Performance hotspots': 'PERF',
  'Code health': 'CODE',
} satisfies Record<QualityArea, string>

/** Of documents that say what the code does not do. They have one id. */
export const discrepancyPrefix = 'DISC'

/** @returns a function that gives the next id of a prefix and counts it in `counters` */
export function idsAfter(counters: Record<string, number>, entries: LedgerEntry[]): (prefix: string) => string {
  for (const id of entries.flatMap((entry) => [entry.id, entry.reportId])) {
    const [prefix, number] = partsOf(id)
    counters[prefix] = Math.max(counters[prefix] ?? 0, number)
  }
  return (prefix) => {
    const number = (counters[prefix] ?? 0) + 1
    counters[prefix] = number
    return `${prefix}-${String(number).padStart(3, '0')}`
  }
}

/** `AUTHZ-012` → `['AUTHZ', 12]`; a prefix may hold dashes itself. */
export function partsOf(id: string): [prefix: string, number: number] {
  const at = id.lastIndexOf('-')
  return [id.slice(0, at), Number(id.slice(at + 1))]
}

export function byId(a: { id: string }, b: { id: string }): number {
  const [[prefixA, numberA], [prefixB, numberB]] = [partsOf(a.id), partsOf(b.id)]
  return prefixA === prefixB ? numberA - numberB : prefixA < prefixB ? -1 : 1
}

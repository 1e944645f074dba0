/**
 * Joins the ledgers of two branches that both gave out ids. In: two ledgers. Out: one, and a note for every id that
 * changed. The older entry keeps its id, so that what has been talked about longest keeps its name.
 */
import type { Ledger, LedgerEntry } from '../types'
import { byId, idsAfter, partsOf } from './ids'
import { alike, likeness } from './match'

export interface Merged {
  ledger: Ledger
  /** One sentence for each entry that lost its id. */
  notes: string[]
}

export function merge(a: Ledger, b: Ledger): Merged {
  const notes: string[] = []
  const entries = joined(a.entries, b.entries, notes).sort(olderFirst)
  const counters = { ...a.counters }
  for (const [prefix, number] of Object.entries(b.counters)) counters[prefix] = Math.max(counters[prefix] ?? 0, number)
  const nextId = idsAfter(counters, [...a.entries, ...b.entries])
  for (const key of ['id', 'reportId'] as const) {
    const given = new Set<string>()
    for (const entry of entries) {
      const before = entry[key]
      if (given.has(before)) {
        entry[key] = nextId(partsOf(before)[0])
        notes.push(`${before} was given out twice: "${entry.title}" in ${entry.file} is now ${entry[key]}.`)
      }
      given.add(entry[key])
    }
  }
  return { ledger: { schema: 'plumbline-ledger/1', counters, entries: entries.sort(byId) }, notes }
}

/** Copies of all entries; what both branches know appears once. */
function joined(left: LedgerEntry[], right: LedgerEntry[], notes: string[]): LedgerEntry[] {
  const partners = new Map<LedgerEntry, LedgerEntry>()
  const free = new Set(right)
  const pair = (fits: (one: LedgerEntry, other: LedgerEntry) => boolean) => {
    for (const one of left.filter((entry) => !partners.has(entry))) {
      const other = [...free].find((entry) => fits(one, entry))
      if (!other) continue
      partners.set(one, other)
      free.delete(other)
    }
  }
  pair((one, other) => one.id === other.id && isSameEntry(one, other))
  pair((one, other) => one.identity === other.identity && one.file === other.file)
  const both = left.map((one) => {
    const other = partners.get(one)
    if (!other) return { ...one }
    const [older, younger] = [one, other].sort(olderFirst) as [LedgerEntry, LedgerEntry]
    if (younger.id !== older.id) notes.push(`${younger.id} is the same finding as ${older.id}: "${older.title}" in ${older.file} keeps ${older.id}.`)
    return together(older, younger)
  })
  return [...both, ...[...free].map((entry) => ({ ...entry }))]
}

/**
 * Saying the same, or born together and still alike: an entry changes its words when its code is edited on one of the
 * branches. Born together is not enough, since two people may both have built on uncommitted work.
 */
function isSameEntry(one: LedgerEntry, other: LedgerEntry): boolean {
  if (one.rule !== other.rule) return false
  if (one.identity === other.identity) return true
  const bornTogether = one.since.date === other.since.date && one.since.commit === other.since.commit
  return (
    bornTogether && (one.subject === other.subject || one.text === other.text || (one.file === other.file && likeness(one.text, other.text) >= alike))
  )
}

/** Where the branches disagree it is Open: the next build looks, and closes it if it is gone. */
function together(older: LedgerEntry, younger: LedgerEntry): LedgerEntry {
  const { fixedIn, ...entry } = older
  const isFixed = older.status === 'Fixed' && younger.status === 'Fixed'
  return isFixed ? { ...entry, status: 'Fixed', fixedIn } : { ...entry, status: 'Open' }
}

function olderFirst(a: LedgerEntry, b: LedgerEntry): number {
  return a.since.date < b.since.date ? -1 : a.since.date > b.since.date ? 1 : 0
}

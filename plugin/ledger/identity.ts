/** What makes a finding the same one tomorrow. In: a finding. Out: a hash of what it says, never of where it stands. */
import { createHash } from 'node:crypto'
import type { Finding } from '../types'

/** The words of a finding, as a ledger entry keeps them. */
export interface Words {
  rule: string
  subject: string
  text: string
  around: string
}

export function wordsOf({ rule, subject, at, around }: Pick<Finding, 'rule' | 'subject' | 'at' | 'around'>): Words {
  return { rule, subject: plain(subject), text: plain(at.text), around: plain(around) }
}

/** 16 hex digits. */
export function identityOf({ rule, subject, text, around }: Words): string {
  return createHash('sha256')
    .update(JSON.stringify([rule, subject, text, around]))
    .digest('hex')
    .slice(0, 16)
}

/** Of the other places of a fault, sorted, each once. */
export function identitiesOfPlaces({ places = [] }: Finding): string[] {
  return [...new Set(places.map((place) => identityOf(wordsOf({ ...place, at: place }))))].sort()
}

/** Formatters change spaces, and nobody means anything by it. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

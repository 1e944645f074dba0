/**
 * Which finding of today is which entry of yesterday. In: both lists. Out: pairs, each finding and entry at most once.
 * Moved lines change nothing; for renamed files and functions and for edited neighbours the words are compared more and
 * more loosely, and only with entries that are gone from where they were.
 */
import type { Claim, Finding, LedgerEntry, NonfunctionalFinding } from '../types'
import { identitiesOfPlaces, identityOf, wordsOf } from './identity'

/** What a build found: a finding of either section, or a claim of a document that does not hold. */
export interface Candidate {
  finding?: Finding
  nonfunctional?: NonfunctionalFinding
  claim?: Claim
  rule: string
  file: string
  identity: string
  subject: string
  text: string
  around: string
  /** Identities of its other places. */
  also?: string[]
}

export function candidateOf(finding: Finding): Candidate {
  const words = wordsOf(finding)
  return { finding, file: finding.at.file, identity: identityOf(words), ...words, also: identitiesOfPlaces(finding) }
}

export function candidateOfQuality(nonfunctional: NonfunctionalFinding): Candidate {
  const words = wordsOf({ ...nonfunctional, rule: ruleOfQuality(nonfunctional.rule) })
  return { nonfunctional, file: nonfunctional.at.file, identity: identityOf(words), ...words }
}

/** A claim is what it is about and the section it stands in. The line may be reworded, and stays evidence. */
export function candidateOfClaim(claim: Claim): Candidate {
  const words = wordsOf({ rule: ruleOfClaims(claim.kind), subject: `${claim.from} ${claim.subject}`, at: claim.doc, around: claim.section })
  return { claim, file: claim.doc.file, identity: identityOf({ ...words, text: '' }), ...words }
}

/** Under which name the ledger keeps what a nonfunctional rule finds: a security rule may have the same. */
export function ruleOfQuality(rule: string): string {
  return `nonfunctional/${rule}`
}

/** Under which name the ledger keeps claims of a kind. */
export function ruleOfClaims(kind: string): string {
  return `docs/${kind}`
}

/** What two things must share to be paired; JSON, so that no separator in hostile text can make two keys equal. */
type Likeness = (thing: { rule: string; file: string; subject: string; text: string; around: string; identity: string }) => string[]

const sameWordsSameFile: Likeness = ({ identity, file }) => [identity, file]
const sameWords: Likeness = ({ identity }) => [identity]

/** Loosest last. */
const looser: Likeness[] = [
  // The function was renamed.
  ({ rule, file, text, around }) => [rule, file, text, around],
  // A neighbouring statement was edited.
  ({ rule, file, subject, text }) => [rule, file, subject, text],
  // The file was renamed, and the subject carries its name.
  ({ rule, text, around }) => [rule, text, around],
]

/**
 * @param isGone whether the entry was looked for where it was and is not there, or its file is gone
 */
export function match(candidates: Candidate[], entries: LedgerEntry[], isGone: (entry: LedgerEntry) => boolean): Map<Candidate, LedgerEntry> {
  const pairs = new Map<Candidate, LedgerEntry>()
  const taken = new Set<LedgerEntry>()

  function pair(like: Likeness, from: LedgerEntry[], fits: (candidate: Candidate, entry: LedgerEntry) => boolean = () => true): void {
    const byKey = new Map<string, LedgerEntry[]>()
    for (const entry of from.filter((it) => !taken.has(it))) push(byKey, JSON.stringify(like(entry)), entry)
    for (const candidate of candidates.filter((it) => !pairs.has(it))) {
      const key = JSON.stringify(like(candidate))
      const sharing = byKey.get(key) ?? []
      const at = sharing.findIndex((entry) => fits(candidate, entry))
      if (at < 0) continue
      const [entry] = sharing.splice(at, 1)
      pairs.set(candidate, entry!)
      taken.add(entry!)
    }
  }

  /** One of its places was mended, or one came to it: what is left is the same fault. */
  function pairByPlaces(): void {
    const [own, also] = [new Map<string, LedgerEntry[]>(), new Map<string, LedgerEntry[]>()]
    for (const entry of open) {
      push(own, entry.identity, entry)
      for (const identity of entry.also ?? []) push(also, identity, entry)
    }
    for (const candidate of candidates.filter((it) => !pairs.has(it))) {
      // The same words alone may be a copy in another file.
      const sharing = [
        ...(also.get(candidate.identity) ?? []),
        ...(candidate.also ?? []).flatMap((identity) => [...(own.get(identity) ?? []), ...(also.get(identity) ?? [])]),
      ]
      const entry = sharing.find((it) => it.rule === candidate.rule && !taken.has(it))
      if (!entry) continue
      pairs.set(candidate, entry)
      taken.add(entry)
    }
  }

  // Open ones first: a Fixed twin comes back only when there are more findings than Open entries.
  const open = entries.filter(({ status }) => status === 'Open')
  const fixed = entries.filter(({ status }) => status === 'Fixed')
  pair(sameWordsSameFile, open)
  pair(sameWordsSameFile, fixed)
  pairByPlaces()
  const gone = open.filter(isGone)
  pair(sameWords, gone)
  for (const like of looser) pair(like, gone, isSameStatement)
  // The statement itself was edited, but is still mostly what it was.
  pair(
    ({ rule, file, subject }) => [rule, file, subject],
    gone,
    (candidate, entry) => likeness(candidate.text, entry.text) >= alike,
  )
  pair(sameWords, fixed)
  return pairs
}

/** What a claim is about is what it is: another one of the same line is another claim. A function may be renamed. */
function isSameStatement({ claim, subject }: Candidate, entry: LedgerEntry): boolean {
  return !claim || subject === entry.subject
}

/** Entries that have become places of a finding which keeps another id: they are open, and are told there. */
export function joinedInto(pairs: Map<Candidate, LedgerEntry>, candidates: Candidate[], entries: LedgerEntry[]): Set<LedgerEntry> {
  const places = new Set(candidates.flatMap(({ also = [] }) => also))
  const matched = new Set(pairs.values())
  return new Set(entries.filter((entry) => entry.status === 'Open' && !matched.has(entry) && places.has(entry.identity)))
}

/** From this likeness on, an edited statement is still the same statement. */
export const alike = 0.6

/** Share of words in common, 0 to 1. */
export function likeness(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => text.match(/[\p{L}\p{N}_$]+/gu) ?? [])
  const rest = [...right!]
  const common = left!.filter((word) => {
    const at = rest.indexOf(word)
    if (at >= 0) rest.splice(at, 1)
    return at >= 0
  })
  const total = left!.length + right!.length
  return total === 0 ? 0 : (2 * common.length) / total
}

function push<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

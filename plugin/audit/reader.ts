/** What a reader of claims is: one file a kind, which knows how documents say it and what in the program decides it. */
import type { Claim, ClaimKind, DocumentFacts } from '../types'
import type { Ground } from './ground'

export interface ClaimReader extends ClaimKind {
  /** Statements of one document, judged. */
  read(document: DocumentFacts, ground: Ground): Claim[]
  /**
   * What the code has and documents that list such things leave out. `claims` are those of this kind, of all documents. What
   * no document lists at all is returned as `unlisted`, to be counted and not reported one by one.
   */
  missing?(ground: Ground, claims: Claim[]): { claims: Claim[]; unlisted: { subject: string; at: Claim['doc'] }[] }
}

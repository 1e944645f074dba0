import type { Evidence } from './evidence'

/**
 * What a report says of one thing that ought to be in order: a hash algorithm, a lifetime, a cookie flag. Standards
 * decide by it as well, hence the id.
 */
export interface Control {
  /** Stable, the same for every project: `password-hash`. */
  id: string
  /** In the words of the report: `Hash algorithm`. */
  aspect: string
  /**
   * `pass`: the code shows it as recommended, with a line that proves it. `partial`: for some of it. `fail`: the code shows
   * otherwise, or all places where it would stand were looked at and it stands in none. `not applicable`: what it is about
   * is not there (no passwords, no cookies). `unknown`: it was looked at and could not be told. `not looked`: nothing of
   * ours looks, or what it needs was not given.
   */
  state: 'pass' | 'partial' | 'fail' | 'not applicable' | 'unknown' | 'not looked'
  /** What is in force, as short as a cell: `bcrypt, 8 rounds`. Empty where nothing was found. */
  current: string
  /** What is advised: `12 rounds or more`. Empty where the row has no such column. */
  recommended: string
  /** One or two sentences that lead from the evidence to the state; of what is absent, what was looked for. */
  reason: string
  /** Lines that prove it. At least one for `pass`, `partial`; for an absence, where it would stand (may be empty). */
  evidence: Evidence[]
  /** It passes because something was looked for everywhere and found nowhere; the lines are samples of where it would stand. */
  absent?: true
}

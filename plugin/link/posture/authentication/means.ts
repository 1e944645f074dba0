/** What the parts of this report hand to the one about mechanisms. */
import type { Control, Mechanism } from '../../../types'
import type { Cookie, Kept } from './cookies'
import type { Hashing } from './hashing'
import type { Tokens } from './tokens'

export interface Means {
  tokens: Tokens
  cookies: readonly Cookie[]
  kept: readonly Kept[]
  hashing: Hashing
  /** Rows of the other tables, by id. */
  rows: ReadonlyMap<string, Control>
}

export type Draft = Omit<Mechanism, 'steps'>

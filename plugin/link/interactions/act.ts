/** What a call does, in the words of a step. */
import { Weight } from './items'

export interface Act {
  to: { kind: 'store' | 'queue' | 'external'; name: string } | 'self'
  label: string
  weight: Weight
  /** Node at which it begins, where that is not the call. */
  at?: number
  /** What it is given runs between its beginning and its end. */
  encloses?: true
  /** Of a library that no model tells of: its name. */
  package?: string
}

/** Says nothing by itself: another link of the same statement is told. */
export const NOTHING: Act = { to: 'self', label: '', weight: Weight.Slight }

import type { Evidence } from './evidence'

/** What happens, in order, when somebody comes in by one door. Put together from the call graph. */
export interface Interaction {
  /** `POST /rest/user/login`. */
  entry: string
  /** Why it was chosen: `login`, `registration`, `payment`, `upload`, `writes most`, `asked for`. */
  because: string
  at: Evidence
  participants: Participant[]
  steps: InteractionStep[]
  /** Steps that were left out, and why: `deeper than 6 calls`. */
  cut: { steps: number; reason: string }[]
}

export interface Participant {
  id: string
  /** File, class, store or other system, as the code calls it. */
  name: string
  kind: 'caller' | 'entry' | 'guard' | 'module' | 'store' | 'queue' | 'external'
  at?: Evidence
}

export type InteractionStep =
  /** A call from one participant to another; the same one twice stays inside. */
  | { kind: 'call'; from: string; to: string; label: string; awaited: boolean; at: Evidence }
  /** What comes back where it matters: an answer to the caller with its status. */
  | { kind: 'reply'; from: string; to: string; label: string; status?: number; at: Evidence }
  /** Exactly one branch happens. */
  | { kind: 'alternatives'; branches: { condition: string; at: Evidence; steps: InteractionStep[] }[] }
  | { kind: 'optional'; condition: string; at: Evidence; steps: InteractionStep[] }
  | { kind: 'loop'; over: string; at: Evidence; steps: InteractionStep[] }

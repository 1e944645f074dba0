import type { Evidence } from './evidence'

/** What happens, in order, when somebody comes in by one door. Put together from the call graph. */
export interface Interaction {
  /** `POST /rest/user/login`. */
  entry: string
  /** Why it was chosen: `login`, `registration`, `password reset`, `payment`, `upload`, `writes most`… `asked for`. */
  because: string
  at: Evidence
  /** In the order in which they come in; stores and other systems last. */
  participants: Participant[]
  steps: InteractionStep[]
  /** Steps that were left out, and why: `deeper than 8 calls`. */
  cut: { steps: number; reason: string }[]
}

export interface Participant {
  id: string
  /** File, class, store or other system, as the code calls it. */
  name: string
  kind: 'caller' | 'entry' | 'guard' | 'module' | 'store' | 'queue' | 'external'
  at?: Evidence
}

interface Message {
  from: string
  to: string
  label: string
  at: Evidence
  /** Told in the list of steps, and left out of a drawing that would be too crowded with it. */
  detail?: true
  /** How much it says, while the drawing is put together; gone afterwards. */
  weight?: number
}

export type InteractionStep =
  /** A call from one participant to another; the same one twice stays inside. */
  | (Message & { kind: 'call'; awaited: boolean /** It goes on by itself: nobody waits for it. */; detached?: true })
  /** What comes back where it matters: an answer to the caller with its status. */
  | (Message & { kind: 'reply'; status?: number })
  /** Exactly one branch happens. */
  | { kind: 'alternatives'; branches: { condition: string; at: Evidence; steps: InteractionStep[] }[] }
  /** Where it holds an answer to the caller, nothing follows it. */
  | { kind: 'optional'; condition: string; at: Evidence; steps: InteractionStep[] }
  | { kind: 'loop'; over: string; at: Evidence; steps: InteractionStep[] }

/**
 * What happens behind a door while it is put together: nested as calls are. In: nothing. Out: the nouns that the parts of this
 * folder hand each other; `flatten` makes an `Interaction` of them.
 */
import type { Evidence, Participant } from '../../types'

export type Item = CallItem | ReplyItem | ChoiceItem | OptionalItem | LoopItem | ExitItem | GoesOnItem

/** How much a reader would miss it; what is crowded loses the lightest first. */
export enum Weight {
  /** A step of the same file or of a library that says little alone. */
  Slight = 1,
  /** Work of a library, a helper elsewhere. */
  Minor = 2,
  /** Another module, files, a cookie. */
  Plain = 4,
  /** Reads stored data, checks a caller. */
  Telling = 6,
  /** Changes stored data, leaves the process, proves who somebody is, ends the request. */
  Main = 8,
}

export interface CallItem {
  kind: 'call'
  to: Participant
  label: string
  at: Evidence
  awaited: boolean
  /** It goes on by itself. */
  detached?: true
  weight: number
  body: Item[]
}

/** Goes to whoever came in. */
export interface ReplyItem {
  kind: 'reply'
  label: string
  status: number | undefined
  at: Evidence
  weight: number
}

export interface Branch {
  condition: string
  at: Evidence
  items: Item[]
}

/** Exactly one branch happens. */
export interface ChoiceItem {
  kind: 'choice'
  branches: Branch[]
  /** Said in front of the handler: what follows is not part of a branch. */
  before?: true
}

export interface OptionalItem extends Branch {
  kind: 'optional'
  /** Who does it, where that is not who did what stands before: a listener. */
  by?: string
}

/** A branch after which nothing else happens. */
export interface ExitItem extends Branch {
  kind: 'exit'
  /** It takes the place of what stands before it, and not of what follows. */
  failure?: true
  /** Said in front of the handler: what follows is not its other branch. */
  before?: boolean
}

/** A check waits here for all that comes behind it: `await next()`. */
export interface GoesOnItem {
  kind: 'goes on'
}

export interface LoopItem {
  kind: 'loop'
  over: string
  at: Evidence
  items: Item[]
}

/** Whether a reply is the last that happens in each way through. */
export function endsInReply(items: readonly Item[]): boolean {
  const last = items.findLast((item) => item.kind !== 'exit')
  if (!last) return false
  switch (last.kind) {
    case 'reply':
      return true
    case 'call':
      return endsInReply(last.body)
    case 'choice':
      return last.branches.every(({ items: inner }) => endsInReply(inner))
    default:
      return false
  }
}

export function hasReply(items: readonly Item[]): boolean {
  return items.some((item) =>
    item.kind === 'reply'
      ? true
      : item.kind === 'call'
        ? hasReply(item.body)
        : item.kind === 'choice'
          ? item.branches.some(({ items: inner }) => hasReply(inner))
          : item.kind !== 'goes on' && hasReply(item.items),
  )
}

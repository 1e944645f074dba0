/**
 * What a guard refuses where no stranger gets to: `if (!user) return next()` in front of it, or `if (user?.isBanned) refuse()`. In: where it
 * refuses, and where it lets on. Out: whether that demands anybody: it adds to a guard that turns strangers away, and is none by itself.
 */
import type { Linked } from '../linked'
import { isNext } from './answers'
import { type Behaviour, merge, nothing } from './behaviour'
import type { Conditions } from './conditions'
import type { Denials } from './denials'
import type { Questions } from './questions'
import type { Strangers } from './strangers'

interface Reading {
  linked: Linked
  questions: Questions
  conditions: Conditions
  denials: Denials
  strangers: Strangers
}

/** Where a function refuses, where the request goes on from it, and the function. */
interface Ways {
  fn: number
  refused: readonly number[]
  goesOn: readonly number[]
}

export class BeyondStrangers {
  private readonly beyond: { node: number; does: Behaviour }[] = []

  constructor(
    private readonly reading: Reading,
    private readonly behaviour: Behaviour,
  ) {}

  /** What is demanded at a node adds to what the function does, unless strangers never get there. */
  at(node: number): Behaviour {
    return this.reading.strangers.neverGetTo(node) ? this.ofTheKnown(node) : this.behaviour
  }

  /** What is demanded at a node of those alone who are known. */
  ofTheKnown(node: number): Behaviour {
    const beyond = { node, does: nothing() }
    this.beyond.push(beyond)
    return beyond.does
  }

  /** Once all that the function does is known. */
  settle(ways: Ways): void {
    const { behaviour } = this
    const beyond = this.beyond.filter(({ does }) => does.denials.length > 0)
    if (beyond.length === 0) return
    if (behaviour.denials.length > 0 || !this.letsStrangersOn(ways)) for (const { does } of beyond) merge(behaviour, asOfTheKnown(does))
    else {
      behaviour.letsStrangersOn = true
      for (const { node, does } of beyond)
        if (this.asksRight(node)) behaviour.ofTheKnown.push(...does.denials.filter(({ role }) => role === 'authorization'))
    }
  }

  /**
   * Whether a refusal is one of whoever lacks a right. A credential that was sent and is no good (401) says nothing of what callers may do
   * who have come another way.
   */
  asksRight(node: number): boolean {
    const { conditions, denials } = this.reading
    if (!conditions.isForThoseWithoutRight(node)) return false
    return denials.of(node) !== 'unauthenticated' || !conditions.isForSentCredential(node)
  }

  /** Whether a stranger gets to where the request is handed on; without that, to where everybody is answered or the function comes back. */
  private letsStrangersOn({ fn, refused, goesOn }: Ways): boolean {
    const { linked, conditions, questions, strangers } = this.reading
    const { whole, effects } = linked
    const isRefused = (region: number) => refused.some((node) => effects.isInside(region, whole.region[node] as number))
    const isForAnybody = (region: number) => !conditions.ofRegion(region).some((each) => questions.asks(each))
    const isOpen = (region: number) => !strangers.neverGetInto(region) && isForAnybody(region) && !isRefused(region)
    const passes = goesOn.filter((node) => isNext(linked, node))
    if (passes.length > 0) return passes.some((node) => !strangers.neverGetTo(node))
    if (goesOn.length > 0) return goesOn.some((node) => isOpen(whole.region[node] as number))
    const of = whole.functions[fn]
    return of !== undefined && [...of.returnRegions, of.endRegion].some((region) => region >= 0 && isOpen(region))
  }

  /** `if (request.headers.authorization) { …; return }; refuse()`: what is left for strangers, where others have gone on or come back. */
  isLeftTo(node: number, { fn, goesOn }: Ways): boolean {
    const { linked, strangers } = this.reading
    if (strangers.neverGetTo(node)) return false
    const returns = linked.whole.functions[fn]?.returnRegions ?? []
    return returns.some((region) => region >= 0 && strangers.neverGetInto(region)) || goesOn.some((pass) => strangers.neverGetTo(pass))
  }
}

const asOfTheKnown = (does: Behaviour): Behaviour => ({ ...does, denials: does.denials.map((each) => ({ ...each, ofTheKnown: true })) })

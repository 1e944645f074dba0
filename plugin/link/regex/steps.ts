/**
 * How many steps a matcher that backtracks takes over a text: it tries what ECMAScript tries, in that order. In: an expression.
 * Out: a count for each text, and whether it grows faster than the text does. Unlike the engine it stops when that is known.
 */
import type { AST } from '@eslint-community/regexpp'
import { type CharNode, type CharSet, charactersOf, contains, type Flags } from './characters'
import { flagsOf } from './matching'
import type { Expression } from './syntax'

/** Steps after which a match counts as one that never ends. */
const MOST_STEPS = 60_000
/** Copies of the repeated word in the shortest of three texts, and characters these may take. */
const COPIES = 12
const MOST_CHARACTERS = 240

export interface Attack {
  prefix: string
  pump: string
  suffix: string
}

/** Undefined where the expression holds what is not counted: a condition about what stands before. */
export function growthOf(expression: Expression, { prefix, pump, suffix }: Attack): 'linear' | 'polynomial' | 'exponential' | undefined {
  const count = counterOf(expression)
  if (!count) return undefined
  const copies = Math.max(3, Math.min(COPIES, Math.floor(MOST_CHARACTERS / pump.length)))
  const [once, twice, again] = [1, 2, 4].map((times) => count(prefix + pump.repeat(copies * times) + suffix)) as [number, number, number]
  if (Number.isNaN(again)) return undefined
  // Of a power of the length, two times the text are at most some ten times the steps.
  if (twice === Number.POSITIVE_INFINITY || twice > once * 40) return 'exponential'
  return again === Number.POSITIVE_INFINITY || again - twice > 2.3 * (twice - once) ? 'polynomial' : 'linear'
}

type Next = (at: number) => number
/** A part of an expression before what follows it: where the match ends, or -1. */
type Matcher = (next: Next) => Next

class OutOfSteps extends Error {}
const NOT_COUNTED = new Error('not counted')

function counterOf({ tree, flags }: Expression): ((text: string) => number) | undefined {
  const matching = new Matching(flagsOf(flags))
  let from: Next
  try {
    from = matching.alternatives(tree.alternatives)((at) => at)
  } catch (problem) {
    if (problem === NOT_COUNTED) return undefined
    throw problem
  }
  return (text) => {
    matching.begin(text)
    try {
      for (let at = 0; at <= matching.text.length; ) {
        const end = from(at)
        if (flags.includes('y') || (end >= 0 && !flags.includes('g'))) break
        at = Math.max(at + 1, end)
      }
      return matching.steps
    } catch (problem) {
      if (problem instanceof OutOfSteps) return Number.POSITIVE_INFINITY
      // The call stack has an end, too.
      if (problem instanceof RangeError) return Number.NaN
      throw problem
    }
  }
}

class Matching {
  text: string[] = []
  steps = 0
  private groups = new Map<AST.CapturingGroup, [from: number, to: number]>()

  constructor(private readonly flags: Flags) {}

  begin(text: string): void {
    this.text = [...text]
    this.steps = 0
    this.groups = new Map()
  }

  alternatives(alternatives: readonly AST.Alternative[]): Matcher {
    const rows = alternatives.map(({ elements }) => elements.map((element) => this.element(element)))
    return (next) => {
      const ways = rows.map((row) => row.reduceRight((rest, matcher) => matcher(rest), next))
      return (at) => {
        for (const way of ways) {
          const end = way(at)
          if (end >= 0) return end
        }
        return -1
      }
    }
  }

  private element(element: AST.Element): Matcher {
    switch (element.type) {
      case 'Group':
        return this.alternatives(element.alternatives)
      case 'CapturingGroup':
        return this.group(element)
      case 'Backreference':
        return this.repeated(element)
      case 'Assertion':
        return this.assertion(element)
      case 'Quantifier':
        return this.quantifier(element)
      default:
        return this.character(charactersOf(element as CharNode, this.flags))
    }
  }

  private character(set: CharSet): Matcher {
    const known = new Map<string, boolean>()
    const matches = (character: string) => {
      const found = known.get(character) ?? contains(set, character)
      known.set(character, found)
      return found
    }
    return (next) => (at) => {
      this.step()
      return at < this.text.length && matches(this.text[at] as string) ? next(at + 1) : -1
    }
  }

  private group(group: AST.CapturingGroup): Matcher {
    const inner = this.alternatives(group.alternatives)
    return (next) => (from) => {
      const before = this.groups.get(group)
      const end = inner((to) => {
        this.groups.set(group, [from, to])
        return next(to)
      })(from)
      if (end < 0 && before) this.groups.set(group, before)
      else if (end < 0) this.groups.delete(group)
      return end
    }
  }

  private repeated({ resolved }: AST.Backreference): Matcher {
    const groups = [resolved].flat()
    return (next) => (at) => {
      this.step()
      const [from, to] = groups.map((group) => this.groups.get(group)).find((found) => found !== undefined) ?? [0, 0]
      const isSame = this.text.slice(from, to).every((character, index) => this.text[at + index] === character)
      return isSame ? next(at + to - from) : -1
    }
  }

  private quantifier({ element, min, max, greedy }: AST.Quantifier): Matcher {
    const inner = this.element(element)
    return (next) => {
      const round =
        (count: number): Next =>
        (at) => {
          this.step()
          const more = () => (count < max ? inner((to) => (to === at && count >= min ? -1 : round(count + 1)(to)))(at) : -1)
          if (count < min) return more()
          const first = greedy ? more() : next(at)
          if (first >= 0) return first
          return greedy ? next(at) : more()
        }
      return round(0)
    }
  }

  private assertion(assertion: AST.Assertion): Matcher {
    const { multiline } = this.flags
    const holds = (): ((at: number) => boolean) => {
      switch (assertion.kind) {
        case 'start':
          return (at) => at === 0 || (multiline && this.text[at - 1] === '\n')
        case 'end':
          return (at) => at === this.text.length || (multiline && this.text[at] === '\n')
        case 'word':
          return (at) => (isWord(this.text[at - 1]) !== isWord(this.text[at])) !== assertion.negate
        case 'lookahead': {
          const found = this.alternatives(assertion.alternatives)((at) => at)
          return (at) => found(at) >= 0 !== assertion.negate
        }
        default:
          throw NOT_COUNTED
      }
    }
    const test = holds()
    return (next) => (at) => {
      this.step()
      return test(at) ? next(at) : -1
    }
  }

  private step(): void {
    if (++this.steps > MOST_STEPS) throw new OutOfSteps()
  }
}

const isWord = (character: string | undefined) => character !== undefined && /\w/.test(character)

/**
 * A regular expression as an automaton without empty moves, after Glushkov: one state for each character that the expression
 * names, entered by reading it. In: a syntax tree. Out: states, letters and moves. A move says whether there is more than one
 * way to make it, since a matcher that backtracks tries each of them. An iteration of a loop that reads nothing is no way:
 * ECMAScript rejects it, so `(a?)*` reads `a` in one way and `(a*)*` in two.
 */
import type { AST } from '@eslint-community/regexpp'
import {
  ALL,
  type Alphabet,
  alphabetOf,
  type CharNode,
  type CharSet,
  charactersOf,
  complement,
  type Flags,
  intersect,
  NEWLINES,
  union,
} from './characters'

/** Larger expressions are given up: in states and in moves. */
const MOST_STATES = 1_200
const MOST_MOVES = 40_000
/** A part that may repeat this often and more counts as repeating without end. */
export const WITHOUT_END = 100

/** What lies on a way besides letters. */
enum Mark {
  None = 0,
  /** `^` was passed before the first letter. */
  Begin = 1,
  /** `$` was passed after the last letter. */
  End = 2,
  /** A condition was passed that may not hold: a back reference, a look around. */
  Unsure = 4,
}

/** Ways in or out of a part: state and marks → number of ways, at most 2. */
type Ways = Map<number, number>
const MARKS = 8
const wayOf = (state: number, marks: number) => state * MARKS + marks

interface Part {
  first: Ways
  last: Ways
  /** Marks → ways to read nothing. */
  empty: Ways
}

export interface Automaton {
  alphabet: Alphabet
  /** Letters that enter a state. */
  letters: (readonly number[])[]
  /** State → where it goes on, and in how many ways: 1, or 2 for several. */
  moves: Map<number, 1 | 2>[]
  /** States entered by the first letter of a match. */
  starts: Map<number, 1 | 2>
  /** States entered by the first letter where the match need not begin at the start of the text. */
  floating: Map<number, 1 | 2>
  /** After these a match is complete, whatever follows. */
  accepting: Set<number>
  /** After these it is complete at the end of the text. */
  accepting$: Set<number>
  /** It matches the empty text anywhere, or where that is the whole text. */
  acceptsEmpty: boolean
  acceptsEmpty$: boolean
  /** `$` holds before a newline, too. */
  multiline: boolean
  /** Letters that end lines. */
  newlines: Set<number>
}

/** Undefined where the expression is too large. */
export function automatonOf(tree: { alternatives: readonly AST.Alternative[] }, flags: Flags): Automaton | undefined {
  const builder = new Builder(flags)
  try {
    return builder.finish(builder.alternatives(tree.alternatives, true))
  } catch (problem) {
    if (problem === TOO_LARGE) return undefined
    throw problem
  }
}

const TOO_LARGE = new Error('too large')

class Builder {
  private readonly sets: CharSet[] = []
  private readonly moves: Map<number, 1 | 2>[] = []
  private size = 0

  constructor(private readonly flags: Flags) {}

  private state(set: CharSet): Part {
    if (this.sets.length >= MOST_STATES) throw TOO_LARGE
    const state = this.sets.push(set) - 1
    this.moves.push(new Map())
    const way: [number, number] = [wayOf(state, Mark.None), 1]
    return { first: new Map([way]), last: new Map([way]), empty: new Map() }
  }

  /** @param tail nothing of the expression follows */
  alternatives(alternatives: readonly AST.Alternative[], tail: boolean): Part {
    const parts = alternatives.map((alternative) => this.sequence(alternative.elements, tail))
    const [only] = parts
    if (parts.length === 1 && only) return only
    const all: Part = { first: new Map(), last: new Map(), empty: new Map() }
    for (const part of parts) {
      for (const [way, count] of part.first) add(all.first, way, count)
      for (const [way, count] of part.last) add(all.last, way, count)
      for (const [way, count] of part.empty) add(all.empty, way, count)
    }
    return all
  }

  private sequence(elements: readonly AST.Element[], tail: boolean): Part {
    let whole: Part = nothing(Mark.None)
    elements.forEach((element, index) => {
      const limit = this.limitBefore(elements, index)
      whole = this.joined(whole, this.element(element, tail && index === elements.length - 1, limit))
    })
    return whole
  }

  /** `(?!x)` in front of one character: it is not an x. */
  private limitBefore(elements: readonly AST.Element[], index: number): CharSet | undefined {
    const before = elements[index - 1]
    if (before?.type !== 'Assertion' || before.kind !== 'lookahead') return undefined
    const sets: CharSet[] = []
    for (const { elements: inner } of before.alternatives) {
      if (inner.length !== 1 || !isOne(inner[0] as AST.Element)) return undefined
      sets.push(charactersOf(inner[0] as CharNode, this.flags))
    }
    const named = union(sets)
    return before.negate ? complement(named) : named
  }

  private element(element: AST.Element, tail: boolean, limit: CharSet | undefined): Part {
    switch (element.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass': {
        const set = charactersOf(element, this.flags)
        return this.state(limit ? intersect(set, limit) : set)
      }
      case 'Group':
      case 'CapturingGroup':
        return this.alternatives(element.alternatives, tail)
      case 'Backreference':
        return this.repeated(element)
      case 'Assertion':
        return this.assertion(element, tail)
      case 'Quantifier':
        return this.quantifier(element)
    }
  }

  /** `\1` reads what its group read: something of the same form, and nothing where it stands in its own group. */
  private repeated({ resolved, start, end }: AST.Backreference): Part {
    const [group] = [resolved].flat()
    if (!group || (group.start <= start && end <= group.end)) return nothing(Mark.Unsure)
    return this.joined(nothing(Mark.Unsure), this.alternatives(group.alternatives, false))
  }

  private assertion(assertion: AST.Assertion, tail: boolean): Part {
    switch (assertion.kind) {
      case 'start':
        return nothing(Mark.Begin)
      case 'end':
        return nothing(Mark.End)
      case 'lookahead':
        // At the end it decides whether there is a match at all, as if it were read.
        return tail && !assertion.negate ? this.alternatives(assertion.alternatives, true) : nothing(assertion.negate ? Mark.None : Mark.Unsure)
      default:
        return nothing(Mark.None)
    }
  }

  private quantifier({ element, min, max }: AST.Quantifier): Part {
    const inner = () => this.element(element, false, undefined)
    const endless = max >= WITHOUT_END
    if (endless && min <= 1) return this.loop(inner(), min === 0)
    const before = this.sets.length
    let whole = nothing(Mark.None)
    let required = min
    for (let i = 0; i < required; i++) {
      whole = this.joined(whole, i === required - 1 && endless ? this.loop(inner(), false) : inner())
      // Many copies of a large part say no more than a few.
      const each = (this.sets.length - before) / (i + 1)
      required = Math.min(required, Math.max(2, Math.floor(MOST_COPIED / Math.max(1, each))))
    }
    if (endless || max === min) return whole
    const each = Math.max(1, (this.sets.length - before) / Math.max(1, required))
    let rest: Part | undefined
    for (let i = Math.min(max - min, Math.max(2, Math.floor(MOST_COPIED / each))); i > 0; i--)
      rest = optional(rest ? this.joined(inner(), rest) : inner())
    return rest ? this.joined(whole, rest) : whole
  }

  private loop(part: Part, optional_: boolean): Part {
    this.connect(part.last, part.first, 1)
    return optional_ ? optional(part) : part
  }

  private joined(one: Part, other: Part): Part {
    this.connect(one.last, other.first, 1)
    const { multiline } = this.flags
    const first = new Map(one.first)
    for (const [marks, count] of one.empty)
      for (const [way, ways] of other.first) if (multiline || !(marks & Mark.End)) add(first, way | (marks & ~Mark.End), count * ways)
    const last = new Map(other.last)
    for (const [marks, count] of other.empty)
      for (const [way, ways] of one.last) if (multiline || !(marks & Mark.Begin)) add(last, way | (marks & ~Mark.Begin), count * ways)
    const empty: Ways = new Map()
    for (const [marks, count] of one.empty) for (const [more, ways] of other.empty) add(empty, marks | more, count * ways)
    return { first, last, empty }
  }

  private connect(last: Ways, first: Ways, ways: number): void {
    for (const [out, count] of last)
      for (const [into, more] of first) {
        const [from, to] = [Math.floor(out / MARKS), Math.floor(into / MARKS)]
        if (out & Mark.End && !(this.flags.multiline && this.canBreak(to))) continue
        if (into & Mark.Begin && !(this.flags.multiline && this.canBreak(from))) continue
        const moves = this.moves[from] as Map<number, 1 | 2>
        const known = moves.get(to)
        if (known === undefined && ++this.size > MOST_MOVES) throw TOO_LARGE
        moves.set(to, (known ?? 0) + count * more * ways > 1 ? 2 : 1)
      }
  }

  private canBreak(state: number): boolean {
    return intersect(this.sets[state] as CharSet, NEWLINES).length > 0
  }

  finish({ first, last, empty }: Part): Automaton {
    const alphabet = alphabetOf([...this.sets, NEWLINES, ALL])
    const starts = new Map<number, 1 | 2>()
    const floating = new Map<number, 1 | 2>()
    for (const [way, count] of first) {
      const state = Math.floor(way / MARKS)
      add(starts, state, count)
      if (!(way & Mark.Begin) || this.flags.multiline) add(floating, state, count)
    }
    const accepting = new Set<number>()
    const accepting$ = new Set<number>()
    for (const way of last.keys()) if (!(way & Mark.Unsure)) (way & Mark.End ? accepting$ : accepting).add(Math.floor(way / MARKS))
    const plain = [...empty.keys()].filter((marks) => !(marks & Mark.Unsure))
    return {
      alphabet,
      letters: this.sets.map((set) => alphabet.lettersOf(set)),
      moves: this.moves,
      starts,
      floating,
      accepting,
      accepting$,
      acceptsEmpty: plain.some((marks) => !(marks & Mark.End)),
      acceptsEmpty$: plain.some((marks) => marks & Mark.End),
      multiline: this.flags.multiline,
      newlines: new Set(alphabet.lettersOf(NEWLINES)),
    }
  }
}

/** Most states that the copies of one repeated part make. */
const MOST_COPIED = 200

function nothing(marks: number): Part {
  return { first: new Map(), last: new Map(), empty: new Map([[marks, 1]]) }
}

function optional({ first, last }: Part): Part {
  return { first, last, empty: new Map([[Mark.None, 1]]) }
}

function add<K>(ways: Map<K, number>, way: K, count: number): void {
  ways.set(way, Math.min(2, (ways.get(way) ?? 0) + count))
}

/** Whether an element reads exactly one character. */
export function isOne(element: AST.Element): element is CharNode {
  return ['Character', 'CharacterSet', 'CharacterClass', 'ExpressionCharacterClass'].includes(element.type)
}

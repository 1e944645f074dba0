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
  WORD,
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
  /** In the order in which they are tried. */
  first: Ways
  last: Ways
  /** Marks → ways to read nothing. */
  empty: Ways
  /** Reading nothing is tried first. */
  lazy: boolean
}

export interface Automaton {
  alphabet: Alphabet
  /** Letters that enter a state. */
  letters: (readonly number[])[]
  /** State → where it goes on, and in how many ways: 1, or 2 for several. */
  moves: Map<number, 1 | 2>[]
  /** State → where it goes on, in the order in which that is tried; twice for what can be reached in two ways. */
  tried: (readonly number[])[]
  /** How many of these are tried before the match is held to be complete there; those after them belong to lazy parts. */
  eager: number[]
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
  /** The empty text is tried before any other. */
  lazy: boolean
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
  private readonly tried: number[][] = []
  /** What is tried after everything that follows: more rounds of lazy loops, optional parts that are lazy. Inner ones first. */
  private readonly late: (() => void)[] = []
  private size = 0
  /** Letters of words are told apart from others, since `\b` does. */
  private tellsWords = false

  constructor(private readonly flags: Flags) {}

  private state(set: CharSet): Part {
    if (this.sets.length >= MOST_STATES) throw TOO_LARGE
    const state = this.sets.push(set) - 1
    this.moves.push(new Map())
    this.tried.push([])
    const way: [number, number] = [wayOf(state, Mark.None), 1]
    return { first: new Map([way]), last: new Map([way]), empty: new Map(), lazy: false }
  }

  /** @param tail nothing of the expression follows */
  alternatives(alternatives: readonly AST.Alternative[], tail: boolean): Part {
    const parts = alternatives.map((alternative) => this.sequence(alternative.elements, tail))
    const [only] = parts
    if (parts.length === 1 && only) return only
    const all: Part = { first: new Map(), last: new Map(), empty: new Map(), lazy: parts.length > 0 && prefersNothing(parts[0] as Part) }
    for (const part of parts) {
      for (const [way, count] of part.first) add(all.first, way, count)
      for (const [way, count] of part.last) add(all.last, way, count)
      for (const [way, count] of part.empty) add(all.empty, way, count)
    }
    return all
  }

  private sequence(elements: readonly AST.Element[], tail: boolean): Part {
    return this.inRow(
      elements.map((element, index) => this.element(element, tail && index === elements.length - 1, this.limitBefore(elements, index))),
    )
  }

  /** From the last: what a part goes on to is then known, and in which order. */
  private inRow(parts: Part[]): Part {
    return parts.reduceRight((rest, part) => this.joined(part, rest), nothing(Mark.None))
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
      case 'word':
        this.tellsWords = true
        return nothing(Mark.None)
      default:
        return nothing(Mark.None)
    }
  }

  private quantifier({ element, min, max, greedy }: AST.Quantifier): Part {
    const inner = () => this.element(element, false, undefined)
    const endless = max >= WITHOUT_END
    if (endless && min <= 1) return this.loop(inner(), min === 0, greedy)
    const before = this.sets.length
    const parts: Part[] = []
    let required = min
    for (let i = 0; i < required; i++) {
      parts.push(i === required - 1 && endless ? this.loop(inner(), false, greedy) : inner())
      // Many copies of a large part say no more than a few.
      const each = (this.sets.length - before) / (i + 1)
      required = Math.min(required, Math.max(2, Math.floor(MOST_COPIED / Math.max(1, each))))
    }
    if (endless || max === min) return this.inRow(parts)
    const each = Math.max(1, (this.sets.length - before) / Math.max(1, required))
    let rest: Part | undefined
    for (let i = Math.min(max - min, Math.max(2, Math.floor(MOST_COPIED / each))); i > 0; i--)
      rest = optional(rest ? this.joined(inner(), rest) : inner(), greedy)
    return this.inRow(rest ? [...parts, rest] : parts)
  }

  private loop(part: Part, optional_: boolean, greedy: boolean): Part {
    if (greedy) this.connect(part.last, part.first, 1)
    else this.late.push(() => this.connect(part.last, part.first, 1))
    return optional_ ? optional(part, greedy) : part
  }

  private joined(one: Part, other: Part): Part {
    if (other.lazy) this.late.push(() => this.connect(one.last, other.first, 1))
    else this.connect(one.last, other.first, 1)
    const { multiline } = this.flags
    const behind: Ways = new Map()
    for (const [marks, count] of one.empty)
      for (const [way, ways] of other.first)
        if (!(marks & Mark.End) || (multiline && this.canBreak(Math.floor(way / MARKS)))) add(behind, way | (marks & ~Mark.End), count * ways)
    const [sooner, later] = one.lazy ? [behind, one.first] : [one.first, behind]
    const first = new Map(sooner)
    for (const [way, ways] of later) add(first, way, ways)
    const last = new Map(other.last)
    for (const [marks, count] of other.empty)
      for (const [way, ways] of one.last) if (multiline || !(marks & Mark.Begin)) add(last, way | (marks & ~Mark.Begin), count * ways)
    const empty: Ways = new Map()
    for (const [marks, count] of one.empty) for (const [more, ways] of other.empty) add(empty, marks | more, count * ways)
    return { first, last, empty, lazy: prefersNothing(one) && prefersNothing(other) }
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
        const several = count * more * ways > 1
        moves.set(to, known !== undefined || several ? 2 : 1)
        this.tried[from]?.push(...(several ? [to, to] : [to]))
      }
  }

  private canBreak(state: number): boolean {
    return intersect(this.sets[state] as CharSet, NEWLINES).length > 0
  }

  finish({ first, last, empty, lazy }: Part): Automaton {
    const eager = this.tried.map(({ length }) => length)
    for (const connect of this.late.reverse()) connect()
    const alphabet = alphabetOf([...this.sets, NEWLINES, ALL, ...(this.tellsWords ? [WORD] : [])])
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
      tried: this.tried,
      eager,
      starts,
      floating,
      accepting,
      accepting$,
      acceptsEmpty: plain.some((marks) => !(marks & Mark.End)),
      acceptsEmpty$: plain.some((marks) => marks & Mark.End),
      lazy,
      multiline: this.flags.multiline,
      newlines: new Set(alphabet.lettersOf(NEWLINES)),
    }
  }
}

/** Most states that the copies of one repeated part make. */
const MOST_COPIED = 200

function nothing(marks: number): Part {
  return { first: new Map(), last: new Map(), empty: new Map([[marks, 1]]), lazy: false }
}

function optional({ first, last, lazy }: Part, greedy: boolean): Part {
  return { first, last, empty: new Map([[Mark.None, 1]]), lazy: lazy || !greedy }
}

/** It can read nothing, and tries that first, where it can read anything at all. */
function prefersNothing({ first, empty, lazy }: Part): boolean {
  return lazy || (first.size === 0 && empty.size > 0)
}

function add<K>(ways: Map<K, number>, way: K, count: number): void {
  ways.set(way, Math.min(2, (ways.get(way) ?? 0) + count))
}

/** Whether an element reads exactly one character. */
export function isOne(element: AST.Element): element is CharNode {
  return ['Character', 'CharacterSet', 'CharacterClass', 'ExpressionCharacterClass'].includes(element.type)
}

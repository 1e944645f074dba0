/**
 * The groups of an expression, and what texts that it matches begin with. In: pattern and flags. Out: the source of each group that is
 * kept, in order; and the fixed beginnings of which every match has one.
 */
import type { AST } from '@eslint-community/regexpp'
import { type CharNode, type CharSet, charactersOf, complement, type Flags, intersect } from './characters'
import { flagsOf } from './matching'
import { parse } from './syntax'

export interface Group {
  name: string | undefined
  source: string
}

/** undefined where the expression is none. */
export function groupsIn(pattern: string, flags: string): Group[] | undefined {
  const expression = parse(pattern, flags)
  return expression && groupsOf(expression.tree.alternatives)
}

function groupsOf(alternatives: readonly AST.Alternative[]): Group[] {
  const inside = (element: AST.Element): Group[] => {
    if (element.type === 'Quantifier') return inside(element.element)
    const found = 'alternatives' in element ? groupsOf(element.alternatives) : []
    if (element.type !== 'CapturingGroup') return found
    return [{ name: element.name ?? undefined, source: element.alternatives.map(({ raw }) => raw).join('|') }, ...found]
  }
  return alternatives.flatMap(({ elements }) => elements.flatMap(inside))
}

/** Choices of an expression that are told apart. */
const MOST_WAYS = 40
/** Characters of a beginning. */
const LONGEST = 200

/** Letters, digits, `_` and `-`: wherever one of them stands in a text, another may. */
const PLAIN: CharSet = [0x2d, 0x2d, 0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a]

interface Beginning {
  text: string
  /** Nothing more is known of what follows. */
  isOpen: boolean
}

/** Of a character that is known to be a letter, a digit or the like, one stands for all. undefined where the expression is none, or has too many choices. */
export function beginningsOf(pattern: string, flags: string): string[] | undefined {
  const expression = parse(pattern, flags)
  if (!expression) return undefined
  const found = ofAlternatives(expression.tree.alternatives, flagsOf(expression.flags))
  return found && [...new Set(found.map(({ text }) => text))]
}

function ofAlternatives(alternatives: readonly AST.Alternative[], flags: Flags): Beginning[] | undefined {
  const all: Beginning[] = []
  for (const { elements } of alternatives) {
    let ways: Beginning[] = [{ text: '', isOpen: false }]
    for (const element of elements) {
      if (ways.every(({ isOpen }) => isOpen)) break
      const next = ofElement(element, flags)
      if (!next) return undefined
      ways = followed(ways, next)
    }
    all.push(...ways)
    if (all.length > MOST_WAYS) return undefined
  }
  return all
}

const followed = (ways: readonly Beginning[], next: readonly Beginning[]): Beginning[] =>
  ways.flatMap((way) => (way.isOpen ? [way] : next.map(({ text, isOpen }) => ({ text: way.text + text, isOpen }))))

const OPEN: Beginning[] = [{ text: '', isOpen: true }]
const NOTHING: Beginning[] = [{ text: '', isOpen: false }]

function ofElement(element: AST.Element, flags: Flags): Beginning[] | undefined {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return ofAlternatives(element.alternatives, flags)
    // What is only looked at is matched by what stands beside it.
    case 'Assertion':
      return NOTHING
    case 'Backreference':
      return OPEN
    case 'Quantifier': {
      const once = element.min === 0 ? NOTHING : ofElement(element.element, flags)
      let ways = once
      for (let times = 1; ways && times < element.min && ways.length <= MOST_WAYS && (ways[0]?.text.length ?? 0) < LONGEST; times++)
        ways = once && followed(ways, once)
      return ways && (element.min === element.max ? ways : followed(ways, OPEN))
    }
    case 'Character':
      return [{ text: String.fromCodePoint(element.value), isOpen: false }]
    default: {
      const set = charactersOf(element as CharNode, flags)
      const [first] = set
      const isPlain = first !== undefined && intersect(set, complement(PLAIN)).length === 0
      return isPlain ? [{ text: String.fromCodePoint(first), isOpen: false }] : OPEN
    }
  }
}

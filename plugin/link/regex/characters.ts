/**
 * Sets of characters, as a regular expression names them. In: the syntax of one character or class. Out: sorted, disjoint
 * ranges of code points, and for a whole expression an alphabet: characters that no part of it tells apart are one letter.
 */
import type { AST } from '@eslint-community/regexpp'

/** First and last code point of each range, in turn; sorted, disjoint. */
export type CharSet = readonly number[]

export interface Flags {
  ignoreCase: boolean
  dotAll: boolean
  multiline: boolean
  unicode: boolean
}

export type CharNode = AST.Character | AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass

const HIGHEST = 0x10ffff
export const ALL: CharSet = [0, HIGHEST]
export const NEWLINES: CharSet = [0x0a, 0x0a, 0x0d, 0x0d, 0x2028, 0x2029]
const DIGITS: CharSet = [0x30, 0x39]
export const WORD: CharSet = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a]
/** ECMA-262, WhiteSpace and LineTerminator. */
const SPACE: CharSet = [
  0x09, 0x0d, 0x20, 0x20, 0xa0, 0xa0, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x202f, 0x205f, 0x205f, 0x3000, 0x3000, 0xfeff, 0xfeff,
]

/** Ranges in any order, overlapping or not, as a set. */
export function setOf(ranges: readonly [number, number][]): CharSet {
  const sorted = [...ranges].sort((one, other) => one[0] - other[0])
  const set: number[] = []
  for (const [from, to] of sorted) {
    const last = set.length - 1
    if (last >= 0 && from <= (set[last] as number) + 1) set[last] = Math.max(set[last] as number, to)
    else set.push(from, to)
  }
  return set
}

export function pairs(set: CharSet): [number, number][] {
  const list: [number, number][] = []
  for (let i = 0; i < set.length; i += 2) list.push([set[i] as number, set[i + 1] as number])
  return list
}

export function union(sets: readonly CharSet[]): CharSet {
  return setOf(sets.flatMap(pairs))
}

export function complement(set: CharSet): CharSet {
  const rest: number[] = []
  let next = 0
  for (let i = 0; i < set.length; i += 2) {
    if ((set[i] as number) > next) rest.push(next, (set[i] as number) - 1)
    next = (set[i + 1] as number) + 1
  }
  if (next <= HIGHEST) rest.push(next, HIGHEST)
  return rest
}

export function intersect(one: CharSet, other: CharSet): CharSet {
  return complement(union([complement(one), complement(other)]))
}

export const contains = (set: CharSet, character: string): boolean => {
  const code = character.codePointAt(0) as number
  return pairs(set).some(([from, to]) => from <= code && code <= to)
}

/** How many characters a set holds. */
export function sizeOf(set: CharSet): number {
  return pairs(set).reduce((sum, [from, to]) => sum + to - from + 1, 0)
}

/** Most characters of one range that are looked up in both cases; a longer one nearly always has both. */
const MOST_FOLDED = 512

function folded(set: CharSet): CharSet {
  const more: [number, number][] = pairs(set)
  for (const [from, to] of pairs(set)) {
    const ranges: [number, number][] = to - from > MOST_FOLDED ? pairs(intersect([from, to], [0x41, 0x7a])) : [[from, to]]
    for (const [first, last] of ranges)
      for (let code = first; code <= last; code++) {
        const text = String.fromCodePoint(code)
        for (const other of [text.toLowerCase(), text.toUpperCase()])
          if (other.length === text.length && other !== text) more.push([other.codePointAt(0) as number, other.codePointAt(0) as number])
      }
  }
  return setOf(more)
}

/** The characters that one element of an expression matches. */
export function charactersOf(node: CharNode, flags: Flags): CharSet {
  switch (node.type) {
    case 'Character':
      return flags.ignoreCase ? folded([node.value, node.value]) : [node.value, node.value]
    case 'CharacterSet':
      return ofSet(node, flags)
    case 'ExpressionCharacterClass':
      return node.negate ? complement(ofOperation(node.expression, flags)) : ofOperation(node.expression, flags)
    case 'CharacterClass': {
      const inside = union(node.elements.map((element) => ofElement(element, flags)))
      return node.negate ? complement(inside) : inside
    }
  }
}

function ofElement(element: AST.CharacterClassElement | AST.UnicodeSetsCharacterClassElement, flags: Flags): CharSet {
  if (element.type === 'CharacterClassRange') {
    const range: CharSet = [element.min.value, element.max.value]
    return flags.ignoreCase ? folded(range) : range
  }
  // Texts of several characters, `\q{ab}`, are rare enough to be read as their first ones.
  if (element.type === 'ClassStringDisjunction')
    return union(element.alternatives.map(({ elements }) => (elements[0] ? charactersOf(elements[0], flags) : [])))
  return charactersOf(element, flags)
}

function ofOperation(node: AST.ClassIntersection | AST.ClassSubtraction, flags: Flags): CharSet {
  const operand = (side: AST.ClassSetOperand | AST.ClassIntersection | AST.ClassSubtraction) =>
    side.type === 'ClassIntersection' || side.type === 'ClassSubtraction' ? ofOperation(side, flags) : ofElement(side, flags)
  const [left, right] = [operand(node.left), operand(node.right)]
  return intersect(left, node.type === 'ClassIntersection' ? right : complement(right))
}

function ofSet(node: AST.CharacterSet, { dotAll, ignoreCase }: Flags): CharSet {
  switch (node.kind) {
    case 'any':
      return dotAll ? ALL : complement(NEWLINES)
    case 'digit':
      return node.negate ? complement(DIGITS) : DIGITS
    case 'space':
      return node.negate ? complement(SPACE) : SPACE
    case 'word':
      return node.negate ? complement(WORD) : WORD
    case 'property':
      return ofProperty(node.raw, ignoreCase, node.strings)
  }
}

const properties = new Map<string, CharSet>()

/**
 * `\p{Letter}`: the engine that runs this knows the tables. The basic plane is enough to tell sets apart. Of properties of texts,
 * `\p{RGI_Emoji}`, only the texts of one character are read. A property of a newer standard than the engine's is any character.
 */
function ofProperty(raw: string, ignoreCase: boolean, strings: boolean): CharSet {
  const key = `${raw}/${ignoreCase}/${strings}`
  const known = properties.get(key)
  if (known) return known
  const found: [number, number][] = []
  let one: RegExp
  try {
    one = new RegExp(`^${raw}$`, `${ignoreCase ? 'i' : ''}${strings ? 'v' : 'u'}`)
  } catch {
    return ALL
  }
  for (let code = 0; code <= 0xffff; code++) if ((code < 0xd800 || code > 0xdfff) && one.test(String.fromCharCode(code))) found.push([code, code])
  const set = setOf(found)
  properties.set(key, set)
  return set
}

// ── alphabet ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Letters of one expression. A set of characters is a list of letter numbers, in ascending order. */
export interface Alphabet {
  /** A character for each letter, the plainest there is. */
  characters: string[]
  lettersOf(set: CharSet): readonly number[]
  letterOf(code: number): number
}

/** @param sets every set that the expression names; the alphabet tells no more apart than these do */
export function alphabetOf(sets: readonly CharSet[]): Alphabet {
  const distinct = [...new Map(sets.map((set) => [set.join(), set])).values()]
  const starts = [...new Set([0, ...distinct.flatMap((set) => set.map((code, index) => (index % 2 === 0 ? code : code + 1)))])]
    .filter((code) => code <= HIGHEST)
    .sort((one, other) => one - other)
  const members = starts.map(() => [] as number[])
  distinct.forEach((set, number) => {
    let at = 0
    for (const [from, to] of pairs(set)) {
      while (at < starts.length && (starts[at] as number) < from) at++
      for (; at < starts.length && (starts[at] as number) <= to; at++) (members[at] as number[]).push(number)
    }
  })
  const letters = new Map<string, number>()
  const characters: string[] = []
  const letterAt: number[] = []
  const ofDistinct = distinct.map(() => [] as number[])
  members.forEach((sets_, at) => {
    const key = sets_.join()
    const plain = plainest(starts[at] as number, (starts[at + 1] ?? HIGHEST + 1) - 1)
    let letter = letters.get(key)
    if (letter === undefined) {
      letter = characters.length
      letters.set(key, letter)
      characters.push(plain)
      for (const set of sets_) (ofDistinct[set] as number[]).push(letter)
    }
    letterAt.push(letter)
    if (rank(plain) < rank(characters[letter] as string)) characters[letter] = plain
  })
  const byText = new Map(distinct.map((set, number) => [set.join(), ofDistinct[number] as number[]]))
  return {
    characters,
    lettersOf: (set) => byText.get(set.join()) ?? [],
    letterOf: (code) => {
      let low = 0
      let high = starts.length - 1
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if ((starts[middle] as number) <= code) low = middle
        else high = middle - 1
      }
      return letterAt[low] as number
    },
  }
}

/** The most readable character of a range. */
function plainest(from: number, to: number): string {
  for (const [first, last] of [
    [0x61, 0x7a],
    [0x41, 0x5a],
    [0x30, 0x39],
    [0x20, 0x7e],
  ] as const)
    if (Math.max(from, first) <= Math.min(to, last)) return String.fromCodePoint(Math.max(from, first))
  return String.fromCodePoint(from)
}

function rank(character: string): number {
  const code = character.codePointAt(0) as number
  return code >= 0x61 && code <= 0x7a ? 0 : code >= 0x30 && code <= 0x5a ? 1 : code >= 0x20 && code <= 0x7e ? 2 : 3
}

/**
 * What a regular expression of the analysed code matches, without running it: running somebody's expression may take for ever.
 * In: pattern, flags and a text. Out: where a match ends, or all texts it matches where these are few.
 */
import type { AST } from '@eslint-community/regexpp'
import { type Automaton, automatonOf } from './automaton'
import { type CharNode, charactersOf, type Flags, pairs, sizeOf } from './characters'
import { parse } from './syntax'

const automata = new Map<string, Automaton | undefined>()

export function flagsOf(flags: string): Flags {
  return { ignoreCase: flags.includes('i'), dotAll: flags.includes('s'), multiline: flags.includes('m'), unicode: /[uv]/.test(flags) }
}

function automatonFor(pattern: string, flags: string): Automaton | undefined {
  const key = `/${pattern}/${flags}`
  if (!automata.has(key)) {
    const expression = parse(pattern, flags)
    automata.set(key, expression && automatonOf(expression.tree, flagsOf(expression.flags)))
  }
  return automata.get(key)
}

/** Whether a text as a whole is a match; undefined where the expression is none or too large. */
export function matchesWhole(pattern: string, flags: string, text: string): boolean | undefined {
  const automaton = automatonFor(pattern, flags)
  return automaton && endsFrom(automaton, text, 0).includes(text.length)
}

/** The first match in a text, as JavaScript would find it but for choices between ways that differ in length. */
export function firstMatch(pattern: string, flags: string, text: string, from = 0): { start: number; end: number } | undefined {
  const automaton = automatonFor(pattern, flags)
  if (!automaton) return undefined
  const lazy = /[*+?}]\?/.test(pattern)
  for (let start = from; start <= text.length; start++) {
    const ends = endsFrom(automaton, text, start)
    if (ends.length > 0) return { start, end: (lazy ? ends[0] : ends[ends.length - 1]) as number }
  }
  return undefined
}

/** Ends of the matches that begin at a place, in ascending order. */
function endsFrom(automaton: Automaton, text: string, start: number): number[] {
  const { letters, moves, starts, floating, accepting, accepting$, multiline, alphabet } = automaton
  const ends: number[] = []
  const atEnd = (at: number) => at === text.length || (multiline && text[at] === '\n')
  if (automaton.acceptsEmpty || (automaton.acceptsEmpty$ && atEnd(start))) ends.push(start)
  let next: Iterable<number> = (start === 0 ? starts : floating).keys()
  for (let at = start; at < text.length; at++) {
    const letter = alphabet.letterOf(text.charCodeAt(at))
    const entered = new Set<number>()
    for (const state of next) if ((letters[state] as readonly number[]).includes(letter)) entered.add(state)
    if (entered.size === 0) break
    if ([...entered].some((state) => accepting.has(state) || (accepting$.has(state) && atEnd(at + 1)))) ends.push(at + 1)
    next = new Set([...entered].flatMap((state) => [...(moves[state] as Map<number, 1 | 2>).keys()]))
  }
  return ends
}

/** Most texts that an expression may match to be listed. */
const MOST_TEXTS = 64

/** Every text that an expression matches, without repetitions that have no end; undefined where there are too many. */
export function textsOf(pattern: string, flags: string): string[] | undefined {
  const expression = parse(pattern, flags)
  if (!expression) return undefined
  return ofAlternatives(expression.tree.alternatives, { ...flagsOf(expression.flags), ignoreCase: false })
}

function ofAlternatives(alternatives: readonly AST.Alternative[], flags: Flags): string[] | undefined {
  const all = new Set<string>()
  for (const { elements } of alternatives) {
    let texts: string[] = ['']
    for (const element of elements) {
      const next = ofElement(element, flags)
      if (!next || next.length * texts.length > MOST_TEXTS) return undefined
      texts = texts.flatMap((text) => next.map((more) => text + more))
    }
    for (const text of texts) all.add(text)
  }
  return all.size > MOST_TEXTS ? undefined : [...all]
}

function ofElement(element: AST.Element, flags: Flags): string[] | undefined {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return ofAlternatives(element.alternatives, flags)
    case 'Assertion':
      return element.kind === 'start' || element.kind === 'end' ? undefined : ['']
    case 'Backreference':
      return undefined
    case 'Quantifier': {
      // `&+` is told as `&`: what it matches is made of that.
      const once = ofElement(element.element, flags)
      return once && (element.min === 0 ? ['', ...once] : once)
    }
    default: {
      const set = charactersOf(element as CharNode, flags)
      if (sizeOf(set) > MOST_TEXTS) return undefined
      return pairs(set).flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)))
    }
  }
}

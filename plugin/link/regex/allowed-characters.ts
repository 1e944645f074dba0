/**
 * Characters of which texts can be made that an expression lets through. In: pattern and flags. Out: a set that holds them all;
 * undefined where the expression does not decide on the whole of a text.
 */
import type { AST } from '@eslint-community/regexpp'
import { type CharNode, type CharSet, charactersOf, complement, type Flags, union } from './characters'
import { flagsOf } from './matching'
import { parse } from './syntax'

/** Of texts that match: the expression must begin and end where the text does. */
export function charactersAllowedBy(pattern: string, flags: string): CharSet | undefined {
  const expression = parse(pattern, flags)
  if (!expression) return undefined
  const { multiline, ...others } = flagsOf(expression.flags)
  const { alternatives } = expression.tree
  if (multiline || !alternatives.every(({ elements }) => isEdge(elements[0], 'start') && isEdge(elements.at(-1), 'end'))) return undefined
  return union(setsOf(alternatives, { ...others, multiline }))
}

/** Of texts in which nothing matches: all but what a class of characters names. */
export function charactersLeftBy(pattern: string, flags: string): CharSet | undefined {
  const expression = parse(pattern, flags)
  const alternatives = expression?.tree.alternatives
  if (!expression || !alternatives?.every(({ elements }) => elements.length === 1 && elements[0] !== undefined && isRepeated(elements[0])))
    return undefined
  return complement(union(setsOf(alternatives, flagsOf(expression.flags))))
}

const isEdge = (element: AST.Element | undefined, kind: 'start' | 'end'): boolean => element?.type === 'Assertion' && element.kind === kind

/** One character, or that several times. */
function isRepeated(element: AST.Element): boolean {
  if (element.type === 'Quantifier') return element.min <= 1 && isRepeated(element.element)
  if (element.type === 'Group' || element.type === 'CapturingGroup')
    return element.alternatives.every(({ elements }) => elements.length === 1 && elements[0] !== undefined && isRepeated(elements[0]))
  return element.type === 'Character' || element.type === 'CharacterSet' || element.type === 'CharacterClass'
}

function setsOf(alternatives: readonly AST.Alternative[], flags: Flags): CharSet[] {
  return alternatives.flatMap(({ elements }) => elements.flatMap((element) => ofElement(element, flags)))
}

function ofElement(element: AST.Element, flags: Flags): CharSet[] {
  switch (element.type) {
    case 'Group':
    case 'CapturingGroup':
      return setsOf(element.alternatives, flags)
    case 'Quantifier':
      return element.max === 0 ? [] : ofElement(element.element, flags)
    // What is only looked at is matched by what stands beside it, and what is repeated was matched before.
    case 'Assertion':
    case 'Backreference':
      return []
    default:
      return [charactersOf(element as CharNode, flags)]
  }
}

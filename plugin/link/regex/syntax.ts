/** Regular expressions as syntax trees, each parsed once. In: pattern and flags. Out: the tree, or nothing where it is none. */
import { type AST, RegExpParser } from '@eslint-community/regexpp'

export interface Expression {
  pattern: string
  flags: string
  tree: AST.Pattern
}

/** Patterns longer than this are tables, not expressions, and are not looked into. In characters. */
const LONGEST = 20_000
/** Expressions that are kept parsed. */
const MOST_KEPT = 2_000

const parsed = new Map<string, Expression | undefined>()
let parser: RegExpParser | undefined

/** @param flags letters that stand behind the literal; one that the language does not have is as good as none */
export function parse(pattern: string, flags: string): Expression | undefined {
  const key = `/${pattern}/${flags}`
  if (parsed.has(key)) return parsed.get(key)
  if (parsed.size >= MOST_KEPT) parsed.clear()
  const expression = pattern.length > LONGEST ? undefined : read(pattern, [...new Set(flags)].filter((flag) => 'dgimsuvy'.includes(flag)).join(''))
  parsed.set(key, expression)
  return expression
}

function read(pattern: string, flags: string): Expression | undefined {
  parser ??= new RegExpParser()
  // Expressions copied from other dialects begin with their flags: `(?si)…`. They fail when they are run, not when they are read.
  const [, inline = '', rest = pattern] = /^\(\?([imsx]+)\)([\s\S]*)$/.exec(pattern) ?? []
  const all = [...new Set(flags + inline.replace('x', ''))].join('')
  try {
    const unicode = all.includes('v') ? { unicodeSets: true } : { unicode: all.includes('u') }
    return { pattern, flags: all, tree: parser.parsePattern(rest, 0, rest.length, unicode) }
  } catch (problem) {
    // Not ours to judge: the expression is no expression.
    if (problem instanceof SyntaxError) return undefined
    throw problem
  }
}

/** A literal as it is written: `/a+/g` → `a+` and `g`. */
export function partsOf(literal: string): { pattern: string; flags: string } {
  const end = literal.lastIndexOf('/')
  return { pattern: literal.slice(1, end), flags: literal.slice(end + 1) }
}

/** What a file says of how well it is kept. In: its tree and text. Out: figures of functions, tokens, remarks and holes in its types. */
import type { ts } from 'ts-morph'
import type { FileHealth } from '../../graph'
import { figuresOf } from './complexity'
import { remarksIn } from './remarks'
import { tokensOf } from './tokens'
import { type Declared, unusedAmong } from './unused'

export type { Declared }

/**
 * @param code the text that the tree was made of
 * @param whole the file's text; in a component it has markup around the code, which uses names as well
 */
export function healthOf(tree: ts.SourceFile, code: string, whole: string, declared: readonly Declared[]): FileHealth {
  const typed = /\.[cm]?tsx?$|\.(?:vue|svelte|astro)$/.test(tree.fileName)
  const tokens = tokensOf(code, typed)
  const markup = code === whole ? [] : commentsOfMarkup(whole)
  const { functions, idle } = figuresOf(tree)
  return {
    functions,
    idle,
    tokens: tokens.numbers,
    remarks: [...remarksIn(code, tokens.comments), ...remarksIn(whole, markup)],
    typeHoles: tokens.holes,
    unused: unusedAmong(declared, code, whole, tokens),
    named: namedModules(code),
  }
}

/** A page of a template engine has no functions of its own; what its comments say counts. */
export function healthOfTemplate(text: string): FileHealth {
  return {
    functions: [],
    idle: [],
    tokens: new Uint16Array(0),
    remarks: remarksIn(text, commentsOfMarkup(text)),
    typeHoles: [],
    unused: [],
    named: [],
  }
}

const MARKUP: [open: string, close: string][] = [
  ['<!--', '-->'],
  ['{{!--', '--}}'],
  ['<%#', '%>'],
  ['{#', '#}'],
]

/** Found by searching for one end after the other: an expression would begin anew at each of a million openings. */
function commentsOfMarkup(text: string): number[] {
  const found: number[] = []
  for (const [open, close] of MARKUP)
    for (let from = text.indexOf(open); from >= 0; ) {
      const to = text.indexOf(close, from + open.length)
      if (to < 0) break
      found.push(from, to + close.length)
      from = text.indexOf(open, to + close.length)
    }
  return found
}

/** Modules that types and comments name: `import('./user').User`, `/// <reference path="…" />`, `typeof import(…)`. */
function namedModules(code: string): string[] {
  if (!code.includes('import(') && !code.includes('<reference') && !code.includes('@import') && !code.includes('@jsxImportSource')) return []
  const found = code.matchAll(
    /\bimport\(\s*['"]([^'"\n]+)['"]\s*\)|<reference\s+(?:path|types)\s*=\s*["']([^"'\n]+)["']|@import\s[^@]*?\bfrom\s+['"]([^'"\n]+)['"]|@jsxImportSource\s+([\w@./-]+)/g,
  )
  return [...new Set([...found].map((match) => (match[1] ?? match[2] ?? match[3] ?? match[4]) as string))]
}

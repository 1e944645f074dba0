/**
 * Names that a file declares and never reads. In: what the walk over its values saw no reading of. Out: those that no type, comment
 * for the compiler or markup names either.
 */
import escapeStringRegexp from 'escape-string-regexp'
import type { UnusedName } from '../../graph'
import type { Tokens } from './tokens'

/** A name, as the walk leaves it. */
export interface Declared {
  name: string
  kind: UnusedName['kind']
  /** Of the name itself, trivia in front included. */
  pos: number
  /** Where it can be read: the function around, or the file. */
  from: number
  to: number
}

/** Names of one file that are looked up; people leave a handful. */
const MOST_NAMES = 300

/** @param code what was parsed; @param whole what a reader sees */
export function unusedAmong(declared: readonly Declared[], code: string, whole: string, { comments, texts }: Tokens): UnusedName[] {
  const found: UnusedName[] = []
  for (const { name, kind, pos, from, to } of declared.slice(0, MOST_NAMES)) {
    // A name that the parser misses is empty: it stands everywhere, and a search for it never ends.
    if (name === '') continue
    // Said on purpose; and what JSX needs without naming it.
    if (name.startsWith('_') || name === 'React' || name === 'h' || name === 'jsx') continue
    const at = code.indexOf(name, pos)
    if (at < 0 || isNamed(name, at, code, from, to, comments, texts)) continue
    if (whole !== code && isInMarkup(name, whole, code)) continue
    found.push({ name, kind, pos: at })
  }
  return found
}

/** Whether a name stands anywhere else where it may be read. Property names do not count, nor comments and texts. */
function isNamed(name: string, own: number, code: string, from: number, to: number, comments: readonly number[], texts: readonly number[]): boolean {
  for (let at = code.indexOf(name, from); at >= 0 && at < to; at = code.indexOf(name, at + name.length)) {
    if (at === own || isPartOfWord(code, at, name.length) || isWithin(comments, at) || isWithin(texts, at)) continue
    if (code.charCodeAt(at - 1) === 46 && code.charCodeAt(at - 2) !== 46) continue
    return true
  }
  // `@jsx h`, `{@link Name}` and `@type {Name}` are read by compilers and people.
  for (let i = 0; i < comments.length; i += 2) {
    const comment = code.slice(comments[i], comments[i + 1])
    if (
      comment.includes(name) &&
      new RegExp(
        `(?:@jsx(?:Frag)?\\s+|@(?:type|param|returns?|link|implements|extends|typedef|satisfies|see)\\b[^\\n]*\\b)${escapeStringRegexp(name)}\\b`,
      ).test(comment)
    )
      return true
  }
  return false
}

function isPartOfWord(text: string, at: number, length: number): boolean {
  return /[\w$]/.test(text.charAt(at - 1)) || /[\w$]/.test(text.charAt(at + length))
}

/** Whether an offset lies in one of the ranges, which are in order. */
function isWithin(ranges: readonly number[], at: number): boolean {
  let low = 0
  let high = ranges.length / 2 - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    if ((ranges[middle * 2 + 1] as number) <= at) low = middle + 1
    else if ((ranges[middle * 2] as number) > at) high = middle - 1
    else return true
  }
  return false
}

/** Markup of a component names things as they are, or as tags do: `UserCard` is `<user-card>`. */
function isInMarkup(name: string, whole: string, code: string): boolean {
  const dashed = name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase()
  const words = new RegExp(`(?<![\\w-])(?:v-)?(?:${escapeStringRegexp(name)}|${dashed}|${dashed.replace(/^v-/, '')})(?![\\w])`, 'gi')
  for (const { index } of whole.matchAll(words)) if (code.charCodeAt(index) === 32 || code.charCodeAt(index) === 10) return true
  return false
}

/**
 * What was looked for and not found, short enough for a cell. In: a reason. Out: the reason with its long lists left out, and each
 * sentence that lost something as it was, for the foot of the page. A verdict by absence is worth what was looked for, so nothing is dropped.
 */
import type { RequirementResult } from '../../types'

export interface Shortened {
  text: string
  full: string[]
}

/** Sentences up to this many characters stay as they are. */
const SHORT = 110
/** A list in brackets: names of packages, phrases, patterns of files. */
const LIST = / \([^()]{25,}\)/g
/** A sentence of lists alone: `Looked for: lengths in schemas, comparisons, patterns.` */
const ALONE = /^Looked for: /
/** `Looked for a, for b and for c: none.` */
const WAYS = /^(Looked (?:for|in|at) .+?)(?:; for |, for |, and for | and for )(.+?)(: none\b.*)$/

export function shortened(reason: string): Shortened {
  const full: string[] = []
  const sentences = reason.split(/(?<=[.!?]) (?=[A-Z`\d])/)
  const left = sentences.flatMap((sentence) => {
    if (sentence.length <= SHORT || !/\bLooked (?:for|in|at)\b|: looked for\b/.test(sentence)) return [sentence]
    const text = shortSentence(sentence, sentences.length === 1)
    if (text === sentence) return [sentence]
    full.push(sentence)
    return text === '' ? [] : [text]
  })
  return { text: left.join(' '), full }
}

function shortSentence(sentence: string, isOnly: boolean): string {
  if (ALONE.test(sentence)) return isOnly ? sentence : ''
  const bare = sentence.replace(LIST, '')
  const ways = bare.length > SHORT ? WAYS.exec(bare) : null
  if (!ways) return bare
  const others = (ways[2] as string).split(/; for |, for |, and for | and for /).length
  return `${ways[1]}, and ${others === 1 ? 'one other way' : `${others} other ways`}${ways[3]}`
}

/** What the cells of a report leave out: each text once, with the numbers of the rows that it belongs to. */
export function leftOut(requirements: readonly Pick<RequirementResult, 'id' | 'verdict' | 'reason'>[]): { ids: string[]; text: string }[] {
  const byText = new Map<string, string[]>()
  for (const { id, verdict, reason } of requirements)
    for (const text of verdict === 'not selected' ? [] : shortened(reason).full) byText.set(text, [...(byText.get(text) ?? []), id])
  return [...byText].map(([text, ids]) => ({ ids, text }))
}

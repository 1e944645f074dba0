/** What a door is for, in the code's own words: the comment in front of its handler or its registration. */
import type { Linked } from '../linked'

/** Longest text that is kept, in characters. */
const MOST_TEXT = 200
/** Longest comment that is read. */
const MOST_COMMENT = 8000

/** The comment that ends where a line begins. @param line counted from 1 */
export function purposeAbove({ whole }: Linked, file: number, line: number): string | undefined {
  const facts = whole.files[file]
  if (!facts || line < 2) return undefined
  const lines: string[] = []
  let at = line - 1
  while (at >= 1 && whole.lineText(file, at).trim() === '' && line - at < 2) at--
  // Decorators stand between a method and its comment.
  for (; at >= 1 && lines.length < 200; at--) {
    const text = whole.lineText(file, at).trim()
    if (lines.length === 0 && !text.endsWith('*/') && !text.startsWith('//')) return undefined
    lines.unshift(text)
    if (text.startsWith('/*')) break
    if (
      text.startsWith('//') &&
      !(
        at > 1 &&
        whole
          .lineText(file, at - 1)
          .trim()
          .startsWith('//')
      )
    )
      break
  }
  const comment = lines.join('\n').slice(0, MOST_COMMENT)
  return comment.startsWith('/**') ? purposeOf(comment) : comment.startsWith('/*') ? tagged(comment) : tagged(comment)
}

/** First sentence of a JSDoc comment; of a description in YAML its summary. */
function purposeOf(comment: string): string | undefined {
  const text = comment
    .replace(/^\/\*\*+|\*+\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, ''))
    .join('\n')
  const described = /^\s*@(?:swagger|openapi)\b/m.test(text)
  if (described) return sentence(/^\s*summary:\s*(.+)$/m.exec(text)?.[1] ?? /^\s*description:\s*(.+)$/m.exec(text)?.[1])
  const prose = text.split(/^\s*@/m)[0] ?? ''
  return sentence(prose) ?? tagged(comment)
}

/** `@desc Signs a user in`, `@api {get} /user Reads a user`. */
function tagged(comment: string): string | undefined {
  return sentence(
    /@(?:desc|description|summary|apiDescription)\s*:?\s+([^\n*]+)/i.exec(comment)?.[1] ?? /@api\s+\{\w+\}\s+\S+\s+([^\n*]+)/.exec(comment)?.[1],
  )
}

/** One line, one sentence, without marks of formatting. */
export function sentence(text: string | undefined): string | undefined {
  const line = (text ?? '')
    .replace(/\{@link\s+([^}|]+)(?:\|[^}]*)?\}/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/^[\s\-*'"|>]+|['"]+$/g, '')
    .trim()
  if (!/\p{L}{2}/u.test(line) || /^(?:eslint|prettier|istanbul|ts-|global|jshint)/.test(line)) return undefined
  const end = /[.!?](?=\s+\p{Lu})/u.exec(line)
  const first = end ? line.slice(0, end.index + 1) : line
  return first.length > MOST_TEXT ? `${first.slice(0, MOST_TEXT - 1)}…` : first
}

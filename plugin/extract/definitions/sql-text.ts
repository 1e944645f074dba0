/** Statements of an SQL text, and the pieces between their commas. Comments are blanks, so that every offset keeps its line. */

export interface Statement {
  text: string
  /** Line of an offset in the statement, counted from 1 in the whole text. */
  lineAt(offset: number): number
  lineText(offset: number): string
}

/** Statements that may be about tables, in order. */
export function statements(text: string): Statement[] {
  const plain = withoutComments(text)
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  const lineOf = (offset: number) => {
    let [low, high] = [0, starts.length]
    while (low + 1 < high) {
      const middle = (low + high) >> 1
      if ((starts[middle] as number) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
  const found: Statement[] = []
  // Where a statement begins no text stands.
  const outline = plain.replace(/'(?:[^'\\]|\\.|'')*'/g, (quoted) => quoted.replace(/[^\n]/g, ' '))
  let end = 0
  for (const begin of outline.matchAll(/\b(?:create|alter|drop)\s+(?:\w+\s+){0,4}?(?:table|index|policy)\b/gi)) {
    const from = begin.index
    if (from < end) continue
    end = endOf(plain, from)
    const statement = plain.slice(from, end)
    found.push({
      text: statement,
      lineAt: (offset) => lineOf(from + offset),
      lineText: (offset) => {
        const line = lineOf(from + offset)
        return text.slice(starts[line - 1], (starts[line] ?? text.length + 1) - 1)
      },
    })
  }
  return found
}

/** Where a statement ends: at a semicolon that is in no text and no bracket, or where the next one begins. */
function endOf(text: string, from: number): number {
  let depth = 0
  const last = Math.min(text.length, from + MOST_CHARACTERS)
  for (let at = from; at < last; at++) {
    const char = text[at] as string
    if (char === "'" || char === '"' || char === '`') at = closing(text, at)
    else if (char === '(') depth++
    else if (char === ')') depth--
    else if (char === ';' && depth <= 0) return at
    else if (char === '\n' && depth <= 0 && NEXT.test(text.slice(at, at + 40))) return at
  }
  return last
}

/** A line that begins something else, where nobody wrote a semicolon. */
const NEXT = /^\n\s*(?:go\s*(?:\n|$)|(?:create|alter|drop|insert|comment|grant|begin|commit|copy|set)\s)/i

/** Of one statement: where its end is missing, the rest of a dump is none of it. */
const MOST_CHARACTERS = 100_000

function closing(text: string, from: number): number {
  const quote = text[from] as string
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\' && quote === "'") at++
    else if (text[at] === quote) {
      if (text[at + 1] === quote) at++
      else return at
    }
  }
  return text.length
}

/** Pieces between commas from an offset on, up to the bracket that closes what was open there. */
export function pieces(text: string, from: number): { text: string; offset: number }[] {
  const found: { text: string; offset: number }[] = []
  let depth = 0
  let start = from
  const end = (at: number) => {
    const piece = text.slice(start, at)
    if (piece.trim() !== '') found.push({ text: piece.trim(), offset: start + piece.search(/\S/) })
    start = at + 1
  }
  for (let at = from; at < text.length; at++) {
    const char = text[at] as string
    if (char === "'" || char === '"' || char === '`') at = closing(text, at)
    else if (char === '(') depth++
    else if (char === ')') {
      if (depth === 0) {
        end(at)
        return found
      }
      depth--
    } else if (char === ',' && depth === 0) end(at)
  }
  end(text.length)
  return found
}

/** Blanks for comments; what stands between quotes is none. */
function withoutComments(text: string): string {
  return text.replace(/'(?:[^'\\]|\\.|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\/|^#[^\n]*/gm, (match) =>
    /^(?:--|\/\*|#)/.test(match) ? match.replace(/[^\n]/g, ' ') : match,
  )
}

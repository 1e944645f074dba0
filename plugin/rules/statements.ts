/**
 * The code that a finding is about, where its line is only the beginning: `await sequelize.query(` shows nobody what is
 * wrong. In: the texts of the code, secrets masked. Out: for a place the lines of its statement, or nothing where the line
 * itself says everything.
 */
import type { Evidence } from '../types'

/** More lines than this are another function to read; the link leads to them. */
const MOST_LINES = 8
/** As for the text of a place. */
const MOST_TEXT = 160

export function statements(code: { path: string; text: string }[]): (at: Evidence) => string | undefined {
  const texts = new Map(code.map(({ path, text }) => [path, text]))
  const split = new Map<string, string[]>()
  return ({ file, line }) => {
    const text = texts.get(file)
    if (text === undefined) return undefined
    const lines = split.get(file) ?? text.split(/\r?\n/)
    split.set(file, lines)
    return statementAt(lines.slice(line - 1, line - 1 + MOST_LINES))
  }
}

function statementAt(lines: string[]): string | undefined {
  const state: Reading = { depth: 0, quote: '' }
  const taken: string[] = []
  for (const line of lines) {
    taken.push(line)
    readLine(line, state)
    // What follows is the inside of a function, which is another statement.
    if (BODY.test(line) || (state.depth <= 0 && state.quote === '' && !GOES_ON.test(line))) break
  }
  if (taken.length < 2) return undefined
  const isCut = state.depth > 0 || state.quote !== ''
  const indent = Math.min(...taken.filter((line) => line.trim() !== '').map((line) => /^\s*/.exec(line)![0].length))
  const shown = taken.map((line) => line.slice(indent).trimEnd()).map((line) => (line.length > MOST_TEXT ? `${line.slice(0, MOST_TEXT - 1)}…` : line))
  return `${shown.join('\n')}${isCut ? ' …' : ''}`
}

const BODY = /(?:=>|\)|\belse|\btry|\bdo)\s*\{\s*$/
const GOES_ON = /(?:[=+?:&|]|=>|\breturn|\bawait)\s*$/

interface Reading {
  depth: number
  /** The quote that is open at the end of the line; only a template's can be. */
  quote: string
}

/** Brackets outside of texts and comments. A regular expression that holds one is taken for code, at the cost of a line more or less. */
function readLine(line: string, state: Reading): void {
  for (let index = 0; index < line.length; index++) {
    const character = line[index] as string
    if (state.quote !== '') {
      if (character === '\\') index++
      else if (character === state.quote) state.quote = ''
    } else if (character === '/' && line[index + 1] === '/') break
    else if (`'"\``.includes(character)) state.quote = character
    else if ('([{'.includes(character)) state.depth++
    else if (')]}'.includes(character)) state.depth--
  }
  if (state.quote !== '`') state.quote = ''
}

/**
 * Text of the analysed code is hostile. In: any string. Out: Markdown that shows exactly that string, in Docusaurus'
 * CommonMark pages and on code hosts, in a paragraph, a heading, a list item or a table cell.
 */

/**
 * Stands for a pipe inside inline code until the page is whole: only there is it known whether the pipe stands in a
 * table, where it needs a backslash, or elsewhere, where the backslash would show.
 */
export const pipeInCode = '\uE000'

/** Written as `\u{202e}`: what cannot be seen, what reorders the text around it, and what is reserved for our own marks. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu

function showUnseen(text: string): string {
  return text.replace(unseen, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`)
}

/** ASCII that is so already. */
const isOneLine = /^[!-~]+(?: [!-~]+)*$/

/** One line, single blanks, nothing invisible. */
export function oneLine(text: string): string {
  if (isOneLine.test(text)) return text
  return showUnseen(text.replace(/\s+/g, ' ').trim())
}

/**
 * What renderers turn into something else after Markdown has been parsed, where no backslash helps: bare addresses,
 * e-mail addresses and emoji names. They are shown as code.
 */
const rewrittenLater = /(?:https?|ftp):\/\/\S+|www\.\S+|[-.\w+]+@[-\w]+(?:\.[-\w]+)+|:[+\-\w]+:/gi
const endOfSentence = /[.,;:!?)\]}"']+$/

const codeOrRewritten = new RegExp(`(?<!\`)\`[^\`]+\`(?!\`)|${rewrittenLater.source}`, 'gi')

/** Words with nothing in or between them that means something: most of what is printed, and told in one look. */
const words = /^[A-Za-z](?:[A-Za-z0-9,;()'"/%-]| (?=\S))*$/
/** The same of names and paths in code. */
const name = /^[\w./:@#-]+$/

/** Exactly that string. */
export function escapeMarkdown(value: unknown): string {
  return inline(value, rewrittenLater)
}

/** A sentence of ours that may name things of the analysed code between backticks: those become code. */
export function prose(value: unknown): string {
  return inline(value, codeOrRewritten)
}

function inline(value: unknown, asCode: RegExp): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') throw new Error(`A page can print text and numbers, not ${value === null ? 'null' : typeof value}`)
  if (words.test(value)) return value
  const text = oneLine(value)
  let markdown = ''
  let code = ''
  let end = 0
  const endCode = (): void => {
    if (code !== '') markdown += codeSpan(code)
    code = ''
  }
  for (const match of text.matchAll(asCode)) {
    const token = isAddress(match[0]) ? match[0].replace(endOfSentence, '') : match[0]
    // Two spans that touch would be read as one with other delimiters, so they are made one.
    if (match.index > end) {
      endCode()
      markdown += escapePunctuation(text.slice(end, match.index), end === 0)
    }
    code += token.startsWith('`') ? token.slice(1, -1) : token
    end = match.index + token.length
  }
  endCode()
  return markdown + escapePunctuation(text.slice(end), end === 0)
}

/** It takes everything up to the next blank, also what only ends the sentence. */
function isAddress(token: string): boolean {
  return /^(?:\w+:\/\/|www\.)/i.test(token)
}

/** As few backslashes as are safe, since people read the source of these pages too. */
function escapePunctuation(text: string, atStart: boolean): string {
  const escaped = text
    .replace(/[\\`*[\]<>|~{}$]/g, '\\$&')
    // Between letters an underscore is an underscore.
    .replace(/(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu, (run) => run.replace(/_/g, '\\_'))
    // A character reference.
    .replace(/&(?=[#\w])/g, '\\&')
    // `:name[…]` is a directive in Docusaurus.
    .replace(/:(?=[\p{L}:])/gu, '\\:')
  return atStart ? escaped.replace(/^(?=[#+=-])/, '\\').replace(/^(\d+)(?=[.)](?:\s|$))/, '$1\\') : escaped
}

/** Inline code. Nothing inside needs an escape but the pipe of a table. */
export function codeSpan(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`Code is text, not ${value === null ? 'null' : typeof value}`)
  if (typeof value === 'string' && name.test(value)) return `\`${value}\``
  const text = oneLine(String(value))
  if (text === '') return '(empty)'
  // A table reads `\\|` as a backslash and the end of the cell, so that pair cannot stand in one span.
  return text
    .split(/(?<=\\)(\|)/)
    .map((part, index) => (index % 2 === 1 ? '\\|' : part && oneSpan(part)))
    .join('')
}

function oneSpan(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1)
  const pad = /^`|`$|^ .* $/.test(text) ? ' ' : ''
  return fence + pad + text.replaceAll('|', pipeInCode) + pad + fence
}

/** A code block. `language` is ours or a file's extension, never free text. */
export function fence(value: unknown, language = ''): string {
  if (typeof value !== 'string') throw new Error(`A code block holds text, not ${value === null ? 'null' : typeof value}`)
  const lines = value.split(/\r\n|\r|\n/).map((line) => line.split('\t').map(showUnseen).join('\t').trimEnd())
  const text = lines.join('\n')
  const marks = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${marks}${/^[a-z0-9+#-]*$/.test(language) ? language : ''}\n${text}\n${marks}`
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
}

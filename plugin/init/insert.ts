/**
 * One more entry in an array or object of somebody's source. In: the text, the place and the entry. Out: the text with it,
 * in the manner of its surroundings. Everything that was there stays, comments too.
 */
import type { Brackets } from './config-tree'

/** @param lines of the entry, indented by tabs as far as it is nested in itself; none ends in a comma */
export function insertLast(text: string, { open, close, items, hasTrailingComma }: Brackets, lines: string[]): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const outer = indentAt(text, open)
  const last = items.at(-1)
  const closing = startOfLine(text, close)
  const closesAlone = closing > open && text.slice(closing, close).trim() === ''
  const shown = (indent: string) => lines.map((line) => indent + line.replace(/^\t+/, (tabs) => unitOf(text).repeat(tabs.length))).join(eol)

  if (!last) {
    const until = text.slice(0, close).trimEnd().length
    return `${text.slice(0, until)}${eol}${shown(outer + unitOf(text))},${eol}${outer}${text.slice(close)}`
  }
  if (!closesAlone) return `${text.slice(0, last.end)}, ${onOneLine(lines)}${text.slice(last.end)}`
  const isOnItsLine = text.slice(startOfLine(text, last.start), last.start).trim() === ''
  const indent = isOnItsLine ? indentAt(text, last.start) : outer + unitOf(text)
  const comma = hasTrailingComma ? '' : ','
  return `${text.slice(0, last.end)}${comma}${text.slice(last.end, closing)}${shown(indent)},${eol}${text.slice(closing)}`
}

/** As people write it there: no blank and no comma beside brackets. */
function onOneLine(lines: string[]): string {
  return lines
    .map((line, index) => {
      const text = line.trim()
      const next = lines[index + 1]?.trim()
      if (next?.startsWith(']')) return text.replace(/,$/, '')
      return text.endsWith('[') || next === undefined ? text : `${text} `
    })
    .join('')
}

const startOfLine = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1

function indentAt(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(startOfLine(text, at)))![0]
}

/** One step of indentation, from the first line that has any. */
function unitOf(text: string): string {
  return /^(\t|[ ]{2,8})(?=[^\s*])/m.exec(text)?.[1] ?? '  '
}

/** The quote that the text prefers. */
export function quoteOf(text: string): "'" | '"' {
  const count = (quote: string) => text.split(quote).length
  return count('"') > count("'") ? '"' : "'"
}

export function quoted(value: string, quote: "'" | '"'): string {
  const json = JSON.stringify(value)
  return quote === '"' ? json : `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

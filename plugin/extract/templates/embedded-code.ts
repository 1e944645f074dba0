/** Templates with JavaScript between their tags: EJS and its relatives. In: the text. Out: a program that prints. */
import { Markup } from './markup'
import { Synthetic, type TemplateProgram } from './program'

/** How a dialect marks what it prints: signs behind the opening tag. */
interface Dialect {
  raw: RegExp
  text: RegExp
  aliases: string[]
}

const EJS: Dialect = { raw: /^-(?!%)/, text: /^=/, aliases: [] }
const ETA: Dialect = { raw: /^~/, text: /^=/, aliases: ['it'] }

/** Other templates, which are looked at on their own. */
const INCLUDES = /^\s*(?:await\s+)?(?:include\w*|partial|layout|block|contentFor|defineContent)\s*\(/
/** What engines call the page that a layout stands around. */
const CONTENT = /^\s*(?:(?:locals|it)\.)?(?:body|style|script)\s*$/

export function embeddedCode(source: string, extension: string): TemplateProgram {
  const dialect = extension === 'eta' ? ETA : EJS
  const program = new Synthetic(source, /<%[\s\S]*?%>/g)
  const markup = new Markup()
  let at = 0
  for (;;) {
    const open = source.indexOf('<%', at)
    if (open < 0) break
    markup.feed(source.slice(at, open))
    if (source[open + 2] === '%') {
      // `<%%` prints a tag.
      at = open + 3
      continue
    }
    const close = source.indexOf('%>', open + 2)
    if (close < 0) break
    const start = open + 2
    const end = /[-_]/.test(source[close - 1] ?? '') && close - 1 > start ? close - 1 : close
    const body = source.slice(start, end)
    at = close + 2
    if (body.startsWith('#')) continue
    if (dialect.raw.test(body)) {
      handOn(program, source, start + 1, end, open)
      if (!INCLUDES.test(body.slice(1))) program.print(CONTENT.test(body.slice(1)) ? '$content' : '$markup', open, start + 1, end, at)
      markup.printed()
    } else if (dialect.text.test(body)) {
      printEscaped(program, markup, open, start + 1, end, at)
      markup.printed()
    } else {
      const from = start + (/^[_-]/.test(body) ? 1 : 0)
      const old = /^\s*(?:include|extends?)\s+([\w./-]+)\s*$/.exec(source.slice(from, end))
      if (old) program.write(`\n$include(${JSON.stringify(old[1])}, locals);\n`, open)
      else {
        handOn(program, source, from, end, open)
        program.write('\n', open).copy(from, end).write('\n', end)
      }
    }
  }
  return program.finish(dialect.aliases)
}

/** A value with the characters of HTML escaped, at the place that the page has got to. */
export function printEscaped(program: Synthetic, markup: Markup, place: number, from: number, to: number, end: number): void {
  const context = markup.isScriptAddress() ? '$address' : markup.context()
  program.print(context, place, from, to, end)
  if (context === '$address') program.print('$escaped', place, from, to, end)
}

/** Other templates are given all that this one is given: `include('head', { title })`, `layout('page')`. */
function handOn(program: Synthetic, source: string, from: number, to: number, place: number): void {
  for (const match of source
    .slice(from, to)
    .matchAll(/\b(?:include|includeFile|partial|layout)\s*\(\s*(?:'([^'\n]{1,200})'|"([^"\n]{1,200})")\s*(,)?/g)) {
    const name = (match[1] ?? match[2]) as string
    program.write(`\n$include(${JSON.stringify(name)}, locals`, place)
    const start = from + match.index + match[0].length
    const end = match[3] ? closing(source, start, to) : -1
    if (end > start) program.write(', ', place).copy(start, end)
    program.write('\n);\n', place)
  }
}

/** The bracket that closes what stands from here, -1 where none does. */
export function closing(source: string, from: number, to: number): number {
  let depth = 0
  for (let at = from; at < to; at++) {
    const sign = source[at] as string
    if (sign === '"' || sign === "'" || sign === '`') {
      at++
      while (at < to && source[at] !== sign) at += source[at] === '\\' ? 2 : 1
    } else if (sign === '(' || sign === '[' || sign === '{') depth++
    else if ((sign === ')' || sign === ']' || sign === '}') && --depth < 0) return at
  }
  return -1
}

/** Pug, once called Jade: lines, indentation and JavaScript. In: the text. Out: a program that prints. */
import { closing, printEscaped } from './embedded-code'
import { isAddress, Markup } from './markup'
import { pugScripts } from './page-scripts'
import { Synthetic, type TemplateProgram } from './program'

const INTERPOLATION = /[#!]\{[^}\n]{0,2000}\}/g

/** Longest value, list of attributes or arguments, in characters. */
const MOST_VALUE = 4000
/** Brackets without an end, after which no more are looked into. */
const MOST_UNCLOSED = 100

interface Line {
  from: number
  to: number
  /** Columns of white space in front; -1 for a line without anything else. */
  indent: number
}

export function pugTemplate(source: string): TemplateProgram {
  return new Pug(source).read()
}

class Pug {
  private readonly program: Synthetic
  private readonly lines: Line[]
  private readonly stack: { indent: number; closes: string }[] = []
  private at = 0
  /** Brackets that nothing closed. */
  private unclosed = 0

  constructor(private readonly source: string) {
    this.program = new Synthetic(source, INTERPOLATION, pugScripts)
    this.lines = linesOf(source)
  }

  read(): TemplateProgram {
    const { lines, program, source } = this
    for (this.at = 0; this.at < lines.length; this.at++) {
      const line = lines[this.at] as Line
      if (line.indent < 0) continue
      while (this.stack.length > 0 && (this.stack[this.stack.length - 1]?.indent as number) >= line.indent)
        program.write(this.stack.pop()?.closes ?? '', line.from)
      this.line(line, line.from + line.indent)
    }
    while (this.stack.length > 0) program.write(this.stack.pop()?.closes ?? '', source.length)
    return program.finish()
  }

  private line(line: Line, from: number): void {
    const { source } = this
    const text = source.slice(from, line.to)
    if (text.startsWith('//')) this.skipBlock(line)
    else if (text.startsWith('|') || text.startsWith('<')) this.text(from, line.to, new Markup())
    else if (text.startsWith('!=')) this.value(from, from + 2, line.to, true)
    else if (/^=(?!=)/.test(text)) this.value(from, from + 1, line.to, false)
    else if (text.startsWith('-')) this.code(line, from + 1)
    else this.statement(line, from, text)
  }

  /** Loops, mixins, other templates; anything else is an element. */
  private statement(line: Line, from: number, text: string): void {
    const { program, source } = this
    const each = /^(?:each|for)\s+([A-Za-z_$][\w$]*)(?:\s*,\s*[A-Za-z_$][\w$]*)?\s+(?:in|of)\s+/.exec(text)
    if (each) {
      program
        .write(`\nfor (const ${each[1]} of (`, from)
        .copy(from + each[0].length, line.to)
        .write(')) {\n', line.to)
      this.stack.push({ indent: line.indent, closes: '\n}\n' })
      return
    }
    const other = /^(?:include|extends)(?::\S+)?\s+(\S[^\n]{0,200})/.exec(text)
    if (other) {
      program.write(`\n$include(${JSON.stringify((other[1] as string).trim())}, locals);\n`, from)
      return
    }
    const mixin = /^mixin\s+([\w-]+)\s*(?:\(([^)\n]{0,400})\))?/.exec(text)
    if (mixin) {
      const names = (mixin[2] ?? '').split(',').map((name) => (name.split('=')[0] as string).trim())
      program.write(
        `\nfunction ${nameOf(mixin[1] as string)}(${names.filter((name) => /^(?:\.\.\.)?[A-Za-z_$][\w$]*$/.test(name)).join(', ')}) {\n`,
        from,
      )
      this.stack.push({ indent: line.indent, closes: '\n}\n' })
      return
    }
    const call = /^\+([\w-]+)/.exec(text)
    if (call) {
      const open = from + call[0].length
      const end = source[open] === '(' ? closing(source, open + 1, Math.min(source.length, open + MOST_VALUE)) : -1
      if (end > 0)
        program
          .write(`\n${nameOf(call[1] as string)}(`, from)
          .copy(open + 1, end)
          .write(');\n', end)
      return
    }
    if (/^(?:if|else|unless|case|when|default|while|block|append|prepend|doctype|yield)\b(?!\s*[=(.#]\S*=)/.test(text)) return
    this.element(line, from)
  }

  /** `- code`, with whatever is indented below it inside. */
  private code(line: Line, from: number): void {
    const { program, source } = this
    if (/^\s*$/.test(source.slice(from, line.to))) {
      // A block of code.
      const end = this.blockEnd(line)
      program.write('\n', from)
      for (const each of this.takeBlock(end)) program.copy(each.from, each.to).write('\n', each.to)
      return
    }
    program.write('\n', from).copy(from, line.to)
    const hasBlock = (this.lines.slice(this.at + 1, this.at + 40).find(({ indent }) => indent >= 0)?.indent ?? -1) > line.indent
    if (hasBlock && !/[{(,]\s*$/.test(source.slice(from, line.to)) && /^\s*(?:for|while|if|else|switch)\b/.test(source.slice(from, line.to))) {
      program.write(' {\n', line.to)
      this.stack.push({ indent: line.indent, closes: '\n}\n' })
    } else program.write('\n', line.to)
  }

  /** `tag#id.class(attribute=value)= value`, text, or another element behind a colon. */
  private element(line: Line, start: number): void {
    const { source } = this
    const head = /^(?:#\{[^}\n]{0,200}\}|[\w:-]*(?<!:))(?:[.#][\w-]+)*/.exec(source.slice(start, Math.min(line.to, start + 400)))?.[0] ?? ''
    const tag = (/^[\w-]+/.exec(head)?.[0] ?? 'div').toLowerCase()
    let at = start + head.length
    const markup = new Markup()
    let type = ''
    while (this.unclosed <= MOST_UNCLOSED && (source[at] === '(' || source.startsWith('&attributes(', at))) {
      const open = source.indexOf('(', at) + 1
      const end = closing(source, open, Math.min(source.length, open + MOST_VALUE))
      if (end < 0) this.unclosed++
      if (end < 0 || this.unclosed > MOST_UNCLOSED) return
      if (source[at] === '(') type = this.attributes(tag, open, end) || type
      else if (!/^\s*\{/.test(source.slice(open, end))) this.program.print('$markup', at, open, end, end + 1)
      at = end + 1
    }
    // What was open spans lines: go on where it ended.
    while (at > (this.lines[this.at] as Line).to && this.at < this.lines.length - 1) this.at++
    const last = this.lines[this.at] as Line
    if (source[at] === '/') at++
    markup.feed(`<${tag}${type ? ` type="${type}"` : ''}>`)
    const rest = source.slice(at, last.to)
    if (rest.startsWith('!=')) this.value(start, at + 2, last.to, true)
    else if (/^=/.test(rest)) this.value(start, at + 1, last.to, false, markup)
    else if (/^\.\s*$/.test(rest)) for (const each of this.takeBlock(this.blockEnd(line))) this.text(each.from, each.to, markup, '\n')
    else if (/^:\s/.test(rest)) this.line({ ...last, indent: line.indent }, at + 1 + (/^\s*/.exec(rest.slice(1))?.[0].length ?? 0))
    else this.text(at, last.to, markup)
  }

  /** @returns the type that they say, as of a script */
  private attributes(tag: string, from: number, to: number): string {
    const { program, source } = this
    let type = ''
    let at = from
    while (at < to) {
      const name = /^[\s,]*(?:'([^'\n]{1,80})'|"([^"\n]{1,80})"|([^\s,=!'"()]{1,80}))\s*/.exec(source.slice(at, Math.min(to, at + 400)))
      if (!name) break
      const attribute = ((name[1] ?? name[2] ?? name[3]) as string).toLowerCase()
      at += name[0].length
      const isRaw = source.startsWith('!=', at)
      if (!isRaw && source[at] !== '=') continue
      at += isRaw ? 2 : 1
      const end = valueEnd(source, at, to)
      const value = source.slice(at, end).trim()
      if (attribute === 'type') type = /^['"]([\w/+.-]{1,60})['"]$/.exec(value)?.[1] ?? type
      if (!/^(?:'[^'\n]*'|"[^"\n]*"|[\d.]+|true|false)$/.test(value)) {
        if (isRaw) program.print('$markup', at, at, end)
        else if (/^on[a-z]+$/.test(attribute) || attribute === 'srcdoc') program.print('$script', at, at, end)
        else {
          // A fixed beginning keeps an address on this site.
          const isWhole = !/^(?:['"][^'"]|`[^$])/.test(value)
          if ((isWhole && isAddress(tag, attribute)) || (tag === 'script' && attribute === 'src')) program.print('$address', at, at, end)
          program.print('$escaped', at, at, end)
        }
      }
      at = end
    }
    return type
  }

  private value(place: number, from: number, to: number, isRaw: boolean, markup = new Markup()): void {
    if (isRaw) this.program.print('$markup', place, from, to)
    else printEscaped(this.program, markup, place, from, to, to)
  }

  /** Text with `!{raw}` and `#{escaped}` in it. */
  private text(from: number, to: number, markup: Markup, ending = ''): void {
    const { program, source } = this
    let at = from
    for (let open = from; open < to; open++) {
      const sign = source[open] as string
      if ((sign !== '!' && sign !== '#') || source[open + 1] !== '{' || source[open - 1] === '\\') continue
      const end = closing(source, open + 2, Math.min(to, open + MOST_VALUE))
      if (end < 0) {
        if (++this.unclosed > MOST_UNCLOSED) break
        continue
      }
      markup.feed(source.slice(at, open))
      if (sign === '!') program.print('$markup', open, open + 2, end, end + 1)
      else printEscaped(program, markup, open, open + 2, end, end + 1)
      markup.printed()
      open = end
      at = end + 1
    }
    markup.feed(source.slice(at, to) + ending)
  }

  private blockEnd(line: Line): number {
    let end = this.at + 1
    while (end < this.lines.length && ((this.lines[end] as Line).indent < 0 || (this.lines[end] as Line).indent > line.indent)) end++
    return end
  }

  private takeBlock(end: number): Line[] {
    const block = this.lines.slice(this.at + 1, end)
    this.at = end - 1
    return block
  }

  private skipBlock(line: Line): void {
    this.takeBlock(this.blockEnd(line))
  }
}

/** Where an attribute's value ends: at a comma, or where the next name begins. */
function valueEnd(source: string, from: number, to: number): number {
  let at = from
  let isOver = false
  while (at < to) {
    const sign = source[at] as string
    if (sign === ',') return at
    if (isOver && /\s/.test(sign)) {
      const next = /^\s+([^\s])/.exec(source.slice(at, Math.min(to, at + 400)))?.[1] ?? ''
      if (/[A-Za-z_:@'"\n]/.test(next) && !/^\s+(?:in|of|instanceof)\s/.test(source.slice(at, at + 40))) return at
      if (next === '') return at
      isOver = false
      at++
    } else if (sign === '"' || sign === "'" || sign === '`') {
      at++
      while (at < to && source[at] !== sign) at += source[at] === '\\' ? 2 : 1
      at++
      isOver = true
    } else if (/[([{]/.test(sign)) {
      const end = closing(source, at + 1, to)
      at = end < 0 ? to : end + 1
      isOver = true
    } else {
      if (/\s/.test(sign)) isOver = false
      else isOver = /[\w$]/.test(sign)
      at++
    }
  }
  return to
}

function linesOf(source: string): Line[] {
  const lines: Line[] = []
  for (let from = 0; from <= source.length; ) {
    const found = source.indexOf('\n', from)
    const to = found < 0 ? source.length : found
    const text = source.slice(from, to)
    const trimmed = text.trimStart()
    lines.push({ from, to: from + text.trimEnd().length, indent: trimmed === '' ? -1 : text.length - trimmed.length })
    from = to + 1
  }
  return lines
}

const nameOf = (mixin: string) => `$0${mixin.replace(/\W/g, '_')}`

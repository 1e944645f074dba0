/** Templates with `{{ value | filter }}` and `{% tag %}`: Nunjucks, Swig, Twig, Liquid. In: the text. Out: a program that prints. */
import { printEscaped } from './embedded-code'
import { CLEANING, expressionIn } from './expressions'
import { Markup } from './markup'
import { CURLY_TAGS, Synthetic, type TemplateProgram } from './program'

const NAME = /^[A-Za-z_$][\w$]*$/
/** Longest tag, in characters. */
const MOST_TAG = 2000
/** Filters and tags that print a value as it is. */
const RAW = /^(?:safe|raw|html_safe|markdown|markdownify|marked|nl2br|newline_to_br)$/

export function blockTemplate(source: string): TemplateProgram {
  return new Blocks(source).read()
}

class Blocks {
  private readonly program: Synthetic
  private readonly markup = new Markup()
  /** What each open tag closes in the program, and whether escaping was on before it. */
  private readonly stack: { name: string; closes: string; escapes: boolean }[] = []
  private escapes = true

  constructor(private readonly source: string) {
    this.program = new Synthetic(source, CURLY_TAGS)
  }

  read(): TemplateProgram {
    const { source, markup, program } = this
    let at = 0
    for (;;) {
      const open = this.nextOpen(at)
      if (open < 0) break
      markup.feed(source.slice(at, open))
      const kind = source[open + 1] as string
      const close = source.indexOf(kind === '{' ? '}}' : kind === '%' ? '%}' : '#}', open + 2)
      if (close < 0) break
      at = close + 2
      if (kind === '#' || close - open > MOST_TAG) continue
      let from = open + 2
      let to = close
      // `{{{ value }}}` of Edge, Vash and Handlebars.
      const isTriple = kind === '{' && source[from] === '{'
      if (isTriple) {
        from++
        if (source[at] === '}') at++
      }
      if (/[-~]/.test(source[from] ?? '')) from++
      if (/[-~]/.test(source[to - 1] ?? '')) to--
      if (kind === '{') this.print(open, from, to, at, isTriple)
      else at = this.tag(open, from, to, at)
    }
    while (this.stack.length > 0) program.write(this.stack.pop()?.closes ?? '', source.length)
    return program.finish()
  }

  private nextOpen(from: number): number {
    for (let at = this.source.indexOf('{', from); at >= 0; at = this.source.indexOf('{', at + 1))
      if (/[{%#]/.test(this.source[at + 1] ?? '')) return at
    return -1
  }

  private print(open: number, from: number, to: number, end: number, isTriple: boolean): void {
    const { program, markup, source } = this
    const { parts, filters } = expressionIn(source, from, to)
    const isClean = filters.some((filter) => CLEANING.test(filter))
    const isRaw = isTriple || !this.escapes || filters.some((filter) => RAW.test(filter))
    for (const [first, last] of isClean ? [] : parts) {
      const head = source.slice(first, last)
      // A block of the parent, a macro's caller, form fields of the framework.
      if (/^(?:super|caller|self|block|parent|content|loop|forloop|csrf\w*)\b/.test(head)) continue
      if (isRaw) program.print('$markup', open, first, last, end)
      else printEscaped(program, markup, open, first, last, end)
    }
    markup.printed()
  }

  private tag(open: number, from: number, to: number, end: number): number {
    const { program, source } = this
    const words = source.slice(from, to).trim()
    const [name = ''] = /^\w+/.exec(words) ?? []
    const start = source.indexOf(name, from) + name.length
    switch (name) {
      case 'raw':
      case 'verbatim':
      case 'comment':
        return this.pastEnd(name, end)
      case 'autoescape': {
        this.stack.push({ name, closes: '', escapes: this.escapes })
        this.escapes = !/^\s*(?:false|off|no|0|null)\b/i.test(source.slice(start, to))
        return end
      }
      case 'for':
      case 'asyncEach':
      case 'asyncAll':
      case 'tablerow':
        this.loop(open, start, to)
        return end
      case 'set':
      case 'assign': {
        const equals = source.indexOf('=', start)
        const target = source.slice(start, equals).trim()
        if (equals < 0 || equals >= to || !NAME.test(target)) return end
        const { parts, filters } = expressionIn(source, equals + 1, to)
        if (filters.some((filter) => CLEANING.test(filter))) return end
        program.write(`\nvar ${target} = `, open)
        parts.forEach(([first, last], index) => {
          program.write(index > 0 ? ' || ' : '', first).copy(first, last)
        })
        program.write(parts.length > 0 ? ';\n' : "'';\n", end)
        return end
      }
      case 'extends':
      case 'layout':
      case 'include':
      case 'render':
      case 'embed':
        this.include(open, start, to)
        return end
      case 'macro': {
        const signature = /^\s*([A-Za-z_$][\w$]*)\s*\(([^)]{0,400})\)/.exec(source.slice(start, to))
        const names = (signature?.[2] ?? '').split(',').map((part) => (part.split('=')[0] as string).trim())
        program.write(`\nfunction ${signature?.[1] ?? '$0'}(${names.filter((part) => NAME.test(part)).join(', ')}) {\n`, open)
        this.stack.push({ name, closes: '\n}\n', escapes: this.escapes })
        return end
      }
    }
    if (/^end/.test(name)) this.leave(name.slice(3), open)
    return end
  }

  private loop(open: number, start: number, to: number): void {
    const { program, source } = this
    const match = /^\s*([\w$]+)(?:\s*,\s*([\w$]+))?\s+in\s/.exec(source.slice(start, Math.min(to, start + 300)))
    this.stack.push({ name: 'for', closes: '\n} }\n', escapes: this.escapes })
    if (!match || !NAME.test(match[1] as string)) {
      program.write('\n{ {\n', open)
      return
    }
    const from = start + match[0].length
    const [part] = expressionIn(source, from, to).parts
    const name = (match[2] && NAME.test(match[2]) ? match[2] : match[1]) as string
    if (!part) program.write(`\n{ { let ${name} = '';\n`, open)
    else
      program
        .write(`\n{ for (const ${name} of `, open)
        .copy(...part)
        .write(') {\n', from)
  }

  private include(open: number, start: number, to: number): void {
    const { program, source } = this
    const match = /^\s*(?:'([^'\n]{1,200})'|"([^"\n]{1,200})"|([\w./-]{1,200}))/.exec(source.slice(start, to))
    const name = match?.[1] ?? match?.[2] ?? match?.[3]
    if (!match || name === undefined) return
    program.write(`\n$include(${JSON.stringify(name)}, locals`, open)
    const rest = source.slice(start + match[0].length, to)
    const object = /^\s*with\s+(?=\{)/.exec(rest)
    const from = start + match[0].length
    if (object) {
      const end = source.indexOf('}', from)
      if (end > 0 && end < to) program.write(', ', open).copy(from + object[0].length, end + 1)
    } else {
      // `{% render 'card', user: author %}`, `{% include 'card' with author as user %}`
      for (const pair of rest.slice(0, 1000).matchAll(/\b([A-Za-z_]\w*)\s*[:=]\s*([A-Za-z_][\w.]*)/g))
        program.write(`, { ${pair[1]}: ${pair[2]} }`, from + pair.index)
      const given = /\b(?:with|for)\s+([A-Za-z_][\w.]*)(?:\s+as\s+([A-Za-z_]\w*))?/.exec(rest.slice(0, 1000))
      if (given)
        program.write(
          `, { ${
            given[2] ??
            (name
              .replace(/\.\w+$/, '')
              .replace(/^.*\//, '')
              .replace(/\W/g, '') ||
              'item')
          }: ${given[1]} }, ${given[1]}`,
          from,
        )
    }
    program.write(');\n', to)
  }

  private leave(name: string, open: number): void {
    const top = this.stack[this.stack.length - 1]
    const isOwn = top && (top.name === name || (top.name === 'for' && /^(?:for|each|all|tablerow)$/i.test(name)))
    if (!isOwn) return
    this.stack.pop()
    this.escapes = top.escapes
    if (top.closes) this.program.write(top.closes, open)
  }

  private pastEnd(name: string, from: number): number {
    const found = this.source.indexOf('{%', from)
    for (let at = found; at >= 0; at = this.source.indexOf('{%', at + 2)) {
      const tag = /^\{%[-~]?\s*end(\w+)\s*[-~]?%\}/.exec(this.source.slice(at, at + 60))
      if (tag?.[1] === name) return at + tag[0].length
    }
    return this.source.length
  }
}

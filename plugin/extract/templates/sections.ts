/**
 * Templates whose tags name paths and sections: Handlebars, Mustache, Hogan, Dust. In: the text. Out: a program that prints. A name
 * in a section may be a member of what the section is about or of what stands around it, so it is read from each.
 */
import { printEscapedCode } from './expressions'
import { Markup } from './markup'
import { CURLY_TAGS, Synthetic, type TemplateProgram } from './program'

interface Section {
  name: string
  /** Variables that may hold what its names are members of, innermost first. */
  subjects: string[]
  /** Names that the section itself declares: `as |item|`. */
  declared: string[]
  /** What closes it in the program. */
  closes: string
}

/** Deepest nesting that is followed. */
const MOST_SECTIONS = 24
/** Longest tag, in characters: what is longer is no tag. */
const MOST_TAG = 4000
/** Sections that are about the same data as what stands around them. */
const SAME = /^(?:if|unless|else|block|contentFor|extend|replace|append|prepend|is|isnt|ifEq|ifCond|eq|ne|lt|gt|compare|equal|and|or|not)$/i
/** What a helper hands back of a text that it is given, by its name. */
const KEEPS =
  /mark(?:ed|down)|^md$|html|raw|safe|nl2br|linkify|autolink|trim|truncate|excerpt|upper|lower|capital|default|join|concat|wrap|breaklines|bbcode/i
const CLEANS = /esc|sanit|strip|clean|purif|encode/i

export function sectionTemplate(source: string, extension: string): TemplateProgram {
  return new Sections(source).read(extension)
}

class Sections {
  private readonly program: Synthetic
  private readonly markup = new Markup()
  private readonly stack: Section[] = []
  private count = 0

  constructor(private readonly source: string) {
    this.program = new Synthetic(source, CURLY_TAGS)
  }

  read(extension: string): TemplateProgram {
    if (extension === 'dust' || extension === 'tl') this.dust()
    else this.mustache()
    while (this.stack.length > 0) this.program.write(this.stack.pop()?.closes ?? '', this.source.length)
    return this.program.finish()
  }

  // ── {{ … }} ────────────────────────────────────────────────────────────────────────────────────────────────────────

  private mustache(): void {
    const { source, markup } = this
    let at = 0
    for (;;) {
      const open = source.indexOf('{{', at)
      if (open < 0) break
      markup.feed(source.slice(at, open))
      if (source[open - 1] === '\\') {
        at = open + 2
        continue
      }
      const comment = /^\{\{~?!--/.exec(source.slice(open, open + 6))
      const isRaw = source[open + 2] === '{' || (source[open + 2] === '~' && source[open + 3] === '{')
      let close = source.indexOf(comment ? '--}}' : '}}', open + 2)
      if (close < 0) break
      let end = close + (comment ? 4 : 2)
      // `{{{name}}}`, and with white space taken away `{{~{name}~}}`.
      if (isRaw && source[end] === '}') end++
      else if (isRaw && source[close - 1] === '~' && source[close - 2] === '}') close -= 2
      at = end
      if (comment || close - open > MOST_TAG) continue
      let from = open + 2
      if (source[from] === '~') from++
      if (isRaw) from++
      let to = close
      if (source[to - 1] === '~') to--
      this.tag(open, from, to, end, isRaw)
    }
  }

  private tag(open: number, from: number, to: number, end: number, isRaw: boolean): void {
    const { source } = this
    const sign = source[from] as string
    if (isRaw) this.print(open, from, to, end, true)
    else if (sign === '&') this.print(open, from + 1, to, end, true)
    else if (sign === '>') this.partial(open, from + 1, to)
    else if (sign === '/') this.leave(open)
    else if (sign === '#' || sign === '^') this.enter(open, from + 1, to, sign === '^')
    // A comment, other delimiters, the other half of a section.
    else if (sign !== '!' && sign !== '=' && !/^\s*else\b/.test(source.slice(from, to))) this.print(open, from, to, end, false)
  }

  private print(open: number, from: number, to: number, end: number, isRaw: boolean): void {
    const words = wordsOf(this.source, from, to)
    const [first, ...rest] = words
    if (first === undefined) return
    const { markup, program } = this
    let values: string[]
    if (rest.length === 0) values = [this.valueOf(first)]
    else if (CLEANS.test(first) || !KEEPS.test(first) || /^(?:include|partial|body|yield|block)/.test(first)) values = []
    else values = rest.filter((word) => !/^[\w-]+=/.test(word)).map((word) => this.valueOf(word))
    const code = values.filter((value) => value !== '')
    const isContent = /^(?:body|yield|content_for)$/.test(first)
    for (const value of code) {
      if (isRaw)
        program
          .write(`\n${isContent ? '$content' : '$markup'}(`, open)
          .write(value, from)
          .write(');\n', end - 1)
      else printEscapedCode(program, markup, open, value, end)
    }
    markup.printed()
  }

  /** `{{> card user title=name}}` */
  private partial(open: number, from: number, to: number): void {
    const [name, ...rest] = wordsOf(this.source, from, to)
    if (name === undefined || !/^[\w./"'-]{1,200}$/.test(name)) return
    const given = rest.filter((word) => !/^[\w-]+=/.test(word)).map((word) => this.valueOf(word))
    const named = rest.flatMap((word) => {
      const match = /^([A-Za-z_$][\w$]*)=(.+)$/s.exec(word)
      return match ? [`${match[1]}: ${this.valueOf(match[2] as string) || "''"}`] : []
    })
    const subjects = this.stack.flatMap((section) => section.subjects)
    const args = [...given.filter(Boolean), ...(named.length > 0 ? [`{ ${named.join(', ')} }`] : []), ...subjects.slice(-6), 'locals']
    this.program.write(`\n$include(${JSON.stringify(name.replace(/["']/g, ''))}, ${args.join(', ')});\n`, open)
  }

  private enter(open: number, from: number, to: number, isInverse: boolean): void {
    if (this.stack.length >= MOST_SECTIONS) return
    const words = wordsOf(this.source, from, to)
    const bar = words.indexOf('as')
    const declared =
      bar >= 0
        ? words
            .slice(bar + 1)
            .flatMap((word) => word.replace(/\|/g, '').split(/\s+/))
            .filter((word) => /^[A-Za-z_$][\w$]*$/.test(word))
        : []
    const [name = '', ...rest] = bar >= 0 ? words.slice(0, bar) : words
    const plain: Section = { name, subjects: [], declared: [], closes: '\n}\n' }
    if (isInverse || SAME.test(name) || name.startsWith('>') || name.startsWith('*') || name === '') {
      this.stack.push(plain)
      this.program.write('\n{\n', open)
      return
    }
    const isEach = name === 'each' || name === 'foreach' || name === 'list'
    const isWith = name === 'with' || name === 'let'
    const about = isEach || isWith ? this.valueOf(rest[0] ?? 'this') : rest.length === 0 ? this.valueOf(name.replace(/^[#*]/, '')) : ''
    if (about === '') {
      this.stack.push(plain)
      this.program.write('\n{\n', open)
      return
    }
    this.about(open, about, declared, isEach ? 'each' : isWith ? 'with' : 'either', name)
  }

  /** A section about a value, about each of its elements, or whichever of the two it is. */
  private about(open: number, value: string, declared: string[], what: 'each' | 'with' | 'either', name: string): void {
    const n = ++this.count
    const [each, itself] = [`$${n}e`, `$${n}o`]
    const subjects = what === 'each' ? [each] : what === 'with' ? [itself] : [each, itself]
    const names = declared.slice(0, 1).map((item) => ` const ${item} = ${subjects[0]};`)
    const head = what === 'each' ? '' : `const ${itself} = ${value}; `
    const loop = what === 'with' ? '{' : `for (const ${each} of ${value}) {`
    this.program.write(`\n{ ${head}${loop}${names.join('')}\n`, open)
    this.stack.push({ name, subjects, declared: declared.slice(0, 1), closes: '\n} }\n' })
  }

  private leave(open: number): void {
    const section = this.stack.pop()
    if (section) this.program.write(section.closes, open)
  }

  /** A path as the program says it; empty for what is no value. */
  private valueOf(word: string): string {
    let path = word.replace(/^\(+|\)+$/g, '').trim()
    if (path === '' || /^["'\d]/.test(path) || /^(?:true|false|null|undefined)$/.test(path)) return ''
    if (/\s/.test(path)) {
      const [helper = '', ...rest] = path.split(/\s+/)
      return KEEPS.test(helper) && !CLEANS.test(helper) ? (rest.map((part) => this.valueOf(part)).find(Boolean) ?? '') : ''
    }
    let around = this.stack.filter((section) => section.subjects.length > 0)
    while (path.startsWith('../')) {
      path = path.slice(3)
      around = around.slice(0, -1)
    }
    const isRoot = path.startsWith('@root.')
    if (path.startsWith('@') && !isRoot) return ''
    if (isRoot) return members('locals', path.slice(6))
    const holders = around[around.length - 1]?.subjects ?? ['locals']
    if (path === '.' || path === 'this') return either(holders)
    path = path.replace(/^(?:this|\.)[./]/, '')
    const [head = ''] = path.split(/[./[]/)
    if (this.stack.some(({ declared }) => declared.includes(head))) return members(head, path.slice(head.length + 1))
    // Where a section has no such member, what stands around it is asked.
    const own =
      around.length === 0
        ? []
        : [...around]
            .reverse()
            .slice(0, 2)
            .flatMap((section) => section.subjects)
    return either([...own.map((subject) => members(subject, path)), members('locals', path)])
  }

  // ── { … } ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  private dust(): void {
    const { source, markup, program } = this
    let at = 0
    let close = 0
    for (;;) {
      const open = source.indexOf('{', at)
      if (open < 0) break
      if (close <= open) close = source.indexOf('}', open)
      if (close < 0) break
      markup.feed(source.slice(at, open))
      if (source[open + 1] === '!') {
        const end = source.indexOf('!}', open)
        if (end < 0) break
        at = end + 2
        continue
      }
      const body = source.slice(open + 1, Math.min(close, open + MOST_TAG))
      // A brace followed by white space is one of a script or style.
      if (!/^[#?^@:/>+<%~]?["\w.$]/.test(body)) {
        markup.feed('{')
        at = open + 1
        continue
      }
      at = close + 1
      const sign = body[0] as string
      const name = /^[#?^@:/>+<%~]?"?([\w.$/-]+)/.exec(body)?.[1] ?? ''
      if (sign === '/') this.leave(open)
      else if (sign === '>')
        program.write(
          `\n$include(${JSON.stringify(name)}, ${[...this.stack.flatMap(({ subjects }) => subjects).slice(-6), 'locals'].join(', ')});\n`,
          open,
        )
      else if (body.endsWith('/') || /[:%~]/.test(sign)) continue
      else if (sign === '#' && this.stack.length < MOST_SECTIONS) this.about(open, this.valueOf(name) || 'locals', [], 'either', name)
      else if (/[?^@+<]/.test(sign)) {
        this.stack.push({ name, subjects: [], declared: [], closes: '\n}\n' })
        program.write('\n{\n', open)
      } else {
        const [, ...filters] = body.split('|')
        const value = this.valueOf(name)
        if (value !== '' && filters.includes('s') && !filters.some((filter) => /^(?:h|js|u|uc|json)$/i.test(filter.trim())))
          program
            .write('\n$markup(', open)
            .write(value, open + 1)
            .write(');\n', at - 1)
        else if (value !== '') printEscapedCode(program, markup, open, value, at)
        markup.printed()
      }
    }
    markup.feed(source.slice(at))
  }
}

/** Words between spaces; what stands in quotes, brackets or bars is one. */
function wordsOf(source: string, from: number, to: number): string[] {
  const words: string[] = []
  let word = ''
  let depth = 0
  let quote = ''
  for (let at = from; at < to; at++) {
    const sign = source[at] as string
    if (quote) quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '(') depth++
    else if (sign === ')') depth--
    if (/\s/.test(sign) && !quote && depth <= 0) {
      if (word) words.push(word)
      word = ''
    } else word += sign
  }
  return word ? [...words, word] : words
}

/** `user.address.[0].name` of a variable. */
function members(variable: string, path: string): string {
  const names = path.split(/[./]/).map((name) => name.replace(/^\[|\]$/g, ''))
  return (
    variable +
    names
      .filter((name) => name !== '' && name !== 'this')
      .slice(0, 8)
      .map((name) => `[${JSON.stringify(name)}]`)
      .join('')
  )
}

const either = (values: readonly string[]) => (values.length === 1 ? (values[0] as string) : `(${values.join(' || ')})`)

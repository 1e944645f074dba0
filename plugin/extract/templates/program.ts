/**
 * A small program in place of a template: what it prints, loops over and hands on, so that one parser and one solver serve. In:
 * pieces of the template and code around them. Out: the program's text, and for each place in it the place in the template.
 *
 * Names that the template does not declare are members of the one parameter of a function called `$template`. What it prints is
 * an argument: of `$markup` as it is, of `$escaped` as text, of `$script`, `$bare` and `$address` escaped where that is not
 * enough, of `$content` where it is usually the page inside a layout; `$include` hands data to another template.
 *
 * What a browser runs of the page stands behind that function; `$printed` is what the template puts into it.
 */
import { type PageScript, pageScripts, withoutTags } from './page-scripts'

export type Print = '$markup' | '$escaped' | '$script' | '$bare' | '$address' | '$content'

export interface TemplateProgram {
  text: string
  /** Offset in the template of an offset in `text`; -1 for what stands around all of it. */
  placeOf: (offset: number) => number
}

/** `{{ value }}`, `{% tag %}`, `{# comment #}` of a page, on one line or few. */
export const CURLY_TAGS = /\{\{\{?[^{}]{0,2000}\}?\}\}|\{%[\s\S]{0,2000}?%\}|\{#[\s\S]{0,2000}?#\}/g

/** Names that no template is given: those of the language, and those of this file. */
const LANGUAGE = new Set(
  (
    'abstract arguments as async await break case catch class const continue debugger default delete do else enum eval export extends false finally for function ' +
    'if implements import in instanceof interface let new null of package private protected public return static super switch this throw true try typeof undefined ' +
    'var void while with yield NaN Infinity Array ArrayBuffer BigInt Boolean Date Error Intl JSON Map Math Number Object Promise Proxy Reflect RegExp Set String ' +
    'Symbol WeakMap WeakSet console decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape isFinite isNaN parseFloat parseInt process require ' +
    'global globalThis Buffer locals $template $markup $escaped $script $bare $address $content $include'
  ).split(' '),
)

/** Most pieces of a program; what a template prints behind them is not looked at. */
const MOST_PIECES = 30_000
/** Most names that a template is taken to be given. */
const MOST_NAMES = 500

export class Synthetic {
  private text = ''
  /** Where each piece begins here and in the template, and whether it was taken from there letter by letter. */
  private readonly starts: number[] = []
  private readonly places: number[] = []
  private readonly copied: boolean[] = []

  /** @param tags how the engine's tags look, where scripts of the page may hold some */
  constructor(
    private readonly source: string,
    private readonly tags?: RegExp,
    private readonly scripts: (source: string) => PageScript[] = pageScripts,
  ) {}

  /** Code that the template does not say, told of a place there: of what it ends, the last character. */
  write(code: string, place: number): this {
    if (this.starts.length >= MOST_PIECES) return this
    this.piece(place, false)
    this.text += code
    return this
  }

  /** A part of the template, as it stands. */
  copy(from: number, to: number): this {
    if (this.starts.length >= MOST_PIECES) return this
    this.piece(from, true)
    this.text += this.source.slice(from, to)
    return this
  }

  /** `$markup(…)` around an expression of the template; nothing for an empty one. */
  print(how: Print, place: number, from: number, to: number, end = to): this {
    const [first, last] = trimmed(this.source, from, to)
    if (first >= last) return this
    return this.write(`\n${how}(`, place)
      .copy(first, last)
      .write('\n);\n', end - 1)
  }

  private run(script: PageScript): void {
    this.write(script.isHandler ? '\n;(function (event) {\n' : '\n;', script.from)
    for (const part of withoutTags(this.source, script, this.tags)) {
      if ('printed' in part) this.write(part.printed, part.at)
      else this.copy(part.from, part.to)
    }
    this.write(script.isHandler ? '\n});\n' : '\n', script.to - 1)
  }

  private piece(place: number, isCopy: boolean): void {
    this.starts.push(this.text.length)
    this.places.push(place)
    this.copied.push(isCopy)
  }

  /** @param aliases names under which engines give the whole of what they are handed: `it` */
  finish(aliases: readonly string[] = []): TemplateProgram {
    const known = aliases.map((name) => `const ${name} = locals;`).join(' ')
    const names = givenNames(this.text).filter((name) => !aliases.includes(name))
    const head = `(async function $template(locals) { ${known} const { ${names.join(', ')} } = locals;\n`
    this.write('\n});\n', this.source.length - 1)
    for (const script of this.scripts(this.source)) this.run(script)
    const { starts, places, copied } = this
    return {
      text: `${head}${this.text}`,
      placeOf: (offset) => {
        const at = offset - head.length
        let low = 0
        let high = starts.length - 1
        if (at < 0 || high < 0) return -1
        while (low < high) {
          const middle = (low + high + 1) >> 1
          if ((starts[middle] as number) <= at) low = middle
          else high = middle - 1
        }
        return (places[low] as number) + (copied[low] ? at - (starts[low] as number) : 0)
      },
    }
  }
}

/** Without white space and a last semicolon. */
function trimmed(source: string, from: number, to: number): [number, number] {
  let [first, last] = [from, to]
  while (first < last && /\s/.test(source[first] as string)) first++
  while (last > first && /[\s;]/.test(source[last - 1] as string)) last--
  return [first, last]
}

/** Words of a program that are neither members nor declared in it. */
function givenNames(text: string): string[] {
  const declared = new Set<string>()
  for (const [, name] of text.matchAll(/\bvar\s+([\w$]+)/g)) declared.add(name as string)
  const names = new Set<string>()
  for (const { 0: name, index } of text.matchAll(/[A-Za-z_$][\w$]*/g)) {
    if (names.size >= MOST_NAMES) break
    const before = text[index - 1] ?? ''
    const isMember = before === '.' && text[index - 2] !== '.'
    if (!isMember && !/\w/.test(before) && !LANGUAGE.has(name) && !declared.has(name) && !/^\$\d/.test(name)) names.add(name)
  }
  return [...names]
}

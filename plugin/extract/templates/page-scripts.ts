/**
 * What a browser runs of a page: scripts that stand in it, handlers in attributes (`onclick="…"`), addresses that are code
 * (`href="javascript:…"`). In: the page's text, and how the tags of its engine look. Out: where they stand, in order.
 */
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import { rowsByName } from '../../rows-by-name'

export interface PageScript {
  from: number
  to: number
  /** An attribute's value: the body of a function of its own. */
  isHandler: boolean
}

/** Most scripts of a page; further ones are not looked at. */
const MOST_SCRIPTS = 500
const MAY_HOLD_ONE = /<script|\son[a-z]{2,20}\s*=|javascript:/i
const CODE_TYPE = /^(?:(?:text|application)\/(?:x-)?(?:java|ecma)script\b.*|module|text\/babel|)$/i
const CODE_ADDRESS = /^\s*javascript:/i
/** Their characters would stand for others: no place in the page is a place in the code. */
const WRITTEN_OTHERWISE = /&(?:quot|apos|lt|gt|amp|#\w+);/

export function pageScripts(source: string): PageScript[] {
  if (!MAY_HOLD_ONE.test(source)) return []
  const reader = new Reader(source)
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: false }, reader)
  tokenizer.write(source)
  tokenizer.end()
  return reader.found
}

class Reader implements TokenizerCallbacks {
  readonly found: PageScript[] = []
  private tag = ''
  private attribute = ''
  private value: [from: number, to: number] | undefined
  private isCode = false

  constructor(private readonly source: string) {}

  onopentagname(from: number, to: number): void {
    this.tag = this.source.slice(from, to).toLowerCase()
    this.isCode = this.tag === 'script'
  }

  onattribname(from: number, to: number): void {
    this.attribute = this.source.slice(from, to).toLowerCase()
    this.value = undefined
  }

  onattribdata(from: number, to: number): void {
    this.value = [this.value?.[0] ?? from, to]
  }

  onattribend(): void {
    const [from, to] = this.value ?? [0, 0]
    const text = this.source.slice(from, to)
    if (this.tag === 'script') {
      if (this.attribute === 'src' || (this.attribute === 'type' && !CODE_TYPE.test(text.trim()))) this.isCode = false
    }
    if (WRITTEN_OTHERWISE.test(text)) return
    if (/^on[a-z]+$/.test(this.attribute)) this.add(from, to, true)
    else if (/^(?:href|src|action|formaction)$/.test(this.attribute) && CODE_ADDRESS.test(text)) this.add(from + text.indexOf(':') + 1, to, true)
  }

  ontext(from: number, to: number): void {
    if (this.isCode) this.add(from, to, false)
  }

  onclosetag(): void {
    this.isCode = false
  }

  onselfclosingtag(): void {
    this.isCode = false
  }

  private add(from: number, to: number, isHandler: boolean): void {
    const last = this.found.at(-1)
    // The text of one script may come in pieces.
    if (!isHandler && last && !last.isHandler && last.to === from) last.to = to
    else if (this.source.slice(from, to).trim() !== '' && this.found.length < MOST_SCRIPTS) this.found.push({ from, to, isHandler })
  }

  onattribentity(): void {}
  ontextentity(): void {}
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onopentagend(): void {}
  onprocessinginstruction(): void {}
}

/** `script.` with a block that stands deeper, of Pug. */
const PUG_SCRIPT = /^([ \t]*)script(?:\(([^)\n]*)\))?\.[ \t]*$/gm

export function pugScripts(source: string): PageScript[] {
  return [...source.matchAll(PUG_SCRIPT)].slice(0, MOST_SCRIPTS).flatMap((match) => {
    const type = /\btype\s*=\s*['"]([^'"]*)['"]/.exec(match[2] ?? '')?.[1] ?? ''
    if (!CODE_TYPE.test(type)) return []
    const from = match.index + match[0].length
    const deeper = new RegExp(`(?:\\n(?:[ \\t]*(?=\\n|$)|${match[1]}[ \\t]+[^\\n]*))*`, 'y')
    deeper.lastIndex = from
    const to = from + (deeper.exec(source)?.[0].length ?? 0)
    return source.slice(from, to).trim() === '' ? [] : [{ from, to, isHandler: false }]
  })
}

/** A script piece by piece: what stands in the page, and code in place of what the engine puts there. Tags that print nothing are left out. */
export function* withoutTags(
  source: string,
  { from, to }: PageScript,
  tags: RegExp | undefined,
): Generator<{ from: number; to: number } | { printed: string; at: number }> {
  const body = source.slice(from, to)
  let at = 0
  let quote = ''
  for (const { 0: tag, index } of tags ? body.matchAll(tags) : []) {
    quote = quoteAfter(body, at, index, quote)
    if (index > at) yield { from: from + at, to: from + index }
    if (PRINTS.test(tag)) yield { printed: PRINTED[quote] ?? '', at: from + index }
    at = index + tag.length
  }
  if (at < body.length) yield { from: from + at, to }
}

const PRINTS = /^(?:<%[-=~]|\{\{(?![#/!>^])|[#!]\{)/
/** A value by the quote that it stands in, where it is a part of the text. */
const PRINTED: Record<string, string> = rowsByName({ '': '$printed', '"': '"+$printed+"', "'": "'+$printed+'", '`': `\${$printed}` })

/** The quote that is open at the end of a part of a script. */
function quoteAfter(body: string, from: number, to: number, before: string): string {
  let quote = before
  for (let at = from; at < to; at++) {
    const sign = body[at] as string
    if (sign === '\\') at++
    else if (quote === '') {
      if (sign === '"' || sign === "'" || sign === '`') quote = sign
      else if (sign === '/' && /[/*]/.test(body[at + 1] ?? '')) {
        const end = body[at + 1] === '/' ? body.indexOf('\n', at) : body.indexOf('*/', at + 2)
        at = end < 0 ? to : end
      }
    } else if (sign === quote || (sign === '\n' && quote !== '`')) quote = ''
  }
  return quote
}

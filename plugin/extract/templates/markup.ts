/**
 * Where in a page something is printed. In: the page's text, piece by piece, in order. Out: what the browser makes of what stands
 * next. It reads as much of HTML as that takes: tags, attributes, quotes, scripts.
 */
import type { Print } from './program'

/** Attributes whose value is an address that the page follows or loads as code. */
const ADDRESSES = new Set(['href', 'action', 'formaction', 'xlink:href'])
const LOADS = new Set(['script', 'iframe', 'frame', 'embed'])
/** Longest name of a tag or attribute that is kept, in characters. */
const MOST_NAME = 40

type State = 'text' | 'comment' | 'tag' | 'name' | 'before value' | 'value' | 'raw'

export class Markup {
  private state: State = 'text'
  private tag = ''
  private attribute = ''
  private quote = ''
  private value = ''
  private type = ''
  /** Quote of the text or comment of a script in which it stands: `'`, `"`, `` ` ``, `//`, `/*`. */
  private within = ''

  /** How something has to be taken that is printed here with the characters of HTML escaped. */
  context(): Print {
    if (this.state === 'raw') return this.isScript() && !/^(?:['"]|\/[/*])$/.test(this.within) ? '$script' : '$escaped'
    if (this.state === 'before value') return this.isCode() ? '$script' : this.isAddress() ? '$address' : '$bare'
    if (this.state === 'value') {
      if (this.isCode()) return '$script'
      if (this.quote === '') return '$bare'
      return this.isAddress() && this.value.trim() === '' ? '$address' : '$escaped'
    }
    // Between the attributes of a tag: `<option <%= selected %>>`.
    return this.state === 'tag' || this.state === 'name' ? '$bare' : '$escaped'
  }

  /** Whether what is printed here is part of the address of a script. */
  isScriptAddress(): boolean {
    return this.tag === 'script' && this.attribute === 'src' && (this.state === 'value' || this.state === 'before value')
  }

  /** Something was printed. */
  printed(): void {
    if (this.state === 'before value') {
      this.state = 'value'
      this.quote = ''
      this.value = '…'
    } else if (this.state === 'value') this.value += '…'
    else if (this.state === 'tag') this.state = 'name'
  }

  feed(text: string): void {
    for (let at = 0; at < text.length; at++) at = this.step(text, at)
  }

  /** One character, or as many as belong together. */
  private step(text: string, at: number): number {
    const sign = text[at] as string
    switch (this.state) {
      case 'text': {
        const open = text.indexOf('<', at)
        if (open < 0) return text.length
        if (text.startsWith('<!--', open)) {
          this.state = 'comment'
          return open + 3
        }
        const name = /^[a-z][\w:-]{0,40}/i.exec(text.slice(open + 1, open + 42))?.[0]
        if (name === undefined) return open
        this.tag = name.toLowerCase()
        this.type = ''
        this.attribute = ''
        this.state = 'tag'
        return open + name.length
      }
      case 'comment': {
        const close = text.indexOf('-->', at)
        if (close < 0) return text.length
        this.state = 'text'
        return close + 2
      }
      case 'tag':
        if (sign === '>') this.leave()
        else if (!/[\s/]/.test(sign)) {
          this.state = 'name'
          this.attribute = sign.toLowerCase()
        }
        return at
      case 'name':
        if (sign === '>') this.leave()
        else if (sign === '=') {
          this.state = 'before value'
          this.value = ''
          this.quote = ''
        } else if (/\s/.test(sign)) {
          // `href = "…"` is one attribute.
          if (/[^\s]/.exec(text.slice(at, at + 20))?.[0] !== '=') this.state = 'tag'
        } else if (this.attribute.length < MOST_NAME) this.attribute += sign.toLowerCase()
        return at
      case 'before value':
        if (/\s/.test(sign)) return at
        if (sign === '>') this.leave()
        else {
          this.state = 'value'
          this.quote = sign === '"' || sign === "'" ? sign : ''
          this.value = this.quote ? '' : sign
        }
        return at
      case 'value': {
        const ends = this.quote ? sign === this.quote : /[\s>]/.test(sign)
        if (!ends) {
          if (this.value.length < MOST_NAME) this.value += sign
          return at
        }
        if (this.attribute === 'type') this.type = this.value
        this.state = 'tag'
        this.attribute = ''
        if (!this.quote && sign === '>') this.leave()
        return at
      }
      case 'raw':
        return this.raw(text, at)
    }
  }

  /** Behind the `>` of a tag. */
  private leave(): void {
    this.attribute = ''
    this.within = ''
    // What is no script of the page may be a template of its own, with tags in it.
    this.state = (this.tag === 'script' && this.isScript()) || this.tag === 'style' ? 'raw' : 'text'
  }

  private raw(text: string, at: number): number {
    const sign = text[at] as string
    if (sign === '<' && text.slice(at + 1, at + 2 + this.tag.length).toLowerCase() === `/${this.tag}`) {
      this.state = 'text'
      return at + this.tag.length + 1
    }
    if (this.within === '') {
      if (/['"`]/.test(sign)) this.within = sign
      else if (text.startsWith('//', at) || text.startsWith('/*', at)) this.within = text.slice(at, at + 2)
    } else if (sign === '\\' && this.within.length === 1) return at + 1
    else if (this.within === '//' ? sign === '\n' : this.within === '/*' ? text.startsWith('*/', at) : sign === this.within) {
      const isLong = this.within === '/*'
      this.within = ''
      return isLong ? at + 1 : at
    } else if (sign === '\n' && /['"]/.test(this.within)) this.within = ''
    return at
  }

  private isScript(): boolean {
    return (
      this.tag === 'script' &&
      (this.type === '' || /^(?:text|application)\/(?:x-)?(?:java|ecma)script|^module$|^babel$|^text\/babel/i.test(this.type.trim()))
    )
  }

  /** The browser undoes the escaping before it runs or reads such a value. */
  private isCode(): boolean {
    return /^on[a-z]+$/.test(this.attribute) || this.attribute === 'srcdoc'
  }

  private isAddress(): boolean {
    return isAddress(this.tag, this.attribute)
  }
}

export function isAddress(tag: string, attribute: string): boolean {
  if (attribute === 'href') return tag !== 'link'
  return ADDRESSES.has(attribute) || (attribute === 'src' && LOADS.has(tag)) || (attribute === 'data' && tag === 'object')
}

/** Operations of GraphQL in a text: what is asked at the root, and what is asked of it. Enough of the language for samples. */

export interface AskedField {
  name: string
  /** Offset in the text. */
  at: number
  /** `value` where it is one of an enum. */
  arguments: { name: string; at: number; value?: string }[]
  fields: AskedField[]
}

export interface AskedOperation {
  method: 'QUERY' | 'MUTATION' | 'SUBSCRIPTION'
  fields: AskedField[]
}

interface Token {
  text: string
  at: number
}

/** @returns undefined for what is no list of operations, or leaves something out */
export function operationsIn(text: string): AskedOperation[] | undefined {
  const plain = text.replace(/#[^\n]*|"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"/g, (it) =>
    it[0] === '#' ? ' '.repeat(it.length) : `"${' '.repeat(Math.max(0, it.length - 2))}"`,
  )
  if (/\.\.\.(?!\s*(?:on\b|[A-Za-z_@]))|…/.test(plain)) return undefined
  const tokens = [...plain.matchAll(/\.\.\.|[A-Za-z_]\w*|[{}()[\]:,!=@$|&]|"[^"]*"|-?\d[\w.+-]*/g)].map(
    (match): Token => ({ text: match[0], at: match.index }),
  )
  return new Reader(tokens).operations()
}

class Reader {
  private at = 0

  constructor(private readonly tokens: Token[]) {}

  private next(): string | undefined {
    return this.tokens[this.at]?.text
  }

  operations(): AskedOperation[] | undefined {
    const found: AskedOperation[] = []
    while (this.next() !== undefined) {
      const word = this.next()
      if (word === 'fragment') {
        while (this.next() !== undefined && this.next() !== '{') this.at++
        this.selection()
      } else if (word === '{' || word === 'query' || word === 'mutation' || word === 'subscription') {
        while (this.next() !== undefined && this.next() !== '{') {
          if (this.next() === '(') this.skipBrackets()
          else this.at++
        }
        if (this.next() === undefined) return undefined
        found.push({ method: (word === '{' ? 'QUERY' : word.toUpperCase()) as AskedOperation['method'], fields: this.selection() })
      } else return undefined
    }
    return found
  }

  private selection(): AskedField[] {
    const fields: AskedField[] = []
    this.at++
    while (this.next() !== undefined && this.next() !== '}') {
      const word = this.next() as string
      if (word === '...') {
        this.spread()
        continue
      }
      if (!/^[A-Za-z_]/.test(word)) {
        if (word === '(') this.skipBrackets()
        else this.at++
        continue
      }
      fields.push(this.field())
    }
    this.at++
    return fields
  }

  /** What a fragment asks is asked of another type, or told elsewhere. */
  private spread(): void {
    this.at++
    if (this.next() === 'on') this.at += 2
    else if (/^[A-Za-z_]/.test(this.next() ?? '')) {
      this.at++
      return
    }
    if (this.next() === '{') this.selection()
  }

  private field(): AskedField {
    let name = this.tokens[this.at++] as Token
    if (this.next() === ':') {
      this.at++
      name = this.tokens[this.at++] ?? name
    }
    const field: AskedField = { name: name.text, at: name.at, arguments: [], fields: [] }
    if (this.next() === '(') field.arguments = this.given()
    while (this.next() === '@') {
      this.at += 2
      if (this.next() === '(') this.skipBrackets()
    }
    if (this.next() === '{') field.fields = this.selection()
    return field
  }

  private given(): AskedField['arguments'] {
    const found: AskedField['arguments'] = []
    let depth = 0
    do {
      const token = this.tokens[this.at] as Token
      if (/[({[]/.test(token.text)) depth++
      else if (/[)}\]]/.test(token.text)) depth--
      else if (depth === 1 && this.tokens[this.at + 1]?.text === ':' && /^[A-Za-z_]/.test(token.text)) {
        const value = this.tokens[this.at + 2]?.text
        found.push({ name: token.text, at: token.at, ...(value && /^[A-Z][A-Z0-9_]*$/.test(value) ? { value } : {}) })
      }
      this.at++
    } while (depth > 0 && this.at < this.tokens.length)
    return found
  }

  private skipBrackets(): void {
    let depth = 0
    do {
      const text = this.next() as string
      if (/^[({[]$/.test(text)) depth++
      else if (/^[)}\]]$/.test(text)) depth--
      this.at++
    } while (depth > 0 && this.at < this.tokens.length)
  }
}

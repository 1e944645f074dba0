/**
 * What of a text a shell would read as more than the text, by the quotes that it stands in: in `'…'` only what ends them, in `"…"` also
 * what is replaced there, elsewhere all that begins, ends or names a command. In: a text that is put together, and a part of it. Out:
 * whether the part can do no harm there for the characters that were let through.
 */
import { Kind } from '../../graph'
import { calledName, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { PLUS } from '../operators'
import { type CharSet, intersect, setOf } from '../regex/characters'
import { beginningOf } from './texts'

type Quotes = 'bare' | 'single' | 'double'

const setOfText = (text: string): CharSet => setOf([...text].map((character) => [character.charCodeAt(0), character.charCodeAt(0)]))

/** POSIX, Shell Command Language, sections 2.2 and 2.3; without what only names files or parts words. */
const ACTIVE: Record<Quotes, CharSet> = {
  bare: setOfText(';&|`$()<>\'"\\#!\n\r'),
  single: setOfText("'"),
  double: setOfText('`$"\\'),
}

/** Texts that another shell reads once more, or that end somewhere else. */
const READ_AGAIN = /(?<![-\w])(?:(?:ba|da|z|k|a|s)?sh|eval|su|xargs|powershell|pwsh|cmd)\b|<<|\$\(|`/
/** By what they do: those that start a command of their own, before those that only end a quote. */
const FIRST_TOLD = '`$;|&\n\'"\\<>()#!'
/** What stands for a quote within a text in such quotes. */
const ONE_QUOTE: ReadonlySet<string> = new Set(["'\\''", `'"'"'`])
/** Parts of one text. */
const MOST_PARTS = 200
const MOST_DEPTH = 40

const holds = (set: CharSet, character: string): boolean => intersect(set, setOfText(character)).length > 0

/** Whether texts of such characters alone are one word, or several, to a shell. */
export function isPlainInShell(characters: CharSet): boolean {
  return intersect(characters, ACTIVE.bare).length === 0
}

/** What knows which characters a check lets through of a value where it is used, and what a name stands for. */
interface Allowed {
  of(value: number, user: number): CharSet | undefined
  madeAs(node: number): number
}

export class ShellWords {
  private readonly known = new Map<string, boolean>()
  /** By a text: what it is a later part of, and as which part. */
  private around: Map<number, { outer: number; part: number }[]> | undefined

  constructor(
    private readonly linked: Linked,
    private readonly allowed: Allowed,
  ) {}

  /** Whether a part of a text stands in quotes that it cannot leave. */
  isKeptInside(text: number, part: number): boolean {
    const key = `${text} ${part}`
    let answer = this.known.get(key)
    if (answer === undefined) {
      answer = this.isKept(text, part)
      this.known.set(key, answer)
    }
    return answer
  }

  private isKept(text: number, part: number): boolean {
    const places = this.quotesAround(text, part)
    if (places.length === 0 || places.includes('bare')) return false
    if (places.every((quotes) => quotes === 'single') && this.hasQuotesOfItsOwn(part)) return !this.isPartOfQuoted(text)
    const characters = this.allowed.of(part, text)
    return characters !== undefined && places.every((quotes) => intersect(characters, ACTIVE[quotes]).length === 0) && !this.isPartOfQuoted(text)
  }

  /** `text.replace(/'/g, "'\\''")`: each quote ends the quoted text, is one itself, and begins it again. */
  private hasQuotesOfItsOwn(part: number): boolean {
    const { whole } = this.linked
    const made = this.allowed.madeAs(part)
    if (made < 0 || made >= whole.size || whole.kind[made] !== Kind.Call) return false
    const [pattern, by] = whole.args(made)
    if (pattern === undefined || by === undefined || whole.kind[by] !== Kind.String || !ONE_QUOTE.has(whole.text(whole.a[by] as number))) return false
    const written = whole.text(whole.a[pattern] as number)
    const name = calledName(this.linked, made)
    if (whole.kind[pattern] === Kind.Regex) return /^replace(?:All)?$/.test(name) && /^\/'\/[a-z]*g/.test(written)
    return whole.kind[pattern] === Kind.String && name === 'replaceAll' && written === "'"
  }

  /** A character that a check lets through and that does more there than stand in the text; undefined where nothing is checked. */
  letThrough(text: number, part: number): string | undefined {
    const characters = this.allowed.of(part, text)
    const places = characters ? this.quotesAround(text, part) : []
    for (const quotes of places) {
      const found = intersect(characters as CharSet, ACTIVE[quotes])
      const first = [...FIRST_TOLD].find((character) => holds(found, character))
      if (first !== undefined) return first
    }
    return undefined
  }

  /** A text that is put into the quotes of another one loses its own. */
  private isPartOfQuoted(text: number, depth = 0): boolean {
    if (depth > MOST_DEPTH) return false
    this.around ??= this.containers()
    return this.around.get(text)?.some(({ outer, part }) => !this.isBare(outer, part) || this.isPartOfQuoted(outer, depth + 1)) ?? false
  }

  private isBare(text: number, part: number): boolean {
    const places = this.quotesAround(text, part)
    return places.length > 0 && places.every((quotes) => quotes === 'bare')
  }

  private containers(): Map<number, { outer: number; part: number }[]> {
    const { whole } = this.linked
    const found = new Map<number, { outer: number; part: number }[]>()
    for (const outer of lookupOf(whole).of(Kind.Template, Kind.Binary)) {
      if (whole.kind[outer] === Kind.Binary && whole.c[outer] !== PLUS) continue
      for (const part of this.sides(outer))
        for (const made of this.textsOf(part)) if (made !== outer) found.set(made, [...(found.get(made) ?? []), { outer, part }])
    }
    return found
  }

  /** Texts that a part is: as it is put together here, or by a function of the program. */
  private textsOf(part: number): number[] {
    const { whole, solver } = this.linked
    const made = this.allowed.madeAs(part)
    if (made < 0 || made >= whole.size) return []
    const texts = whole.kind[made] === Kind.Call ? [...(solver.callees.get(made) ?? [])].flatMap((fn) => whole.functions[fn]?.returns ?? []) : [made]
    return texts.filter((text) => text >= 0 && text < whole.size && (whole.kind[text] === Kind.Template || whole.kind[text] === Kind.Binary))
  }

  private sides(text: number): number[] {
    const { whole } = this.linked
    return whole.kind[text] === Kind.Template ? [...whole.items(whole.a[text] as number)] : [whole.a[text] as number, whole.b[text] as number]
  }

  /** In which quotes a part stands, wherever it does; none where that is not known. */
  private quotesAround(text: number, part: number): readonly Quotes[] {
    const { whole } = this.linked
    let quotes: Quotes = 'bare'
    let written = ''
    let count = 0
    const found: Quotes[] = []
    const walk = (at: number, depth: number): void => {
      if (at < 0 || count++ > MOST_PARTS || depth > MOST_DEPTH) return
      if (at === part || this.allowed.madeAs(at) === part) {
        found.push(quotes)
        return
      }
      const kind = whole.kind[at] as Kind
      if (kind === Kind.Template || (kind === Kind.Binary && whole.c[at] === PLUS)) {
        for (const side of this.sides(at)) walk(side, depth + 1)
        return
      }
      const begins = beginningOf(this.linked, at)
      if (!begins.whole) return
      written += begins.text
      quotes = quotesBehind(begins.text, quotes)
    }
    for (const side of this.sides(text)) walk(side, 0)
    return count <= MOST_PARTS && !READ_AGAIN.test(written) ? found : []
  }
}

function quotesBehind(text: string, before: Quotes): Quotes {
  let quotes = before
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '\\' && quotes !== 'single') at++
    else if (character === "'" && quotes !== 'double') quotes = quotes === 'single' ? 'bare' : 'single'
    else if (character === '"' && quotes !== 'single') quotes = quotes === 'double' ? 'bare' : 'double'
  }
  return quotes
}

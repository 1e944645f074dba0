/**
 * Texts that a page says, by name. In: a file, or a place in the code. Out: whether what is called a password there is the label of
 * one, since the values around it are words of some language.
 */
import type { SecretLook } from '../secret-look'

/** Fewest entries by which a file is told to hold texts for readers. */
const FEWEST_TEXTS = 20
const ENTRY = /^[ \t]*["']?[\w.-]+["']?[ \t]*[:=][ \t]*(?:"([^"\n]+)"|'([^'\n]+)'|([^\s"'{[][^\n]*))[ \t]*[,;]?[ \t]*$/gm
/** Two words with a space between them, or letters that no generator of secrets makes. */
const PROSE = /\p{L}{2,}[,:!?]? \p{L}{2,}|[^\p{ASCII}\P{L}]/u

/** What a page says, by name: most values are words of some language. What is called a password there is a label or a sentence about one. */
export function isForReaders(path: string, text: string): boolean {
  let [entries, prose] = [0, 0]
  for (const [, double, single, bare] of text.matchAll(ENTRY)) {
    entries++
    if (PROSE.test(double ?? single ?? bare ?? '')) prose++
  }
  return entries >= FEWEST_TEXTS && prose * 100 > entries * (OF_LANGUAGE.test(path) ? PROSE_OF_LANGUAGE : 50)
}

/** Named after a language, as files with the texts of one are, or their folder: `cy.json`, `pt-BR.yaml`, `de.lproj/Main.strings`. */
const OF_LANGUAGE = /(?:^|\/)[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?(?:\.\w+|\.lproj\/[^/]+)$/
/** So many of a hundred values are several words even where most are one: `Password: Cyfrinair`. */
const PROSE_OF_LANGUAGE = 10

/** What is written between words, and not with the letters and digits of a key. */
export const isWording = (value: string, look: SecretLook | 'hash'): boolean => look === 'words' || PROSE.test(value)

/** Words alone: what a label is made of. */
const LABEL = /^\p{L}+(?:[ '’-]\p{L}+)*[:.?!…]?$/u
/** A member of an object, of code or of JSON that stands in a text of it. */
const MEMBER = /[{,]\s*["']?[\w.-]+["']?\s*:\s*(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)')/g
/** How far around a value its list is looked through, in characters. */
const FARTHEST = 10_000
/** So many of a hundred values are several words: what a page says is short. */
const PROSE_OF_PAGES = 40

/** Whether a value of the code is a word among many that a page says: `JSON.parse('{"next":"Další stránka","password":"Heslo",…}')`. */
export function isLabelAmongTexts(source: string, pos: number, value: string): boolean {
  if (!LABEL.test(value)) return false
  const [from, to] = [Math.max(0, pos - FARTHEST), Math.min(source.length, pos + value.length + FARTHEST)]
  for (const [start, end] of objectsAround(source, from, pos, to)) {
    let [entries, prose] = [0, 0]
    for (const [, double, single] of source.slice(start, end).matchAll(MEMBER)) {
      entries++
      if (PROSE.test(double ?? single ?? '')) prose++
    }
    if (entries >= FEWEST_TEXTS && prose * 100 > entries * PROSE_OF_PAGES) return true
  }
  return false
}

/** Objects that are open at a place, from the inside out, as far as a stretch of the source shows of them. */
function* objectsAround(source: string, from: number, pos: number, to: number): Generator<[start: number, end: number]> {
  let [open, close] = [0, 0]
  let end = pos
  for (let at = pos - 1; at >= from; at--) {
    if (source[at] === '}') open++
    else if (source[at] === '{' && open-- === 0) {
      open = 0
      for (; end < to; end++) {
        if (source[end] === '{') close++
        else if (source[end] === '}' && close-- === 0) break
      }
      yield [at, end]
      close = 0
      end++
      // The body of a function or a class is code, and no list of texts.
      if (!/[:=([,?|&'"`]\s*$/.test(source.slice(Math.max(0, at - 8), at))) return
    }
  }
  // The object begins farther in front.
  yield [from, to]
}

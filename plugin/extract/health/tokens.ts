/**
 * Words and signs of a program, without a tree. In: its text. Out: one small number a token and the count of tokens a line, by
 * which copies are found; where comments and texts stand; and what of them speaks of the care taken: see `remarks`.
 *
 * Names stand for themselves and every literal for its kind, so that a copy with other texts is still a copy. A scanner without
 * grammar may take a sign for another one (a division for a regular expression); it does so wherever the same stands again.
 */
import { BEFORE_REGEX, HASH_START, hashed, hashOf, isNameChar, isSpace, LITERAL, tokenOf } from './signs'

export interface Tokens {
  /** Per line of the text, how many tokens begin there; then the tokens. See `lineCounts`. */
  numbers: Uint16Array
  /** Start and end of each comment, in turn. */
  comments: number[]
  /** Start and end of each text, templates without what they compute. */
  texts: number[]
  /** Offsets of words and signs that switch the type checker off, each with the code of its kind. */
  holes: { kind: 'any' | 'non-null assertion' | 'double cast'; pos: number }[]
}

const [ANY, AS, IS, UNKNOWN, IMPORT, CONST, VAR, LET] = ['any', 'as', 'is', 'unknown', 'import', 'const', 'var', 'let'].map(hashOf) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
]

/** Grown to the largest file once, then shared. */
let room = new Uint16Array(1 << 15)

/** @param typed whether types may stand in it: only then are there holes */
export function tokensOf(text: string, typed: boolean): Tokens {
  const comments: number[] = []
  const texts: number[] = []
  const holes: Tokens['holes'] = []
  const lines: number[] = []
  let count = 0
  let onLine = 0
  /** Last sign or word, as its number; decides what a slash or an exclamation mark is. */
  let last = 0
  let lastWord = 0
  let lastEnd = 0
  /** Depth of braces at which each open template goes on. */
  const templates: number[] = []
  let depth = 0
  let silent = false
  const length = text.length
  let at = 0

  const emit = (token: number) => {
    if (silent) return
    if (count === room.length) {
      const larger = new Uint16Array(room.length * 2)
      larger.set(room)
      room = larger
    }
    room[count++] = token
    onLine++
  }
  const newLine = () => {
    lines.push(onLine)
    onLine = 0
  }
  const breaksIn = (from: number, to: number) => {
    // Not by searching, which would go on to the end of a file that is one line.
    for (let i = from; i < to; i++) if (text.charCodeAt(i) === 10) newLine()
  }
  /** From behind a backtick or a closing brace to the next backtick or `${`. */
  const template = (from: number) => {
    let i = from
    for (; i < length; i++) {
      const code = text.charCodeAt(i)
      if (code === 92) i++
      else if (code === 96) {
        templates.pop()
        i++
        break
      } else if (code === 36 && text.charCodeAt(i + 1) === 123) {
        i += 2
        break
      }
    }
    texts.push(from, Math.min(i, length))
    breaksIn(from, Math.min(i, length))
    emit(LITERAL)
    at = i
    last = templates.length > 0 && templates[templates.length - 1] === depth && text.charCodeAt(i - 1) === 123 ? 123 : LITERAL
  }

  while (at < length) {
    const code = text.charCodeAt(at)
    if (code === 10) {
      newLine()
      at++
      continue
    }
    if (isSpace(code)) {
      at++
      continue
    }
    if (isNameChar(code) && !(code >= 48 && code <= 57)) {
      let hash = HASH_START
      let end = at
      let next = code
      do {
        hash = hashed(hash, next)
        next = text.charCodeAt(++end)
      } while (isNameChar(next))
      if (at === 0 || text.charCodeAt(at - 1) === 10) {
        // What a file takes in says nothing of what it does.
        if (hash === IMPORT ? next !== 40 : (hash === CONST || hash === VAR || hash === LET) && isRequire(text, at)) silent = true
      }
      if (typed) {
        if (hash === ANY && isType(last, lastWord)) holes.push({ kind: 'any', pos: at })
        else if (hash === AS && lastWord === UNKNOWN && last === 97) holes.push({ kind: 'double cast', pos: at })
      }
      emit(tokenOf(hash))
      last = 97
      lastWord = hash
      at = end
      lastEnd = end
      continue
    }
    if (code >= 48 && code <= 57) {
      let end = at + 1
      while (end < length && (isNameChar(text.charCodeAt(end)) || text.charCodeAt(end) === 46)) end++
      emit(LITERAL)
      last = LITERAL
      lastWord = 0
      at = end
      lastEnd = end
      continue
    }
    if (code === 34 || code === 39) {
      let end = at + 1
      for (; end < length; end++) {
        const inner = text.charCodeAt(end)
        if (inner === 92) end++
        else if (inner === code || inner === 10) break
      }
      const closed = text.charCodeAt(end) === code
      texts.push(at, Math.min(end + 1, length))
      emit(LITERAL)
      silent = false
      at = closed ? end + 1 : Math.min(end, length)
      last = LITERAL
      lastWord = 0
      lastEnd = at
      continue
    }
    if (code === 96) {
      templates.push(depth)
      lastWord = 0
      template(at + 1)
      lastEnd = at
      continue
    }
    if (code === 47) {
      const next = text.charCodeAt(at + 1)
      if (next === 47) {
        let end = text.indexOf('\n', at)
        if (end < 0) end = length
        comments.push(at, end)
        at = end
        continue
      }
      if (next === 42) {
        const close = text.indexOf('*/', at + 2)
        const end = close < 0 ? length : close + 2
        comments.push(at, end)
        breaksIn(at, end)
        at = end
        continue
      }
      if (startsRegex(last, lastWord, next)) {
        const end = regexEnd(text, at)
        if (end > 0) {
          texts.push(at, end)
          emit(LITERAL)
          at = end
          last = LITERAL
          lastWord = 0
          lastEnd = end
          continue
        }
      }
    }
    if (code === 123) depth++
    else if (code === 125) {
      if (templates.length > 0 && templates[templates.length - 1] === depth) {
        lastWord = 0
        template(at + 1)
        lastEnd = at
        continue
      }
      depth--
    } else if (typed && code === 33 && isNameOrClose(last) && lastEnd === at && !BEFORE_REGEX.has(lastWord)) {
      const next = text.charCodeAt(at + 1)
      // `a != b` compares, and `name!: string` declares.
      if (next !== 61 && next !== 58) holes.push({ kind: 'non-null assertion', pos: at })
    } else if (code === 59) silent = false
    emit(code)
    last = code
    lastWord = 0
    at++
    lastEnd = at
  }
  newLine()
  const numbers = new Uint16Array(lines.length + count + 2)
  // Two numbers for the count of lines, since files have more than 65,535.
  numbers[0] = lines.length & 0xffff
  numbers[1] = lines.length >>> 16
  for (let i = 0; i < lines.length; i++) numbers[i + 2] = lines[i] as number
  numbers.set(room.subarray(0, count), lines.length + 2)
  return { numbers, comments, texts, holes }
}

const REQUIRE = /(?:const|var|let)\s+(?:[\w$]+|\{[^{}=]*\})\s*=\s*require\(/y

/** `const x = require('…')` at the beginning of a line; it is over with the text. */
function isRequire(text: string, at: number): boolean {
  REQUIRE.lastIndex = at
  return REQUIRE.test(text)
}

/** Whether a word behind this may be a type: `: any`, `<any`, `as any`, `| any`, `, any>`. */
function isType(last: number, lastWord: number): boolean {
  return last === 58 || last === 60 || last === 124 || last === 38 || last === 44 || (last === 97 && (lastWord === AS || lastWord === IS))
}

function isNameOrClose(last: number): boolean {
  return last === 97 || last === 41 || last === 93
}

/** Behind a value a slash divides; at `</` and `/>` it is a tag's. */
function startsRegex(last: number, lastWord: number, next: number): boolean {
  if (last === 60 || next === 62) return false
  if (last === 97) return BEFORE_REGEX.has(lastWord)
  return last !== LITERAL && last !== 41 && last !== 93 && last !== 125
}

/** Longest regular expression, in characters; what goes on is a division on a line without end. */
const MOST_REGEX = 2000

/** End of a regular expression with its flags, -1 where the line ends before it does. */
function regexEnd(text: string, from: number): number {
  let inClass = false
  const most = Math.min(text.length, from + MOST_REGEX)
  for (let i = from + 1; i < most; i++) {
    const code = text.charCodeAt(i)
    if (code === 10) return -1
    if (code === 92) i++
    else if (code === 91) inClass = true
    else if (code === 93) inClass = false
    else if (code === 47 && !inClass) {
      let end = i + 1
      while (end < text.length && isNameChar(text.charCodeAt(end))) end++
      return end
    }
  }
  return -1
}

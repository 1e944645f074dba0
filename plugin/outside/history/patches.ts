/**
 * Reads patches as git prints them with no lines of context. In: pieces of bytes. Out: added lines that hold a secret, with commit, file
 * and line. A line is looked at closely only when a word that secrets come with stands in it; such words, and the three kinds of lines
 * that tell where we are, are found in one pass over the bytes.
 */
import { automatonOf } from '../../secrets/automaton'
import { keywords } from '../../secrets/shapes'
import type { Found } from './found'
import { secretsInLine } from './line'

const MARKS = ['\ndiff --git ', '\n@@ -', '\ncommit ']
const [DIFF, HUNK] = [0, 1]
/** Words of names that promise a secret, and of addresses that may hold one. */
const WORDS =
  'assword ASSWORD asswd ASSWD assphrase PASSPHRASE pwd PWD Pwd ecret SECRET oken TOKEN redential CREDENTIAL _KEY _key ApiKey apiKey apikey nemonic MNEMONIC ://'.split(
    ' ',
  )
const { next, firstFinal, ends } = automatonOf([...MARKS, ...WORDS, ...keywords])

const [NEWLINE, PLUS] = [10, 43]
/** A private key goes on for so many bytes at most. */
const LONGEST_KEY = 8_000
/** Of a longer line only what is around the word. In bytes. */
const LONGEST_LINE = 2_000
const [BEFORE, BEHIND] = [200, 600]

export class Patches {
  readonly found: Found[] = []
  commits = 0
  from: string | undefined
  to: string | undefined
  private commit = ''
  private date = ''
  private file = ''
  /** Number that the next added line of the hunk has, and up to where in the block lines are counted. */
  private line = 0
  private countedTo = 0
  private rest = Buffer.from('\n')

  take(piece: Buffer, isLast: boolean): void {
    const bytes = Buffer.concat([this.rest, piece])
    this.countedTo = 0
    const end = this.read(bytes, isLast)
    this.countTo(bytes, end + 1)
    this.rest = bytes.subarray(end)
  }

  /** @returns how far everything was read: the line break in front of what comes again with the next piece */
  private read(bytes: Buffer, isLast: boolean): number {
    const end = isLast ? bytes.length : Math.max(0, bytes.lastIndexOf(NEWLINE))
    let state = 0
    for (let at = 0; at < end; at++) {
      const byte = bytes[at] as number
      state = byte < 128 ? (next[state * 128 + byte] as number) : 0
      if (state < firstFinal) continue
      const texts = ends[state - firstFinal] as number[]
      const mark = texts[0] as number
      let stop = bytes.indexOf(NEWLINE, at)
      if (stop < 0) stop = bytes.length
      if (mark < MARKS.length) {
        const start = at + 1 - (MARKS[mark] as string).length
        if (!isLast && (stop >= end || (mark === DIFF && !isWholeHeader(bytes, stop, end)))) return start
        this.readMark(bytes, start + 1, stop, mark)
      } else {
        const start = bytes.lastIndexOf(NEWLINE, at - 1) + 1
        if (bytes[start] === PLUS && this.file !== '') {
          const isLong = stop - start > LONGEST_LINE
          const isKey = !isLong && bytes.toString('latin1', start, stop).includes('PRIVATE KEY')
          if (isKey && !isLast && bytes.length - start < LONGEST_KEY) return start - 1
          if (isLong) stop = Math.min(stop, at + BEHIND)
          this.look(bytes, isLong ? Math.max(start + 1, at - BEFORE) : start + 1, stop, start, isKey)
        }
      }
      // On with the line break, so that a mark that begins with it is seen.
      at = stop - 1
      state = 0
    }
    return end
  }

  private readMark(bytes: Buffer, start: number, stop: number, mark: number): void {
    const line = bytes.toString('latin1', start, stop)
    if (mark === HUNK) {
      this.line = Number(/\+(\d+)/.exec(line)?.[1] ?? 0)
      this.countedTo = stop + 1
      return
    }
    this.line = 0
    this.file = ''
    if (mark === DIFF) {
      // The name stands alone in `+++ b/…`, which comes before the first hunk.
      const to = /\n\+\+\+ ("?)b\/([^\n]*?)\1\t?(?=\n|$)/.exec(bytes.toString('latin1', stop, stop + LONGEST_HEADER))
      if (to) this.file = fileName(to[2] as string, to[1] === '"')
      return
    }
    ;[, this.commit = '', this.date = ''] = line.split(' ')
    this.commits++
    if (!this.to || this.date > this.to) this.to = this.date
    if (!this.from || this.date < this.from) this.from = this.date
  }

  /** Added lines of the hunk up to a place. */
  private countTo(bytes: Buffer, place: number): void {
    if (this.line === 0) return
    for (let at = this.countedTo; at < place; ) {
      if (bytes[at] === PLUS) this.line++
      const end = bytes.indexOf(NEWLINE, at)
      if (end < 0) break
      at = end + 1
    }
    this.countedTo = Math.max(this.countedTo, place)
  }

  private look(bytes: Buffer, from: number, stop: number, lineStart: number, isKey: boolean): void {
    const text = isKey ? addedLines(bytes.toString('latin1', lineStart, lineStart + LONGEST_KEY)) : bytes.toString('latin1', from, stop)
    const secrets = secretsInLine(this.file, text, isKey)
    if (secrets.length === 0) return
    this.countTo(bytes, lineStart)
    const { file, line, commit, date } = this
    for (const { at, ...secret } of secrets) this.found.push({ ...secret, file, line, lines: [], at: { file, line, text: at, commit }, commit, date })
  }
}

const LONGEST_HEADER = 10_000

/** Whether the names of a changed file are all there. */
function isWholeHeader(bytes: Buffer, from: number, end: number): boolean {
  const hunk = bytes.indexOf('\n@@ -', from)
  const other = bytes.indexOf('\ndiff --git ', from)
  return (hunk >= 0 && hunk < end) || (other >= 0 && other < end) || end - from > LONGEST_HEADER
}

function addedLines(text: string): string {
  const lines = text.split('\n')
  const end = lines.findIndex((line) => !line.startsWith('+'))
  return (end < 0 ? lines : lines.slice(0, end)).map((line) => line.slice(1)).join('\n')
}

/** As git writes it: in quotes, with octal bytes, where the name holds control characters, quotes or backslashes. */
function fileName(name: string, isQuoted: boolean): string {
  const escapes: Record<string, string> = { t: '\t', n: '\n', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' }
  const bytes = isQuoted
    ? name.replace(/\\(?:([0-7]{3})|(.))/g, (_, octal: string | undefined, other: string) =>
        octal ? String.fromCharCode(Number.parseInt(octal, 8)) : (escapes[other] ?? other),
      )
    : name
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

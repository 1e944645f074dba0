/** Tokens of all files, one after the other. In: the facts of files. Out: the stream, and where in it each file and line begins. */
import type { FileFacts } from '../../../../graph'

export interface Stream {
  tokens: Uint16Array
  /** First token of each file, and one past the last. */
  starts: Int32Array
  fileOf(token: number): number
  /** Line, from 1, on which a token begins. */
  lineOf(token: number): number
  /** Lines of a file on which a token begins. */
  linesWithCode(file: number): number
}

export function streamOf(files: readonly FileFacts[], isLeftOut: (file: number) => boolean): Stream {
  const counted = files.map(({ health: { tokens } }, file) => {
    const lines = tokens.length < 2 || isLeftOut(file) ? 0 : (tokens[0] as number) + (tokens[1] as number) * 0x10000
    return { lines, count: lines === 0 ? 0 : tokens.length - lines - 2 }
  })
  const starts = new Int32Array(files.length + 1)
  counted.forEach(({ count }, file) => {
    starts[file + 1] = (starts[file] as number) + count
  })
  const tokens = new Uint16Array(starts[files.length] as number)
  counted.forEach(({ lines, count }, file) => {
    if (count > 0) tokens.set((files[file] as FileFacts).health.tokens.subarray(lines + 2), starts[file])
  })
  /** First token of each line, by file; counted when somebody asks. */
  const byLine: (Int32Array | undefined)[] = []
  const linesOf = (file: number): Int32Array => {
    let first = byLine[file]
    if (!first) {
      const { lines } = counted[file] as { lines: number }
      const { tokens: numbers } = (files[file] as FileFacts).health
      first = new Int32Array(lines)
      for (let line = 0, at = 0; line < lines; line++) {
        first[line] = at
        at += numbers[line + 2] as number
      }
      byLine[file] = first
    }
    return first
  }
  const fileOf = (token: number) => last(starts, token)
  return {
    tokens,
    starts,
    fileOf,
    lineOf(token) {
      const file = fileOf(token)
      return last(linesOf(file), token - (starts[file] as number)) + 1
    },
    linesWithCode(file) {
      const { lines } = counted[file] as { lines: number }
      const { tokens: numbers } = (files[file] as FileFacts).health
      let count = 0
      for (let line = 0; line < lines; line++) if ((numbers[line + 2] as number) > 0) count++
      return count
    },
  }
}

/** Place of the last number that is not above another; of equal ones the last. */
function last(sorted: Int32Array, most: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((sorted[middle] as number) <= most) low = middle
    else high = middle - 1
  }
  return low
}

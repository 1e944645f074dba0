/** Offsets as lines, which are counted when a file is first asked about. */
import type { FileFacts } from '../../graph'

export class Lines {
  /** File → offset of the beginning of each line. */
  private readonly starts: (number[] | undefined)[] = []

  constructor(private readonly files: readonly FileFacts[]) {}

  /** Line of an offset, counted from 1. */
  at(file: number, offset: number): number {
    const starts = this.startsOf(file)
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] as number) <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }

  /** What a line says, without its end. */
  text(file: number, line: number): string {
    const { text } = this.files[file] as FileFacts
    const starts = this.startsOf(file)
    const from = starts[line - 1] ?? 0
    let to = starts[line] ?? text.length
    while (to > from && (text.charCodeAt(to - 1) === 10 || text.charCodeAt(to - 1) === 13)) to--
    return text.slice(from, to)
  }

  private startsOf(file: number): number[] {
    let starts = this.starts[file]
    if (!starts) {
      starts = [0]
      const { text } = this.files[file] as FileFacts
      for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) starts.push(i + 1)
      this.starts[file] = starts
    }
    return starts
  }
}

/** Over white space and comments: node positions include what stands before them. */
export function skipTrivia(text: string, from: number): number {
  let at = from
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === 32 || (code >= 9 && code <= 13) || code === 0xfeff || code === 0xa0) at++
    else if (code === 47 && text.charCodeAt(at + 1) === 47) {
      const end = text.indexOf('\n', at)
      if (end < 0) return text.length
      at = end + 1
    } else if (code === 47 && text.charCodeAt(at + 1) === 42) {
      const end = text.indexOf('*/', at + 2)
      if (end < 0) return text.length
      at = end + 2
    } else return at
  }
}

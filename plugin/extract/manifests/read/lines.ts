/** Lines of a text. Offsets count from 0, lines from 1. */

export interface LineTable {
  lineAt(offset: number): number
  /** Without its line break; empty past the end. */
  line(number: number): string
  count: number
}

export function linesOf(text: string): LineTable {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return {
    count: starts.length,
    lineAt(offset) {
      let low = 0
      let high = starts.length - 1
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if ((starts[middle] as number) <= offset) low = middle
        else high = middle - 1
      }
      return low + 1
    },
    line(number) {
      const start = starts[number - 1]
      if (start === undefined) return ''
      const end = starts[number]
      const last = end === undefined ? text.length : end - 1
      return text.slice(start, text.charCodeAt(last - 1) === 13 && last > start ? last - 1 : last)
    },
  }
}

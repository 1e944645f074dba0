/** lcov trace files: `SF:` begins a source file, `DA:line,hits` is a line (man geninfo, "TRACEFILE FORMAT"). */
import type { LinesOfFile } from './lines'

export function lcov(text: string): LinesOfFile[] {
  const hits = new Map<string, Map<number, number>>()
  let lines: Map<number, number> | undefined
  for (const row of text.split(/\r?\n/)) {
    if (row.startsWith('SF:')) {
      const path = row.slice(3).trim()
      lines = hits.get(path) ?? new Map()
      hits.set(path, lines)
    } else if (row.startsWith('DA:')) {
      const [, line, count] = /^DA:(\d+),(-?\d+)/.exec(row) ?? []
      // One file may be told several times, by several tests.
      if (lines && line !== undefined) lines.set(Number(line), (lines.get(Number(line)) ?? 0) + Number(count))
    } else if (row === 'end_of_record') lines = undefined
  }
  return [...hits].map(([path, of]) => ({ path, total: of.size, covered: [...of.values()].filter((count) => count > 0).length }))
}

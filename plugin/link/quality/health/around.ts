/** The function in which an offset lies. In: the linked program, a file, an offset. Out: its name, '' at module level. */
import type { Linked } from '../../linked'

export function functionAround({ whole }: Linked, file: number, pos: number): string {
  let name = ''
  // In source order: the last one that holds the offset is the innermost.
  for (const figures of whole.files[file]?.health.functions ?? []) {
    if (figures.pos > pos) break
    if (figures.end > pos && figures.name !== '') name = figures.name
  }
  return name
}

/** Where points stand when each needs room of its own. In: points on two scales. Out: a cell of a raster for each. */
import type { QuadrantDiagram } from '../../types'

export interface Cell {
  column: number
  /** From the top. */
  row: number
}

/**
 * The free cell of its own quarter that is nearest to the point.
 * @param columns of the whole raster, even, as are the rows
 * @returns undefined for a point whose quarter is full
 */
export function cellsOf(points: QuadrantDiagram['points'], columns: number, rows: number): (Cell | undefined)[] {
  const taken = new Set<number>()
  return points.map(({ x, y }) => {
    const wanted = { column: cell(x, columns), row: rows - 1 - cell(y, rows) }
    const quarter = (it: Cell) => `${it.column * 2 < columns} ${it.row * 2 < rows}`
    const free = Array.from({ length: columns * rows }, (_, index) => ({ column: index % columns, row: Math.floor(index / columns) }))
      .filter((it) => quarter(it) === quarter(wanted) && !taken.has(it.row * columns + it.column))
      .map((it) => ({ ...it, far: (it.column - wanted.column) ** 2 + (it.row - wanted.row) ** 2 }))
    const best = free.reduce<(Cell & { far: number }) | undefined>((near, it) => (near && near.far <= it.far ? near : it), undefined)
    if (!best) return undefined
    taken.add(best.row * columns + best.column)
    return { column: best.column, row: best.row }
  })
}

function cell(value: number, cells: number): number {
  return Math.min(cells - 1, Math.floor(Math.min(1, Math.max(0, value)) * cells))
}

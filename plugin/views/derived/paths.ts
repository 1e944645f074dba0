/**
 * How a finding comes about, as steps to read. In: a finding with its trace. Out: steps, of which no two that follow each
 * other are on one line; null where the place alone says everything.
 */
import type { Evidence, Finding } from '../../types'

export interface DataPath {
  steps: { role: 'source' | 'step' | 'sink'; number: number; at: Evidence; omitted: number }[]
  /** Where it is the way of data: what is read at its first step, and what takes it at its last. */
  flow: NonNullable<Finding['flow']> | null
  /** Too long to stand open between other findings. */
  isLong: boolean
}

/** More steps than this are folded away. */
const most = 8

export function pathOf({ trace, flow = undefined }: Pick<Finding, 'trace' | 'flow'>): DataPath | null {
  const places = merged(trace)
  if (places.length < 2 && !flow) return null
  const roleOf = (index: number): 'source' | 'step' | 'sink' =>
    !flow ? 'step' : index === 0 ? 'source' : index === places.length - 1 ? 'sink' : 'step'
  return {
    steps: places.map((at, index) => ({ role: roleOf(index), number: index + 1, at, omitted: at.omitted ?? 0 })),
    flow: flow ?? null,
    isLong: places.length > most,
  }
}

/** Several steps on one line show the reader one line; the one that has more of it stays. */
function merged(trace: Evidence[]): Evidence[] {
  const places: Evidence[] = []
  for (const at of trace) {
    const last = places.at(-1)
    if (!last || last.file !== at.file || last.line !== at.line) places.push(at)
    else if (at.text.length > last.text.length) places[places.length - 1] = at
  }
  return places
}

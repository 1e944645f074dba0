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

export function pathOf({ at, trace, flow = undefined }: Pick<Finding, 'at' | 'trace' | 'flow'>): DataPath | null {
  const places = merged(flow ? withoutCircles(trace, at) : trace)
  if (places.length < 2 && !flow) return null
  const roleOf = (index: number): 'source' | 'step' | 'sink' =>
    !flow ? 'step' : index === 0 ? 'source' : index === places.length - 1 ? 'sink' : 'step'
  return {
    steps: places.map((at, index) => ({ role: roleOf(index), number: index + 1, at, omitted: at.omitted ?? 0 })),
    flow: flow ?? null,
    isLong: places.length > most,
  }
}

/**
 * What goes round within the last statement: `option: value` is put into the object, the object into the call, and the call reads
 * the option. One way into the statement and its end say all of it.
 */
function withoutCircles(trace: Evidence[], statement: Evidence): Evidence[] {
  const sink = trace.at(-1)
  if (!sink || sink.file !== statement.file || sink.line !== statement.line) return trace
  const isWithin = ({ file, line }: Evidence): boolean => file === sink.file && line >= sink.line && line <= (statement.endLine ?? sink.line)
  let first = trace.length - 1
  while (first > 0 && isWithin(trace[first - 1] as Evidence)) first--
  return trace.length - first < 3 ? trace : [...trace.slice(0, first + 1), sink]
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

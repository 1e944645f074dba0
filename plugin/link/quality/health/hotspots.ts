/**
 * Files in which work meets difficulty. In: figures of functions, and how often files changed. Out: files by changes times the
 * cognitive complexity of what is hard in them, highest first (A. Tornhill, "Your Code as a Crime Scene", 2015, chapter 2).
 */
import type { CodeHealth, FunctionMetrics, WorkHistory } from '../../../types'

/** Functions at or below are read at a glance, however many there are. */
const EASY = 5
const MOST = 25

export function hotspotsOf(functions: readonly FunctionMetrics[], churn: WorkHistory['churn']): CodeHealth['hotspots'] {
  const hard = new Map<string, { cognitive: number; worst: FunctionMetrics }>()
  for (const it of functions) {
    if (it.test || it.cognitive <= EASY) continue
    const known = hard.get(it.at.file)
    if (!known) hard.set(it.at.file, { cognitive: it.cognitive, worst: it })
    else {
      known.cognitive += it.cognitive
      if (it.cognitive > known.worst.cognitive) known.worst = it
    }
  }
  return churn
    .flatMap(({ file, changes }) => {
      const it = hard.get(file)
      return it && changes > 1 ? [{ file, changes, cognitive: it.cognitive, at: it.worst.at }] : []
    })
    .sort((one, other) => other.changes * other.cognitive - one.changes * one.cognitive || (one.file < other.file ? -1 : 1))
    .slice(0, MOST)
}

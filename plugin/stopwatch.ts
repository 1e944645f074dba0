/** Times the stages of a run. Numbers go to `--timings` and the terminal, never to a page. */
import type { Analysis, Stage, World } from './types'

export interface Stopwatch {
  /** Runs `work`, sync or async, and keeps how long it took; tells `progress` that the stage began and that it ended. */
  <Result>(stage: Stage, work: () => Result | Promise<Result>): Promise<Result>
  /** Seconds a stage, in the order in which the stages first began. A stage that ran twice is summed. */
  report(): Analysis['timings']
}

export function stopwatch(progress: World['progress']): Stopwatch {
  const stages = new Map<Stage, { seconds: number; detail: string }>()
  const timed = async <Result>(stage: Stage, work: () => Result | Promise<Result>): Promise<Result> => {
    progress(stage, 0, 0)
    const begin = process.hrtime.bigint()
    const result = await work()
    const seconds = Number(process.hrtime.bigint() - begin) / 1e9 + (stages.get(stage)?.seconds ?? 0)
    stages.set(stage, { seconds, detail: countOf(result) })
    progress(stage, 1, 1)
    return result
  }
  return Object.assign(timed, { report: () => [...stages].map(([stage, spent]) => ({ stage, ...spent })) })
}

/** What a stage made, counted: `651 files, 12 skipped`. Empty when there is nothing to count. */
function countOf(result: unknown): string {
  if (Array.isArray(result)) return `${result.length} made`
  if (typeof result !== 'object' || result === null) return ''
  return Object.entries(result)
    .filter(([, value]) => Array.isArray(value))
    .map(([key, value]) => `${value.length} ${key}`)
    .join(', ')
}

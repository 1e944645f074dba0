/**
 * A burst of calls becomes one run. A call that comes in while work is going on gets the next run, never the running
 * one: what it announces may already have been read.
 */
export interface CoalesceTimes {
  /** The run starts when this long nobody has called, in milliseconds. */
  quiet: number
  /** And at the latest this long after the first call. */
  patience: number
}

export function coalesce<Result>(
  work: () => Promise<Result>,
  { quiet, patience }: CoalesceTimes = { quiet: 60, patience: 600 },
): () => Promise<Result> {
  let waiting: { run: Promise<Result>; touch: () => void } | undefined
  let running: Promise<unknown> = Promise.resolve()

  function begin() {
    const first = Date.now()
    let timer: NodeJS.Timeout
    let start: () => void
    const calm = new Promise<void>((resolve) => {
      start = resolve
    })
    const touch = () => {
      clearTimeout(timer)
      timer = setTimeout(() => start(), Math.max(0, Math.min(quiet, first + patience - Date.now())))
    }
    touch()
    const before = running
    const run = calm
      .then(() => before)
      .then(() => {
        waiting = undefined
        return work()
      })
    running = run.catch(() => undefined)
    return { run, touch }
  }

  return () => {
    if (waiting) waiting.touch()
    else waiting = begin()
    return waiting.run
  }
}

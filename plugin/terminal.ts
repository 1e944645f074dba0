/** How a run shows on a terminal. In: stages and counts. Out: a bar for people, plain lines for logs, or nothing. */
import { SingleBar } from 'cli-progress'
import type { Analysis, Knowledge, Stage, World } from './types'

export interface Terminal {
  progress: World['progress']
  /** Takes the bar away; to be called before anything else is printed, and on failure too. */
  end(): void
}

/** @param stream where it shows; results never go there */
export function terminal(stream: NodeJS.WriteStream, style: 'bar' | 'lines' | 'quiet'): Terminal {
  if (style === 'quiet') return { progress: () => {}, end: () => {} }
  return style === 'bar' ? withBar(stream) : withLines(stream)
}

function withLines(stream: NodeJS.WriteStream): Terminal {
  let last: Stage | undefined
  const progress = (stage: Stage) => {
    if (stage !== last) stream.write(`plumbline: ${stage}\n`)
    last = stage
  }
  return { progress, end: () => {} }
}

function withBar(stream: NodeJS.WriteStream): Terminal {
  const bar = new SingleBar({
    stream,
    format: '{stage} {bar} {count}',
    hideCursor: true,
    clearOnComplete: true,
    barsize: 30,
    gracefulExit: false,
    noTTYOutput: false,
  })
  let isShown = false
  let drawn = 0
  const progress = (stage: Stage, done: number, total: number) => {
    // Stages do not wait for timers, so the bar is drawn from here, at most twenty times a second.
    if (Date.now() - drawn < 50 && done < total) return
    drawn = Date.now()
    const count = total > 1 ? `${done}/${total}` : ''
    if (!isShown) bar.start(1, 0, { stage: stage.padEnd(8), count })
    isShown = true
    bar.setTotal(Math.max(total, 1))
    bar.update(done, { stage: stage.padEnd(8), count })
    bar.render()
  }
  return {
    progress,
    end: () => {
      if (isShown) bar.stop()
      isShown = false
    },
  }
}

/** Who reads may stop early (`plumbline diagram containers | head`): that is no fault, and files that were asked for are written all the same. */
export function letReadersLeave(...streams: NodeJS.EventEmitter[]): void {
  for (const stream of streams)
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
}

/** For `--timings`: seconds a stage, and how well the code was understood. */
export function timingsOf({ timings, results }: Analysis): string {
  const rows = timings.map(({ stage, seconds, detail }) => `  ${stage.padEnd(8)} ${seconds.toFixed(3).padStart(8)} s  ${detail}`)
  const sum = timings.reduce((total, { seconds }) => total + seconds, 0)
  return [...rows, `  ${'all'.padEnd(8)} ${sum.toFixed(3).padStart(8)} s`, ...knowledgeOf(results.knowledge)].join('\n')
}

function knowledgeOf(knowledge: Knowledge): string[] {
  const { callSites, callSitesResolved, receivers, receiversKnown, imports, importsUnresolved, limitsReached } = knowledge
  return [
    `  ${callSitesResolved} of ${callSites} call sites resolved${callSites > 0 ? ` (${Math.round((callSitesResolved / callSites) * 100)} %)` : ''}`,
    `  ${receiversKnown} of ${receivers} receivers of method calls known${receivers > 0 ? ` (${Math.round((receiversKnown / receivers) * 100)} %)` : ''}`,
    `  ${imports - importsUnresolved} of ${imports} imports resolved`,
    `  ${limitsReached} limits reached`,
  ]
}

/**
 * Analyses in a process of its own. In: options, and where the code is. Out: the same as the pipeline gives, errors included. What
 * did not change is answered from memory here: that takes less time than a process takes to start.
 */
import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import type { PluginOptions } from '../options'
import { recalled } from '../pipeline'
import type { AnalyseOptions, Analysis } from '../types'
import { UserError } from '../user-error'
import { createWorld, type WorldOptions } from '../world'
import type { Answered, Asked } from './protocol'

/** @param stays keeps the process for the next time, warm: something will change again */
export function analysesApart({ stays }: { stays: boolean }) {
  let running: ChildProcess | undefined
  let turn: Promise<unknown> = Promise.resolve()
  const analyse = async (options: AnalyseOptions, { progress: _progress, ...world }: WorldOptions): Promise<Analysis> => {
    // Options of other plugins may be functions, which cannot be handed over; pages do not depend on them.
    const { docs: _, ...own } = options as PluginOptions
    const known = running ? undefined : await recalled(own, await createWorld(world))
    if (known) return known
    running ??= started(() => {
      running = undefined
    })
    const child = running
    if (!stays) running = undefined
    try {
      return await ask(child, { options: own, world })
    } finally {
      if (!stays && child.connected) child.disconnect()
    }
  }
  // Answers come in the order of questions: one at a time.
  return (options: AnalyseOptions, world: WorldOptions): Promise<Analysis> => {
    const next = turn.then(() => analyse(options, world))
    turn = next.catch(() => {})
    return next
  }
}

function started(ended: () => void): ChildProcess {
  // What the calling process was started with, a debugger's port among it, is not for this one.
  const child = fork(path.join(__dirname, 'child.js'), { execArgv: [], serialization: 'advanced' })
  child.once('exit', ended)
  return child
}

/** The calling process may end while nothing is asked. */
function ask(child: ChildProcess, asked: Asked): Promise<Analysis> {
  hold(child, true)
  return new Promise<Analysis>((resolve, reject) => {
    const settle = (done: () => void) => {
      child.off('message', answered)
      child.off('exit', gone)
      child.off('error', failed)
      hold(child, false)
      done()
    }
    const answered = (answer: Answered) => settle(() => ('analysis' in answer ? resolve(answer.analysis) : reject(asError(answer.failed))))
    const gone = (code: number | null, signal: NodeJS.Signals | null) =>
      settle(() =>
        reject(
          new Error(
            `The process that analyses ${asked.world.root} ended before it was done: ${signal ?? `exit code ${code}`}. If it ran out of memory (SIGABRT), NODE_OPTIONS=--max-old-space-size=8192 gives it more.`,
          ),
        ),
      )
    // A process that ended cannot be written to; how it ended is told by its exit, which comes a moment later.
    const failed = (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'ERR_IPC_CHANNEL_CLOSED') settle(() => reject(error))
    }
    child.on('message', answered)
    child.on('exit', gone)
    child.on('error', failed)
    child.send(asked)
  })
}

function hold(child: ChildProcess, isHeld: boolean): void {
  if (!child.channel) return
  if (isHeld) {
    child.ref()
    child.channel.ref()
  } else {
    child.unref()
    child.channel.unref()
  }
}

function asError({ isUserError, message, stack }: Extract<Answered, { failed: unknown }>['failed']): Error {
  const error = isUserError ? new UserError(message) : new Error(message)
  if (stack) error.stack = stack
  return error
}

/** Where lines of a log go, who can read them there, and how long they stay. */
import type { Control, Log } from '../../../types'
import { type Asked, answer, code, listed } from './control'
import type { LogLine } from './log-lines'
import type { LogOutput } from './log-outputs'
import type { Logged } from './logged'

export const STANDARD = 'The lines go to standard output. How long they are kept is decided by what collects them, which is not in the code.'
/** Of the lines of loggers: to what their settings name, else to standard output. */
export function places(id: string, aspect: string, { outputs, writers }: Logged, lines: readonly LogLine[]): Pick<Log, 'destination' | 'kept'> {
  const destination = {
    id: `${id}-log-destination`,
    aspect: `Destination of the ${aspect.toLowerCase()}`,
    recommended: 'Where only operators can read it',
  }
  const kept = { id: `${id}-log-retention`, aspect: `Retention of the ${aspect.toLowerCase()}`, recommended: 'A limit in days' }
  const none = `There is no ${aspect.toLowerCase()}.`
  if (lines.length === 0)
    return { destination: answer(destination, 'not applicable', { reason: none }), kept: answer(kept, 'not applicable', { reason: none }) }
  const ofAccess = new Set(writers.map(({ output }) => output))
  const own = outputs.filter((output) => !ofAccess.has(output))
  const plain = lines.every(({ library }) => library === 'console')
  if (own.length > 0 && !plain) return { destination: destinationOf(destination, own), kept: keptOf(kept, own) }
  return {
    destination: answer(destination, 'pass', {
      current: id === 'error' && plain ? 'standard error' : 'standard output',
      reason: plain ? '' : 'No file or service is set for the logger.',
      evidence: lines.slice(0, 1).map(({ at }) => at),
    }),
    kept: answer(kept, 'unknown', { reason: STANDARD }),
  }
}

export function destinationOf(asked: Asked, outputs: readonly LogOutput[]): Control {
  const open = outputs.filter(({ ways }) => ways.length > 0)
  const words = outputs.map(({ kind, name, ways }) => {
    const way = ways[0]
    const plain = kind === 'file' ? code(name) : name
    if (!way) return plain
    return `${plain}, ${way.way === 'listed' ? 'listed and readable' : 'readable'}${way.path ? ` at ${code(way.path)}` : ' over HTTP'}${way.auth === 'no' ? ' without authentication' : ''}`
  })
  return answer(asked, open.length > 0 ? 'fail' : 'pass', {
    current: listed(words),
    reason:
      open.length > 0
        ? 'The directory of the log is served over HTTP, so whoever finds it reads every line.'
        : 'No directory that is served over HTTP holds it.',
    evidence: outputs.flatMap(({ at, ways }) => [at, ...ways.slice(0, 2).map((way) => way.at)]),
  })
}

export function keptOf(asked: Asked, outputs: readonly LogOutput[]): Control {
  const limited = outputs.filter(({ kept }) => kept !== '')
  const files = outputs.filter(({ kind }) => kind === 'file')
  if (limited.length > 0)
    return answer(asked, limited.length < files.length ? 'partial' : 'pass', {
      current: listed(limited.map(({ kept }) => kept)),
      reason: '',
      evidence: limited.map(({ at, keptAt }) => keptAt ?? at),
    })
  if (files.length === 0) return answer(asked, 'unknown', { reason: STANDARD })
  return answer(asked, 'fail', {
    current: 'No limit',
    reason:
      'Looked for rotation with a number of files or days among the settings of the file: none, so it grows and is kept until somebody deletes it.',
    evidence: files.map(({ at }) => at),
  })
}

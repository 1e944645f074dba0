/** What is written for developers: by level, by statements of the database, and whether production leaves it out. */
import type { Control, Log } from '../../../types'
import { cite } from '../../linked'
import { isTruthy } from '../../usages/setting'
import { answer, code, counted, listed } from './control'
import { environmentOf } from './environment'
import type { Ground } from './ground'
import type { LogLine } from './log-lines'
import { piecesOf } from './pieces'

const WRITER = { id: 'debug-log', aspect: 'Debug log', recommended: 'Off in production' }
const CONTENT = { id: 'debug-log-content', aspect: 'Content of the debug log', recommended: 'No values of requests or statements' }

export function debugWriter(ground: Ground, lines: readonly LogLine[]): Pick<Log, 'writer' | 'content'> {
  const debug = lines.filter(({ level }) => level === 'debug')
  const printed = lines.filter(({ level, library }) => level === 'info' && library === 'console')
  const levels = levelsOf(ground)
  return { writer: writerOf(levels, debug, printed), content: contentOf(ground, debug, printed) }
}

function writerOf(levels: Level[], debug: readonly LogLine[], printed: readonly LogLine[]): Control {
  const calls = [
    debug.length > 0 ? counted(debug.length, 'call at level debug or below', 'calls at level debug or below') : '',
    printed.length > 0 ? `${counted(printed.length, 'call')} of ${code('console.log')} and the like` : '',
  ]
  const words = [...levels.map(({ text }) => text), ...calls].filter(Boolean)
  if (words.length === 0)
    return answer(WRITER, 'not applicable', {
      reason: 'Looked for calls at level debug, for calls of the console and for a level in the settings of a logger: none.',
    })
  const evidence = [...levels.map(({ at }) => at), ...debug.map(({ at }) => at), ...printed.map(({ at }) => at)]
  const quiet = levels.length > 0 && levels.every((level) => level.quiet)
  if (printed.length > 0)
    return answer(WRITER, levels.length > 0 && quiet ? 'partial' : 'fail', {
      current: listed(words),
      reason: 'What is written to the console has no level, so it is written in production as well.',
      evidence: quiet ? evidence : [...printed.map(({ at }) => at), ...evidence],
    })
  if (levels.length === 0)
    return answer(WRITER, 'unknown', {
      current: listed(words),
      reason: 'No level is set in the code; which lines are written is decided when the program starts.',
      evidence,
    })
  return answer(WRITER, quiet ? 'pass' : 'fail', {
    current: listed(words),
    reason: quiet ? '' : 'A level of debug or below is not limited to development.',
    evidence,
  })
}

interface Level {
  text: string
  /** Leaves debug lines out, at least outside development. */
  quiet: boolean
  at: Control['evidence'][number]
}

/** Levels that loggers are set to, each with the environment in which it holds. */
function levelsOf(ground: Ground): Level[] {
  const { linked } = ground
  const found: Level[] = []
  for (const kind of ['logger', 'log-console', 'log-file'])
    for (const call of ground.calls(kind)) {
      const [options] = linked.whole.args(call)
      if (options === undefined) continue
      for (const node of linked.values.property(options, 'level')) {
        const pieces = piecesOf(linked, node).filter(({ text }) => /^[a-z]+$/i.test(text) && !/^(?:production|development|test)$/.test(text))
        if (pieces.length === 0) continue
        const said = pieces.map((piece) => ({ text: piece.text, when: environmentOf(linked, piece.node) }))
        found.push({
          text: `level ${listed(said.map(({ text, when }) => `${code(text)}${when ? ` ${when}` : ''}`))}`,
          quiet: said.every(
            ({ text, when }) => !/^(?:debug|trace|verbose|silly|all)$/.test(text) || /in development|in test|outside production/.test(when),
          ),
          at: cite(linked, node),
        })
      }
    }
  return found
}

function contentOf(ground: Ground, debug: readonly LogLine[], printed: readonly LogLine[]): Control {
  const statements = ground.uses('statement-log', 'statement-debug').filter(({ kind, values }) => {
    if (kind === 'statement-debug') return values.name?.texts.includes('debug') && values.value?.texts.some(isTruthy)
    return (
      ['logging', 'second', 'fourth', 'debug'].some((name) =>
        values[name]?.texts.some((text) => text === 'true' || text === 'all' || text === 'query'),
      ) || values.log?.texts.includes('query')
    )
  })
  if (statements.length > 0)
    return answer(CONTENT, 'fail', {
      current: 'statements of the database with their values',
      reason: 'The database library is told to log every statement, and values of the records stand in them.',
      evidence: statements.map(({ at }) => at),
    })
  if (debug.length + printed.length === 0) return answer(CONTENT, 'not applicable', { reason: 'There is no debug log.' })
  return answer(CONTENT, 'unknown', {
    current: 'messages of the program',
    reason: 'What is known of values in log lines stands in the table below; logging of database statements was looked for and is not switched on.',
  })
}

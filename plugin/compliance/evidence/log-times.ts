/**
 * Whether lines of logs say when: without, no timeline comes of them. What winston writes holds no time unless its format adds one
 * (https://github.com/winstonjs/winston#formats); a line printed by hand may, and is left to the reader.
 */
import Joi from 'joi'
import { outcome } from '../outcome'
import { check } from './check'

export const logTimes = check<true>(Joi.valid(true), (_asked, scene) => {
  const made = scene.usages('logger').filter(({ library, api }) => library === 'winston' && /createLogger|loggers\.add/.test(api))
  if (made.length === 0) return outcome('nothing', 'No logger was seen that writes lines without their time.', [], { byAbsence: true })
  const timed = scene.usages('log-time')
  if (timed.length > 0)
    return outcome(
      'met',
      'The format of winston adds the time to each line.',
      timed.map(({ at }) => at),
    )
  if (scene.usages('log-format').some(({ api }) => /printf$/.test(api)))
    return outcome('nothing', 'The lines of winston are put together by the code itself.', [], { byAbsence: true })
  const files = scene.usages('log-file').filter(({ library }) => library === 'winston')
  const at = made.map((usage) => usage.at)
  const said = 'winston is given no format that adds the time to its lines'
  // What collects standard output, or a service, may add the time at which a line arrives.
  return files.length > 0
    ? outcome('not met', `${said}, and writes them to files, where nothing else does.`, [...at, ...files.map((usage) => usage.at)])
    : outcome('partly', `${said}; what collects them may.`, at)
})

/** What the process does with errors that nothing caught. Without a handler Node prints the error and ends the process. */
import Joi from 'joi'
import { counted, listed, outcome } from '../outcome'
import { check } from './check'

const LAST = /^(?:uncaughtException|unhandledRejection)$/

export const lastResort = check<true>(Joi.valid(true), (_asked, scene) => {
  const those = scene
    .usages('process-event')
    .filter(({ api, values }) => /setUncaught/.test(api) || values.event?.texts.some((text) => LAST.test(text)))
  if (those.length === 0)
    return outcome('not met', 'Looked for handlers of `uncaughtException` and `unhandledRejection` of the process: none.', [], { byAbsence: true })
  const events = listed(
    [...new Set(those.flatMap(({ values }) => values.event?.texts.filter((text) => LAST.test(text)) ?? []))].map((text) => `\`${text}\``),
  )
  return outcome(
    'met',
    `${counted(those.length, 'handler')} of what nobody caught${events === '' ? '' : `: ${events}`}.`,
    those.map(({ at }) => at),
  )
})

/** Tests that come by what guards the system: guards and entry points. */
import Joi from 'joi'
import { counted, listed, outcome } from '../outcome'
import { check } from './check'

export const tests = check<'security'>(Joi.valid('security').required(), (_asked, { program }) => {
  const { cases, reach, frameworks } = program.quality.testing
  if (cases.length === 0) return outcome('not met', `Looked for tests in ${counted(program.files.length, 'file')}: none.`)
  const guarding = reach.filter(({ kind }) => kind === 'guard' || kind === 'entry point')
  const shown = `${counted(cases.length, 'test')}${frameworks.length > 0 ? ` (${listed(frameworks)})` : ''}`
  if (guarding.length === 0)
    return outcome(
      'partly',
      `${shown}; no entry point or guard was found that they could come by.`,
      cases.map(({ at }) => at),
    )
  const reached = guarding.filter((it) => it.reached === 'called')
  const lacking = guarding.filter((it) => it.reached !== 'called')
  const says = lacking.length === 0 ? 'met' : reached.length > 0 ? 'partly' : 'not met'
  return outcome(
    says,
    `${shown}; they call ${reached.length} of ${counted(guarding.length, 'entry point and guard', 'entry points and guards')}${
      lacking.length > 0
        ? `, not ${listed(
            lacking.map(({ subject }) => subject),
            3,
          )}`
        : ''
    }.`,
    reached.length > 0 ? reached.flatMap(({ by, at }) => by[0] ?? at) : lacking.map(({ at }) => at),
  )
})

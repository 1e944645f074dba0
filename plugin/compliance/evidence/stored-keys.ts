/** Keys of callers that the program keeps as records of their own: what they open lasts until somebody removes them. */
import Joi from 'joi'
import { listed, outcome } from '../outcome'
import { spelled } from '../scene'
import { check } from './check'

const KEYS = /(?:^|_)(?:api_?keys?|access_?keys?|personal_?(?:access_?)?tokens?)$/

export const storedKeys = check<true>(Joi.valid(true), (_asked, { program }) => {
  const those = program.entities.filter(({ kind, name }) => kind === 'stored' && KEYS.test(spelled(name)))
  if (those.length === 0) return outcome('nothing', 'Looked for stored records that are called keys of callers: none.', [], { byAbsence: true })
  return outcome(
    'partly',
    `Keys of callers are kept: ${listed(those.map(({ name }) => name))}. Whether they end was not looked at.`,
    those.map(({ at }) => at),
  )
})

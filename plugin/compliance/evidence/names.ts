/** What fields of stored records, or any name of the code, are called: enough to prove that nothing is called like it. */
import Joi from 'joi'
import { counted, listed, type Outcome, outcome } from '../outcome'
import { phrasePattern, spelled } from '../scene'
import { check, says } from './check'

interface Asked {
  /** Phrases: `recovery codes` is met by `recoveryCodes` and `RECOVERY_CODES`. */
  like: string[]
  /** `fields`: of stored records. `anywhere`: any name of the code, which is enough for a doubt and no proof. */
  in: 'fields' | 'anywhere'
  /** Of `fields`: only of records that are called like this (a regular expression). */
  of?: string
  found: Outcome['says']
  none: Outcome['says']
  what: string
}

export const names = check<Asked>(
  Joi.object({
    like: Joi.array().items(Joi.string()).min(1).required(),
    in: Joi.valid('fields', 'anywhere').default('fields'),
    of: Joi.string(),
    found: says.default('met'),
    none: says.default('not met'),
    what: Joi.string().required(),
  }),
  ({ like, in: where, of: whose, found, none, what }, scene) => {
    if (where === 'anywhere') {
      const words = scene.names(like)
      if (words.length === 0)
        return outcome(none, `Looked for ${what} among all names of the code (${listed(like, 9)}): none.`, [], { byAbsence: true })
      const lines = scene.program.inventory.exports.filter(({ name }) => words.includes(name)).map(({ at }) => at)
      // A name is no line: what nothing shows proves nothing.
      return lines.length > 0
        ? outcome(found, `The code has ${what} by name: ${listed(words)}. What they do was not looked at.`, lines)
        : outcome('unknown', `Names of the code speak of ${what} (${listed(words)}); what they do could not be told.`)
    }
    const stored = scene.program.entities.filter(({ kind, name }) => kind === 'stored' && (!whose || new RegExp(whose, 'i').test(name)))
    const fields = stored.flatMap(({ name, fields: of }) => of.map((field) => ({ entity: name, field })))
    const tests = like.map((phrase) => phrasePattern(phrase))
    const those = fields.filter(({ field }) => tests.some((test) => test.test(spelled(field.name))))
    if (those.length > 0)
      return outcome(
        found,
        `${capital(what)}: ${listed(those.map(({ entity, field }) => `${entity}.${field.name}`))}.`,
        those.map(({ field }) => field.at),
      )
    return outcome(
      fields.length === 0 && (none === 'met' || whose !== undefined) ? 'unknown' : none,
      `Looked for ${what} among ${counted(fields.length, 'field')} of ${counted(stored.length, 'stored record')}: none.`,
      stored.map(({ at }) => at).slice(0, 2),
      { byAbsence: true },
    )
  },
)

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

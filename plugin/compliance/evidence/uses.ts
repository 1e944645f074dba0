/** Uses of a kind are there, whatever they are set to. */
import Joi from 'joi'
import { counted, type Outcome, outcome } from '../outcome'
import { check, says } from './check'

interface Asked {
  of: string[]
  what: string
  found: Outcome['says']
  none: Outcome['says']
  because?: string
}

export const uses = check<Asked>(
  Joi.object({
    of: Joi.array().items(Joi.string()).single().min(1).required(),
    what: Joi.string().required(),
    found: says.default('met'),
    none: says.default('not met'),
    because: Joi.string(),
  }),
  ({ of, what, found, none, because }, scene) => {
    const those = scene.usages(...of)
    if (those.length === 0) return outcome(none, `Looked for ${what}: none.`, [], { byAbsence: true })
    const shown = `${what.slice(0, 1).toUpperCase() + what.slice(1)} at ${counted(new Set(those.map(({ at }) => `${at.file}:${at.line}`)).size, 'place')}.`
    return outcome(
      found,
      because ? `${shown} ${because}` : shown,
      those.map(({ at }) => at),
    )
  },
)

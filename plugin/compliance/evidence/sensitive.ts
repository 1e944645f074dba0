/** Fields that hold personal data, card data and the like: how they are kept, and whether they reach a log. */
import Joi from 'joi'
import type { Classification, Control } from '../../types'
import { counted, listed, outcome } from '../outcome'
import { check } from './check'

interface Asked {
  classes: Classification[]
  /** Words of what a field is: `bank account`. Narrows the classes. */
  what?: string
  are: 'encrypted' | 'logged' | 'retention'
}

export const sensitive = check<Asked>(
  Joi.object({
    classes: Joi.array()
      .items(Joi.valid('PII', 'Sensitive PII', 'Secret', 'PCI', 'PHI'))
      .min(1)
      .required(),
    what: Joi.string(),
    are: Joi.valid('encrypted', 'logged', 'retention').required(),
  }),
  ({ classes, what, are }, { program }) => {
    const fields = program.posture.dataProtection.fields.filter(
      (it) => it.kind === 'stored' && classes.includes(it.classification) && (!what || new RegExp(what, 'i').test(it.what)),
    )
    if (fields.length === 0)
      return outcome('nothing', `No stored field of this kind was recognised among ${counted(program.entities.length, 'record')}.`)
    const of = (...states: Control['state'][]) => fields.filter((it) => states.includes(it[are].state))
    const nameOf = (it: (typeof fields)[number]) => `${it.entity}.${it.field}`
    const [good, bad] = [of('pass', 'not applicable'), of('fail', 'partial')]
    const verb = {
      encrypted: 'encrypted, hashed or masked wherever they are written',
      logged: 'kept out of the logs',
      retention: 'kept for a limited time',
    }[are]
    const shown = `${good.length} of ${counted(fields.length, 'field')} ${verb}`
    if (bad.length > 0)
      return outcome(
        good.length > 0 ? 'partly' : 'not met',
        `${shown}. Not: ${listed(bad.map(nameOf))}.`,
        bad.map((it) => it[are].evidence[0] ?? it.at),
      )
    if (good.length < fields.length) {
      const untold = of('unknown', 'not looked')
      return outcome(
        good.length > 0 ? 'partly' : 'unknown',
        `${shown}; of ${listed(untold.map(nameOf))} it could not be told. ${untold[0]!.encrypted.reason}`,
        untold.map(({ at }) => at),
      )
    }
    return outcome(
      'met',
      `${shown}.`,
      good.map((it) => it[are].evidence[0] ?? it.at),
      are === 'encrypted' ? {} : { byAbsence: true },
    )
  },
)

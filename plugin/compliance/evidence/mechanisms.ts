/** Ways in which callers prove who they are. */
import Joi from 'joi'
import type { Mechanism } from '../../types'
import { counted, listed, type Outcome, outcome } from '../outcome'
import { check } from './check'

interface Asked {
  kinds: Mechanism['kind'][]
  /** More of them than this are several mechanisms that have to be kept equally strong. */
  atMost?: number
  found: Outcome['says']
  none: Outcome['says']
  name?: string
  what: string
}

const says = Joi.valid('met', 'partly', 'not met', 'unknown', 'nothing')

export const mechanisms = check<Asked>(
  Joi.object({
    kinds: Joi.array().items(Joi.string()).default([]),
    atMost: Joi.number().integer(),
    name: Joi.string(),
    what: Joi.string().required(),
    found: says.default('met'),
    none: says.default('not met'),
  }),
  ({ kinds, atMost, name, what, found, none }, { program }) => {
    const those = program.posture.authentication.mechanisms.filter(
      (it) => (kinds.length === 0 || kinds.includes(it.kind)) && (!name || new RegExp(name, 'i').test(`${it.name} ${it.implementation}`)),
    )
    const at = those.flatMap(({ evidence }) => evidence.slice(0, 2))
    const shown = listed(
      those.map((it) => `${it.name} (${it.implementation})`),
      4,
    )
    if (those.length === 0)
      return outcome(
        none,
        `Looked for ${what} among ${counted(program.posture.authentication.mechanisms.length, 'mechanism')} of authentication: none.`,
        [],
        { byAbsence: true },
      )
    if (atMost !== undefined && those.length > atMost) return outcome('partly', `${counted(those.length, 'mechanism')}: ${shown}.`, at)
    return outcome(found, `${what.slice(0, 1).toUpperCase() + what.slice(1)}: ${shown}.`, at)
  },
)

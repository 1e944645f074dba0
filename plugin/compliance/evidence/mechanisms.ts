/** Ways in which callers prove who they are. */
import Joi from 'joi'
import type { Mechanism } from '../../types'
import { counted, listed, type Outcome, outcome } from '../outcome'
import { check, says } from './check'

interface Asked {
  kinds: Mechanism['kind'][]
  /** More of them than this are several mechanisms that have to be kept equally strong. */
  atMost?: number
  found: Outcome['says']
  none: Outcome['says']
  name?: string
  what: string
}

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
    const delegated = program.posture.authentication.mechanisms.filter(({ kind }) => kind === 'delegated')
    if (those.length === 0) {
      const looked = `Looked for ${what} among ${counted(program.posture.authentication.mechanisms.length, 'mechanism')} of authentication: none.`
      if (delegated.length > 0 && none === 'not met' && kinds.includes('multi-factor'))
        return outcome(
          'unknown',
          `${looked} The service that signs users in may ask for it; that is not in the code.`,
          delegated.flatMap(({ evidence }) => evidence.slice(0, 1)),
        )
      // What is used instead is what a reader can check.
      const others = none === 'met' ? program.posture.authentication.mechanisms : []
      if (none === 'met' && others.length === 0) return outcome('unknown', looked, [], { byAbsence: true })
      const instead =
        others.length > 0
          ? ` Used instead: ${listed(
              others.map((it) => `${it.name} (${it.implementation})`),
              4,
            )}.`
          : ''
      return outcome(
        none,
        `${looked}${instead}`,
        others.flatMap(({ evidence }) => evidence.slice(0, 1)),
        { byAbsence: true },
      )
    }
    if (atMost !== undefined && those.some(({ kind }) => kind === 'delegated'))
      return outcome('partly', `${shown}. How the other service signs users in is not in the code.`, at)
    const own = those.filter(({ kind }) => kind === 'other')
    if (own.length > 0 && found === 'met')
      return outcome(
        'partly',
        `${counted(those.length, 'mechanism')}, of which ${counted(own.length, 'one is', 'are')} written in the project: ${shown}.`.replace(
          '1 one is',
          'one is',
        ),
        at,
      )
    if (atMost !== undefined && those.length > atMost) return outcome('partly', `${counted(those.length, 'mechanism')}: ${shown}.`, at)
    return outcome(found, `${what.slice(0, 1).toUpperCase() + what.slice(1)}: ${shown}.`, at)
  },
)

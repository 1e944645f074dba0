/** Faults of configuration and places that cost or lose something, as the nonfunctional section knows them. The findings fail the requirement. */
import Joi from 'joi'
import type { ConfigurationFault, Hotspot } from '../../types'
import { counted, outcome } from '../outcome'
import { check } from './check'

interface Asked {
  faults: ConfigurationFault['kind'][]
  hotspots: Hotspot['kind'][]
  what: string
  found: 'not met' | 'partly'
}

export const quality = check<Asked>(
  Joi.object({
    faults: Joi.array().items(Joi.string()).default([]),
    hotspots: Joi.array().items(Joi.string()).default([]),
    what: Joi.string().required(),
    found: Joi.valid('not met', 'partly').default('not met'),
  }),
  ({ faults, hotspots, what, found: says }, { program, verdict }) => {
    const ran = new Set(verdict.nonfunctional?.rulesRun.map((rule) => rule.class))
    if (![...faults, ...hotspots].some((kind) => ran.has(kind))) return outcome('unknown', `Nothing looked for ${what}.`, [], { notLooked: true })
    const found = [
      ...program.quality.configuration.faults.filter(({ kind, confidence }) => faults.includes(kind) && confidence !== 'low'),
      ...program.quality.performance.hotspots.filter(({ kind, confidence }) => hotspots.includes(kind) && confidence !== 'low'),
    ]
    if (found.length > 0)
      return outcome(
        says,
        `${counted(found.length, 'place')} with ${what}: ${found[0]!.detail}`,
        found.map(({ at }) => at),
      )
    return outcome('met', `Looked for ${what} in ${counted(program.files.filter(({ kind }) => kind === 'code').length, 'code file')}: none.`, [], {
      byAbsence: true,
    })
  },
)

/** Whether the header Origin, which any program can set, decides who may pass. */
import Joi from 'joi'
import { counted, listed, outcome } from '../outcome'
import { check } from './check'

/** Whoever is refused by it as nobody, 401, would be somebody with another one: that is a check of who calls, and not of which site a page is of. */
export const origin = check<true>(Joi.valid(true), (_asked, scene) => {
  const uses = scene.usages('origin-check')
  if (uses.length === 0) return outcome('nothing', 'Looked for places that read the header Origin: none.', [], { byAbsence: true })
  const trusted = uses.filter(({ values }) => values.decides !== undefined)
  if (trusted.length > 0)
    return outcome(
      'not met',
      `${listed(trusted.map(({ around }) => `\`${around}\``))} decides by the header Origin who may pass.`,
      trusted.map(({ at }) => at),
    )
  return outcome(
    'met',
    `${counted(uses.length, 'place')} ${uses.length === 1 ? 'reads' : 'read'} the header Origin, none in a check of who is calling.`,
    uses.map(({ at }) => at),
    { byAbsence: true },
  )
})

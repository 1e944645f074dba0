/** Whether the header Origin, which any program can set, decides who may pass. */
import Joi from 'joi'
import { counted, listed, outcome } from '../outcome'
import { check } from './check'

/** By the name of the function that reads it: a check of who calls, or one of which site a page is of. */
export const origin = check<true>(Joi.valid(true), (_asked, scene) => {
  const uses = scene.usages('origin-check')
  if (uses.length === 0) return outcome('nothing', 'Looked for places that read the header Origin: none.', [], { byAbsence: true })
  const guards = new Map(
    scene.program.entryPoints.flatMap(({ guards: of }) =>
      of
        .filter(({ role }) => role === 'authentication' || role === 'authorization')
        .map(({ name }) => [name.replace(/[^\w$].*$/, ''), name] as const),
    ),
  )
  const trusted = uses.filter(({ around }) => guards.has(around))
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

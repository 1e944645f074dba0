/** Which roles there are, where they are defined, and whether the code says what each may do. */
import Joi from 'joi'
import { counted, listed, outcome } from '../outcome'
import { check } from './check'

export const roles = check<true>(Joi.valid(true), (_asked, { program }) => {
  const { roles: all, roleFields } = program.posture.authorization
  const linesOf = (those: typeof all) => those.flatMap(({ evidence }) => evidence.slice(0, 1).map(({ at }) => at))
  const shown = `${counted(all.length, 'role')}: ${listed(
    all.map(({ name }) => name),
    6,
  )}`
  if (all.length === 0)
    return roleFields.length > 0
      ? outcome(
          'unknown',
          `Records hold a role (${listed(roleFields.map(({ name }) => name))}); which roles there are could not be told.`,
          roleFields.map(({ at }) => at),
        )
      : outcome('nothing', 'Looked for values, flags and stored fields that stand for a role: none.', [], { byAbsence: true })
  const defined = all.filter(({ evidence }) => evidence.some(({ how }) => how === 'defined'))
  const withRights = all.filter(({ hasList }) => hasList)
  if (defined.length === all.length && withRights.length === all.length)
    return outcome('met', `${shown}; each is defined with its rights.`, linesOf(all))
  if (defined.length === 0) return outcome('partly', `${shown}. They are asked for by name, and defined in no place.`, linesOf(all))
  return outcome(
    'partly',
    `${shown}. Defined in a place of their own: ${defined.length} of ${all.length}; with a list of their rights: ${withRights.length} of ${all.length}. What others may do stands in the checks alone.`,
    linesOf(defined),
  )
})

/** Whether checks ask for a right, an attribute or an owner, or for the name of a role alone. */
import Joi from 'joi'
import type { Enforcement } from '../../types'
import { counted, listed, outcome } from '../outcome'
import { check } from './check'

export const rights = check<true>(Joi.valid(true), (_asked, { program }) => {
  const { enforcement, roles } = program.posture.authorization
  const inForce = enforcement.filter(({ idle, doors }) => !idle && doors.length > 0)
  const of = (...kinds: Enforcement['checks'][]) => inForce.filter(({ checks }) => kinds.includes(checks))
  const byRole = of('role')
  const byRight = of('permission', 'attribute')
  const byOwner = of('ownership', 'tenant')
  const placesOf = (those: readonly Enforcement[]) => those.map(({ at }) => at)
  const named = (those: readonly Enforcement[]) =>
    listed(
      those.map(({ name }) => (name === '' ? '' : `\`${name}\``)),
      3,
    )
  const shown = (those: readonly Enforcement[], what: string) =>
    `${counted(those.length, 'check')} ${those.length === 1 ? 'asks' : 'ask'} for ${what}${named(those) === '' ? '' : ` (${named(those)})`}`
  if (byRole.length + byRight.length + byOwner.length === 0)
    return outcome('unknown', 'No check in force was seen that asks for a role, a right or an owner.', [], { byAbsence: true })
  if (byRole.length === 0 && byRight.length > 0)
    return outcome('met', `${shown(byRight, 'a right')}, and none for the name of a role.`, placesOf(byRight))
  if (byRole.length === 0) return outcome('partly', `${shown(byOwner, 'the owner of the record')}, and none for a right.`, placesOf(byOwner))
  // A right that a role is mapped to may stand behind its name.
  const mapped = roles.some(({ permissions }) => permissions.length > 0)
  if (byRight.length + byOwner.length > 0 || mapped)
    return outcome(
      'partly',
      `${[
        shown(byRole, 'a role by its name'),
        ...(byRight.length > 0 ? [shown(byRight, 'a right')] : []),
        ...(byOwner.length > 0 ? [shown(byOwner, 'the owner of the record')] : []),
      ].join('; ')}.`,
      [...placesOf(byRole), ...placesOf(byRight), ...placesOf(byOwner)],
    )
  return outcome(
    'not met',
    `${shown(byRole, 'a role by its name')}, and none for a right, an attribute or the owner of a record.`,
    byRole.flatMap(({ decides, at }) => decides[0] ?? at),
  )
})

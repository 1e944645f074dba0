/** Codes that are sent by text message or mail: whether they are the only proof, or stand beside a stronger one. */
import Joi from 'joi'
import { counted, outcome } from '../outcome'
import { check } from './check'

export const soleCode = check<true>(Joi.valid(true), (_asked, scene) => {
  const { mechanisms, signIns } = scene.program.posture.authentication
  const codes = scene.usages('message-code-check')
  if (codes.length === 0) return outcome('unknown', 'Looked for calls that check a code which was sent by message: none was recognised.')
  const lines = codes.map(({ at }) => at)
  const passwords = (scene.controls.get('password-comparison') ?? []).filter(({ state }) => state !== 'not applicable' && state !== 'not looked')
  const others = mechanisms.filter(({ kind }) => kind === 'delegated' || kind === 'basic' || kind === 'certificate')
  const shown = `A code that was sent by message is checked at ${counted(codes.length, 'place')}`
  if (passwords.length === 0 && others.length === 0) return outcome('not met', `${shown}, and no password or other proof was found beside it.`, lines)
  const second = signIns.flatMap(({ steps }) => steps.filter(({ outcome: way }) => way === 'second factor'))
  return second.length > 0
    ? outcome('met', `${shown}, after the password was right.`, [...second.map(({ at }) => at), ...lines])
    : outcome('unknown', `${shown}, and there are passwords as well; whether the code alone is enough could not be told.`, lines)
})

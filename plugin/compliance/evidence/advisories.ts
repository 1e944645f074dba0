/** Installed packages held against published advisories. The findings fail the requirement; here stands what was compared. */
import Joi from 'joi'
import { counted, outcome } from '../outcome'
import { check } from './check'

export const advisories = check<true>(Joi.valid(true), (_asked, { program }) => {
  const { state, reason, source, packages, files = [] } = program.advisories
  if (state === 'not looked') return outcome('unknown', reason, [], { notLooked: true })
  const evidence = files.map((file) => ({ file, line: 1, text: '' }))
  const shown = `${counted(packages, 'package')} held against ${source}.`
  if (packages === 0) return outcome('unknown', `${shown} ${reason}`)
  return state === 'part'
    ? outcome('partly', `${shown} ${reason}`, evidence, { byAbsence: true })
    : outcome('met', shown, evidence, { byAbsence: true })
})

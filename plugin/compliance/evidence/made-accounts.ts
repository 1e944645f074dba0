/** Accounts that the code itself makes: whether their password stands in it, so that every installation has the same. */
import Joi from 'joi'
import { counted, outcome } from '../outcome'
import { check } from './check'

/** Under these, nobody else can reach what was made. */
const FOR_DEVELOPERS = /outside production|in (?:development|test|local)/

export const madeAccounts = check<true>(Joi.valid(true), (_asked, scene) => {
  const uses = scene.usages('made-account')
  if (uses.length === 0)
    return outcome('nothing', 'Looked for calls and statements that create accounts with a password: none.', [], { byAbsence: true })
  const written = uses.filter(({ values }) => values.password?.texts.includes('written'))
  const open = written.filter(({ values }) => !values.environment?.texts.some((text) => FOR_DEVELOPERS.test(text)))
  if (open.length > 0)
    return outcome(
      'not met',
      `${open.length} of ${counted(uses.length, 'place')} that make an account give it a password that is written in the code.`,
      open.map(({ at }) => at),
    )
  if (written.length > 0)
    return outcome(
      'partly',
      `${written.length} of ${counted(uses.length, 'place')} that make an account give it a password that is written in the code, and a condition keeps ${written.length === 1 ? 'it' : 'them'} from production.`,
      written.map(({ at }) => at),
    )
  const atDoors = new Set(scene.program.entryPoints.flatMap(({ data = [] }) => data.map(({ at }) => `${at.file}:${at.line}`)))
  const others = uses.filter(({ at }) => !atDoors.has(`${at.file}:${at.line}`))
  if (others.length > 0)
    return outcome(
      'unknown',
      `${counted(others.length, 'place')} that no entry point was seen to lead to ${others.length === 1 ? 'makes' : 'make'} accounts with a password from elsewhere; whether every installation has the same could not be told.`,
      others.map(({ at }) => at),
    )
  return outcome(
    'met',
    `At all ${counted(uses.length, 'place')} that make an account its password comes from elsewhere.`,
    uses.map(({ at }) => at),
    { byAbsence: true },
  )
})

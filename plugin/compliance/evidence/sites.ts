/** Every place of a kind was looked at: "k of k sites", k ≥ 1. That no finding is open there is asked before any check. */
import Joi from 'joi'
import { counted, outcome } from '../outcome'
import { siteKinds } from '../sites/index'
import { check, orName } from './check'

export const sites = check<{ of: string }>(
  orName(Joi, 'of', Joi.object({ of: Joi.valid(...Object.keys(siteKinds)).required() })),
  ({ of }, scene) => {
    const { one, many, total, untold, told, examples, looked } = siteKinds[of]!(scene)
    if (total === 0) return outcome('nothing', `Looked for ${looked}: none.`, [], { byAbsence: true })
    const how = told === '' ? '' : ` (${told})`
    if (untold > 0)
      return outcome(
        'partly',
        `${total - untold} of ${counted(total, one, many)} seen to be safe${how}; of ${untold} it could not be told how the value comes about.`,
        examples,
        {
          byAbsence: true,
        },
      )
    return outcome(
      'met',
      `${total} of ${counted(total, one, many)} looked at${how}, and nothing was found that speaks against ${total === 1 ? 'it' : 'them'}.`,
      examples,
      {
        byAbsence: true,
      },
    )
  },
)

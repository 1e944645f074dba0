/** Every place of a kind was looked at: "k of k sites", k ≥ 1. That no finding is open there is asked before any check. */
import Joi from 'joi'
import { counted, outcome } from '../outcome'
import { siteKinds } from '../sites/index'
import { check, orName } from './check'

interface Asked {
  of: string
  /** What it is worth that all of them are in order, where they are not all that matters; `because` says what else does. */
  all: 'met' | 'partly'
  because?: string
  /** Where there is no such place. `met`: the requirement is that there be none. */
  none: 'nothing' | 'met'
}

export const sites = check<Asked>(
  orName(
    Joi,
    'of',
    Joi.object({
      of: Joi.valid(...Object.keys(siteKinds)).required(),
      all: Joi.valid('met', 'partly').default('met'),
      because: Joi.string(),
      none: Joi.valid('nothing', 'met').default('nothing'),
    }),
  ),
  ({ of, all, because, none }, scene) => {
    const { one, many, total, untold, told, examples, looked, inManifests } = siteKinds[of]!(scene)
    if (total === 0) {
      const code = scene.program.files.filter(({ kind }) => kind === 'code').length
      return none === 'met' && code > 0
        ? outcome('met', `Looked for ${looked} in ${counted(code, 'code file')}: none.`, [], { byAbsence: true })
        : outcome('nothing', `Looked for ${looked}: none.`, [], { byAbsence: true })
    }
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
      all,
      [`${total} of ${counted(total, one, many)} looked at${how}, and nothing was found that speaks against ${total === 1 ? 'it' : 'them'}.`, because]
        .filter(Boolean)
        .join(' '),
      examples,
      inManifests ? {} : { byAbsence: true },
    )
  },
)

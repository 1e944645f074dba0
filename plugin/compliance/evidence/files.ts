/** A file that is there. */
import Joi from 'joi'
import { matching } from '../../globs'
import { listed, type Outcome, outcome } from '../outcome'
import { check, says } from './check'

interface Asked {
  of: string[]
  what: string
  found: Outcome['says']
  none: Outcome['says']
}

export const files = check<Asked>(
  Joi.object({
    of: Joi.array().items(Joi.string()).min(1).required(),
    what: Joi.string().required(),
    found: says.default('met'),
    none: says.default('not met'),
  }),
  ({ of, what, found, none }, { program }) => {
    const isMeant = matching(of)
    // What a source file is called says nothing of what it does, unless its kind or its folder is asked for.
    const isMeantAsCode = matching(of.filter((glob) => /\.\w+$|\/\*\*$/.test(glob)))
    const there = program.files.filter(({ path, kind }) => (kind === 'code' ? isMeantAsCode : isMeant)(path)).map(({ path }) => path)
    if (there.length > 0)
      return outcome(
        found,
        `${what.slice(0, 1).toUpperCase() + what.slice(1)}: ${listed(there, 3)}.`,
        there.map((file) => ({ file, line: 1, text: '' })),
      )
    return outcome(none, `Looked for ${what} among ${program.files.length} files (${listed(of, 8)}): none.`)
  },
)

/** A header of answers, however it is set. */
import Joi from 'joi'
import { counted, listed, type Outcome, outcome } from '../outcome'
import { check } from './check'
import { matches } from './packages'

interface Asked {
  /** Lower case. */
  name: string
  /** What the value has to be, as a regular expression. */
  matches: string
  what: string
  /** Packages that set it. */
  packages: string[]
  none: Outcome['says']
}

export const header = check<Asked>(
  Joi.object({
    name: Joi.string().lowercase().required(),
    matches: Joi.string().required(),
    what: Joi.string().required(),
    packages: Joi.array().items(Joi.string()).default([]),
    none: Joi.valid('not met', 'unknown').default('not met'),
  }),
  ({ name, matches: pattern, what, packages, none }, scene) => {
    const set = scene.usages('response-header')
    const those = set.filter(({ values }) => values.name?.texts.includes(name))
    const by = [...scene.packages].filter(([it, { scope }]) => scope !== 'dev' && packages.some((asked) => matches(asked, it)))
    if (those.length === 0 && by.length === 0) {
      const frameworks = scene.program.technologies.filter(({ purpose }) => purpose === 'full-stack web framework')
      const looked = `Looked for ${what} among ${counted(set.length, 'header')} that the code sets and the libraries that set some: none.`
      return frameworks.length > 0
        ? outcome('unknown', `${looked} ${listed(frameworks.map((it) => it.name))} may set one of its own.`)
        : outcome(none, looked)
    }
    if (those.length === 0)
      return outcome(
        'partly',
        `${listed(by.map(([it]) => it))} can set it; where it is in force was not told.`,
        by.map(([, { at }]) => at),
      )
    const fits = those.filter(({ values }) => values.value?.texts.some((text) => new RegExp(pattern, 'i').test(text)))
    const shown = `Set at ${counted(those.length, 'place')}: ${listed(those.map(({ values }) => values.value?.texts.join(' or ') || 'a value that is made while running'))}.`
    // One place is one answer; whether all that need it have it is for a reader to see.
    return outcome(
      fits.length > 0 ? 'partly' : 'unknown',
      shown,
      (fits.length > 0 ? fits : those).map(({ at }) => at),
    )
  },
)

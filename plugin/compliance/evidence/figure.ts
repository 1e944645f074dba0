/** A number that a row of the security reports shows: `40 characters`, `12 rounds`. */
import Joi from 'joi'
import { listed, type Outcome, outcome } from '../outcome'
import { check } from './check'

interface Asked {
  control: string
  atLeast?: number
  atMost?: number
  /** Where the row has no number: no limit was found. */
  none: Outcome['says']
  because?: string
  /** Only where another row says this (a regular expression). */
  when?: { control: string; current: string }
}

export const figure = check<Asked>(
  Joi.object({
    control: Joi.string().required(),
    atLeast: Joi.number(),
    atMost: Joi.number(),
    none: Joi.valid('met', 'partly', 'not met', 'unknown', 'nothing').default('unknown'),
    because: Joi.string(),
    when: Joi.object({ control: Joi.string().required(), current: Joi.string().required() }),
  }).or('atLeast', 'atMost'),
  ({ control, atLeast, atMost, none, because, when }, scene) => {
    if (when && !scene.controls.get(when.control)?.some(({ current }) => new RegExp(when.current, 'i').test(current)))
      return outcome('nothing', 'It does not depend on this here.', [], { byAbsence: true })
    const found = (scene.controls.get(control) ?? []).filter(({ state }) => state !== 'not applicable')
    if (found.length === 0) return outcome('nothing', scene.controls.get(control)?.[0]?.reason ?? 'There is nothing of the kind to look at.')
    const evidence = found.flatMap((it) => it.evidence)
    const told = (text: string): string => [because, text].filter(Boolean).join(' ')
    const numbers = found.flatMap(({ current }) => [...current.matchAll(/\d+/g)].map(Number))
    const shown = `${found[0]!.aspect}: ${listed(found.map(({ current }) => current)) || 'none'}`
    if (numbers.length === 0) return outcome(none, told(`${shown}. ${found[0]!.reason}`), evidence)
    if (atLeast !== undefined && numbers.some((number) => number < atLeast))
      return outcome('not met', told(`${shown}; at least ${atLeast} is asked for.`), evidence)
    if (atMost !== undefined && numbers.some((number) => number > atMost))
      return outcome(none, told(`${shown}; at most ${atMost} is asked for.`), evidence)
    return outcome('met', told(`${shown}.`), evidence)
  },
)

/** What comes in by requests, parameter by parameter, and whether a schema or validator stands in front. "k of k", k ≥ 1. */
import Joi from 'joi'
import type { Control, InputSource } from '../../types'
import { counted, listed, type Outcome, outcome } from '../outcome'
import { check } from './check'

interface Asked {
  in: InputSource['kind'][]
  /** All are behind one. */
  all: Outcome['says']
  because?: string
}

const kinds = ['URL parameters', 'query strings', 'request body', 'headers', 'file uploads', 'cookies'] satisfies InputSource['kind'][]

export const parameters = check<Asked>(
  Joi.object({
    in: Joi.array()
      .items(Joi.valid(...kinds))
      .min(1)
      .required(),
    all: Joi.valid('met', 'partly').default('met'),
    because: Joi.string(),
  }),
  ({ in: asked, all, because }, { program }) => {
    const places = program.posture.input.sources
      .filter(({ kind }) => asked.includes(kind))
      .flatMap((source) => source.places)
      .filter(({ validation }) => validation.state !== 'not applicable')
    if (places.length === 0) return outcome('nothing', `Looked for parameters in ${listed(asked)} that handlers read: none.`, [], { byAbsence: true })
    const of = (...states: Control['state'][]) => places.filter(({ validation }) => states.includes(validation.state))
    const [held, tested, bare, untold] = [of('pass'), of('partial'), of('fail'), of('unknown', 'not looked')]
    const nameOf = ({ name, door }: (typeof places)[number]) => `\`${name}\` of ${door}`
    const shown = `${held.length} of ${counted(places.length, 'parameter')} in ${listed(asked)} ${held.length === 1 ? 'is' : 'are'} held against a schema or validator`
    const byHand = tested.length > 0 ? `, ${tested.length} tested by code of the project` : ''
    const linesOf = (those: typeof places) => those.map(({ validation, at }) => validation.evidence[0] ?? at)
    if (held.length === places.length) return outcome(all, [`${shown}.`, because].filter(Boolean).join(' '), linesOf(held))
    if (bare.length > 0)
      return outcome(
        held.length + tested.length > 0 ? 'partly' : 'not met',
        `${shown}${byHand}. Not: ${listed(bare.map(nameOf), 4)}.`,
        bare.map(({ at }) => at),
      )
    if (held.length + tested.length > 0)
      return outcome(
        'partly',
        `${shown}${byHand}${untold.length > 0 ? `; of ${untold.length} it could not be told` : ''}.`,
        linesOf([...held, ...tested]),
      )
    return outcome(
      'unknown',
      `Of ${counted(places.length, 'parameter')} it could not be told: ${untold[0]!.validation.reason}`,
      untold.map(({ at }) => at),
    )
  },
)

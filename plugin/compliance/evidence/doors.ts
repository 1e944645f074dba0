/** What stands in front of entry points of a sort: a check of who calls, of what is sent, of how often. "k of k", k ≥ 1. */
import Joi from 'joi'
import { rowsByName } from '../../rows-by-name'
import type { Answer, EntryPoint } from '../../types'
import { doorSorts, namesRecord } from '../door-sorts'
import { counted, listed, type Outcome, outcome } from '../outcome'
import type { Scene } from '../scene'
import { check } from './check'

const ANSWERS: Record<string, { of: (door: EntryPoint) => Answer | undefined; words: string }> = rowsByName({
  authentication: { of: (door) => door.authRequired, words: 'ask who is calling' },
  validation: { of: validatedBySchema, words: 'hold what is sent against a schema' },
  'rate limit': { of: (door) => door.rateLimited, words: 'limit how often they are called' },
  'forgery protection': { of: (door) => door.csrf, words: 'are protected against forged requests' },
  'refusal of other types': { of: refusesTypes, words: 'refuse bodies of other types (415)' },
  'tie to the caller': { of: tiedInBusiness, words: 'tie the record to the caller behind the layer of GraphQL' },
  'signature check': { of: (door) => door.webhook?.verified, words: 'check the signature of the sender' },
})

/** What cleans requests is no schema. `parameters` asks the same of each parameter. */
function validatedBySchema({ validated, guards }: EntryPoint): Answer {
  const standing = guards.filter(({ role }) => role === 'validation')
  const cleansOnly = standing.length > 0 && standing.every(({ schema, name }) => schema === undefined && /sanitiz|clean|xss|hpp/i.test(name))
  return validated.answer === 'yes' && cleansOnly
    ? { ...validated, answer: 'no', reason: 'Requests are cleaned, and held against no schema.' }
    : validated
}

/** Fastify and hapi answer 415 where no parser is registered for a type (https://fastify.dev/docs/latest/Reference/ContentTypeParser). */
const REFUSES_TYPES = /^(?:fastify|@hapi\/hapi|hapi)$/

function refusesTypes({ framework, responses, at }: EntryPoint): Answer {
  const answered = responses.filter(({ status }) => status === 415)
  if (answered.length > 0) return { answer: 'yes', reason: 'Answered with 415', evidence: answered.map((each) => each.at) }
  return REFUSES_TYPES.test(framework)
    ? { answer: 'yes', reason: 'Its framework answers 415', evidence: [at] }
    : { answer: 'no', reason: 'No answer of 415 was seen', evidence: [] }
}

/** Where the statement that chooses the record, or a comparison on the way, holds it against the caller. Whose records are nobody's the code does not tell. */
function tiedInBusiness({ data = [] }: EntryPoint): Answer {
  const tied = new Set(data.filter(({ bound }) => bound === 'selection' || bound === 'comparison').flatMap(({ chosenBy }) => chosenBy))
  const naming = data.filter(namesRecord)
  const open = naming.find(({ bound, chosenBy }) => (bound === undefined || bound === 'role') && !chosenBy.some((part) => tied.has(part)))
  if (!open) return { answer: 'yes', reason: '', evidence: naming.flatMap(({ bound, boundAt, from }) => (bound ? [boundAt ?? from] : [])) }
  const reason =
    open.bound === 'role'
      ? 'a role is asked for in front of the resolver, which is the layer of GraphQL.'
      : `nothing ties what \`${open.api}\` chooses to the caller, and whose it is the code does not tell.`
  return { answer: 'unknown', reason, evidence: [open.from] }
}

interface Asked {
  which: string
  have?: string
  /** What to say where there is no such door. Without `have`: that one exists is what is asked for. */
  none: Outcome['says']
  /** Some without it is not yet a fault. */
  some: 'not met' | 'partly'
  /** All have it; or, without `have`, there is one. */
  all: Outcome['says']
  because?: string
}

export const doors = check<Asked>(
  Joi.object({
    which: Joi.valid(...Object.keys(doorSorts)).required(),
    have: Joi.valid(...Object.keys(ANSWERS)),
    none: Joi.valid('nothing', 'not met', 'partly', 'met', 'unknown').default(
      Joi.ref('have', { adjust: (have) => (have === undefined ? 'not met' : 'nothing') }),
    ),
    some: Joi.valid('not met', 'partly').default('not met'),
    all: Joi.valid('met', 'partly', 'not met', 'unknown').default('met'),
    because: Joi.string(),
  }),
  ({ which, have, none = have === undefined ? 'not met' : 'nothing', some, all, because }, scene) => {
    const { words, fits } = doorSorts[which]!
    // A function that nobody may call is none that the system has.
    const closed = have === undefined ? closedDoors(scene) : new Set<string>()
    const those = scene.program.entryPoints.filter((door) => fits(door, scene) && !closed.has(nameOf(door)))
    const { entryPoints } = scene.program
    if (those.length === 0)
      return none === 'met' && entryPoints.length > 0
        ? outcome(
            'met',
            `None of ${counted(entryPoints.length, 'entry point')} is for ${words}.`,
            entryPoints.slice(0, 2).map(({ at }) => at),
            { byAbsence: true },
          )
        : outcome(none === 'met' ? 'nothing' : none, `Looked at ${counted(entryPoints.length, 'entry point')} for ${words}: none.`, [], {
            byAbsence: true,
          })
    if (have === undefined)
      return outcome(
        all,
        [`There ${those.length === 1 ? 'is' : 'are'} ${counted(those.length, 'entry point')} for ${words}: ${listed(those.map(nameOf), 3)}.`, because]
          .filter(Boolean)
          .join(' '),
        those.map(({ at }) => at),
      )
    const asked = ANSWERS[have]!
    const answered = those.flatMap((door) => {
      const answer = asked.of(door)
      return answer ? [{ door, answer }] : []
    })
    if (answered.length === 0)
      return outcome('nothing', `None of ${counted(those.length, 'entry point')} for ${words} is of a kind for which it matters.`)
    const of = (says: Answer['answer'][]) => answered.filter(({ answer }) => says.includes(answer.answer))
    const [yes, no, untold] = [of(['yes']), of(['no']), of(['unknown', 'not-looked'])]
    const shown = `${yes.length} of ${counted(answered.length, 'entry point')} for ${words} ${asked.words}`
    if (no.length > 0)
      return outcome(
        yes.length > 0 ? some : 'not met',
        `${shown}. Without: ${listed(
          no.map(({ door }) => nameOf(door)),
          4,
        )}.`,
        no.map(({ door }) => door.at),
      )
    if (untold.length > 0)
      return outcome(
        yes.length > 0 ? 'partly' : 'unknown',
        `${shown}. Could not be told of ${listed(
          untold.map(({ door }) => nameOf(door)),
          4,
        )}: ${untold[0]!.answer.reason}`,
        [...yes.flatMap(({ answer }) => answer.evidence.slice(0, 1)), ...untold.map(({ door }) => door.at)],
      )
    return outcome(
      all,
      [`${shown}.`, because].filter(Boolean).join(' '),
      yes.flatMap(({ door, answer }) => answer.evidence[0] ?? door.at),
    )
  },
)

const closedDoors = ({ program }: Scene): Set<string> =>
  new Set(
    program.posture.authorization.enforcement.flatMap(({ checks, doors: those }) => (checks === 'refuses all' ? those.map(({ door }) => door) : [])),
  )

export const nameOf = ({ method, path }: EntryPoint): string => `${method} ${path}`

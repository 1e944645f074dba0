/** What uses of a library are set to: rounds, flags, lifetimes, algorithms. */
import Joi from 'joi'
import type { Setting, Usage } from '../../types'
import { counted, listed, type Outcome, outcome } from '../outcome'
import { check } from './check'

interface Asked {
  /** Kinds of uses. */
  of: string[]
  /** Names of the value; the first that is given counts. */
  value: string[]
  /** Only where the library is called as this. */
  library?: string
  atLeast?: number
  atMost?: number
  matches?: string
  /** Says the opposite: a text that must not be there. */
  forbids?: string
  /** Where it is not given. */
  missing: Outcome['says']
  /** How pages call it: `bcrypt rounds`. */
  what: string
}

const names = Joi.array().items(Joi.string()).single().min(1).required()

export const setting = check<Asked>(
  Joi.object({
    of: names,
    value: names,
    library: Joi.string(),
    atLeast: Joi.number(),
    atMost: Joi.number(),
    matches: Joi.string(),
    forbids: Joi.string(),
    missing: Joi.valid('met', 'partly', 'not met', 'unknown', 'nothing').default('unknown'),
    what: Joi.string().required(),
  }).or('atLeast', 'atMost', 'matches', 'forbids'),
  (asked, scene) => {
    const uses = scene.usages(...asked.of).filter(({ library, api }) => !asked.library || new RegExp(asked.library, 'i').test(`${library} ${api}`))
    if (uses.length === 0) return outcome('nothing', `Looked for ${asked.what}: none.`, [], { byAbsence: true })
    const judged = uses.map((use) => ({ use, ...saidOf(asked, use) }))
    for (const worst of ['not met', 'unknown', 'partly', 'met'] as const) {
      const those = judged.filter(({ says }) => says === worst)
      if (those.length === 0) continue
      const share = those.length === judged.length ? `${counted(judged.length, 'place')}` : `${those.length} of ${counted(judged.length, 'place')}`
      return outcome(
        worst,
        `${capital(asked.what)}: ${listed(those.map(({ shown }) => shown))}, at ${share}.`,
        those.map(({ use, at }) => at ?? use.at),
      )
    }
    return outcome('nothing', `Looked for ${asked.what}: none.`, [], { byAbsence: true })
  },
)

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

function saidOf(asked: Asked, use: Usage): { says: Outcome['says']; shown: string; at: Setting['at'] } {
  const given = asked.value.map((name) => use.values[name]).filter((it) => it !== undefined)
  const value = given.find(({ state }) => state !== 'missing')
  if (!value) return { says: asked.missing, shown: 'not set', at: undefined }
  const { texts, at } = value
  if (value.state !== 'constant' || texts.length === 0) return { says: 'unknown', shown: 'could not be told', at }
  const shown = texts.join(' or ')
  return { says: texts.every((text) => holds(asked, text)) ? 'met' : 'not met', shown, at }
}

function holds({ atLeast, atMost, matches, forbids }: Asked, text: string): boolean {
  const number = Number(text)
  if (atLeast !== undefined && !(number >= atLeast)) return false
  if (atMost !== undefined && !(number <= atMost)) return false
  if (matches !== undefined && !new RegExp(matches, 'i').test(text)) return false
  return !(forbids !== undefined && new RegExp(forbids, 'i').test(text))
}

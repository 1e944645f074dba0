/** Constants and settings that the code writes out by name: a lifetime, a default. */
import Joi from 'joi'
import { listed, type Outcome, outcome } from '../outcome'
import { phrasePattern, spelled } from '../scene'
import { check, says } from './check'
import { secondsIn } from './lifetime'

interface Asked {
  /** Phrases: `code ttl` is met by `SMS_CODE_TTL_MS`. */
  like: string[]
  what: string
  /** The value has to be this, or must not be (regular expressions). */
  matches?: string
  forbids?: string
  /** The value is a time: `10 minutes`. */
  atMost?: string
  none: Outcome['says']
}

export const constants = check<Asked>(
  Joi.object({
    like: Joi.array().items(Joi.string()).min(1).required(),
    what: Joi.string().required(),
    matches: Joi.string(),
    forbids: Joi.string(),
    atMost: Joi.string(),
    none: says.default('unknown'),
  }).or('matches', 'forbids', 'atMost'),
  ({ like, what, matches, forbids, atMost, none }, { program }) => {
    const tests = like.map((phrase) => phrasePattern(phrase))
    const those = program.inventory.constants.filter(({ name }) => tests.some((test) => test.test(spelled(name))))
    const most = atMost === undefined ? undefined : secondsIn(atMost)[0]
    const judged = those.flatMap(({ name, value, at }): { name: string; value: string; at: typeof at; holds: boolean }[] => {
      const text = value.replace(/^(['"`])(.*)\1$/, '$2')
      if (most !== undefined) {
        const time = timeOf(name, text)
        return time === undefined ? [] : [{ name, value: text, at, holds: time <= most }]
      }
      const holds = (matches === undefined || new RegExp(matches, 'i').test(text)) && !(forbids !== undefined && new RegExp(forbids, 'i').test(text))
      return [{ name, value: text, at, holds }]
    })
    if (judged.length === 0) return outcome(none, `Looked for ${what} among the constants of the code: none.`, [], { byAbsence: true })
    const wrong = judged.filter(({ holds }) => !holds)
    const shown = (list: typeof judged) => listed(list.map(({ name, value }) => `\`${name}\` is ${value}`))
    return wrong.length > 0
      ? outcome(
          'not met',
          `${capital(what)}: ${shown(wrong)}${atMost === undefined ? '' : `; at most ${atMost} is asked for`}.`,
          wrong.map(({ at }) => at),
        )
      : outcome(
          'met',
          `${capital(what)}: ${shown(judged)}.`,
          judged.map(({ at }) => at),
        )
  },
)

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Seconds. The unit is what the name says; else what the number can only mean of a code that people type. */
function timeOf(name: string, text: string): number | undefined {
  const [written] = secondsIn(text)
  if (written !== undefined) return written
  const short = /^(\d+)\s*(ms|s|m|min|h|d)$/i.exec(text)
  if (short) return Number(short[1]) * ({ ms: 0.001, s: 1, m: 60, min: 60, h: 3600, d: 86_400 }[short[2]!.toLowerCase()] ?? 1)
  const number = productOf(text)
  if (number === undefined) return undefined
  const unit = spelled(name)
  if (/(?:^|_)(?:ms|millis|milliseconds?)$/.test(unit)) return number / 1000
  if (/(?:^|_)(?:s|secs?|seconds?)$/.test(unit)) return number
  if (/(?:^|_)(?:mins?|minutes?)$/.test(unit)) return number * 60
  if (/(?:^|_)(?:h|hours?)$/.test(unit)) return number * 3600
  return number >= 30_000 ? number / 1000 : number >= 60 ? number : number * 60
}

/** `10 * 60 * 1000` */
function productOf(text: string): number | undefined {
  const parts = text.split('*').map((part) => Number(part.trim().replaceAll('_', '')))
  return text.trim() === '' || parts.some(Number.isNaN) ? undefined : parts.reduce((product, part) => product * part, 1)
}

/** How long sessions and tokens live, held against a limit that may depend on what was chosen. Reads the figures of the security reports. */
import Joi from 'joi'
import { rowsByName } from '../../rows-by-name'
import type { Control } from '../../types'
import { listed, outcome } from '../outcome'
import { check } from './check'

interface Asked {
  controls: string[]
  /** `{ L1: 30 days, L2: 12 hours }`; `all` for every choice. */
  atMost: Record<string, string>
}

/** Seconds; months and years as calendars take them on average do not matter here. */
const UNITS: Record<string, number> = rowsByName({
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 604_800,
  month: 2_592_000,
  year: 31_536_000,
})

const duration = Joi.string().custom((text: string, helpers) => (secondsIn(text).length === 1 ? text : helpers.error('any.invalid')))

export const lifetime = check<Asked>(
  Joi.object({ controls: Joi.array().items(Joi.string()).min(1).required(), atMost: Joi.object().pattern(Joi.string(), duration).min(1).required() }),
  ({ controls, atMost }, scene, selected) => {
    const limit = atMost[selected] ?? atMost.all
    const found = controls.flatMap((id) => scene.controls.get(id) ?? []).filter(({ state }) => state !== 'not applicable' && state !== 'not looked')
    if (limit === undefined || found.length === 0) return outcome('nothing', 'No lifetime of a session or token was found.', [], { byAbsence: true })
    const most = secondsIn(limit)[0]!
    const judged = found.map((control) => ({ control, times: secondsIn(control.current) }))
    const long = judged.filter(({ times }) => times.some((time) => time > most))
    if (long.length > 0)
      return outcome(
        'not met',
        `${said(long)}; at most ${limit} ${selected in atMost ? `at ${selected}` : 'is asked for'}.`,
        long.flatMap(({ control }) => control.evidence),
      )
    const told = judged.filter(({ times }) => times.length > 0)
    const endless = judged.filter(({ control, times }) => times.length === 0 && control.state === 'fail')
    if (endless.length > 0)
      return outcome(
        'not met',
        endless.map(({ control }) => `${control.aspect}: ${control.current || 'none'}. ${control.reason}`).join(' '),
        endless.flatMap(({ control }) => control.evidence),
      )
    if (told.length === 0)
      return outcome(
        'unknown',
        found[0]!.reason,
        found.flatMap(({ evidence }) => evidence),
      )
    return outcome(
      'met',
      `${said(told)}; at most ${limit} is asked for.`,
      told.flatMap(({ control }) => control.evidence),
    )
  },
)

const said = (judged: readonly { control: Control }[]): string => listed(judged.map(({ control }) => `${control.aspect}: ${control.current}`))

/** Every duration in a text, in seconds. */
export function secondsIn(text: string): number[] {
  return [...text.matchAll(/(\d+(?:\.\d+)?)\s*(second|minute|hour|day|week|month|year)s?\b/g)].map(([, count, unit]) => Number(count) * UNITS[unit!]!)
}

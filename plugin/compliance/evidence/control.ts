/** A row of the security reports: what the code has in force, with the line that proves it. */
import Joi from 'joi'
import type { Control } from '../../types'
import { listed, NOTHING_ASKED, type Outcome, outcome } from '../outcome'
import { check, orName, says } from './check'

const SAYS: Record<Control['state'], Outcome['says']> = {
  pass: 'met',
  partial: 'partly',
  fail: 'not met',
  'not applicable': 'nothing',
  unknown: 'unknown',
  'not looked': 'unknown',
}

interface Asked extends Partial<Record<'pass' | 'partial' | 'fail' | 'unknown' | 'notApplicable', Outcome['says']>> {
  id: string
  /** Where the report passes it because nothing was seen. */
  absence: boolean
  /** Leads from what the report says to what is asked here, where that is something else. */
  because?: string
  /** Whoever hosts it may add it: where the code starts no server, its absence could not be told. */
  hosted: boolean
  /** Completes "that could tell of", for where there is no such row. */
  what?: string
  /** Where there is no such row. */
  none: 'unknown' | 'nothing'
  /** Only where what is in force is called like this (a regular expression). */
  current?: string
}

export const control = check<Asked>(
  orName(
    Joi,
    'id',
    Joi.object({
      id: Joi.string().required(),
      pass: says,
      partial: says,
      fail: says,
      unknown: says,
      notApplicable: says,
      absence: Joi.boolean().default(false),
      hosted: Joi.boolean().default(false),
      because: Joi.string(),
      what: Joi.string(),
      current: Joi.string(),
      none: Joi.valid('unknown', 'nothing').default('unknown'),
    }),
  ),
  (asked, scene) => {
    const found = (scene.controls.get(asked.id) ?? []).filter((it) => !asked.current || new RegExp(asked.current, 'i').test(it.current))
    if (found.length === 0)
      return outcome(asked.none, asked.what === undefined ? NOTHING_ASKED : `No place was seen that could tell of ${asked.what}.`)
    const saidOf = ({ state }: Control): Outcome['says'] =>
      state === 'not applicable' ? (asked.notApplicable ?? 'nothing') : state === 'not looked' ? 'unknown' : (asked[state] ?? SAYS[state])
    const parts = found.map((it) => ({ it, says: saidOf(it) }))
    const real = parts.filter((part) => part.says !== 'nothing')
    if (real.length === 0) return outcome('nothing', found[0]!.reason, found[0]!.evidence)
    const kinds = new Set(real.map((part) => part.says))
    const worst = (['not met', 'unknown', 'partly', 'met'] as const).find((each) => kinds.has(each))!
    const telling = real.filter((part) => part.says === worst)
    const share = real.length > 1 && telling.length < real.length ? `At ${telling.length} of ${real.length} places. ` : ''
    const first = telling[0]!.it
    // It explains a state that means something else here.
    const isHosted = asked.hosted && worst === 'not met' && scene.controls.get('https')?.every(({ state }) => state === 'not applicable')
    if (isHosted) return outcome('unknown', `${first.reason} No server is started by the code; whoever hosts it may add it.`, first.evidence)
    const because = first.state in asked ? asked.because : undefined
    return outcome(
      worst,
      [because, share + sentenceOf(first, listed(telling.map(({ it }) => it.current)))].filter(Boolean).join(' '),
      telling.flatMap(({ it }) => it.evidence),
      {
        ...(asked.absence && worst === 'met' ? { byAbsence: true } : {}),
        ...(telling.every(({ it }) => it.state === 'not looked') ? { notLooked: true } : {}),
      },
    )
  },
)

function sentenceOf({ aspect, reason }: Control, current: string): string {
  const shown = current === '' ? '' : `${aspect}: ${current}${/[.!?]$/.test(current) ? '' : '.'}`
  return [shown, reason].filter(Boolean).join(' ')
}

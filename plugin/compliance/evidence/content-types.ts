/**
 * Whether answers that are written by hand say what they are: a type, and for texts a character set (RFC 9110, section 8.3). What
 * a framework writes has both: `send` and `json` of Express, values that a handler returns.
 */
import Joi from 'joi'
import type { Usage } from '../../types'
import { counted, listed, outcome } from '../outcome'
import { check } from './check'

/** Types whose character set has to be said: JSON and streams of events have but one. */
const TEXTUAL = /^(?:text\/(?!event-stream)[\w.+-]+|application\/(?:xml|[\w.-]+\+xml))\s*(?:;(?!.*charset)|$)/i
/** These complete a type with its character set. */
const COMPLETES = /\.(?:set|header|type|contentType|attachment)\(/

export const contentTypes = check<true>(Joi.valid(true), (_asked, scene) => {
  const byHand = scene.usages('response-type')
  if (byHand.length === 0) return outcome('nothing', 'No answer was seen whose type is left to the code.', [], { byAbsence: true })
  const setting = new Set(
    scene.usages('response-header').flatMap(({ values, at }) => (values.name?.texts.some((name) => /^content-type$/i.test(name)) ? [at.file] : [])),
  )
  const typed = new Set([...setting, ...byHand.flatMap(({ values, at }) => (values.type?.state === 'missing' ? [] : [at.file]))])
  const faults = byHand.flatMap((usage) => {
    const fault = faultOf(usage, typed)
    return fault ? [{ fault, at: usage.at }] : []
  })
  if (faults.length === 0)
    return outcome(
      'met',
      `${counted(byHand.length, 'answer')} written by hand: none was seen without its type, or as a text without its character set.`,
      byHand.flatMap(({ values, at }) => (values.type?.state === 'constant' ? [at] : [])),
      { byAbsence: true },
    )
  return outcome(
    'not met',
    `${faults.length} of ${counted(byHand.length, 'answer')} written by hand ${faults.length === 1 ? 'goes' : 'go'} out ${listed(faults.map(({ fault }) => fault))}.`,
    faults.map(({ at }) => at),
  )
})

/** @param typed files in which some answer is given its type: there it may be set before, by another function */
function faultOf({ api, at, values }: Usage, typed: ReadonlySet<string>): string | undefined {
  const { state, texts, at: setAt } = values.type ?? { state: 'missing' as const, texts: [] }
  const isRaw = /(?:^|\.)(?:end|write)$/.test(api)
  if (state === 'missing') {
    if (!isRaw) return /\.send\(\s*JSON\.stringify\(/.test(at.text) ? 'as a page, although it is JSON' : undefined
    return typed.has(at.file) || !/\.(?:end|write)\(\s*(?:JSON\.stringify\(|["'`])/.test(at.text) ? undefined : 'without a type'
  }
  const completed = COMPLETES.test((setAt ?? at).text)
  return state === 'constant' && isRaw && !completed && texts.some((text) => TEXTUAL.test(text.trim()))
    ? 'as a text without its character set'
    : undefined
}

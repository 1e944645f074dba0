/** Constants with their values, and lengths of time beside the name of what sets them. */
import type { Claim, DocumentFacts, Evidence, Passage } from '../../types'
import { contradicted, holds, notJudged, type Spot } from '../claim'
import type { Ground } from '../ground'
import { whyNotPassage } from '../not-claims'
import { firstOfRow } from './table-rows'

const kind = 'values'

/** `MAX_ATTEMPTS` is 5, `Limits.pageSize` (20), `RETRIES = 3`. */
const TOLD =
  /`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Za-z_$][\w$]*\.[A-Za-z_$][\w$.]*)(?:\s*=\s*([\d_.]+|true|false|"[^"`]*"|'[^'`]*')`|`\s*(?:is|=|:|equals|defaults? to|is set to|\((?:default:?\s*|currently\s*)?)\s*(?:`([^`]+)`|([\d_]+(?:\.\d+)?)\b(?!\s*(?:%|[a-z]))))/g

const UNITS: [RegExp, RegExp, string][] = [
  [/^(?:ms|milliseconds?)$/i, /_(?:MS|MILLIS(?:ECONDS)?)$/, 'milliseconds'],
  [/^(?:s|secs?|seconds?)$/i, /_(?:S|SECS?|SECONDS)$/, 'seconds'],
  [/^(?:mins?|minutes?)$/i, /_(?:MINS?|MINUTES)$/, 'minutes'],
  [/^(?:h|hours?|hrs?)$/i, /_(?:HOURS?|HRS?)$/, 'hours'],
  [/^(?:d|days?)$/i, /_DAYS?$/, 'days'],
]

interface Known {
  value: string
  at: Evidence
}

export function constantValues(document: DocumentFacts, ground: Ground): Claim[] {
  return document.passages.flatMap((passage) =>
    !passage.cell && passage.codes.length === 0
      ? []
      : [...written(document, passage, ground), ...inRow(document, passage, ground), ...lasting(document, passage, ground)],
  )
}

const indexes = new WeakMap<Ground, Map<string, Known[]>>()

function known({ program }: Ground, ground: Ground): Map<string, Known[]> {
  let index = indexes.get(ground)
  if (!index) {
    index = new Map()
    for (const { name, value, at } of program.inventory.constants) index.set(name, [...(index.get(name) ?? []), { value, at }])
    indexes.set(ground, index)
  }
  return index
}

function written(document: DocumentFacts, passage: Passage, ground: Ground): Claim[] {
  return [...passage.raw.matchAll(TOLD)].flatMap((match) => {
    const value = match[2] ?? match[3] ?? match[4]
    return value === undefined ? [] : ofConstant(document, passage, match[1] as string, value, match.index, ground)
  })
}

/** A row of a table: the name, and what stands under “value” or “default”. */
function inRow(document: DocumentFacts, passage: Passage, ground: Ground): Claim[] {
  const { cell, raw } = passage
  if (!cell || cell.row < 0 || cell.column === 0 || !/^(?:values?|defaults?(?: values?)?)$/i.test(cell.head)) return []
  const first = firstOfRow(document, passage)
  const name = first?.codes[0]?.text ?? first?.raw.trim()
  return name ? ofConstant(document, passage, name, (passage.codes[0]?.text ?? raw).trim(), 0, ground) : []
}

function ofConstant(document: DocumentFacts, passage: Passage, name: string, told: string, at: number, ground: Ground): Claim[] {
  const real = known(ground, ground).get(name)
  // Variables of the environment are another kind of statement.
  if (!real || ground.program.inventory.environment.some((variable) => variable.name === name)) return []
  const text = plain(told)
  if (!/^(?:-?\d+(?:\.\d+)?|true|false|[\w.:/@-]+)$/.test(text)) return []
  const line = passage.line + passage.raw.slice(0, at).split('\n').length - 1
  const spot: Spot = { document, line, text: passage.raw.split('\n')[line - passage.line] ?? passage.raw, heading: passage.heading }
  const subject = `${name} is ${text}`
  const same = real.find(({ value }) => plain(value) === text)
  if (same) return [holds(kind, spot, subject, 'The code agrees.', [same.at])]
  const why = whyNotPassage(document, passage, at)
  if (why) return [notJudged(kind, spot, subject, why)]
  const values = [...new Set(real.map(({ value }) => plain(value)))]
  // A number beside a text is said of something else; so is a masked value.
  if (values.length > 1 || /\*{3}/.test(values[0] as string) || Number.isNaN(Number(text)) !== Number.isNaN(Number(values[0])))
    return [notJudged(kind, spot, subject, 'Which value is meant could not be told.')]
  const { value, at: place } = real[0] as Known
  return [
    contradicted(kind, spot, subject, {
      says: `${name} is ${told}.`,
      actual: `It is ${value}.`,
      impact: 'Whoever relies on it counts on something else.',
      action: `Write ${value}.`,
      evidence: [place],
      ...(spot.text.split(told).length === 2 ? { patch: { line, from: told, to: value } } : {}),
    }),
  ]
}

/** “valid for 30 minutes … `ACCESS_EXPIRATION_MINUTES`”: one length of time, and one name that ends in its unit. */
function lasting(document: DocumentFacts, passage: Passage, ground: Ground): Claim[] {
  const names = [...new Set(passage.codes.map(({ text }) => text).filter((text) => /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(text)))]
  if (names.length !== 1 || passage.kind === 'heading') return []
  const [name] = names as [string]
  const unit = UNITS.find(([, ends]) => ends.test(name))
  const told = [...passage.raw.matchAll(/(?<![\w.`$-])(\d+(?:\.\d+)?)[ -]?(ms|milliseconds?|seconds?|secs?|minutes?|mins?|hours?|hrs?|days?)\b/gi)]
  if (!unit || told.length !== 1) return []
  const [match] = told as [RegExpExecArray]
  if (!unit[0].test(match[2] as string)) return []
  const variable = ground.program.inventory.environment.find((it) => it.name === name)
  const real =
    variable?.default === undefined ? known(ground, ground).get(name)?.[0] : { value: variable.default, at: variable.because ?? variable.reads[0] }
  if (!real?.at || !/^\d+(?:\.\d+)?$/.test(real.value)) return []
  const line = passage.line + passage.raw.slice(0, match.index).split('\n').length - 1
  const spot: Spot = { document, line, text: passage.raw.split('\n')[line - passage.line] ?? passage.raw, heading: passage.heading }
  const subject = `${match[1]} ${unit[2]} by ${name}`
  if (Number(match[1]) === Number(real.value)) return [holds(kind, spot, subject, 'The code agrees.', [real.at])]
  const why = whyNotPassage(document, passage, match.index)
  if (why) return [notJudged(kind, spot, subject, why)]
  return [
    contradicted(kind, spot, subject, {
      says: `It is ${match[0]}, unless ${name} says otherwise.`,
      actual: `${name} is ${real.value} where nothing is set.`,
      impact: 'Whoever relies on it counts on another time.',
      action: `Write ${real.value} ${unit[2]}.`,
      confidence: 'medium',
      evidence: [real.at],
      patch: { line, from: match[0], to: match[0].replace(match[1] as string, real.value) },
    }),
  ]
}

function plain(text: string): string {
  return text
    .trim()
    .replace(/^["'`]|["'`]$/g, '')
    .replace(/(?<=\d)[_,](?=\d{3})/g, '')
}

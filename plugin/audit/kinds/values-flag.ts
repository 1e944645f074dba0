/** Defaults of flags: `--limit <n>` (default: 10), held against the declaration of the flag and what the code puts in for it. */
import type { Claim, DocumentFacts, Evidence, Passage } from '../../types'
import { contradicted, holds, notJudged, type Spot } from '../claim'
import type { Ground } from '../ground'
import { whyNotPassage } from '../not-claims'
import { firstOfRow } from './table-rows'

const kind = 'values'

const TOLD = /\bdefaults?(?:\s+(?:to|is|value))*\s*[:=]?\s*(?:`([^`]+)`|(["'])([^"']+)\2|(-?\d+(?:\.\d+)?)(?=[\s),.;]|$))/i

export function flagDefaults(document: DocumentFacts, ground: Ground): Claim[] {
  return document.passages.flatMap((passage) => {
    const told = toldIn(passage)
    const flag = told && flagOf(document, passage, told.at)
    return told && flag ? judged(document, passage, flag, told.value, told.at, ground) : []
  })
}

function toldIn({ raw, cell, codes }: Passage): { value: string; at: number } | undefined {
  if (cell && cell.row >= 0 && /^defaults?(?: values?)?$/i.test(cell.head)) {
    const value = (codes[0]?.text ?? raw).trim()
    return value ? { value, at: 0 } : undefined
  }
  const match = TOLD.exec(raw)
  const value = match?.[1] ?? match?.[3] ?? match?.[4]
  return match && value ? { value, at: match.index } : undefined
}

/** The only flag in front of it; of a row, that of the first cell. */
function flagOf(document: DocumentFacts, passage: Passage, at: number): string | undefined {
  const first = passage.cell && passage.cell.column > 0 ? firstOfRow(document, passage) : undefined
  const text = first ? first.raw : passage.raw.slice(0, at)
  const flags = new Set([...text.matchAll(/(?<![\w-])--([a-z][\w-]*)/g)].map((match) => match[1] as string))
  return flags.size === 1 ? [...flags][0] : undefined
}

function judged(document: DocumentFacts, passage: Passage, flag: string, told: string, at: number, { program }: Ground): Claim[] {
  const name = camelCase(flag)
  const declared = program.entryPoints.flatMap((entry) =>
    entry.kind === 'cli'
      ? entry.parameters.flatMap((it) =>
          it.in === 'flag' && camelCase(it.name.replace(/^-+/, '')) === name ? [{ default: it.default, at: it.at ?? entry.at }] : [],
        )
      : [],
  )
  if (declared.length === 0) return []
  const written = declared.flatMap((it): { default: string; at: Evidence }[] =>
    it.default === undefined ? [] : [{ default: it.default, at: it.at }],
  )
  const known = written.length > 0 ? written : program.inventory.flagDefaults.filter((it) => it.name === name)
  if (known.length === 0) return []
  const line = passage.line + passage.raw.slice(0, at).split('\n').length - 1
  const spot: Spot = { document, line, text: passage.raw.split('\n')[line - passage.line] ?? passage.raw, heading: passage.heading }
  const subject = `--${flag} defaults to ${told}`
  const same = known.find((it) => plain(it.default) === plain(told))
  if (same) return [holds(kind, spot, subject, 'The code agrees.', [same.at])]
  const values = [...new Set(known.map((it) => plain(it.default)))]
  const why = whyNotPassage(document, passage, at)
  if (why || values.length > 1 || /[\s(){}[\]$]/.test(values[0] as string) || /\s/.test(told))
    return [notJudged(kind, spot, subject, why ?? 'Which default is meant could not be told.')]
  const real = known[0] as (typeof known)[number]
  return [
    contradicted(kind, spot, subject, {
      says: `--${flag} defaults to ${told}.`,
      actual: `The code has ${plain(real.default)}.`,
      impact: 'Whoever leaves it out gets something else.',
      action: `Write ${plain(real.default)}, or change the code.`,
      evidence: [real.at],
      ...(spot.text.split(told).length === 2 ? { patch: { line, from: told, to: plain(real.default) } } : {}),
    }),
  ]
}

function plain(text: string): string {
  return text
    .trim()
    .replace(/^["'`]|["'`]$/g, '')
    .replace(/^\.\//, '')
    .replace(/\/$/, '')
    .replace(/(?<=\d)[_,](?=\d{3})/g, '')
}

function camelCase(flag: string): string {
  return flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

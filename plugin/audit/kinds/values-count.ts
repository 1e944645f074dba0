/** “5 tools”: held against a list of the code that has that very name, and against the names that the document lists. */
import type { Claim, DocumentFacts, Inventory, Passage } from '../../types'
import { contradicted, holds, notJudged, type Spot } from '../claim'
import type { Ground } from '../ground'
import { whyNotPassage } from '../not-claims'

const kind = 'values'

const WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const NUMBER = /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/i
const COUNTED = new RegExp(
  `(?<![\\w.#/$-])(\\d{1,3}|${WORDS.slice(2).join('|')})\\s+((?:[a-z]+[ -]){0,2})([a-z]{3,}s)\\b(?!\\s*(?:per|ago|each|every|long|old|or more|at a time))`,
  'gi',
)
/** What is offered as a whole, and not some of it. */
const OFFERS =
  /\b(?:provides?|exposes?|includes?|has|have|offers?|contains?|ships?|comes? with|supports?|there are|following|implements?|registers?|defines?|all)\b/i
const ROUGH =
  /\b(?:over|more than|at least|up to|about|around|some|nearly|almost|fewer than|less than|minimum|maximum|first|last|next|another|other|any|top|these|those|only|between)\s*$|[~+≈<>]\s*$/i

export function counts(document: DocumentFacts, ground: Ground): Claim[] {
  const lists = listsOf(ground)
  if (lists.size === 0) return []
  return document.passages.flatMap((passage) =>
    !NUMBER.test(passage.raw)
      ? []
      : [...passage.raw.matchAll(COUNTED)].flatMap((match) => {
          const [, number, , noun] = match as unknown as [string, string, string, string]
          const named = lists.get(noun.toLowerCase()) ?? lists.get(noun.toLowerCase().replace(/s$/, ''))
          const count = WORDS.includes(number.toLowerCase()) ? WORDS.indexOf(number.toLowerCase()) : Number(number)
          if (!named || count < 2) return []
          return judged(document, passage, match, count, noun, named)
        }),
  )
}

function judged(document: DocumentFacts, passage: Passage, match: RegExpExecArray, count: number, noun: string, lists: Inventory['lists']): Claim[] {
  const line = passage.line + passage.raw.slice(0, match.index).split('\n').length - 1
  const spot: Spot = { document, line, text: passage.raw.split('\n')[line - passage.line] ?? passage.raw, heading: passage.heading }
  const subject = match[0].replace(/\s+/g, ' ').toLowerCase()
  const same = lists.find((list) => list.count === count)
  if (same) return [holds(kind, spot, subject, `The list ${same.name} has as many.`, [same.at])]
  const adjective = (match[2] ?? '').trim()
  const only = lists[0] as Inventory['lists'][number]
  const before = passage.raw.slice(0, match.index)
  if (lists.length > 1 || adjective !== '' || ROUGH.test(before) || !(OFFERS.test(passage.raw) || passage.kind === 'heading')) return []
  const why = whyNotPassage(document, passage, match.index)
  if (why) return [notJudged(kind, spot, subject, why)]
  // The document names them: then it is sure what is counted.
  const listed =
    only.names?.filter((name) =>
      document.passages.some((it) => it.codes.some(({ text }) => text.replace(/\(.*$/, '') === name) || it.raw.includes(`**${name}**`)),
    ) ?? []
  if (listed.length * 2 < only.count) return [notJudged(kind, spot, subject, `It is not sure that the list ${only.name} is what is counted.`)]
  return [
    contradicted(kind, spot, subject, {
      says: `There are ${count} ${noun}.`,
      actual: `The code has ${only.count}: ${only.names?.join(', ') ?? only.name}.`,
      impact: 'Who counts on it misses some, or looks for what is not there.',
      action: `Write ${only.count}.`,
      severity: 'Low',
      evidence: [only.at],
      ...(/^\d+$/.test(match[1] as string) ? { patch: { line, from: match[0], to: match[0].replace(match[1] as string, String(only.count)) } } : {}),
    }),
  ]
}

const indexes = new WeakMap<Ground, Map<string, Inventory['lists']>>()

function listsOf(ground: Ground): Map<string, Inventory['lists']> {
  let index = indexes.get(ground)
  if (!index) {
    index = new Map()
    for (const list of ground.program.inventory.lists) {
      const name = list.name.toLowerCase().replace(/[^a-z]/g, '')
      index.set(name, [...(index.get(name) ?? []), list])
    }
    indexes.set(ground, index)
  }
  return index
}

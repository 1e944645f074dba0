/**
 * Options of own functions, as documents list them: in a table, in items, in an object of a sample. Held against what the
 * function takes out of its options, or against the type of them, where the document names function or type nearby.
 */
import escapeStringRegexp from 'escape-string-regexp'
import type { Claim, DocumentFacts, Evidence } from '../../types'
import { contradicted, holds, notJudged, type Spot, undocumented } from '../claim'
import type { Ground } from '../ground'
import { whyNotDocument, whyNotSection } from '../not-claims'
import { isClosed, isNear, type OwnCode, ownCodeOf } from './own-code'

const kind = 'values'

/** Fewer names than this are examples, and no list; so are less than this share of what there is. */
const leastOfList = 3
const leastShare = 0.5

interface List {
  keys: { name: string; line: number; text: string; default?: string }[]
  heading: number
  /** Where a missing one would stand. */
  line: number
  text: string
  /** What stands before and above it: functions and types that it names are what the list is of. */
  around: string
  /** Name of the object, of a sample. */
  parameter?: string
}

/** What there is. */
interface Options {
  of: string
  keys: { name: string; default?: string; at: Evidence }[]
  closed: boolean
  at: Evidence
}

export function options(document: DocumentFacts, ground: Ground): Claim[] {
  if (whyNotDocument(document)) return []
  const code = ownCodeOf(ground)
  return [...inSamples(document), ...inTables(document), ...inItems(document)].flatMap((list) => judged(document, list, ground, code))
}

const NAME = /^(?:options?\.|opts\.|config\.)?([A-Za-z_$][\w$]*)\??$/

function above({ headings }: DocumentFacts, heading: number): string {
  const texts: string[] = []
  for (let at = heading, depth = 7; at >= 0; at--) {
    const it = headings[at]
    if (!it || it.depth >= depth) continue
    depth = it.depth
    texts.push(it.text)
  }
  return texts.join('\n')
}

function inSamples(document: DocumentFacts): List[] {
  return document.fences.flatMap((fence) =>
    (fence.sample?.elided ? [] : (fence.sample?.objects ?? [])).flatMap(({ name, line, keys, open }) => {
      // An object alone is an example; a list says that it is one.
      const announces =
        new RegExp(`\`?\\b${escapeStringRegexp(name)}\\b\`?`).test(fence.before) &&
        /\b(?:following|fields?|options|properties|keys|can have|accepts|supports|available)\b/i.test(fence.before)
      if (open || !announces) return []
      const before = document.passages.filter((passage) => passage.line < fence.line).at(-1)
      return [
        {
          keys: keys.map((key) => ({ ...key, text: fence.text.split('\n')[key.line - fence.line] ?? '' })),
          heading: fence.heading,
          line: before?.line ?? line,
          text: before?.raw.split('\n')[0] ?? '',
          around: `${above(document, fence.heading)}\n${fence.before}`,
          parameter: name,
        },
      ]
    }),
  )
}

function inTables(document: DocumentFacts): List[] {
  const tables = new Map<number, List>()
  document.passages.forEach((passage, index) => {
    const { cell } = passage
    if (!cell) return
    let list = tables.get(cell.table)
    if (!list) {
      const before = document.passages[index - 1]
      const near = before && before.heading === passage.heading && before.kind !== 'cell' ? before.raw : ''
      list = { keys: [], heading: passage.heading, line: passage.line, text: passage.raw, around: `${above(document, passage.heading)}\n${near}` }
      tables.set(cell.table, list)
    }
    if (cell.row < 0) return
    const last = list.keys.at(-1)
    if (cell.column === 0) {
      const name = NAME.exec((passage.codes[0]?.text ?? passage.raw).trim())?.[1]
      if (name) list.keys.push({ name, line: passage.line, text: passage.raw })
      list.line = passage.line
      list.text = passage.raw
    } else if (/^defaults?(?: value)?$/i.test(cell.head) && last?.line === passage.line) {
      const value = (passage.codes[0]?.text ?? passage.raw).trim()
      if (/^(?:-?[\d_.]+|true|false|(["'])[^"']*\1)$/.test(value)) last.default = value
    }
  })
  return [...tables.values()]
}

function inItems(document: DocumentFacts): List[] {
  const lists: List[] = []
  let open: List | undefined
  document.passages.forEach((passage, index) => {
    const first = passage.codes[0]
    const name = first && /^\W*$/.test(passage.raw.slice(0, passage.raw.indexOf(first.text))) ? NAME.exec(first.text)?.[1] : undefined
    if (passage.kind !== 'item' || !name) {
      // An item may go on in paragraphs of its own, and these are parts of items as well.
      if (passage.kind !== 'item') open = undefined
      return
    }
    const before = document.passages[index - 1]
    if (!open || open.heading !== passage.heading) {
      const near = before && before.heading === passage.heading && before.kind === 'paragraph' ? before.raw : ''
      open = { keys: [], heading: passage.heading, line: passage.line, text: passage.raw, around: `${above(document, passage.heading)}\n${near}` }
      lists.push(open)
    }
    const value = /\bdefaults?(?: to| is|:|=)?:?\s*`([^`]+)`/i.exec(passage.raw)?.[1]
    open.keys.push({
      name,
      line: passage.line,
      text: passage.raw.split('\n')[0] as string,
      ...(value && /^(?:-?[\d_.]+|true|false|(["'])[^"']*\1)$/.test(value) ? { default: value } : {}),
    })
    open.line = passage.line
    open.text = passage.raw.split('\n')[0] as string
  })
  return lists
}

function judged(document: DocumentFacts, list: List, _ground: Ground, code: OwnCode): Claim[] {
  const told = new Set(list.keys.map(({ name }) => name))
  if (told.size < leastOfList || whyNotSection(document, list.heading)) return []
  const candidates = optionsNear(list, code)
    .map((options) => ({ options, common: options.keys.filter(({ name }) => told.has(name)).length }))
    .filter(({ options, common }) => common >= leastOfList && common >= options.keys.length * leastShare && common >= told.size * leastShare)
    .sort((a, b) => b.common - a.common)
  const best = candidates[0]?.options
  if (!best) return []
  const spot = (line: number, text: string): Spot => ({ document, line, text, heading: list.heading })
  const present = list.keys.flatMap(({ name, line, text, default: value }) => {
    const subject = `${name} of ${best.of}`
    const real = best.keys.find((key) => key.name === name)
    if (real) {
      const right = holds(kind, spot(line, text), subject, `${best.of} takes ${name}.`, [real.at])
      return value === undefined || real.default === undefined ? [right] : [right, ofDefault(spot(line, text), subject, value, real.default, real.at)]
    }
    // What the function hands on may be taken elsewhere; so may what another of that name takes.
    if (!best.closed || candidates.some(({ options }) => options.keys.some((key) => key.name === name)))
      return [notJudged(kind, spot(line, text), subject, 'The options are handed on, so they may be taken elsewhere.')]
    const near = best.keys.filter((key) => isNear(key.name, name) && !told.has(key.name))
    return [
      contradicted(kind, spot(line, text), subject, {
        says: `${best.of} takes the option ${name}.`,
        actual: near.length === 1 ? `It takes ${near[0]?.name}.` : `It takes ${best.keys.map((key) => key.name).join(', ')}.`,
        impact: 'What is set there changes nothing, or does not compile.',
        action: near.length === 1 ? `Write ${near[0]?.name}.` : 'Remove it, or name the option that is there.',
        evidence: [best.at],
        ...(near.length === 1 ? { patch: { line, from: name, to: near[0]?.name as string } } : {}),
      }),
    ]
  })
  const words = new Set(
    [
      ...document.passages.filter(({ heading }) => heading === list.heading).map(({ raw }) => raw),
      ...document.fences.filter(({ heading }) => heading === list.heading).map(({ text }) => text),
    ]
      .join('\n')
      .match(/[A-Za-z_$][\w$]*/g) ?? [],
  )
  const left = best.keys.filter(({ name }) => !told.has(name) && !words.has(name) && !name.startsWith('_'))
  return [
    ...present,
    ...left.map(({ name, at }) =>
      undocumented(kind, spot(list.line, list.text), `${name} of ${best.of}`, at, {
        says: `The list of options of ${best.of} leaves it out.`,
        actual: `${best.of} takes ${name} as well.`,
        impact: 'Who reads the list does not know that it can be set.',
        action: `Add ${name} to the list.`,
      }),
    ),
  ]
}

function ofDefault(spot: Spot, option: string, told: string, real: string, at: Evidence): Claim {
  const plain = (text: string) => text.replace(/^["'`]|["'`]$/g, '').replace(/(?<=\d)_(?=\d)/g, '')
  const subject = `default of ${option}`
  if (plain(told) === plain(real)) return holds(kind, spot, subject, 'The code agrees.', [at])
  return contradicted(kind, spot, subject, {
    says: `It is ${told} where nothing is given.`,
    actual: `The code has ${real}.`,
    impact: 'Whoever relies on the default gets another one.',
    action: `Write ${real}, or change the code.`,
    evidence: [at],
    patch: { line: spot.line, from: plain(told), to: plain(real) },
  })
}

/** Types of options; one that is called as a thing is describes it in the code, and documents describe it elsewhere. */
const TYPE_OF_OPTIONS = /(?:Options|Opts|Config|Configuration|Settings|Params|Props)$/

/** Functions and types that the text around a list names: a heading of its own, or code. */
function optionsNear({ around, parameter }: List, code: OwnCode): Options[] {
  const headed = around
    .split('\n')
    .flatMap(
      (line) =>
        /^`?([A-Za-z_$][\w$]*)(?:\(.*\))?`?(?: (?:options|parameters|arguments|props|settings|config(?:uration)?))?$/i.exec(line.trim())?.[1] ?? [],
    )
  const coded = [...around.matchAll(/`(?:new )?(?:[\w$]+\.)*([A-Za-z_$][\w$]*)(?:\(.*?\))?`/g)].map((match) => match[1] as string)
  return [...new Set([...headed, ...coded])].flatMap((word): Options[] => [
    ...code
      .optionsOf(word)
      .filter((entry) => parameter === undefined || entry.parameter === parameter || entry.parameter === '')
      .map((entry) => ({ of: word, keys: entry.keys, closed: entry.closed, at: entry.at })),
    ...code
      .named(word)
      .filter((symbol) => symbol.kind === 'type' && isClosed(symbol) && TYPE_OF_OPTIONS.test(symbol.name) && parameter === undefined)
      .map((symbol) => ({ of: word, keys: (symbol.members ?? []).map(({ name }) => ({ name, at: symbol.at })), closed: true, at: symbol.at })),
  ])
}

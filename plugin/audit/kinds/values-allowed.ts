/** Lists of allowed values: `format` is one of `json`, `csv`. Held against enums, types, schemas, variables and fields of that name. */
import type { Claim, DocumentFacts, Evidence, Passage, Shape } from '../../types'
import { contradicted, holds, notJudged, type Spot, undocumented } from '../claim'
import type { Ground } from '../ground'
import { isPlaceholder, whyNotPassage } from '../not-claims'
import { isNear } from './own-code'
import { firstOfRow } from './table-rows'

const kind = 'values'

interface Told {
  name: string
  /** Each with its line. */
  values: { value: string; line: number; text: string }[]
  /** Where a missing one would stand. */
  line: number
  text: string
  passage: Passage
  at: number
}

interface ValueSet {
  values: string[]
  /** Other words for them, that documents use as well. */
  names: string[]
  at: Evidence
}

export function allowedValues(document: DocumentFacts, ground: Ground): Claim[] {
  return [...document.passages.flatMap((passage) => toldIn(document, passage)), ...toldBelow(document)].flatMap((told) =>
    judged(document, told, ground),
  )
}

const SAYS =
  /\b(?:one of|either|(?:must|can|may|should) be|(?:allowed|possible|valid|accepted|available|supported|permitted) (?:values?|options?|choices|types?|formats?|modes?|levels?|roles?|states?|status(?:es)?)|values?(?: are| is|:)|enum|accepts|choices)\b/gi
const CONTINUES = /^(?:\s|,|\/|\||\\\||\bor\b|\band\b|&|\([^()`]{0,30}\)(?=\s*(?:,|or|and)))*$/i
/** Which of them is taken where none is given ends no list. */
const goesOn = (between: string): boolean => CONTINUES.test(between.replace(/\(default\)/gi, ''))

function toldIn(document: DocumentFacts, passage: Passage): Told[] {
  const { raw } = passage
  if (passage.kind === 'heading' || !/[`'"]/.test(raw)) return []
  const name = passage.cell ? nameOfRow(document, passage) : undefined
  // A cell of types: 'a' \| 'b'.
  const literals = [...raw.matchAll(/(["'])([\w.:/-]+)\1/g)]
  if (
    name &&
    literals.length > 1 &&
    goesOn(
      raw
        .replace(/(["'])([\w.:/-]+)\1/g, ',')
        .replace(/`/g, '')
        .replace(/\\?\|/g, ','),
    )
  )
    return [
      told(
        name,
        literals.map((match) => match[2] as string),
        passage.line,
        raw,
        passage,
        0,
      ),
    ]
  const isColumn = passage.cell !== undefined && /^(?:allowed |possible |valid |accepted )?(?:values?|options|choices|enum)$/i.test(passage.cell.head)
  const starts = isColumn ? [0] : [...raw.matchAll(SAYS)].map(({ index }) => index)
  const all = starts.flatMap((from): Told[] => {
    const run = runOfCodes(raw, from)
    const subject = name ?? before(raw, from)
    const values = run.values.filter((value) => value !== subject)
    // The list belongs to the sentence that announces it.
    if (!subject || values.length < 2 || /[.!?]\s/.test(raw.slice(from, run.at))) return []
    const line = passage.line + raw.slice(0, run.at).split('\n').length - 1
    return [told(subject, values, line, raw.split('\n')[line - passage.line] ?? raw, passage, run.at)]
  })
  return all.filter((it, index) => all.findIndex((other) => other.at === it.at) === index)
}

function told(name: string, values: string[], line: number, text: string, passage: Passage, at: number): Told {
  return { name, values: values.map((value) => ({ value, line, text })), line, text, passage, at }
}

/** A paragraph that announces values, and the items or the first cells right below it. */
function toldBelow({ passages }: DocumentFacts): Told[] {
  return passages.flatMap((passage, index) => {
    if ((passage.kind !== 'paragraph' && passage.kind !== 'item') || !/:\s*$/.test(passage.raw)) return []
    const names = passage.codes.filter(({ text }) => /^[A-Za-z_$][\w$.]*$/.test(text))
    const next = passages[index + 1]
    if (names.length !== 1 || !next || next.heading !== passage.heading || (next.kind !== 'item' && !next.cell)) return []
    const below: Passage[] = []
    for (let at = index + 1; at < passages.length; at++) {
      const it = passages[at] as Passage
      if (it.heading !== passage.heading || it.kind !== next.kind || it.cell?.table !== next.cell?.table) break
      if (!it.cell || (it.cell.column === 0 && it.cell.row >= 0)) below.push(it)
    }
    const values = below.flatMap(({ raw, codes, line }) => {
      const first = codes[0]
      return first && /^\W*$/.test(raw.slice(0, raw.indexOf(first.text)))
        ? [{ value: first.text.replace(/^["']|["']$/g, ''), line: first.line, text: raw.split('\n')[first.line - line] ?? raw }]
        : []
    })
    const last = values.at(-1)
    // Each row is a value, or the list is of something else.
    if (!last || values.length < 2 || values.length < below.length) return []
    return [{ name: names[0]?.text as string, values, line: last.line, text: last.text, passage, at: 0 }]
  })
}

/** Code of the first cell of the row. */
function nameOfRow(document: DocumentFacts, passage: Passage): string | undefined {
  const { cell } = passage
  if (!cell || cell.column === 0 || cell.row < 0) return undefined
  const first = firstOfRow(document, passage)
  const text = first?.codes[0]?.text ?? first?.raw.trim()
  return text && /^(?:--?)?[A-Za-z_$][\w$.-]*\??$/.test(text) ? text.replace(/^--?|\?$/g, '') : undefined
}

/** Codes one after the other, with nothing but commas and such words between them. */
function runOfCodes(raw: string, from: number): { values: string[]; at: number } {
  const codes = [...raw.matchAll(/(`+)\s?(.+?)\s?\1/g)].filter((match) => match.index >= from)
  const values: string[] = []
  let end = -1
  let at = from
  for (const match of codes) {
    if (end >= 0 && !goesOn(raw.slice(end, match.index))) break
    if (end < 0) at = match.index
    values.push((match[2] as string).replace(/^["']|["']$/g, ''))
    end = match.index + match[0].length
  }
  return { values, at }
}

/** The nearest code in front, in the same sentence; else the one that the item begins with. */
function before(raw: string, at: number): string | undefined {
  const codes = [...raw.slice(0, at).matchAll(/`([^`]+)`|\*\*([\w.-]+)\*\*/g)]
  const nearest = codes.at(-1)
  if (!nearest) return undefined
  const isSame = !/[.!?]\s/.test(raw.slice(nearest.index, at))
  const text = isSame ? (nearest[1] ?? nearest[2]) : codes[0] && /^\W*$/.test(raw.slice(0, codes[0].index)) ? (codes[0][1] ?? codes[0][2]) : undefined
  return text && /^(?:--?)?[A-Za-z_$][\w$.-]*$/.test(text) ? text.replace(/^--?/, '') : undefined
}

function judged(document: DocumentFacts, { name, values: all, line, text, passage, at }: Told, ground: Ground): Claim[] {
  const sets = setsOf(ground, name)
  if (sets.length === 0) return []
  const spotOf = (it: { line: number; text: string }): Spot => ({ document, ...it, heading: passage.heading })
  const knows = (set: ValueSet, value: string) => set.values.includes(value) || set.names.includes(value)
  const values = all.map(({ value }) => value)
  const scored = sets.map((set) => ({ set, common: values.filter((value) => knows(set, value)).length })).sort((a, b) => b.common - a.common)
  const { set: best, common } = scored[0] as (typeof scored)[number]
  // Something else of the same name.
  if (common === 0 || common * 2 < values.length || (common < 2 && values.length > 2)) return []
  const subject = (value: string) => `${name}: ${value}`
  const why = whyNotPassage(document, passage, at)
  const left = best.values.filter(
    (value, index) => !values.includes(value) && !values.includes(best.names[index] ?? value) && !passage.raw.includes(value),
  )
  const extra = all.filter(({ value }) => !sets.some((set) => knows(set, value)))
  const claims = all.map((it): Claim => {
    const { value } = it
    if (!extra.includes(it)) return holds(kind, spotOf(it), subject(value), `${name} may be ${value}.`, [best.at])
    if (why || isPlaceholder(value) || /\s/.test(value))
      return notJudged(kind, spotOf(it), subject(value), why ?? 'It is no value that stands for itself.')
    const near = best.values.filter((other) => isNear(other, value))
    const instead = near.length === 1 ? near[0] : extra.length === 1 && left.length === 1 ? left[0] : undefined
    return contradicted(kind, spotOf(it), subject(value), {
      says: `${name} may be ${value}.`,
      actual: `It may be ${best.values.join(', ')}.`,
      impact: 'Whoever sets it is refused, or gets something else.',
      action: instead ? `Write ${instead}, if that is what is meant.` : 'Remove the value, or name the one that took its place.',
      confidence: common > 1 ? 'high' : 'medium',
      evidence: [best.at],
      ...(near.length === 1 ? { patch: { line: it.line, from: value, to: near[0] as string } } : {}),
    })
  })
  // Several lists of the name: which of them the document tells is not sure. One that took another's place was told of there.
  const isSure = sets.every((set) => set.values.join() === best.values.join()) && left.length > extra.length
  const isWhole =
    common >= 2 &&
    common * 2 >= best.values.length &&
    !/\b(?:e\.g|such as|for example|like|etc|including)\b|\.\.\.|…/i.test(passage.raw.split('\n')[Math.max(0, line - passage.line)] ?? passage.raw)
  if (why || !isSure || !isWhole) return claims
  return [
    ...claims,
    ...left.map((value) =>
      undocumented(kind, spotOf({ line, text }), subject(value), best.at, {
        says: `${name} may be ${values.join(', ')}.`,
        actual: `It may be ${value} as well.`,
        impact: 'Who reads the list does not know of the value.',
        action: `Add ${value} to the list.`,
      }),
    ),
  ]
}

const indexes = new WeakMap<Ground, Map<string, ValueSet[]>>()

function setsOf(ground: Ground, name: string): ValueSet[] {
  let index = indexes.get(ground)
  if (!index) {
    index = indexed(ground)
    indexes.set(ground, index)
  }
  return index.get(plain(name)) ?? []
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

function indexed({ program }: Ground): Map<string, ValueSet[]> {
  const index = new Map<string, ValueSet[]>()
  const add = (name: string, values: string[], at: Evidence | undefined, names: string[] = []): void => {
    if (values.length < 2 || !at) return
    for (const key of new Set([plain(name), plain(name.split('.').at(-1) as string)])) {
      const known = index.get(key)
      if (known) known.push({ values, names, at })
      else index.set(key, [{ values, names, at }])
    }
  }
  const { environment, valueSets } = program.inventory
  for (const { name, values, names, at } of valueSets) add(name, values, at, names)
  for (const { name, values = [], because, reads } of environment) add(name, values, because ?? reads[0])
  for (const entity of program.entities) for (const field of entity.fields) add(`${entity.name}.${field.name}`, field.values ?? [], field.at)
  for (const entry of program.entryPoints) {
    for (const { name, shape, at } of entry.parameters)
      for (const called of new Set([name, shape?.name ?? name])) add(called, shape?.values ?? [], at ?? entry.at)
    if (entry.body) inShape(entry.body.shape, (name, values) => add(name, values, entry.at), 0)
  }
  return index
}

function inShape({ fields = [], items }: Shape, add: (name: string, values: string[]) => void, depth: number): void {
  if (depth > 4) return
  for (const { name, shape } of fields) {
    for (const called of new Set([name, shape.name ?? name])) if (shape.values) add(called, shape.values)
    inShape(shape, add, depth + 1)
  }
  if (items) inShape(items, add, depth + 1)
}

/**
 * The same code in several places. In: the tokens of all files. Out: one class for what is the same, with every place, largest first,
 * and the share of lines that stand in one. Names count, literals do not; data does not count as code.
 */
import type { CloneClass, Evidence } from '../../../../types'
import { citeLine, type Linked } from '../../../linked'
import { isGenerated } from '../generated'
import { type Match, matchesIn } from './matches'
import { streamOf } from './stream'

/** Fewer lines are one long expression. */
const FEWEST_LINES = 5
/** Stands for every literal; see the token scanner. */
const LITERAL = 1
/** Above this share of literals and signs between them it is data. */
const MOST_LITERALS = 0.34
/** With fewer different tokens it says the same over and over. */
const FEWEST_DIFFERENT = 14

interface Place {
  from: number
  to: number
}

export function clonesOf(linked: Linked): { clones: CloneClass[]; duplicated: number } {
  const { files } = linked.whole
  const stream = streamOf(files, (file) => isForeign(linked, file))
  const isCode = codeIn(stream.tokens)
  const matches = matchesIn(stream).filter(
    ({ one, length }) => stream.lineOf(one + length - 1) - stream.lineOf(one) + 1 >= FEWEST_LINES && isCode(one, length),
  )
  const classes = classesOf(matches)
  const covered = new Map<number, [from: number, to: number][]>()
  const clones = classes.map(({ places, length }): CloneClass => {
    const cited = places.map(({ from, to }): Evidence => {
      const file = stream.fileOf(from)
      const [line, endLine] = [stream.lineOf(from), stream.lineOf(to - 1)]
      const known = covered.get(file)
      if (known) known.push([line, endLine])
      else covered.set(file, [[line, endLine]])
      return { ...citeLine(linked, file, line), endLine }
    })
    const lines = Math.min(...cited.map(({ line, endLine }) => (endLine as number) - line + 1))
    return { tokens: length, lines, places: cited }
  })
  let all = 0
  for (let file = 0; file < files.length; file++) all += stream.linesWithCode(file)
  const copied = [...covered.values()].reduce((sum, stretches) => sum + union(stretches), 0)
  return { clones: clones.sort(largestFirst), duplicated: all === 0 ? 0 : Math.min(1, copied / all) }
}

/** Lines in any of the stretches. */
function union(stretches: [from: number, to: number][]): number {
  let [lines, end] = [0, 0]
  for (const [from, to] of stretches.sort((one, other) => one[0] - other[0])) {
    if (to <= end) continue
    lines += to - Math.max(from - 1, end)
    end = to
  }
  return lines
}

/** Written by a program, or sent to browsers as it came: nobody here would mend the copies. */
function isForeign({ whole }: Linked, file: number): boolean {
  const { path } = whole.files[file] as { path: string }
  return (
    isGenerated(whole, file) ||
    /(?:^|\/)(?:public|static|assets|vendor|vendors|third[_-]?party|wwwroot|fixtures?|__fixtures__|migrations?)\//.test(path)
  )
}

/** Pairs whose sides are nearly the same stretch are one class. */
function classesOf(matches: readonly Match[]): { places: Place[]; length: number }[] {
  const classes: { places: Place[]; length: number }[] = []
  /** Classes by the part of the stream in which a place of theirs begins. */
  const near = new Map<number, { place: Place; of: number }[]>()
  const intoNow = new Map<number, number>()
  const settled = (of: number): number => {
    let now = of
    for (let to = intoNow.get(now); to !== undefined; to = intoNow.get(now)) now = to
    return now
  }
  const known = (place: Place): number | undefined => {
    const part = place.from >> PART
    for (let at = part - 1; at <= part + 1; at++) for (const it of near.get(at) ?? []) if (isNearly(it.place, place)) return settled(it.of)
    return undefined
  }
  const add = (of: number, place: Place) => {
    classes[of]?.places.push(place)
    const part = place.from >> PART
    const list = near.get(part)
    if (list) list.push({ place, of })
    else near.set(part, [{ place, of }])
  }
  for (const { one, other, length } of [...matches].sort((a, b) => b.length - a.length || a.one - b.one || a.other - b.other)) {
    const [first, second] = [
      { from: one, to: one + length },
      { from: other, to: other + length },
    ]
    const [a, b] = [known(first), known(second)]
    if (a !== undefined && b !== undefined) {
      if (a === b) continue
      classes[a]?.places.push(...(classes[b]?.places ?? []))
      classes[b] = { places: [], length: 0 }
      intoNow.set(b, a)
    } else if (a !== undefined) add(a, second)
    else if (b !== undefined) add(b, first)
    else {
      classes.push({ places: [], length })
      add(classes.length - 1, first)
      add(classes.length - 1, second)
    }
  }
  const apart = classes.flatMap(({ places, length }) => {
    const apart = withoutOverlaps(places)
    return apart.length > 1 ? [{ places: apart, length }] : []
  })
  return withoutParts(apart)
}

/** Stretches of the stream that places are looked up by, as a power of two. */
const PART = 7

function isNearly(one: Place, other: Place): boolean {
  const shared = Math.min(one.to, other.to) - Math.max(one.from, other.from)
  return shared * 10 >= 7 * Math.max(one.to - one.from, other.to - other.from)
}

/** A class all of whose places lie in places of larger ones says nothing new. */
function withoutParts<T extends { places: Place[]; length: number }>(classes: readonly T[]): T[] {
  const near = new Map<number, Place[]>()
  const kept: T[] = []
  for (const it of [...classes].sort((one, other) => other.length * (other.places.length - 1) - one.length * (one.places.length - 1))) {
    const isPart = it.places.every((place) =>
      (near.get(place.from >> PART) ?? []).some(
        ({ from, to }) => (Math.min(to, place.to) - Math.max(from, place.from)) * 10 >= 7 * (place.to - place.from),
      ),
    )
    if (isPart) continue
    kept.push(it)
    for (const place of it.places)
      for (let part = place.from >> PART; part <= place.to >> PART; part++) near.set(part, [...(near.get(part) ?? []), place])
  }
  return kept
}

function withoutOverlaps(places: readonly Place[]): Place[] {
  const kept: Place[] = []
  for (const place of [...places].sort((one, other) => one.from - other.from)) {
    const before = kept[kept.length - 1]
    if (!before || before.to <= place.from) kept.push(place)
  }
  return kept
}

/** Whether a stretch is a piece of program: no table of values, and no phrase said again and again. */
function codeIn(tokens: Uint16Array): (from: number, length: number) => boolean {
  /** By token: the stretch, counted from 1, in which it was seen last. */
  const seenIn = new Int32Array(1 << 16)
  let stretch = 0
  return (from, length) => {
    let literals = 0
    let different = 0
    stretch++
    for (let i = from; i < from + length; i++) {
      const token = tokens[i] as number
      if (token === LITERAL) literals++
      if (seenIn[token] === stretch) continue
      seenIn[token] = stretch
      different++
    }
    if (literals > length * MOST_LITERALS || different < FEWEST_DIFFERENT) return false
    return !isPeriodic(tokens, from, Math.min(length, 600))
  }
}

/** Rows that only differ in their values. A stretch that is the same as itself some tokens on, three times, is a list. */
function isPeriodic(tokens: Uint16Array, from: number, length: number): boolean {
  for (let period = 3; period * 3 <= length; period++) {
    if (tokens[from] !== tokens[from + period]) continue
    let at = 1
    while (at + period < length && tokens[from + at] === tokens[from + at + period]) at++
    if (at + period >= length - 1) return true
  }
  return false
}

function largestFirst(one: CloneClass, other: CloneClass): number {
  const weight = ({ tokens, places }: CloneClass) => tokens * (places.length - 1)
  const place = ({ places: [first] }: CloneClass) => `${first?.file} ${String(first?.line).padStart(7, '0')}`
  return weight(other) - weight(one) || (place(one) < place(other) ? -1 : 1)
}

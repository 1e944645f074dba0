/**
 * Pairs of stretches with the same tokens. In: the stream of tokens. Out: longest pairs, none overlapping itself.
 *
 * Every stretch of `FEWEST` equal tokens holds a window of `WINDOW` that begins at a multiple of their difference. So only those
 * windows are put into a table, and one pass with a rolling hash (Karp and Rabin 1987) over all positions asks it.
 */
import type { Stream } from './stream'

/** Fewest tokens of a copy: what jscpd takes as well, some six to ten lines. Below it are the phrases that every program is made of. */
export const FEWEST = 50
const WINDOW = 26
const STEP = FEWEST - WINDOW + 1
/** Most windows with the same hash that one position is compared with: data and tables have thousands. */
const MOST_ALIKE = 24
const BASE = 0x01000193
/** A window that was seen within so many tokens is a further row of a list. */
const ROW = 4 * FEWEST
/** Rows beyond so many tokens of a list are left out: each would be the same as each before it, and none of them is a program. */
const LONGEST_LIST = 4 * FEWEST

export interface Match {
  one: number
  other: number
  length: number
}

export function matchesIn({ tokens, starts, fileOf }: Stream): Match[] {
  const windows = Math.ceil(tokens.length / STEP) + 1
  const size = 1 << Math.max(10, Math.ceil(Math.log2(windows)) + 1)
  /** By the end of a hash: the window put there last, then the one before it; -1 where there is none. */
  const heads = new Int32Array(size).fill(-1)
  const next = new Int32Array(windows)
  const hashes = new Int32Array(windows)
  let top = 1
  for (let i = 1; i < WINDOW; i++) top = Math.imul(top, BASE)
  const found: Match[] = []
  const list = listsIn()
  /** By the offset between the two sides: where the match found last ends on the later side. */
  const covered = new Int32Array(tokens.length)
  for (let file = 0; file + 1 < starts.length; file++) {
    const [from, to] = [starts[file] as number, starts[file + 1] as number]
    if (to - from < FEWEST) continue
    let hash = 0
    for (let i = from; i < from + WINDOW - 1; i++) hash = (Math.imul(hash, BASE) + (tokens[i] as number)) | 0
    let toNext = (STEP - (from % STEP)) % STEP
    for (let at = from; at + WINDOW <= to; at++) {
      hash = (Math.imul(hash, BASE) + (tokens[at + WINDOW - 1] as number)) | 0
      const isList = list(hash, from, at)
      const slot = (hash ^ (hash >>> 15)) & (size - 1)
      let alike = isList ? MOST_ALIKE : 0
      for (let window = heads[slot] as number; window >= 0 && alike < MOST_ALIKE; window = next[window] as number, alike++) {
        if (hashes[window] !== hash) continue
        const anchor = window * STEP
        const apart = at - anchor
        // What repeats so closely cannot be long without running into itself.
        if (anchor >= from && apart < FEWEST) continue
        if ((covered[apart] as number) > at || !isSame(tokens, anchor, at)) continue
        const match = extended(tokens, starts[fileOf(anchor)] as number, from, anchor, at, to)
        covered[apart] = match.other + match.length
        if (match.length >= FEWEST) found.push(match)
      }
      if (toNext === 0) {
        if (!isList) {
          const window = at / STEP
          next[window] = heads[slot] as number
          hashes[window] = hash
          heads[slot] = window
        }
        toNext = STEP
      }
      toNext--
      hash = (hash - Math.imul(tokens[at] as number, top)) | 0
    }
  }
  return found
}

/** Whether a position lies deep in a list, rows of which only differ in their values; asked for every position in turn. */
function listsIn(): (hash: number, from: number, at: number) => boolean {
  const size = 1 << 12
  const [hashes, positions] = [new Int32Array(size), new Int32Array(size).fill(-1)]
  let deep = 0
  return (hash, from, at) => {
    const slot = (hash ^ (hash >>> 15)) & (size - 1)
    const before = hashes[slot] === hash ? (positions[slot] as number) : -1
    deep = before >= from && at - before <= ROW ? deep + 1 : 0
    hashes[slot] = hash
    positions[slot] = at
    return deep > LONGEST_LIST
  }
}

function isSame(tokens: Uint16Array, one: number, other: number): boolean {
  for (let i = 0; i < WINDOW; i++) if (tokens[one + i] !== tokens[other + i]) return false
  return true
}

/** As far to both sides as they are the same, inside their files, and without running into each other. */
function extended(tokens: Uint16Array, oneFrom: number, otherFrom: number, one: number, other: number, otherTo: number): Match {
  // What repeats itself, such as a list of numbers, would be walked back to its beginning from every position.
  const mostBefore = oneFrom === otherFrom ? other - one : Number.POSITIVE_INFINITY
  let before = 0
  while (before < mostBefore && one - before > oneFrom && other - before > otherFrom && tokens[one - before - 1] === tokens[other - before - 1])
    before++
  const most = oneFrom === otherFrom ? Math.min(otherTo - other, other - one - before) : otherTo - other
  // The window itself was compared before.
  let after = Math.min(most, WINDOW)
  while (after < most && tokens[one + after] === tokens[other + after]) after++
  return { one: one - before, other: other - before, length: before + Math.max(0, after) }
}

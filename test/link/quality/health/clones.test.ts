/** Pairs of equal stretches in a stream of tokens that is made up here. */
import { expect, test } from 'vitest'
import { matchesIn } from '../../../../plugin/link/quality/health/clones/matches'

/** Tokens of files, one after the other. */
function stream(...files: number[][]) {
  const starts = Int32Array.from([0, ...files.map((_, file) => files.slice(0, file + 1).flat().length)])
  return {
    tokens: Uint16Array.from(files.flat()),
    starts,
    fileOf: (token: number) => starts.findLastIndex((start) => start <= token),
    lineOf: () => 1,
    linesWithCode: () => 1,
  }
}

/** Tokens of which none is like another. */
const code = (first: number, length = 120) => Array.from({ length }, (_, index) => first + index)
/** Rows of nine tokens that only differ in their values, which count as one. */
const rows = (count: number) => Array.from({ length: count * 9 }, (_, index) => [20, 21, 22, 1, 23, 24, 22, 1, 25][index % 9] as number)

test('a long list is no number of copies of itself that grows with the square of its rows', () => {
  const [short, long] = [matchesIn(stream(rows(200))).length, matchesIn(stream(rows(4000))).length]
  expect(long).toBe(short)
})

test('what stands before and behind a long list is still found', () => {
  const found = matchesIn(stream([...code(100), ...rows(1000), ...code(1000)], [...code(3000), ...code(100), ...code(5000), ...code(1000)]))
  expect(found.map(({ one, length }) => [one, length])).toEqual(
    expect.arrayContaining([
      [0, 120],
      [9120, 120],
    ]),
  )
})

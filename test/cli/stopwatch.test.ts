import { expect, test } from 'vitest'
import { stopwatch } from '../../plugin/stopwatch'

test('stages are timed in their order, summed when they run twice, and say what they made', async () => {
  const told: unknown[] = []
  const timed = stopwatch((...stage) => void told.push(stage))
  expect(await timed('scan', async () => ({ files: [1, 2], skipped: [] }))).toEqual({ files: [1, 2], skipped: [] })
  expect(await timed('views', () => [1, 2, 3])).toEqual([1, 2, 3])
  await timed('scan', () => undefined)
  expect(timed.report()).toMatchObject([
    { stage: 'scan', detail: '' },
    { stage: 'views', detail: '3 made' },
  ])
  expect(timed.report().every(({ seconds }) => seconds > 0)).toBe(true)
  expect(told.slice(0, 2)).toEqual([
    ['scan', 0, 0],
    ['scan', 1, 1],
  ])
})

test('what a stage throws is thrown', async () => {
  await expect(
    stopwatch(() => {})('link', () => {
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
})

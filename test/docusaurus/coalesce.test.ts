import { expect, test } from 'vitest'
import { coalesce } from '../../plugin/docusaurus/coalesce'

const times = { quiet: 20, patience: 100 }
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

test('thirty calls at once are one run, and all get its result', async () => {
  let runs = 0
  const call = coalesce(async () => ++runs, times)
  expect(await Promise.all(Array.from({ length: 30 }, call))).toEqual(Array(30).fill(1))
})

test('calls that keep coming do not put the run off for ever', async () => {
  let runs = 0
  const call = coalesce(async () => ++runs, times)
  for (let index = 0; index < 30; index++) {
    void call()
    await pause(10)
  }
  expect(runs).toBeGreaterThanOrEqual(1)
})

test('a call during a run gets another run, and runs do not overlap', async () => {
  let inside = 0
  let most = 0
  let runs = 0
  const call = coalesce(async () => {
    most = Math.max(most, ++inside)
    await pause(60)
    inside--
    return ++runs
  }, times)
  const first = call()
  await pause(40)
  const second = call()
  const third = call()
  expect(await Promise.all([first, second, third])).toEqual([1, 2, 2])
  expect(most).toBe(1)
})

test('a run that fails fails for those who waited for it, and for no later one', async () => {
  let fails = true
  const call = coalesce(async () => {
    if (fails) throw new Error('once')
    return 'fine'
  }, times)
  await expect(call()).rejects.toThrow('once')
  fails = false
  expect(await call()).toBe('fine')
})

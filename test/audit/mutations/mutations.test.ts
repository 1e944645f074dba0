import { expect, test } from 'vitest'
import { type Outcome, outcomeOf } from './judge'
import { mutants } from './operators/index'

test('all', async () => {
  const outcomes: Outcome[] = []
  const t = performance.now()
  for (const mutant of mutants) outcomes.push(await outcomeOf(mutant))
  const classes = [...new Set(mutants.map((it) => it.class))]
  for (const name of classes) {
    const own = outcomes.filter(({ mutant }) => mutant.class === name)
    console.log(
      name,
      own.filter(({ missed }) => missed.length === 0).length,
      '/',
      own.length,
      'collateral',
      own.flatMap((it) => it.collateral).length,
    )
    for (const { mutant, missed, collateral } of own)
      if (missed.length + collateral.length) console.log('   ', mutant.operator, '| missed', missed, '| more', collateral)
  }
  console.log(mutants.length, new Set(mutants.map((m) => m.operator)).size, performance.now() - t)
  expect(1).toBe(1)
}, 600_000)

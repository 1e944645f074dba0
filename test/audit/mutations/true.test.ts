/** The documents of these projects say nothing false; whatever is found in them is a false alarm. */
import { expect, test } from 'vitest'
import { discrepancies, hold, project, told } from '../documented'

test.each(['shop', 'notes', 'workspace'])('%s is documented as it is', async (name) => {
  const t = performance.now()
  const { audited } = await hold(project(name))
  const t2 = performance.now()
  await hold({ ...project(name), x: 'y' })
  console.log(name, t2 - t, performance.now() - t2)
  console.log(audited.claims.map((claim) => `${claim.verdict.padEnd(10)} ${told(claim)} — ${claim.reason}`).join('\n'))
  expect(audited.problems).toEqual([])
  expect(discrepancies(audited).map(told)).toEqual([])
})

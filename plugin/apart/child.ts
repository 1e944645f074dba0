/**
 * The other process: analyses what it is asked for, one after the other, until nobody asks any more. Its heap goes back to the
 * system with it, before a bundler wants memory of its own, and the settings of its compiler are nobody else's.
 */
import { analyse } from '../pipeline'
import { UserError } from '../user-error'
import { createWorld } from '../world'
import type { Answered, Asked } from './protocol'
import { suitShortRuns } from './short-runs'

suitShortRuns()

let turn = Promise.resolve()

process.on('message', (asked: Asked) => {
  turn = turn.then(async () => answer(await answerTo(asked)))
})
process.on('disconnect', () => process.exit())

async function answerTo({ options, world }: Asked): Promise<Answered> {
  try {
    return { analysis: await analyse(options, await createWorld(world)) }
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    return { failed: { isUserError: error instanceof UserError, message, stack } }
  }
}

function answer(answered: Answered): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send(answered, () => resolve())
    else resolve()
  })
}

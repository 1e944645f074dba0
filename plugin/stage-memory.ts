/**
 * What a stage made in the last run, for as long as it would look at the same. In: everything that it looks at, and how it makes it.
 * Out: the same as made anew.
 */
import path from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { digestOf } from './digest'
import { programFingerprint } from './product'
import type { AnalyseOptions, World } from './types'

/** @param seen plain data */
export type Once = <Made>(stage: string, seen: unknown, make: () => Promise<Made>) => Promise<Made>

const digestLength = 64

export function stageMemory(world: World, options: AnalyseOptions): Once {
  const asked = [path.basename(world.root), options]
  return async (stage, seen, make) => {
    if (world.cache.forgets) return make()
    // One entry for each way of asking, written over by the next run.
    const key = `${stage} ${digestOf(asked).slice(0, 16)}`
    const state = Buffer.from(digestOf([programFingerprint(), asked, seen]))
    const known = await world.cache.get(key)
    if (known && state.equals(known.subarray(0, digestLength))) {
      try {
        return deserialize(known.subarray(digestLength))
      } catch {
        // Written by another version of Node.
      }
    }
    const made = await make()
    await world.cache.put(key, Buffer.concat([state, serialize(made)]))
    return made
  }
}

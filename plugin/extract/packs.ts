/**
 * Facts of the last run, kept in packs, so that an unchanged tree costs a few large reads and not thousands of small ones. In: the
 * files of this run and a world with a cache. Out: what is known of each file, and a place for what this run makes of it.
 */
import { createHash } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import type { FileFacts } from '../graph'
import { codeFingerprint } from '../product'
import type { SourceFile, World } from '../types'
import type { Taken } from './taken'

const PACK_BYTES = 512 * 1024
const MOST_PACKS = 64

/** Most of what is kept, and nobody asks for it where only a document changed: opened when somebody does. */
type Later = 'graph' | 'health'
type ClosedFacts = Omit<FileFacts, Later> & Record<Later, Uint8Array>
type Closed = Omit<Taken, 'code'> & { code: ClosedFacts | undefined }

type Pack = Map<string, Taken>

export async function openPacks(files: SourceFile[], world: World) {
  const total = files.reduce((sum, file) => sum + file.bytes, 0)
  let count = 1
  while (count < MOST_PACKS && count * PACK_BYTES < total) count *= 2
  const packs = new Map<string, number>()
  const packOf = ({ path }: SourceFile) => {
    let pack = packs.get(path)
    if (pack === undefined) {
      pack = createHash('sha256').update(path).digest().readUInt32BE(0) % count
      packs.set(path, pack)
    }
    return pack
  }
  const keyOf = (index: number) => `facts ${extractor} ${count} ${index}`
  // Facts are numbers, and `graph` says what each of them means.
  const extractor = codeFingerprint('extract', 'graph', 'secret-look', 'secrets')
  const contentKey = (file: SourceFile) => `${file.hash} ${file.path}`
  const envelopes = new Envelopes()
  const old: Pack[] = []
  for (let index = 0; index < count; index++) old.push(await load(world, keyOf(index), envelopes))
  const fresh: Pack[] = old.map(() => new Map())
  return {
    kept: (file: SourceFile) => fresh[packOf(file)]?.get(contentKey(file)),
    find: (file: SourceFile) => old[packOf(file)]?.get(contentKey(file)),
    keep: (file: SourceFile, taken: Taken) => void fresh[packOf(file)]?.set(contentKey(file), taken),
    async save() {
      if (world.cache.forgets) return
      for (const [index, pack] of fresh.entries()) {
        const before = old[index] as Pack
        if (pack.size === before.size && [...pack.keys()].every((key) => before.has(key))) continue
        const closed = new Map(
          [...pack].map(([key, taken]): [string, Closed] => [key, { ...taken, code: taken.code && envelopes.closed(taken.code) }]),
        )
        await world.cache.put(keyOf(index), serialize(closed))
      }
    },
  }
}

async function load(world: World, key: string, envelopes: Envelopes): Promise<Pack> {
  const bytes = await world.cache.get(key)
  if (!bytes) return new Map()
  try {
    const pack = deserialize(bytes) as Map<string, Closed>
    return new Map([...pack].map(([content, taken]) => [content, { ...taken, code: taken.code && envelopes.opened(taken.code) }]))
  } catch {
    // Written by another version of Node, or not by us: as good as missing.
    return new Map()
  }
}

/** Facts of code with some parts closed, and back. What came closed and did not change is not closed once more. */
class Envelopes {
  private readonly known = new Map<FileFacts, ClosedFacts>()

  opened(closed: ClosedFacts): FileFacts {
    const { graph, health, ...plain } = closed
    const facts = plain as FileFacts
    openLater(facts, 'graph', graph)
    openLater(facts, 'health', health)
    this.known.set(facts, closed)
    return facts
  }

  closed(facts: FileFacts): ClosedFacts {
    return this.known.get(facts) ?? { ...facts, graph: serialize(facts.graph), health: serialize(facts.health) }
  }
}

function openLater<Part extends Later>(facts: FileFacts, part: Part, bytes: Uint8Array): void {
  const get = () => {
    const value = deserialize(bytes) as FileFacts[Part]
    Object.defineProperty(facts, part, { value, enumerable: true })
    return value
  }
  Object.defineProperty(facts, part, { get, enumerable: true, configurable: true })
}

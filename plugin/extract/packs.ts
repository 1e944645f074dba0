/**
 * Facts of the last run, kept in packs, so that an unchanged tree costs a few large reads and not thousands of small ones. In: the
 * files of this run and a world with a cache. Out: what is known of each file, and a place for what this run makes of it. Facts of
 * code are nineteen parts in twenty of it; they lie apart, and are read where code changed.
 */
import { createHash } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import type { FileFacts } from '../graph'
import { madeLater } from '../later'
import { codeFingerprint } from '../product'
import type { NotAnalysed, SourceFile, World } from '../types'
import type { Taken } from './taken'

const PACK_BYTES = 512 * 1024
const MOST_PACKS = 64

/** All that a file gives, without the facts of its code. */
export interface Known extends Omit<Taken, 'code'> {
  code: { problem: NotAnalysed | undefined; promises: number[] } | undefined
}

/** Most of the facts of code: opened when somebody asks. */
type Later = 'graph' | 'health'
type ClosedFacts = Omit<FileFacts, Later> & Record<Later, Uint8Array>

export async function openPacks(files: SourceFile[], world: World) {
  const total = files.reduce((sum, file) => sum + file.bytes, 0)
  let count = 1
  while (count < MOST_PACKS && count * PACK_BYTES < total) count *= 2
  const packs = new Map<string, number>()
  const packOf = ({ path }: SourceFile): number => {
    let pack = packs.get(path)
    if (pack === undefined) {
      pack = createHash('sha256').update(path).digest().readUInt32BE(0) % count
      packs.set(path, pack)
    }
    return pack
  }
  // Facts are numbers, and `graph` says what each of them means.
  const extractor = codeFingerprint('extract', 'graph', 'secret-look', 'secrets')
  const keyOf = (sort: 'facts' | 'code', index: number) => `${sort} ${extractor} ${count} ${index}`
  const contentKey = (file: SourceFile) => `${file.hash} ${file.path}`
  const old: Map<string, Known>[] = []
  for (let index = 0; index < count; index++) old.push(await load<Known>(world, keyOf('facts', index)))
  const fresh = old.map(() => new Map<string, Known>())
  const freshCode = old.map(() => new Map<string, FileFacts>())
  const oldCode = new Map<number, Map<string, ClosedFacts>>()
  const oldCodeOf = async (index: number) => {
    const known = oldCode.get(index) ?? (await load<ClosedFacts>(world, keyOf('code', index)))
    oldCode.set(index, known)
    return known
  }
  return {
    kept: (file: SourceFile) => fresh[packOf(file)]?.get(contentKey(file)),
    find: (file: SourceFile) => old[packOf(file)]?.get(contentKey(file)),
    keep: (file: SourceFile, known: Known) => void fresh[packOf(file)]?.set(contentKey(file), known),
    keepCode: (file: SourceFile, facts: FileFacts) => void freshCode[packOf(file)]?.set(contentKey(file), facts),
    /** Facts of code of a file that was found; undefined where they are lost. */
    async code(file: SourceFile): Promise<FileFacts | undefined> {
      const closed = (await oldCodeOf(packOf(file))).get(contentKey(file))
      return closed && opened(closed)
    },
    async save() {
      if (world.cache.forgets) return
      for (const [index, pack] of fresh.entries()) {
        const before = old[index] as Map<string, Known>
        if (pack.size === before.size && [...pack.keys()].every((key) => before.has(key))) continue
        await world.cache.put(keyOf('facts', index), serialize(pack))
        const code = new Map([...(freshCode[index] as Map<string, FileFacts>)].map(([key, facts]) => [key, closed(facts)]))
        const hasGone = [...before].some(([key, known]) => known.code && !pack.has(key))
        if (code.size === 0 && !hasGone) continue
        for (const [key, facts] of await oldCodeOf(index)) if (pack.get(key)?.code && !code.has(key)) code.set(key, facts)
        await world.cache.put(keyOf('code', index), serialize(code))
      }
    },
  }
}

async function load<Kept>(world: World, key: string): Promise<Map<string, Kept>> {
  const bytes = await world.cache.get(key)
  if (!bytes) return new Map()
  try {
    const pack = deserialize(bytes)
    if (pack instanceof Map) return pack as Map<string, Kept>
  } catch {
    // Written by another version of Node, or not by us: as good as missing.
  }
  return new Map()
}

const closed = (facts: FileFacts): ClosedFacts => ({ ...facts, graph: serialize(facts.graph), health: serialize(facts.health) })

function opened({ graph, health, ...plain }: ClosedFacts): FileFacts {
  return madeLater(plain as FileFacts, { graph: () => deserialize(graph), health: () => deserialize(health) })
}

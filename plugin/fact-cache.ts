/**
 * Facts kept between builds. In: a directory and whose facts they are. Out: get and put by key. cacache checks every byte
 * it reads; what is damaged is as good as absent, and is made again.
 */
import { mkdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { FactCache } from './types'

/** What we use of cacache; its published types trail behind it. */
interface Cacache {
  get: {
    (directory: string, key: string): Promise<{ data: Buffer }>
    info(directory: string, key: string): Promise<{ integrity: string; time: number } | null>
  }
  put(directory: string, key: string, data: Uint8Array, options: { algorithms: string[] }): Promise<unknown>
  rm: {
    entry(directory: string, key: string, options: { removeFully: boolean }): Promise<unknown>
    content(directory: string, integrity: string): Promise<unknown>
  }
  index: { insert(directory: string, key: string, integrity: string): Promise<unknown> }
  verify(directory: string, options: { filter(entry: { time: number }): boolean }): Promise<unknown>
}

const day = 86_400_000
/** An entry nobody asked for in this time goes. */
const kept = 30 * day
/** How often all of it is checked and swept; the sweep reads everything. */
const sweepEvery = 7 * day
/** Processors have instructions for it, and tens of megabytes go through it in each run; what cacache takes otherwise is two to three times slower. */
const checkedBy = 'sha256'

/** Keeps nothing. */
export const noFactCache: FactCache = { forgets: true, get: async () => undefined, put: async () => {} }

/**
 * @param directory made when missing
 * @param owner tells apart the codebases that share a directory
 */
export function openFactCache(directory: string, owner: string): FactCache {
  const named = (key: string) => `plumbline ${owner} ${key}`
  let opened: Promise<Cacache> | undefined
  const open = () => (opened ??= openSwept(directory))

  async function get(key: string): Promise<Uint8Array | undefined> {
    const cacache = await open()
    const found = await cacache.get(directory, named(key)).catch(absent)
    if (found) await stayAlive(cacache, named(key))
    return found?.data
  }

  async function put(key: string, value: Uint8Array): Promise<void> {
    const cacache = await open()
    // cacache only appends; what an edited file leaves behind would fill the disk in a day of saving.
    await forget(cacache, named(key))
    await cacache.put(directory, named(key), value, { algorithms: [checkedBy] }).catch(absent)
  }

  async function stayAlive(cacache: Cacache, key: string): Promise<void> {
    const entry = await cacache.get.info(directory, key).catch(absent)
    if (entry && Date.now() - entry.time > kept / 3) await cacache.index.insert(directory, key, entry.integrity).catch(absent)
  }

  async function forget(cacache: Cacache, key: string): Promise<void> {
    const entry = await cacache.get.info(directory, key).catch(absent)
    if (!entry) return
    await cacache.rm.entry(directory, key, { removeFully: true }).catch(absent)
    await cacache.rm.content(directory, entry.integrity).catch(absent)
  }

  return { get, put }
}

/** Loaded on first use, since it takes as long as reading a thousand files. */
async function openSwept(directory: string): Promise<Cacache> {
  const cacache = (await import('cacache')).default as unknown as Cacache
  const stamp = path.join(directory, 'swept')
  const last = await stat(stamp).catch(absent)
  if (!last || Date.now() - last.mtimeMs > sweepEvery) {
    if (last) await cacache.verify(directory, { filter: ({ time }) => Date.now() - time < kept }).catch(absent)
    await mkdir(directory, { recursive: true })
      .then(() => writeFile(stamp, ''))
      .catch(absent)
  }
  return cacache
}

/** Missing, damaged and forbidden are one to a cache: each costs time, and none a report. */
function absent(): undefined {}

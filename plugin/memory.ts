/**
 * What the last run made of the same input. It is kept with everything a page depends on: the files' hashes, the options,
 * the models, the day, the commit, the advisories and the ledger; with all of it equal nothing has to be linked or judged again.
 */
import { createHash } from 'node:crypto'
import path from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { type Later, madeLater } from './later'
import { programFingerprint } from './product'
import type { AnalyseOptions, Analysis, Ledger, Scan, World } from './types'

type Kept = Omit<Analysis, 'timings'>

type Closed = Pick<Kept, 'pages' | 'ledger'> & { results: [chapter: string, bytes: Uint8Array][] }

const digestBytes = 32

export function memory(
  world: World,
  input: { scan: Scan; options: AnalyseOptions; date: string; models: string; standards: string; advisories: string },
) {
  const { commit, webUrl, prefix, branch, shallow } = world.repository ?? {}
  const files = input.scan.files.map(({ path, hash, bytes, kind, uncommitted }) => [path, hash, bytes, kind, uncommitted])
  // The directory's name may be the project's. What lies above it is nobody's business.
  const directory = path.basename(world.root)
  const fixed = [
    programFingerprint(),
    directory,
    input.options,
    input.date,
    input.models,
    input.standards,
    input.advisories,
    commit,
    webUrl,
    prefix,
    branch,
    shallow,
  ]
  const state = digest([fixed, files, input.scan.skipped, input.scan.unread])
  // One entry for each way of asking, written over by the next run: a day of saving must not fill the disk.
  const key = `analysis ${digest([directory, input.options]).toString('hex').slice(0, 16)}`
  // It lies apart as well: most runs find another, and need not read all that was made under it.
  const stateKey = `state of ${key}`
  const stateWith = (ledger: Ledger | null) => digest([state.toString('hex'), ledger])
  return {
    /** Undefined when something differs, or when what was kept cannot be read. */
    async recall(last: Ledger | null): Promise<Kept | undefined> {
      const now = stateWith(last)
      const isOf = (bytes: Uint8Array | undefined): bytes is Uint8Array =>
        bytes !== undefined && (now.equals(bytes.subarray(0, digestBytes)) || now.equals(bytes.subarray(digestBytes, 2 * digestBytes)))
      if (!isOf(await world.cache.get(stateKey))) return undefined
      const bytes = await world.cache.get(key)
      if (!isOf(bytes)) return undefined
      try {
        return opened(bytes.subarray(2 * digestBytes))
      } catch {
        // Written by another version of Node: made anew.
        return undefined
      }
    },
    /** Under the ledger this run leaves behind, with which the next run begins, and under the one it began with, for runs that keep none. */
    async keep(analysis: Kept, last: Ledger | null): Promise<void> {
      if (world.cache.forgets) return
      // The key holds what scanning saw. A file that was gone a moment later may be back, and the key would be the same.
      if (analysis.results.notAnalysed.some(({ stage, reason }) => stage === 'extract' && reason === 'unreadable')) return
      const states = Buffer.concat([stateWith(analysis.ledger), stateWith(last)])
      await world.cache.put(key, Buffer.concat([states, closed(analysis)]))
      await world.cache.put(stateKey, states)
    },
  }
}

function closed({ pages, ledger, results }: Kept): Buffer {
  return serialize({ pages, ledger, results: Object.entries(results).map(([key, value]) => [key, serialize(value)]) } satisfies Closed)
}

/** Each chapter of the results is opened when somebody asks for it: they are half of what is kept, and a build that changes nothing asks for little. */
function opened(bytes: Uint8Array): Kept {
  const { pages, ledger, results: chapters } = deserialize(bytes) as Closed
  const results = madeLater({}, Object.fromEntries(chapters.map(([name, chapter]) => [name, () => deserialize(chapter)])) as Later<object>)
  return { pages, ledger, results: results as Kept['results'] }
}

const digest = (value: unknown): Buffer => createHash('sha256').update(JSON.stringify(value)).digest()

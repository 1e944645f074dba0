/**
 * The program that the last run linked, for as long as nothing changed that linking looks at. In: what `linkCode` is handed. Out: the
 * program, the same as linked anew. Documents, history and the day have no part in it.
 */
import { createHash } from 'node:crypto'
import path from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Extracted } from './graph'
import type { NotedWords, Told } from './link/told'
import { programFingerprint } from './product'
import type { AnalyseOptions, Program, Scan, World } from './types'

interface Kept {
  state: string
  /** What linking asked of documents, by their answer. */
  asked: { present: string[]; absent: string[] }
  /** Closed, since most of the time is spent in opening it. */
  program: Uint8Array
}

interface Input {
  scan: Scan
  extracted: Extracted
  told: Told & { words: NotedWords }
  options: AnalyseOptions
  /** Fingerprint of the models. */
  models: string
}

export async function programOnce(world: World, input: Input, link: () => Promise<Program>): Promise<Program> {
  if (world.cache.forgets) return link()
  const directory = path.basename(world.root)
  // One entry for each way of asking, written over by the next run.
  const key = `program ${digest([directory, input.options]).slice(0, 16)}`
  const state = stateOf(input, directory)
  const known = read(await world.cache.get(key))
  if (known?.state === state && input.told.words.agrees(known.asked)) return deserialize(known.program) as Program
  const program = await link()
  // What could not be read this time may be read the next, under the same hash.
  if (!input.extracted.notAnalysed.some(({ reason }) => reason === 'unreadable'))
    await world.cache.put(key, serialize({ state, asked: input.told.words.asked(), program: serialize(program) } satisfies Kept))
  return program
}

/** Undefined when there is none, or another version of Node wrote it. */
function read(bytes: Uint8Array | undefined): Kept | undefined {
  if (!bytes) return undefined
  try {
    return deserialize(bytes) as Kept
  } catch {
    return undefined
  }
}

/** Of code the content decides what is taken from it; of other files what was taken, and the size, by which languages have their shares. */
function stateOf({ scan, extracted, told, options, models }: Input, directory: string): string {
  const { code, documents: _documents, notAnalysed: _notAnalysed, parsed: _parsed, reused: _reused, ...taken } = extracted
  const { words: _words, ...lists } = told
  const hash = createHash('sha256').update(digest([programFingerprint(), directory, options, models]))
  const coded = new Set(code.map(({ path: file }) => file))
  for (const { path: file, kind, language, bytes, hash: content } of scan.files)
    hash.update(`${file}\n${kind} ${language} ${kind === 'document' ? '' : bytes} ${coded.has(file) ? content : ''}\n`)
  return hash.update(JSON.stringify([taken, lists], plain)).digest('hex')
}

/** Maps and sets as lists: to JSON they would all be the same. What was serialized by V8 differs between facts just taken and facts kept. */
function plain(_key: string, value: unknown): unknown {
  if (value instanceof Map) return { map: [...value] }
  return value instanceof Set ? { set: [...value] } : value
}

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

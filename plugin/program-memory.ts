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

/**
 * The content of every file but documents; of these what is looked for in any text: secrets, and in MDX the modules that it names.
 * Facts themselves may refer to each other in circles, as types of GraphQL do.
 */
function stateOf({ scan, extracted, told, options, models }: Input, directory: string): string {
  const hash = createHash('sha256').update(digest([programFingerprint(), directory, options, models]))
  const documents = new Set<string>()
  for (const { path: file, kind, language, hash: content } of scan.files) {
    if (kind === 'document') documents.add(file)
    hash.update(`${file}\n${kind} ${language} ${kind === 'document' ? '' : content}\n`)
  }
  const inDocuments = <Facts extends { path: string }>(facts: Facts[] = []) => facts.filter(({ path: file }) => documents.has(file))
  const { words: _words, ...lists } = told
  return hash.update(digest([inDocuments(extracted.texts), inDocuments(extracted.named), lists])).digest('hex')
}

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

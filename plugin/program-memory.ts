/**
 * The program that the last run linked, for as long as nothing changed that linking looks at. In: what `linkCode` is handed. Out: the
 * program, the same as linked anew, and a name for its content. Documents, history and the day have no part in it.
 */
import { createHash } from 'node:crypto'
import path from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { digestOf } from './digest'
import type { Extraction } from './graph'
import { type Later, madeLater } from './later'
import type { NotedWords, Told } from './link/told'
import { programFingerprint } from './product'
import type { AnalyseOptions, Program, Scan, World } from './types'

interface Kept {
  state: string
  /** What linking asked of documents, by their answer. */
  asked: { present: string[]; absent: string[] }
  program: Closed
}

/** By chapter, since opening takes most of the time, and no more than a few are asked for where only a document changed. */
type Closed = [chapter: string, content: Uint8Array | Closed][]

interface Input {
  scan: Scan
  extracted: Omit<Extraction, 'code'>
  told: Told & { words: NotedWords }
  options: AnalyseOptions
  /** Fingerprint of the models. */
  models: string
}

/** @returns `state`, equal for programs that are equal; '' where nothing is kept */
export async function programOnce(world: World, input: Input, link: () => Promise<Program>): Promise<{ program: Program; state: string }> {
  if (world.cache.forgets) return { program: await link(), state: '' }
  const directory = path.basename(world.root)
  // One entry for each way of asking, written over by the next run.
  const key = `program ${digestOf([directory, input.options]).slice(0, 16)}`
  const state = stateOf(input, directory)
  const known = read(await world.cache.get(key))
  const stateWith = (asked: Kept['asked']) => digestOf([state, asked])
  if (known?.state === state && input.told.words.agrees(known.asked))
    return { program: opened(known.program) as Program, state: stateWith(known.asked) }
  const program = await link()
  const asked = input.told.words.asked()
  // What could not be read this time may be read the next, under the same hash.
  if (!input.extracted.notAnalysed.some(({ reason }) => reason === 'unreadable'))
    await world.cache.put(key, serialize({ state, asked, program: closed(program) } satisfies Kept))
  return { program, state: stateWith(asked) }
}

/** Chapters that have chapters of their own. */
const parted: ReadonlySet<string> = new Set<keyof Program>(['posture', 'inventory', 'architecture', 'quality'])

function closed(whole: object): Closed {
  return Object.entries(whole).map(([name, part]) => [name, parted.has(name) ? closed(part) : serialize(part)])
}

function opened(chapters: Closed): object {
  const open = (content: Uint8Array | Closed) => (Array.isArray(content) ? opened(content) : deserialize(content))
  return madeLater({}, Object.fromEntries(chapters.map(([name, content]) => [name, () => open(content)])) as Later<object>)
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
  const hash = createHash('sha256').update(digestOf([programFingerprint(), directory, options, models]))
  const documents = new Set<string>()
  for (const { path: file, kind, language, hash: content } of scan.files) {
    if (kind === 'document') documents.add(file)
    hash.update(`${file}\n${kind} ${language} ${kind === 'document' ? '' : content}\n`)
  }
  const inDocuments = <Facts extends { path: string }>(facts: Facts[] = []) => facts.filter(({ path: file }) => documents.has(file))
  const { words: _words, ...lists } = told
  return hash.update(digestOf([inDocuments(extracted.texts), inDocuments(extracted.named), lists])).digest('hex')
}

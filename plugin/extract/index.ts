/**
 * In: the files scan found. Out: their facts, in the files' order; unchanged files come from the cache, and one that fails is
 * named and does not stop the others.
 */
import { createHash } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import type { Extracted, FileFacts } from '../graph'
import { codeFingerprint } from '../product'
import type { NotAnalysed, SourceFile, World } from '../types'
import { definitionOf } from './definitions/index'
import { extractFile } from './file'
import { manifestFacts } from './manifests/index'

export type { Extracted }

/** Facts are kept in packs, so that an unchanged tree costs a few large reads and not thousands of small ones. */
const PACK_BYTES = 512 * 1024
const MOST_PACKS = 64

type Pack = Map<string, FileFacts>

export async function extract(files: SourceFile[], world: World): Promise<Extracted> {
  const code = files.filter((file) => file.kind === 'code')
  const result: Extracted = { code: [], manifests: [], definitions: [], configs: [], notAnalysed: [], parsed: [], reused: 0 }
  const packs = await openPacks(code, world)
  let done = 0
  for (const file of code) {
    world.progress('extract', ++done, code.length)
    const facts = packs.find(file) ?? (await parse(file, world, result.notAnalysed))
    if (!facts) continue
    if (packs.has(file)) result.reused++
    else result.parsed.push(file.path)
    packs.keep(file, facts)
    result.code.push(facts)
    if (facts.problem) result.notAnalysed.push(problemOf(facts))
  }
  await packs.save()
  for (const file of files.filter(({ kind }) => kind === 'manifest')) await readManifest(file, world, result)
  return result
}

async function parse(file: SourceFile, world: World, notAnalysed: NotAnalysed[]): Promise<FileFacts | undefined> {
  const text = await textOf(file, world, notAnalysed)
  if (text === undefined) return undefined
  try {
    return extractFile(file.path, text)
  } catch (cause) {
    notAnalysed.push({
      subject: file.path,
      stage: 'extract',
      reason: 'does not parse',
      detail: `The file could not be taken apart: ${(cause as Error).message}. Nothing in it was looked at.`,
    })
    return undefined
  }
}

function problemOf(facts: FileFacts): NotAnalysed {
  const { message, pos } = facts.problem as { message: string; pos: number }
  const line = facts.text.slice(0, pos).split('\n').length
  return {
    subject: facts.path,
    stage: 'extract',
    reason: 'does not parse',
    detail: `Syntax error: ${message} What stands around it was read as far as it could be understood.`,
    line,
  }
}

async function readManifest(file: SourceFile, world: World, result: Extracted): Promise<void> {
  const text = await textOf(file, world, result.notAnalysed)
  if (text === undefined) return
  const name = file.path.slice(file.path.lastIndexOf('/') + 1)
  if (/^(?:package|[tj]sconfig.*|lerna)\.json$|^pnpm-workspace\.ya?ml$|\.json5?$/.test(name) && !/^package-lock|^npm-shrinkwrap/.test(name))
    result.configs.push({ path: file.path, text })
  const defined = definitionOf(file.path, text)
  if (defined.definition) result.definitions.push(defined.definition)
  if (defined.problem) result.notAnalysed.push({ subject: file.path, stage: 'extract', reason: 'does not parse', detail: defined.problem })
  const { facts, problem } = manifestFacts(file, text)
  if (facts.length > 0) result.manifests.push({ path: file.path, facts })
  if (problem) result.notAnalysed.push({ subject: file.path, stage: 'extract', reason: 'does not parse', detail: problem })
}

const decoder = new TextDecoder('utf-8')

/** Undefined for a file that scanning could read and that is gone or locked by now. */
async function textOf(file: SourceFile, world: World, notAnalysed: NotAnalysed[]): Promise<string | undefined> {
  try {
    return decoder.decode(await world.read(file.path))
  } catch (cause) {
    // The message of the system names the directory, which belongs on no page.
    const { code, message } = cause as NodeJS.ErrnoException
    notAnalysed.push({
      subject: file.path,
      stage: 'extract',
      reason: 'unreadable',
      detail: `It was found, and then could not be read: ${code ?? message}.`,
    })
    return undefined
  }
}

async function openPacks(files: SourceFile[], world: World) {
  const total = files.reduce((sum, file) => sum + file.bytes, 0)
  let count = 1
  while (count < MOST_PACKS && count * PACK_BYTES < total) count *= 2
  const packOf = (file: SourceFile) => Number.parseInt(createHash('sha256').update(file.path).digest('hex').slice(0, 8), 16) % count
  const keyOf = (index: number) => `facts ${extractor} ${count} ${index}`
  // Facts are numbers, and `graph` says what each of them means.
  const extractor = codeFingerprint('extract', 'graph', 'secret-look')
  const contentKey = (file: SourceFile) => `${file.hash} ${file.path}`
  const old: Pack[] = []
  for (let index = 0; index < count; index++) old.push(await load(world, keyOf(index)))
  const fresh: Pack[] = old.map(() => new Map())
  return {
    find: (file: SourceFile) => old[packOf(file)]?.get(contentKey(file)),
    has: (file: SourceFile) => old[packOf(file)]?.has(contentKey(file)) ?? false,
    keep: (file: SourceFile, facts: FileFacts) => void fresh[packOf(file)]?.set(contentKey(file), facts),
    async save() {
      for (const [index, pack] of fresh.entries()) {
        const before = old[index] as Pack
        if (pack.size === before.size && [...pack.keys()].every((key) => before.has(key))) continue
        await world.cache.put(keyOf(index), serialize(pack))
      }
    },
  }
}

async function load(world: World, key: string): Promise<Pack> {
  const bytes = await world.cache.get(key)
  if (!bytes) return new Map()
  try {
    const pack: unknown = deserialize(bytes)
    return pack instanceof Map ? (pack as Pack) : new Map()
  } catch {
    // Written by another version of Node, or not by us: as good as missing.
    return new Map()
  }
}

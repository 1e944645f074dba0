/**
 * In: the files scan found. Out: their facts, in the files' order; unchanged files come from the cache, and one that fails is
 * named and does not stop the others.
 */
import { createHash } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import type { Extracted, FileFacts, SettingsFacts, TextFacts } from '../graph'
import { codeFingerprint } from '../product'
import { maskedText } from '../secrets/texts'
import type { CoverageFile, DocumentFacts, NotAnalysed, SourceFile, World } from '../types'
import { coverageOf, isCoverage } from './coverage/index'
import { embeddedSchema } from './definitions/embedded-graphql'
import { embeddedTables } from './definitions/embedded-sql'
import { definitionOf } from './definitions/index'
import { commentedDefinition } from './definitions/jsdoc'
import { deploymentFile, mayDeploy } from './deployment/index'
import { documentFacts, isDocument, shellReader } from './documents/index'
import { extractFile } from './file'
import { namedIn } from './health/named'
import { lockedTree } from './lock-files/index'
import { manifestFacts } from './manifests/index'
import { settingsOf } from './settings/index'
import { isText, textFacts } from './texts'
import { warmUp } from './warm-up'

export type { Extracted }

/** Facts are kept in packs, so that an unchanged tree costs a few large reads and not thousands of small ones. */
const PACK_BYTES = 512 * 1024
const MOST_PACKS = 64

/** Below this much code the time that warming up saves is less than the time that it takes. */
const WORTH_WARMING_UP = 1_000_000

/** All that one file gives. It depends on path and text alone, and is kept between builds. */
interface Taken {
  code: FileFacts | undefined
  manifest: ReturnType<typeof manifestFacts> | undefined
  defined: ReturnType<typeof definitionOf>[]
  locked?: ReturnType<typeof lockedTree>
  settings?: SettingsFacts
  coverage?: CoverageFile
  deployed?: ReturnType<typeof deploymentFile>
  document?: DocumentFacts
  /** `null`: looked through, and nothing is said. */
  text?: TextFacts | null
  named?: string[]
}

type Pack = Map<string, Taken>

export async function extract(files: SourceFile[], world: World): Promise<Extracted> {
  const code = files.filter((file) => file.kind === 'code' || file.kind === 'template')
  const manifests = files.filter((file) => file.kind === 'manifest')
  const documents = files.filter(isDocument)
  const texts = files.filter(isText)
  const result: Extracted = {
    code: [],
    manifests: [],
    locks: [],
    deployments: [],
    documents: [],
    texts: [],
    settings: [],
    named: [],
    coverage: [],
    definitions: [],
    configs: [],
    notAnalysed: [],
    parsed: [],
    reused: 0,
  }
  const packs = await openPacks([...new Set([...code, ...manifests, ...documents, ...texts])], world)
  const bytesToParse = code.reduce((sum, file) => (packs.find(file) ? sum : sum + file.bytes), 0)
  if (bytesToParse > WORTH_WARMING_UP) warmUp()
  let done = 0
  for (const file of code) {
    world.progress('extract', ++done, code.length)
    const known = packs.find(file)
    const taken = known ?? (await takenFromCode(file, world, result.notAnalysed))
    if (!taken?.code) continue
    if (known) result.reused++
    else result.parsed.push(file.path)
    packs.keep(file, taken)
    result.code.push(taken.code)
    if (taken.code.problem) result.notAnalysed.push(problemOf(taken.code))
    if (taken.named) result.named?.push({ path: file.path, names: taken.named })
    add(file.path, taken, result)
  }
  for (const file of manifests) {
    const known = packs.find(file)
    // Their text is not kept: a secret that stands in it would lie on the disk.
    const text = known && !isConfig(file) ? undefined : await textOf(file, world, result.notAnalysed)
    if (text !== undefined && isConfig(file)) result.configs.push({ path: file.path, text })
    const taken = known ?? (text === undefined ? undefined : takenFromManifest(file, text))
    if (!taken) continue
    packs.keep(file, taken)
    add(file.path, taken, result)
  }
  let readShell: Awaited<ReturnType<typeof shellReader>> | undefined
  for (const file of documents) {
    // An example of settings is a manifest as well, and was kept a moment ago.
    let taken = packs.kept(file) ?? packs.find(file)
    if (!taken?.document) {
      const text = await textOf(file, world, result.notAnalysed)
      if (text === undefined) continue
      readShell ??= await shellReader()
      const document = documentFacts(file.path, maskedText(file.path, text), readShell)
      taken = { code: undefined, manifest: undefined, defined: [], ...taken, document }
      if (/\.mdx$/i.test(file.path)) taken.named = namedIn(file.path, text)
    }
    packs.keep(file, taken)
    if (taken.document) result.documents?.push(taken.document)
    if (taken.named && /\.mdx$/i.test(file.path)) result.named?.push({ path: file.path, names: taken.named })
  }
  for (const file of texts) {
    let taken = packs.kept(file) ?? packs.find(file)
    if (taken?.text === undefined) {
      const text = await textOf(file, world, result.notAnalysed)
      if (text === undefined) continue
      const deployed = file.kind === 'other' && mayDeploy(file.path) ? { deployed: deploymentFile(file.path, text) } : {}
      taken = { code: undefined, manifest: undefined, defined: [], ...taken, ...deployed, text: textFacts(file.path, text) ?? null }
      if (file.kind === 'other') taken.named = namedIn(file.path, text)
    }
    packs.keep(file, taken)
    if (taken.named) result.named?.push({ path: file.path, names: taken.named })
    if (file.kind === 'other' && taken.deployed) result.deployments?.push({ path: file.path, file: taken.deployed })
    if (taken.text) result.texts?.push(taken.text)
  }
  for (const file of files.filter(isCoverage)) {
    const taken = packs.kept(file) ?? packs.find(file)
    const coverage = taken?.coverage ?? (await coverageIn(file, world, result.notAnalysed))
    if (!coverage) continue
    packs.keep(file, { code: undefined, manifest: undefined, defined: [], ...taken, coverage })
    result.coverage?.push(coverage)
  }
  await packs.save()
  return result
}

async function coverageIn(file: SourceFile, world: World, notAnalysed: NotAnalysed[]): Promise<CoverageFile | undefined> {
  const text = await textOf(file, world, notAnalysed)
  try {
    return text === undefined ? undefined : coverageOf(file.path, text)
  } catch (cause) {
    const detail = `What it says of test coverage could not be read: ${(cause as Error).message}`
    notAnalysed.push({ subject: file.path, stage: 'extract', reason: 'does not parse', detail })
    return undefined
  }
}

async function takenFromCode(file: SourceFile, world: World, notAnalysed: NotAnalysed[]): Promise<Taken | undefined> {
  const text = await textOf(file, world, notAnalysed)
  if (text === undefined) return undefined
  try {
    const code = extractFile(file.path, text)
    return {
      code,
      manifest: undefined,
      defined: [commentedDefinition(file.path, code.text), embeddedSchema(code), embeddedTables(code)],
      // A page names the scripts that it loads.
      ...(/\.html?$/i.test(file.path) ? { named: namedIn(file.path, code.text) } : {}),
    }
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

function takenFromManifest(file: SourceFile, text: string): Taken {
  return {
    code: undefined,
    manifest: manifestFacts(file, text),
    defined: [definitionOf(file.path, text)],
    locked: lockedTree(file.path, text),
    deployed: deploymentFile(file.path, text),
    settings: settingsOf(file.path, text),
    named: namedIn(file.path, text),
    text: textFacts(file.path, text) ?? null,
  }
}

function isConfig({ path }: SourceFile): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return /^(?:package|[tj]sconfig.*|lerna)\.json$|^pnpm-workspace\.ya?ml$|\.json5?$/.test(name) && !/^package-lock|^npm-shrinkwrap/.test(name)
}

function add(
  path: string,
  { manifest, defined, locked, deployed, settings }: Taken,
  { manifests, locks, deployments, settings: all, definitions, notAnalysed }: Extracted,
): void {
  const unread = (detail: string) => notAnalysed.push({ subject: path, stage: 'extract', reason: 'does not parse', detail })
  for (const { definition, problem } of defined) {
    if (definition) definitions.push(definition)
    if (problem) unread(problem)
  }
  if (manifest && manifest.facts.length > 0) manifests.push({ path, facts: manifest.facts })
  if (manifest?.problem) unread(manifest.problem)
  if (settings) all?.push(settings)
  if (locked) locks?.push({ path, tree: locked })
  if (deployed) deployments?.push({ path, file: deployed })
  if (deployed?.problem && !manifest?.problem) unread(deployed.problem)
  // What is no JSON was named already.
  if (locked?.problem && !manifest?.problem) unread(locked.problem)
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

const decoder = new TextDecoder('utf-8')

/** Undefined for a file that scanning could read and that is gone or locked by now. */
async function textOf(file: SourceFile, world: World, notAnalysed: NotAnalysed[]): Promise<string | undefined> {
  try {
    return decoder.decode(await world.read(file.path))
  } catch (cause) {
    // The message of the system names the directory, which belongs on no page.
    const { code, message } = cause as NodeJS.ErrnoException
    // Manifests are read for more than one reason.
    if (notAnalysed.some(({ subject, reason }) => subject === file.path && reason === 'unreadable')) return undefined
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
  const old: Pack[] = []
  for (let index = 0; index < count; index++) old.push(await load(world, keyOf(index)))
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

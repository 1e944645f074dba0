/**
 * In: the files scan found. Out: their facts, in the files' order; unchanged files come from the cache, and one that fails is
 * named and does not stop the others. Facts of code are most of what is kept, and come when they are asked for.
 */
import type { Extracted, Extraction, FileFacts } from '../graph'
import { maskedText } from '../secrets/texts'
import type { CoverageFile, NotAnalysed, SourceFile, World } from '../types'
import { isCoverage } from './coverage/claims'
import { documentFacts, isDocument, shellReader, withSamples } from './documents/index'
import { namedIn } from './health/named'
import { type Known, openPacks } from './packs'
import type { Taken } from './taken'
import { isText, textFacts } from './texts'

export type { Extracted, Extraction }

export async function extract(files: SourceFile[], world: World): Promise<Extracted & Pick<Extraction, 'promises'>> {
  const facts = await extraction(files, world)
  return { ...facts, code: await facts.code() }
}

/** The same, with the facts of code for whoever asks. */
export async function extraction(files: SourceFile[], world: World): Promise<Extraction> {
  const code = files.filter((file) => file.kind === 'code' || file.kind === 'template')
  const manifests = files.filter((file) => file.kind === 'manifest')
  const documents = files.filter(isDocument)
  const texts = files.filter(isText)
  const result: Omit<Extraction, 'code'> = {
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
    promises: [],
    parsed: [],
    reused: 0,
  }
  const packs = await openPacks([...new Set([...code, ...manifests, ...documents, ...texts])], world)
  const takenFromCode = await codeReader(
    code.filter((file) => !packs.find(file)),
    world,
    result.notAnalysed,
  )
  const read: { file: SourceFile; facts: FileFacts | undefined }[] = []
  let done = 0
  for (const file of code) {
    world.progress('extract', ++done, code.length)
    let known = packs.find(file)
    if (known) {
      if (!known.code) continue
      result.reused++
      read.push({ file, facts: undefined })
    } else {
      const taken = await takenFromCode(file)
      if (!taken?.code) continue
      result.parsed.push(file.path)
      read.push({ file, facts: taken.code })
      packs.keepCode(file, taken.code)
      known = { ...taken, code: { problem: taken.code.problem && problemOf(taken.code), promises: promisesIn(taken.code) } }
    }
    packs.keep(file, known)
    if (known.code?.problem) result.notAnalysed.push(known.code.problem)
    for (const line of known.code?.promises ?? []) result.promises.push({ file: file.path, line })
    if (known.named) result.named?.push({ path: file.path, names: known.named })
    add(file.path, known, result)
  }
  for (const file of manifests) {
    const known = packs.find(file)
    // Their text is not kept: a secret that stands in it would lie on the disk.
    const text = known && !isConfig(file) ? undefined : await textOf(file, world, result.notAnalysed)
    if (text !== undefined && isConfig(file)) result.configs.push({ path: file.path, text })
    const taken = known ?? (text === undefined ? undefined : (await import('./described.js')).takenFromManifest(file, text))
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
      const facts = documentFacts(file.path, maskedText(file.path, text), readShell)
      const document = facts && (await withSamples(facts))
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
      const more = file.kind === 'other' ? (await import('./described.js')).takenFromOther(file, text) : {}
      taken = { code: undefined, manifest: undefined, defined: [], ...taken, ...more, text: textFacts(file.path, text) ?? null }
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
  return { ...result, code: () => codeOf(read, packs.code, world, result.notAnalysed) }
}

/** Facts that lay apart, put among those of this run. */
async function codeOf(
  read: { file: SourceFile; facts: FileFacts | undefined }[],
  find: (file: SourceFile) => Promise<FileFacts | undefined>,
  world: World,
  notAnalysed: NotAnalysed[],
): Promise<FileFacts[]> {
  for (const entry of read) entry.facts ??= await find(entry.file)
  const lost = read.filter(({ facts }) => facts === undefined)
  const takenFromCode = await codeReader(
    lost.map(({ file }) => file),
    world,
    notAnalysed,
  )
  for (const entry of lost) entry.facts = (await takenFromCode(entry.file))?.code
  return read.flatMap(({ facts }) => facts ?? [])
}

async function coverageIn(file: SourceFile, world: World, notAnalysed: NotAnalysed[]): Promise<CoverageFile | undefined> {
  const text = await textOf(file, world, notAnalysed)
  try {
    return text === undefined ? undefined : (await import('./coverage/index.js')).coverageOf(file.path, text)
  } catch (cause) {
    const detail = `What it says of test coverage could not be read: ${(cause as Error).message}`
    notAnalysed.push({ subject: file.path, stage: 'extract', reason: 'does not parse', detail })
    return undefined
  }
}

async function codeReader(
  changed: SourceFile[],
  world: World,
  notAnalysed: NotAnalysed[],
): Promise<(file: SourceFile) => Promise<Taken | undefined>> {
  if (changed.length === 0) return async () => undefined
  const { takenFromCode, warmUpFor } = await import('./code.js')
  warmUpFor(changed)
  return async (file) => {
    const text = await textOf(file, world, notAnalysed)
    try {
      return text === undefined ? undefined : takenFromCode(file.path, text)
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
}

function isConfig({ path }: SourceFile): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return /^(?:package|[tj]sconfig.*|lerna)\.json$|^pnpm-workspace\.ya?ml$|\.json5?$/.test(name) && !/^package-lock|^npm-shrinkwrap/.test(name)
}

function add(
  path: string,
  { manifest, defined, locked, deployed, settings }: Known,
  { manifests, locks, deployments, settings: all, definitions, notAnalysed }: Omit<Extraction, 'code'>,
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

/** Lines of comments that promise work. */
function promisesIn({ text, health }: FileFacts): number[] {
  const lines = health.remarks.filter(({ kind }) => kind !== 'suppressed error').map(({ pos }) => text.slice(0, pos).split('\n').length)
  return [...new Set(lines)]
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

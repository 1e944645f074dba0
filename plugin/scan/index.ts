/**
 * In: options and a world. Out: every file of the tree with its hash and what it is for, and a sentence for each thing
 * that is there and is not (wholly) read. The disk is walked once, and each file read once, or not at all when it did not change.
 */
import { lstatSync } from 'node:fs'
import path from 'node:path'
import { counted } from '../counted'
import type { Committed } from '../git'
import type { AnalyseOptions, NotAnalysed, Scan, World } from '../types'
import { UserError } from '../user-error'
import { copiesOf, isAside, neighbourOf, type Offer, type Suspect, suspects, toolOutput, twinOf } from './build-output'
import { choose } from './choose'
import { isCoverageReport, withCoverageReports } from './coverage'
import { ignoredBelow } from './ignored'
import { type Look, look } from './look'
import { ownFolders, ownPages } from './own'
import { sightings } from './seen'
import type { Reason } from './sniff'
import { toolPackages } from './tool-packages'
import { vendoredFolders } from './vendored'
import { isInstalled, walk } from './walk'

const manifestOfBuild = /(?:^|\/)(?:package|tsconfig(?:[.-][^/]+)?)\.json$/

/** @throws UserError when there is nothing to analyse, or an option means nothing that is there */
export async function scan(options: AnalyseOptions, world: World & { committed?: Committed }): Promise<Scan> {
  const listing = walk(world.root, ignoredBelow(world.root, world.repository?.prefix ?? ''))
  const listed = await withoutOwn(withIgnoredButCommitted(withCoverageReports(listing.files, world.root), world), world)
  if (listed.length === 0)
    throw new UserError(
      `${world.root} holds no file to analyse${listing.skipped.length > 0 ? `: ${listing.skipped[0]!.detail}` : '; expected a directory with code.'}`,
    )
  const choice = choose(listed, options)
  // One that cannot be read gets its row below, when its turn comes.
  const packages = await toolPackages(choice.files, async (file) =>
    Buffer.from(await world.read(file).catch(() => new Uint8Array())).toString('utf8'),
  )
  const aside = setAside(choice.files, packages)
  const looks = await lookAtAll(aside.files, options, world)
  const compiled = compiledRows(looks)
  const rows = looks.flatMap(({ file, reason }) => (reason && !compiled.named.has(file.path) ? [rowOf(file.path, reason)] : []))
  return {
    files: looks.map(({ file }) => (compiled.files.has(file.path) ? { ...file, kind: 'other' as const, language: undefined } : file)),
    skipped: [...listing.skipped, ...choice.skipped, ...aside.rows, ...compiled.rows, ...rows].sort(bySubject),
    unread: without(listed, aside.files),
  }
}

/** What is in HEAD belongs to the code, even where a rule for new files would leave it out. */
function withIgnoredButCommitted(files: string[], { root, committed }: World & { committed?: Committed }): string[] {
  if (!committed) return files
  const known = new Set(files)
  const missing = [...committed.keys()].filter((file) => !known.has(file) && !isInstalled(file))
  const present = missing.filter((file) => lstatSync(path.join(root, file), { throwIfNoEntry: false })?.isFile())
  return present.length === 0 ? files : [...files, ...present].sort()
}

async function withoutOwn(files: string[], world: World): Promise<string[]> {
  const own = new Set<string>()
  for (const folder of ownFolders(files)) {
    const manifest = await world.read(`${folder}.plumbline.json`).catch(() => new Uint8Array())
    for (const page of ownPages(folder, Buffer.from(manifest).toString('utf8'))) own.add(page)
  }
  return own.size === 0 ? files : files.filter((file) => !own.has(file))
}

const without = (all: string[], some: string[]): string[] => {
  if (all.length === some.length) return []
  const left = new Set(some)
  return all.filter((file) => !left.has(file))
}

/** Folders that are left as a whole. */
function setAside(files: string[], packages: readonly string[]): { files: string[]; rows: NotAnalysed[] } {
  const tools = toolOutput(files)
  const ofTools = [...tools, ...packages.filter((folder) => !tools.some((other) => folder.startsWith(other)))]
  const vendored = vendoredFolders(files).filter((folder) => !ofTools.some((other) => folder.startsWith(other)))
  const folders = new Map<string, { reason: Reason['reason']; why: string; count: number }>([
    ...tools.map((folder) => [folder, { reason: 'build output' as const, why: 'written by a tool', count: 0 }] as const),
    ...packages.map((folder) => [folder, { reason: 'generated' as const, why: 'a package that a tool made for itself', count: 0 }] as const),
    ...vendored.map((folder) => [folder, { reason: 'vendored' as const, why: 'the code of other people', count: 0 }] as const),
  ])
  if (folders.size === 0) return { files, rows: [] }
  const kept = files.filter((file) => {
    if (isCoverageReport(file)) return true
    const folder = foldersOf(file).find((it) => folders.has(it))
    if (folder !== undefined) folders.get(folder)!.count++
    return folder === undefined
  })
  const rows = [...folders].filter(([, { count }]) => count > 0)
  return {
    files: kept,
    rows: rows.map(([folder, { reason, why, count }]) => rowOf(folder, { reason, detail: `${counted(count, 'file')}, ${why}; not read.` })),
  }
}

async function lookAtAll(files: string[], options: AnalyseOptions, world: World & { committed?: Committed }): Promise<Met[]> {
  const exists = inSet(files)
  const manifests = new Map<string, string>()
  // One that cannot be read gets its row below, when its turn comes.
  for (const file of files.filter((it) => manifestOfBuild.test(it)))
    manifests.set(file, Buffer.from(await world.read(file).catch(() => new Uint8Array())).toString('utf8'))
  // Outermost folders, and few: so a file lies in one of them at most.
  const suspected = suspects(files, manifests)
  const looks: Met[] = []
  const readable = new Set<string>()
  const isRead = (file: string) => readable.has(file)
  const seenBefore = await sightings(world)
  for (const [index, file] of files.entries()) {
    if (index % 64 === 0) world.progress('scan', index, files.length)
    const suspect = suspected.find(({ folder }) => file.startsWith(folder))
    const neighbour = suspect ? undefined : neighbourOf(file, exists)
    const seen = await look(file, { world, options, sightings: seenBefore, maybeCompiled: suspect !== undefined || neighbour !== undefined })
    if (!seen) continue
    if (seen.isCode && !isStopped(seen)) readable.add(file)
    looks.push({ ...seen, suspect, twin: () => (suspect ? twinOf(file, suspect.folder, isRead) : neighbour) })
  }
  await seenBefore.save()
  return looks
}

interface Met extends Look {
  suspect: Suspect | undefined
  /** The source it may have been compiled from. */
  twin(): string | undefined
}

/** So many of a folder's programs must be build output for the folder to be one. */
const nearlyAll = 0.8

/**
 * Gives each suspected folder its verdict, and names compiled files that lie among sources one by one.
 *
 * @returns `named` are files whose folder has a row, so that they need none
 */
function compiledRows(looks: Met[]): { rows: NotAnalysed[]; files: Set<string>; named: Set<string> } {
  const rows: NotAnalysed[] = []
  const files = new Set<string>()
  const inFolders = new Set<string>()
  for (const [suspect, inside] of groupedBySuspect(looks)) {
    const code = inside.filter(({ isCode }) => isCode)
    if (suspect?.offered && isOnlyProgram(code, suspect.offered, looks)) {
      const read = new Set(code.filter((met) => !isStopped(met)).map(({ file }) => file.path))
      const isCopy = copiesOf(suspect.offered, (file) => read.has(file))
      for (const { file } of code.filter(({ file, reason, isCompiled }) => !reason && isCompiled && isCopy(file.path))) {
        files.add(file.path)
        rows.push(rowOf(file.path, { reason: 'build output', detail: `Another build of ${suspect.offered.entry}.` }))
      }
      continue
    }
    const output = code.filter(isOutput)
    if (suspect && output.length > 0 && output.length >= code.length * nearlyAll) {
      for (const { file } of inside) {
        files.add(file.path)
        inFolders.add(file.path)
      }
      const why = suspect.declaredBy ? `${suspect.declaredBy} says that builds go there` : 'they carry the marks of a compiler or a bundler'
      rows.push(rowOf(suspect.folder, { reason: 'build output', detail: `${counted(inside.length, 'file')}, not parsed: ${why}.` }))
      continue
    }
    for (const { file, twin } of output.filter(({ reason }) => !reason)) {
      const source = twin()
      files.add(file.path)
      rows.push(
        rowOf(file.path, {
          reason: 'build output',
          detail: source ? `Compiled from ${source}.` : 'It carries the marks of a compiler or a bundler.',
        }),
      )
    }
  }
  return { rows, files, named: inFolders }
}

/** Beside a program of this many times the bytes, what else there is only leads to it. */
const farMore = 20

/**
 * Packages are published without what they were compiled from, and then the output is all there is to read: no other code of the
 * package but what tests, builds or starts it.
 */
function isOnlyProgram(code: Met[], { home }: Offer, looks: Met[]): boolean {
  const bytesOf = (some: Met[]) => some.reduce((sum, { file }) => sum + file.bytes, 0)
  const inside = code.filter((met) => !isStopped(met))
  if (inside.length === 0) return false
  const folder = inside[0]!.suspect
  const others = looks.filter(
    (met) =>
      met.isCode &&
      met.suspect !== folder &&
      met.file.path.startsWith(home) &&
      !isAside(met.file.path.slice(home.length)) &&
      !(met.suspect ? isOutput(met) : isStopped(met)),
  )
  return bytesOf(others) * farMore < bytesOf(inside)
}

const isStopped = ({ reason }: Look): boolean => reason !== undefined && reason.reason !== 'not UTF-8'

function isOutput(met: Met): boolean {
  const { suspect, twin, isCompiled } = met
  if (isStopped(met)) return true
  return suspect ? isCompiled || (suspect.declaredBy !== undefined && twin() !== undefined) : isCompiled && twin() !== undefined
}

function groupedBySuspect(looks: Met[]): Map<Suspect | undefined, Met[]> {
  const groups = new Map<Suspect | undefined, Met[]>()
  for (const seen of looks) {
    const group = groups.get(seen.suspect)
    if (group) group.push(seen)
    else groups.set(seen.suspect, [seen])
  }
  return groups
}

/** `a/b/c.ts` → `a/`, `a/b/` */
function foldersOf(file: string): string[] {
  const folders: string[] = []
  for (let slash = file.indexOf('/'); slash >= 0; slash = file.indexOf('/', slash + 1)) folders.push(file.slice(0, slash + 1))
  return folders
}

function inSet(files: string[]): (file: string) => boolean {
  const set = new Set(files)
  return (file) => set.has(file)
}

function rowOf(subject: string, { reason, detail }: Reason): NotAnalysed {
  return { subject, stage: 'scan', reason, detail }
}

function bySubject(a: { subject: string }, b: { subject: string }): number {
  return a.subject < b.subject ? -1 : a.subject > b.subject ? 1 : 0
}

/** Opens one file. In: its path. Out: what it is and its hash, and why it is not to be parsed where it is not. */
import { createHash } from 'node:crypto'
import { lstatSync, type Stats } from 'node:fs'
import path from 'node:path'
import type { Committed } from '../git'
import type { AnalyseOptions, SourceFile, World } from '../types'
import { plainly } from './attempt'
import { isMedia, isNameless, isOpaque, kindOf } from './kinds'
import { isOwnData } from './own'
import type { Seen, Sightings } from './seen'
import { bundled, generated, isCompiled, isScript, minified, notText, notUtf8, type Reason } from './sniff'
import { library } from './vendored'

export interface Look {
  file: SourceFile
  /** Code by its name, whatever became of it. */
  isCode: boolean
  reason: Reason | undefined
  /** Carries the marks of a compiler; only asked where it may be build output. */
  isCompiled: boolean
}

export interface Circumstances {
  /** `stampOf`: what the disk tells of a file; a world may want to remember it. */
  world: World & { committed?: Committed; stampOf?(file: string): Stats }
  options: AnalyseOptions
  sightings: Sightings
  /** Whether it may have been compiled from another file. */
  maybeCompiled: boolean
}

/** Manifests and documents are larger than code, and cheaper to read. */
const roomier = 10

/** Undefined for a file that Plumbline wrote itself. */
export async function look(file: string, circumstances: Circumstances): Promise<Look | undefined> {
  const { world, options } = circumstances
  const { kind, language } = kindOf(file)
  const isCode = kind === 'code'
  const isUncommitted = () => world.repository?.uncommitted.has(file) || (world.committed !== undefined && !world.committed.has(file))
  const unread = (bytes: number, reason?: Reason): Look => ({
    file: { path: file, kind: 'other', language: undefined, bytes, hash: '', uncommitted: isUncommitted() },
    isCode,
    reason,
    isCompiled: false,
  })
  let seen: Seen
  let bytes: number
  try {
    const since = Date.now()
    const stats = world.stampOf?.(file) ?? lstatSync(path.join(world.root, file))
    if (isMedia(file)) return unread(stats.size)
    if (isOpaque(file)) return unread(stats.size, { reason: 'binary', detail: 'Not text, as its name says; it was not opened.' })
    const limit = options.maxFileBytes * (isCode ? 1 : roomier)
    if (stats.size > limit)
      return unread(stats.size, {
        reason: 'too large',
        detail: `It has ${megabytes(stats.size)}; above ${megabytes(limit)} (option \`maxFileBytes\`) nothing is read.`,
      })
    ;({ seen, bytes } = recalled(file, stats, circumstances) ?? (await opened(file, stats, since, circumstances)))
  } catch (error) {
    return unread(0, { reason: 'unreadable', detail: `It cannot be read: ${plainly(error)}.` })
  }
  if (seen.isOwn) return undefined
  const meaning = seen.isScript ? { kind: 'code' as const, language: 'javascript' } : { kind, language }
  return {
    file: {
      path: file,
      ...(seen.isStopped ? { kind: 'other', language: undefined } : meaning),
      bytes,
      hash: seen.hash,
      uncommitted: isUncommitted(),
    },
    isCode: isCode || seen.isScript,
    reason: seen.reason,
    isCompiled: seen.isCompiled ?? false,
  }
}

type Opened = { seen: Seen; bytes: number }

/** What an earlier scan saw, where it asked all that is asked now and the file is the same. */
function recalled(file: string, stats: Stats, { world, sightings, maybeCompiled }: Circumstances): Opened | undefined {
  const seen = sightings.find(file, stats)
  if (!seen || (maybeCompiled && seen.isCompiled === undefined) || seen.comparedWith !== world.committed?.get(file)) return undefined
  // Reading it would have found that out. What HEAD lacks is so since there is a HEAD, which may be younger than the sighting.
  if (seen.isUncommitted || (world.committed && seen.comparedWith === undefined)) world.repository?.uncommitted.add(file)
  return { seen, bytes: stats.size }
}

async function opened(file: string, stats: Stats, since: number, { world, sightings, maybeCompiled }: Circumstances): Promise<Opened> {
  const { kind } = kindOf(file)
  const content = await world.read(file)
  const script = isNameless(file) && isScript(content)
  const isCode = kind === 'code' || script
  const stop = notText(content) ?? (isCode ? notWorthParsing(file, content) : undefined)
  const seen: Seen = {
    hash: createHash('sha256').update(content).digest('hex'),
    isOwn: isOwnData(file, content),
    reason: stop ?? (kind === 'other' && !script ? undefined : notUtf8(content)),
    isStopped: stop !== undefined,
    isScript: script,
    isCompiled: maybeCompiled ? isCode && isCompiled(content) : undefined,
    comparedWith: world.committed?.get(file),
    isUncommitted: world.repository?.uncommitted.has(file) ?? false,
  }
  // A file that grew between the two questions has no stamp that fits.
  if (content.length === stats.size) sightings.keep(file, stats, seen, since)
  return { seen, bytes: content.length }
}

function notWorthParsing(file: string, content: Uint8Array): Reason | undefined {
  return library(file, content) ?? minified(file, content) ?? bundled(content) ?? generated(file, content)
}

function megabytes(bytes: number): string {
  return bytes < 100_000 ? `${bytes} bytes` : `${(bytes / 1e6).toFixed(1)} MB`
}

/** Opens one file. In: its path. Out: what it is and its hash, and why it is not to be parsed where it is not. */
import { createHash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import path from 'node:path'
import type { Committed } from '../git'
import type { AnalyseOptions, SourceFile, World } from '../types'
import { isMedia, isOpaque, kindOf } from './kinds'
import { isOwnData } from './own'
import { bundled, generated, isCompiled, minified, notText, notUtf8, type Reason } from './sniff'
import { library } from './vendored'
import { plainly } from './walk'

export interface Look {
  file: SourceFile
  /** Code by its name, whatever became of it. */
  isCode: boolean
  reason: Reason | undefined
  /** Carries the marks of a compiler; only asked where it may be build output. */
  isCompiled: boolean
}

export interface Circumstances {
  world: World & { committed?: Committed }
  options: AnalyseOptions
  /** Whether it may have been compiled from another file. */
  maybeCompiled: boolean
}

/** Manifests and documents are larger than code, and cheaper to read. */
const roomier = 10

/** Undefined for a file that Plumbline wrote itself. */
export async function look(file: string, { world, options, maybeCompiled }: Circumstances): Promise<Look | undefined> {
  const { kind, language } = kindOf(file)
  const isCode = kind === 'code'
  const unread = (bytes: number, reason?: Reason): Look => ({
    file: { path: file, kind: 'other', language: undefined, bytes, hash: '', uncommitted: isUncommitted() },
    isCode,
    reason,
    isCompiled: false,
  })
  const isUncommitted = () => world.repository?.uncommitted.has(file) || (world.committed !== undefined && !world.committed.has(file))
  let content: Uint8Array
  try {
    const { size } = lstatSync(path.join(world.root, file))
    if (isMedia(file)) return unread(size)
    if (isOpaque(file)) return unread(size, { reason: 'binary', detail: 'Not text, as its name says; it was not opened.' })
    const limit = options.maxFileBytes * (isCode ? 1 : roomier)
    if (size > limit)
      return unread(size, {
        reason: 'too large',
        detail: `It has ${megabytes(size)}; above ${megabytes(limit)} (option \`maxFileBytes\`) nothing is read.`,
      })
    content = await world.read(file)
  } catch (error) {
    return unread(0, { reason: 'unreadable', detail: `It cannot be read: ${plainly(error)}.` })
  }
  if (isOwnData(file, content)) return undefined
  const stop = notText(content) ?? (isCode ? notWorthParsing(file, content) : undefined)
  const reason = stop ?? (kind === 'other' ? undefined : notUtf8(content))
  const hash = createHash('sha256').update(content).digest('hex')
  const meaning = stop ? { kind: 'other' as const, language: undefined } : { kind, language }
  return {
    file: { path: file, ...meaning, bytes: content.length, hash, uncommitted: isUncommitted() },
    isCode,
    reason,
    isCompiled: isCode && maybeCompiled && isCompiled(content),
  }
}

function notWorthParsing(file: string, content: Uint8Array): Reason | undefined {
  return library(file, content) ?? minified(file, content) ?? bundled(content) ?? generated(file, content)
}

function megabytes(bytes: number): string {
  return bytes < 100_000 ? `${bytes} bytes` : `${(bytes / 1e6).toFixed(1)} MB`
}

/**
 * The rim: everything the program wants from outside (disk, git, cache, clock, the last ledger), in one object.
 * In: where the code is and where ledger and cache lie. Out: a `World` for one run; make a new one for the next.
 */
import { createHash } from 'node:crypto'
import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, readSync, realpathSync, type Stats, statSync } from 'node:fs'
import { lstat, mkdir, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { noFactCache, openFactCache } from './fact-cache'
import { type Committed, checkoutOf, isCommitted } from './git'
import { parseLedger, printLedger } from './ledger/file'
import type { Ledger, SourceFile, World } from './types'
import { UserError } from './user-error'

export interface WorldOptions {
  /** The analysed directory. */
  root: string
  /** Where facts are kept between builds; `false` keeps none. By default in the project's `node_modules`, else where the system keeps caches. */
  cacheDirectory?: string | false
  /** Missing or `false`: findings are numbered anew in every build. */
  ledgerFile?: string | false
  /** Builds of pull requests read the ledger and leave it alone. */
  readOnlyLedger?: boolean
  progress?: World['progress']
}

export interface DiskWorld extends World {
  /** The files of HEAD, whatever .gitignore says of them; undefined outside git. */
  committed: Committed | undefined
  /** Size, times and place of a file as the disk tells them. Throws when there is none. */
  stampOf(file: string): Stats
}

/** Bytes that `scan` has read wait this long in sum for `extract` to ask for them again. */
const rememberedBytes = 64 * 1024 * 1024

/** @throws UserError when the root is missing or no directory */
export async function createWorld({
  root,
  cacheDirectory,
  ledgerFile,
  readOnlyLedger = false,
  progress = () => {},
}: WorldOptions): Promise<DiskWorld> {
  const directory = existingDirectory(root)
  const checkout = await checkoutOf(directory)
  const cache = cacheDirectory === false ? noFactCache : openFactCache(cacheDirectory ?? defaultCacheDirectory(process.cwd()), hashOf(directory))
  const readBytes = readerOf(directory)
  const compared = new WeakSet<Uint8Array>()

  async function read(file: string): Promise<Uint8Array> {
    const bytes = readBytes(file)
    if (compared.has(bytes)) return bytes
    compared.add(bytes)
    if (checkout && !isCommitted(checkout.committed, file, bytes)) checkout.repository.uncommitted.add(file)
    return bytes
  }

  const changed = new Map<string, number>()

  function stampOf(file: string): Stats {
    // Not `path.join`, which would take every path apart once more.
    const stats = lstatSync(`${directory}/${file}`)
    changed.set(file, stats.mtimeMs)
    return stats
  }

  async function dateOf(files: SourceFile[]): Promise<string> {
    const epoch = process.env.SOURCE_DATE_EPOCH
    if (epoch) return day(secondsOf(epoch))
    if (checkout) return day(checkout.committedAt)
    const times = files.map((file) => changed.get(file.path) ?? statSync(path.join(directory, file.path), { throwIfNoEntry: false })?.mtimeMs ?? 0)
    return day(times.reduce((newest, time) => Math.max(newest, time), 0) / 1000)
  }

  async function loadLedger(): Promise<Ledger | null> {
    const text = ledgerFile ? await textOf(ledgerFile) : undefined
    return text === undefined ? null : parseLedger(text, String(ledgerFile))
  }

  async function saveLedger(ledger: Ledger): Promise<void> {
    if (!ledgerFile || readOnlyLedger) return
    const text = printLedger(ledger)
    if ((await textOf(ledgerFile)) === text) return
    await mkdir(path.dirname(ledgerFile), { recursive: true })
    const { default: writeFileAtomic } = await import('write-file-atomic')
    await writeFileAtomic(ledgerFile, text)
  }

  return {
    root: directory,
    repository: checkout?.repository,
    committed: checkout?.committed,
    stampOf,
    dateOf,
    read,
    cache,
    loadLedger,
    saveLedger,
    progress,
  }
}

function existingDirectory(root: string): string {
  const stats = statSync(root, { throwIfNoEntry: false })
  if (!stats) throw new UserError(`${root} does not exist; expected the directory of the code to analyse.`)
  if (!stats.isDirectory()) throw new UserError(`${root} is a file; expected the directory of the code to analyse.`)
  return realpathSync(root)
}

/**
 * Reads plain files under the root, never through a link at the end of the path, nor through one that leaves the root
 * on the way. Sync inside, because a thread's round trip costs several times the read of a small file.
 */
function readerOf(root: string): (file: string) => Uint8Array {
  const insides = new Map<string, boolean>()
  const remembered = new Map<string, { bytes: Uint8Array; stamp: string }>()
  let room = rememberedBytes

  function isInside(folder: string): boolean {
    const known = insides.get(folder)
    if (known !== undefined) return known
    const relative = path.relative(root, realpathSync(path.join(root, folder)))
    const inside = relative === '' || !(relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative))
    insides.set(folder, inside)
    return inside
  }

  return (file) => {
    const folder = path.posix.dirname(file)
    if (path.posix.isAbsolute(file) || !isInside(folder)) throw new Error(`${file} lies outside the analysed directory`)
    const before = remembered.get(file)
    if (before) {
      // Nobody asks a third time, and all the rest of a run would carry the whole tree along.
      remembered.delete(file)
      room += before.bytes.length
      if (markOf(lstatSync(path.join(root, file))) === before.stamp) return before.bytes
    }
    // Without NONBLOCK, opening a named pipe waits for somebody to write into it.
    const descriptor = openSync(path.join(root, file), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    try {
      const stats = fstatSync(descriptor)
      if (!stats.isFile()) throw Object.assign(new Error(`${file} is not a plain file`), { code: 'ENOTFILE' })
      const bytes = readAll(descriptor, stats.size)
      if (bytes.length <= room) {
        remembered.set(file, { bytes, stamp: markOf(stats) })
        room -= bytes.length
      }
      return bytes
    } finally {
      closeSync(descriptor)
    }
  }
}

/** Whatever took the place of a plain file, a link among it, has another. */
const markOf = ({ ino, size, mtimeMs, ctimeMs }: Stats) => `${ino} ${size} ${mtimeMs} ${ctimeMs}`

function readAll(descriptor: number, size: number): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(size)
  let filled = 0
  while (filled < size) {
    const count = readSync(descriptor, bytes, filled, size - filled, filled)
    if (count === 0) break
    filled += count
  }
  return filled === size ? bytes : bytes.subarray(0, filled)
}

/** Undefined when there is no such file. A link may have come with the analysed code, and its target is nobody's ledger. */
async function textOf(file: string): Promise<string | undefined> {
  const stats = await lstat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new UserError(`The ledger ${file} cannot be read: ${error.code}.`, { cause: error })
  })
  if (!stats) return undefined
  if (!stats.isFile())
    throw new UserError(`The ledger ${file} is ${stats.isSymbolicLink() ? 'a symbolic link' : 'not a file'}; expected a plain file.`)
  return readFile(file, 'utf8')
}

function defaultCacheDirectory(cwd: string): string {
  for (let folder = cwd; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, 'package.json')) && existsSync(path.join(folder, 'node_modules')))
      return path.join(folder, 'node_modules', '.cache', 'plumbline')
    if (folder === path.dirname(folder)) break
  }
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env
  const bySystem = { darwin: path.join(homedir(), 'Library', 'Caches'), win32: LOCALAPPDATA } as Partial<Record<NodeJS.Platform, string>>
  return path.join(bySystem[process.platform] || XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'plumbline')
}

/** Short: it only tells directories on one machine apart. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

function secondsOf(epoch: string): number {
  const seconds = Number(epoch)
  if (!/^\d+$/.test(epoch) || Number.isNaN(new Date(seconds * 1000).getTime()))
    throw new UserError(`SOURCE_DATE_EPOCH is ${JSON.stringify(epoch)}; expected whole seconds since 1970.`)
  return seconds
}

function day(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10)
}

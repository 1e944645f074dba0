/**
 * Puts pages on disk. In: a directory and every page that belongs in it. Out: what was written and what was removed.
 * A page is written only when its bytes change, never half, and nothing that we did not write is overwritten or removed.
 */
import { createHash, randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from './types'
import { UserError } from './user-error'

/** Lies beside the pages and says which files are ours: their path and the SHA-256 of what we wrote. */
export const manifestName = '.plumbline.json'

const schema = 'plumbline-pages/1'

type Hashes = Map<string, string>

/**
 * @param directory made when missing
 * @param pages paths are POSIX, relative to `directory`
 * @returns paths, sorted
 * @throws UserError when a page would replace a file of somebody else; nothing has been written then
 */
export async function writePages(directory: string, pages: Page[]): Promise<{ written: string[]; removed: string[] }> {
  const wanted: Hashes = new Map(pages.map((page) => [checked(page.path), hashOf(page.content)]))
  if (wanted.size < pages.length) throw new Error('Two pages have the same path')
  const ours = await readManifest(directory)
  const onDisk = await Promise.all(pages.map(async (page) => ({ page, hash: await hashOnDisk(directory, page.path) })))
  const changed = onDisk.filter(({ page, hash }) => hash !== wanted.get(page.path))
  const foreign = changed.find(({ page, hash }) => hash !== undefined && !ours.has(page.path))
  if (foreign) {
    const file = path.join(directory, foreign.page.path)
    throw new UserError(`${file} is in the way: it was not written by Plumbline. Move it, or name another output directory.`)
  }
  // The list grows before the first page is written and shrinks after the last, so that an interrupted run is still known as ours.
  await writeManifest(directory, ours, new Map([...ours, ...wanted]))
  for (const { page } of changed) await replace(path.join(directory, page.path), page.content)
  const removed = await removeStale(directory, ours, wanted)
  await writeManifest(directory, undefined, wanted)
  return { written: changed.map(({ page }) => page.path).sort(), removed }
}

/** Writes beside the file, then renames: a reader sees the old bytes or the new ones, and a symbolic link is replaced, not followed. */
export async function replace(file: string, content: string | Uint8Array): Promise<void> {
  // A device or a pipe, such as /dev/null or /dev/stdout, is written to: renamed over, it would be gone for the whole machine.
  const there = await stat(file).catch(() => undefined)
  if (there && !there.isFile() && !there.isDirectory()) return writeFile(file, content)
  await mkdir(path.dirname(file), { recursive: true })
  const draft = path.join(path.dirname(file), `.${path.basename(file).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`)
  try {
    await writeFile(draft, content, { flag: 'wx' })
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function removeStale(directory: string, ours: Hashes, wanted: Hashes): Promise<string[]> {
  const removed: string[] = []
  for (const [page, hash] of ours) {
    // Edited since, hence somebody's work by now: it stays, and is no longer ours.
    if (wanted.has(page) || (await hashOnDisk(directory, page)) !== hash) continue
    await rm(path.join(directory, page))
    await removeEmptyParents(directory, page)
    removed.push(page)
  }
  return removed.sort()
}

async function removeEmptyParents(directory: string, page: string): Promise<void> {
  for (let parent = path.posix.dirname(page); parent !== '.'; parent = path.posix.dirname(parent)) {
    if ((await readdir(path.join(directory, parent))).length > 0) return
    await rmdir(path.join(directory, parent))
  }
}

/** Undefined when nothing is there. A link on the way is an error: its target may lie anywhere. */
async function hashOnDisk(directory: string, page: string): Promise<string | undefined> {
  const steps = page.split('/')
  for (let depth = 1; depth <= steps.length; depth++) {
    const place = path.join(directory, ...steps.slice(0, depth))
    const stats = await lstat(place).catch(nothingThere)
    if (!stats) return undefined
    const isRight = depth < steps.length ? stats.isDirectory() : stats.isFile()
    if (!isRight) throw new UserError(`${place} is in the way: expected ${depth < steps.length ? 'a directory' : 'a plain file'} there, or nothing.`)
  }
  return hashOf(await readFile(path.join(directory, page)))
}

async function readManifest(directory: string): Promise<Hashes> {
  const text = await readFile(path.join(directory, manifestName), 'utf8').catch(nothingThere)
  if (text === undefined) return new Map()
  try {
    const { files } = JSON.parse(text) as { files: Record<string, string> }
    return new Map(Object.entries(files).map(([page, hash]) => [checked(page), String(hash)]))
  } catch (cause) {
    throw new UserError(
      `${path.join(directory, manifestName)} is damaged: expected the list of pages that Plumbline wrote. Remove it together with those pages.`,
      { cause },
    )
  }
}

async function writeManifest(directory: string, before: Hashes | undefined, hashes: Hashes): Promise<void> {
  if (before && [...hashes].every(([page, hash]) => before.get(page) === hash)) return
  const files = Object.fromEntries([...hashes].sort(([a], [b]) => (a < b ? -1 : 1)))
  const text = `${JSON.stringify({ schema, files }, null, 2)}\n`
  const file = path.join(directory, manifestName)
  if ((await readFile(file, 'utf8').catch(nothingThere)) !== text) await replace(file, text)
}

function checked(page: string): string {
  const isInside = page !== '' && page === path.posix.normalize(page) && !path.posix.isAbsolute(page) && !/^\.\.(\/|$)|[\\\0]/.test(page)
  if (!isInside) throw new Error(`A page must lie inside its directory, not at ${JSON.stringify(page)}`)
  return page
}

function nothingThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}

function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Where a path that a document names may lie. In: the document and the path. Out: the file or folder, or how it is really written. */
import path from 'node:path'
import type { Ground } from '../ground'
import type { Drawn } from './path-trees'

export interface Place {
  /** Undefined where there is none. */
  path?: string
  /** Differs in the case of letters alone. */
  actual?: string
}

const folders = new WeakMap<Ground, Map<string, string[]>>()

/** The document's own folder, those of its packages, the root; each once, nearest first. */
function foldersFor(document: string, ground: Ground): string[] {
  const known = folders.get(ground) ?? new Map<string, string[]>()
  folders.set(ground, known)
  const own = folderOf(document)
  const found = known.get(own) ?? [...new Set([own, ...ground.manifestsFor(document).map((it) => folderOf(it.path)), ''])]
  known.set(own, found)
  return found
}

function folderOf(file: string): string {
  return path.posix.dirname(file).replace(/^\.$/, '')
}

/** Documents leave endings of modules out. */
function lookUp(wanted: string, ground: Ground): Place {
  for (const candidate of [wanted, `${wanted}.ts`, `${wanted}.js`, `${wanted}.tsx`, `${wanted}.jsx`])
    if (ground.lookUp(candidate).exists) return { path: candidate }
  const { actual } = ground.lookUp(wanted)
  return actual === undefined ? {} : { actual }
}

/** From the document's folder, from its package, from the root, or as the end of a path or a bare name anywhere. */
export function find(document: string, wanted: string, ground: Ground): Place {
  let actual: string | undefined
  for (const folder of foldersFor(document, ground)) {
    const joined = path.posix.normalize(path.posix.join(folder, wanted))
    if (joined.startsWith('..')) return { path: wanted }
    const at = lookUp(joined, ground)
    if (at.path !== undefined) return at
    actual ??= at.actual
  }
  const tail = wanted.replace(/\/$/, '').replace(/^(?:\.\.\/)+/, '')
  const same = ground.endingWith(tail)
  return same === undefined ? { ...(actual === undefined ? {} : { actual }) } : { path: same }
}

/** A rule of git leaves it out, wherever it may be meant to lie. */
export function isLeftOut(document: string, wanted: string, ground: Ground): boolean {
  return foldersFor(document, ground).some((folder) => ground.isIgnored(path.posix.join(folder, wanted)))
}

export function findBelow(base: string, wanted: string, ground: Ground): Place {
  return lookUp(path.posix.normalize(path.posix.join(base, wanted)), ground)
}

/** The folder that a drawn tree shows: the one in which most of what is drawn is there; undefined where none has half of it. */
export function baseOf(document: string, { root, entries }: { root: string; entries: Drawn[] }, ground: Ground): string | undefined {
  const near = foldersFor(document, ground)
  const named = root === '' || root === '.' ? [] : [...near.map((folder) => path.posix.join(folder, root)), ...ground.foldersEndingWith(root)]
  let best: string | undefined
  let most = Math.max(1, entries.length / 2 - 0.5)
  for (const base of new Set([...named, ...near])) {
    const there = entries.filter(({ entry }) => findBelow(base, entry, ground).path !== undefined).length
    if (there > most) {
      best = base
      most = there
    }
  }
  return best
}

/** The folder it is said to be in is there, so it is surely about this project. */
export function isInKnownFolder(document: string, wanted: string, ground: Ground): boolean {
  const first = wanted.split('/')[0] as string
  if (!wanted.includes('/') || first.startsWith('.')) return false
  return foldersFor(document, ground).some((folder) => {
    const at = ground.lookUp(path.posix.join(folder, first))
    return at.exists && at.isDirectory
  })
}

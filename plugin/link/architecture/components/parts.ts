/**
 * Parts inside a container: its layers or its features. In: the files of a container. Out: one part a folder below the container's source, and
 * one for the files that stand beside these folders.
 */
import type { Component, EntryPoint, Evidence } from '../../../types'
import type { KnownArchitecture } from '../known'
import { baseOf, dirOf, stepBelow } from '../paths'
import { type CodeContainer, firstLine } from './containers'
import { roleOfFolder } from './folder-roles'
import { titled } from './names'

export interface Part {
  id: string
  name: string
  folder: string
  files: number[]
  doors: EntryPoint[]
  purpose: string | undefined
  evidence: Evidence[]
  /** Files beside the folders. */
  loose: boolean
}

/** More parts than this nobody reads; then folders with few files are told as one. */
const MOST_PARTS = 30
const SMALL = 3

/** A container with fewer files has no parts worth telling apart. */
const FEWEST_FILES = 4

export function partsOf(known: KnownArchitecture, container: CodeContainer, id: string): Part[] {
  if (container.files.length < FEWEST_FILES) return []
  const paths = container.files.map((file) => ({ file, path: known.linked.whole.files[file]?.path ?? '' }))
  const folders = foldersBelow(paths, sourceOf(paths, container.folder), container.unit.dir)
  if (folders.size < 2) return []
  const small = [...folders].filter(([, files]) => files.length <= SMALL)
  if (folders.size > MOST_PARTS && small.length > 1) {
    for (const [folder] of small) folders.delete(folder)
    const parts = [...folders].map(([folder, files]) => partOf(known, container, id, folder, files))
    return [...parts, smallFolders(known, container, id, small)].sort((one, other) => (one.id < other.id ? -1 : 1))
  }
  return [...folders].map(([folder, files]) => partOf(known, container, id, folder, files)).sort((one, other) => (one.id < other.id ? -1 : 1))
}

type Placed = { file: number; path: string }[]

/** The folder in which the code begins to branch: `src`, `src/app`. */
function sourceOf(paths: Placed, folder: string): string {
  let dir = folder
  for (;;) {
    const counts = countBelow(paths, dir)
    const inFolders = [...counts].filter(([step]) => step !== '')
    const [step, files] = inFolders.sort(([, one], [, other]) => other.length - one.length)[0] ?? ['', []]
    const below = dir === '' ? step : `${dir}/${step}`
    // Only a folder that branches itself is gone into.
    if (step === '' || files.length < paths.length * 0.75 || [...countBelow(paths, below).keys()].filter((each) => each !== '').length === 0)
      return dir
    if (inFolders.length > 2 && isLayer(step)) return dir
    dir = below
  }
}

function smallFolders(known: KnownArchitecture, container: CodeContainer, id: string, small: [folder: string, files: number[]][]): Part {
  const files = small.flatMap(([, those]) => those)
  const part = partOf(known, container, id, `${container.folder}/`, files)
  return {
    ...part,
    id: `${id}/…`,
    name: 'Small folders',
    folder: container.folder,
    purpose: `${small.length} folders with at most ${SMALL} files each`,
  }
}

function isLayer(name: string): boolean {
  const role = roleOfFolder(name)
  return role !== undefined && !role.holds
}

function countBelow(paths: Placed, dir: string): Map<string, Placed> {
  const counts = new Map<string, Placed>()
  for (const placed of paths) {
    if (dir !== '' && !placed.path.startsWith(`${dir}/`)) continue
    const step = stepBelow(placed.path, dir)
    const those = counts.get(step)
    if (those) those.push(placed)
    else counts.set(step, [placed])
  }
  return counts
}

/** By folder; '' and what ends in a slash holds what stands beside the folders. */
function foldersBelow(paths: Placed, source: string, top: string): Map<string, number[]> {
  const found = new Map<string, number[]>()
  const put = (folder: string, files: Placed) => {
    const those = found.get(folder) ?? []
    for (const { file } of files) those.push(file)
    found.set(folder, those)
  }
  const inside = countBelow(paths, source)
  const outside = paths.filter(({ path }) => source !== '' && !path.startsWith(`${source}/`))
  for (const [step, files] of inside) {
    if (step === '') {
      put(`${source}/`, files)
      continue
    }
    const folder = source === '' ? step : `${source}/${step}`
    const below = countBelow(files, folder)
    // One folder that holds nearly everything tells nothing: its folders do.
    const named = [...below.keys()].filter((each) => each !== '')
    if (files.length > paths.length * 0.6 && files.length > 12 && named.length >= 3 && !isLayer(step))
      for (const [name, those] of below) put(name === '' ? `${folder}/` : `${folder}/${name}`, those)
    else put(folder, files)
  }
  for (const placed of outside) {
    let above = source
    while (above !== top && above !== '' && !placed.path.startsWith(`${above}/`)) above = dirOf(above)
    const step = stepBelow(placed.path, above)
    put(step === '' ? `${source}/` : above === '' ? step : `${above}/${step}`, [placed])
  }
  return found
}

function partOf(known: KnownArchitecture, container: CodeContainer, id: string, folder: string, files: number[]): Part {
  const own = new Set(files)
  const loose = folder.endsWith('/')
  const path = loose ? folder.slice(0, -1) : folder
  const pathsHere = files.map((file) => known.linked.whole.files[file]?.path ?? '')
  const doors = container.doors.filter(({ at }) => own.has(known.linked.fileIndex.get(at.file) ?? -1))
  const module = nestModule(known, files, path)
  const single = files.length === 1 ? baseOf(pathsHere[0] as string) : undefined
  const name = loose ? (single ?? 'Start files') : (module?.name ?? titled(baseOf(path)))
  const purpose = loose
    ? 'files beside the folders, where the program is put together'
    : purposeOf(baseOf(path), { isPages: container.kind === 'frontend', asksStore: asksStore(known, pathsHere), doors: doors.length })
  return {
    id: `${id}/${loose ? '.' : path.startsWith(`${container.folder}/`) ? path.slice(container.folder.length + 1) : path}`,
    name,
    folder: path,
    files,
    doors,
    purpose,
    evidence: [module?.at ?? doors[0]?.at ?? firstLine(known, entryOf(files, pathsHere, known))],
    loose,
  }
}

/** What a folder is for: what its files do goes before a name that says little. */
export function purposeOf(
  name: string,
  { isPages, asksStore: asks, doors }: { isPages: boolean; asksStore: boolean; doors: number },
): string | undefined {
  const role = roleOfFolder(name, isPages)
  if (asks && (role === undefined || /^data that come/.test(role.purpose)) && doors === 0) return 'access to stored data'
  return role?.purpose ?? (doors > 0 ? 'a feature with entry points of its own' : undefined)
}

/** Whether one of the files asks a database itself. */
export function asksStore({ connections }: KnownArchitecture, paths: readonly string[]): boolean {
  const here = new Set(paths)
  return connections.some(({ kind, places }) => kind === 'database' && (places ?? []).some(({ at }) => here.has(at.file)))
}

/** `ArticleModule` of Nest, where one stands in the folder. */
function nestModule({ linked }: KnownArchitecture, files: readonly number[], folder: string): { name: string; at: Evidence } | undefined {
  const { whole } = linked
  const here = files.filter((each) => /\.module\.[jt]s$/.test(whole.files[each]?.path ?? '') && dirOf(whole.files[each]?.path ?? '') === folder)
  // Of several the one that is called like the folder; one that only names pages is none.
  const isNamed = (each: number) => baseOf(whole.files[each]?.path ?? '').startsWith(`${baseOf(folder)}.module.`)
  const file = here.find(isNamed) ?? here.find((each) => !/routing\.module\./.test(whole.files[each]?.path ?? ''))
  const made = file === undefined ? null : /class\s+(\w+Module)\b/.exec(whole.files[file]?.text ?? '')
  if (file === undefined || !made) return undefined
  const line = whole.lineAt(file, made.index)
  return {
    name: titled(made[1] as string),
    at: { file: (whole.files[file] as { path: string }).path, line, text: whole.lineText(file, line).trim().slice(0, 160) },
  }
}

/** The file of a folder that says most: its index, else the one that most others import. */
function entryOf(files: readonly number[], paths: readonly string[], { imports }: KnownArchitecture): number {
  const index = paths.findIndex((path) => /(?:^|\/)index\.[cm]?[jt]sx?$/.test(path))
  if (index >= 0) return files[index] as number
  return [...files].sort(
    (one, other) => (imports.importersOf[other]?.length ?? 0) - (imports.importersOf[one]?.length ?? 0) || one - other,
  )[0] as number
}

export function asComponent(part: Part, parent: string, technology: string): Component {
  return {
    id: part.id,
    name: part.name,
    kind: 'module',
    level: 'component',
    parent,
    folder: part.folder,
    technology,
    ...(part.purpose ? { purpose: part.purpose } : {}),
    files: part.files.length,
    doors: part.doors.length,
    evidence: part.evidence,
  }
}

/**
 * Which folder imports which. In: code files and their imports. Out: a graph of folders, the largest opened until there are about as many
 * as a person can read; and one of all files, for those who want the whole.
 */
import type { ModuleGraph } from '../../types'
import { type Drawing, Graph } from './drawn'

/** Folders in the picture, and folders of one folder. */
const MOST = 22
const MOST_OF_ONE = 7
/** A folder with less than this share of the files stays in the one around it. */
const LEAST_SHARE = 0.015

export function moduleDrawing({ modules, imports }: ModuleGraph): Drawing {
  const folders = openedFolders(modules.map(({ path }) => path))
  const graph = new Graph()
  const count = new Map<string, number>()
  const folderOf = modules.map(({ path }) => folders.find((folder) => path.startsWith(folder.prefix)) ?? folders.at(-1))
  for (const folder of folderOf) if (folder) count.set(folder.prefix, (count.get(folder.prefix) ?? 0) + 1)
  for (const { prefix, isRest } of folders) {
    const files = count.get(prefix) ?? 0
    const name = prefix === '' ? 'root' : prefix.replace(/\/$/, '')
    if (files > 0) graph.node({ id: prefix, label: `${name}${isRest && prefix !== '' ? ', rest' : ''} (${files})`, shape: 'box' })
  }
  const between = new Map<string, { from: string; to: string; count: number; types: number; file: string; line: number }>()
  for (const { from, to, typesOnly, line } of imports) {
    const [start, end] = [folderOf[from]?.prefix, folderOf[to]?.prefix]
    if (start === undefined || end === undefined || start === end) continue
    const key = JSON.stringify([start, end])
    const known = between.get(key) ?? { from: start, to: end, count: 0, types: 0, file: modules[from]?.path ?? '', line }
    known.count++
    if (typesOnly) known.types++
    between.set(key, known)
  }
  for (const { from, to, count: all, types, file, line } of between.values())
    graph.edge(from, to, String(all), { file, line, text: '' }, { dashed: types === all, weight: all })
  return {
    diagram: graph.diagram('Modules', 'LR', []),
    notes: [
      'A box is a folder with the number of its code files, a line the imports from one to another with their number; a dashed line stands for types only, which are gone when the program runs.',
    ],
  }
}

interface Folder {
  prefix: string
  /** What is left of it when others were taken out. */
  isRest: boolean
}

/**
 * From the root down, always the folder with the most files, as long as there is room; of its folders the largest are taken out, and the
 * others stay in what is left of it. Longest first, so that the first that fits is meant.
 */
function openedFolders(paths: string[]): Folder[] {
  const found = new Map<string, Folder>([['', { prefix: '', isRest: true }]])
  const sizes = new Map<string, number>([['', paths.length]])
  const opened = new Set<string>()
  const least = Math.max(1, paths.length * LEAST_SHARE)
  while (found.size < MOST) {
    const closed = [...found.keys()].filter((prefix) => !opened.has(prefix) && (sizes.get(prefix) ?? 0) >= 3 * least)
    const [next] = closed.sort((one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0) || (one < other ? -1 : 1))
    if (next === undefined) break
    opened.add(next)
    const inside = foldersIn(paths, next)
    const room = next === '' ? MOST / 2 : Math.min(MOST_OF_ONE, MOST - found.size)
    const taken = [...inside].filter(([, size]) => next === '' || size >= least).sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    for (const [prefix, size] of taken.slice(0, room)) {
      ;(found.get(next) as Folder).isRest = true
      found.set(prefix, { prefix, isRest: false })
      sizes.set(prefix, size)
    }
  }
  return [...found.values()].sort((one, other) => other.prefix.length - one.prefix.length || (one.prefix < other.prefix ? -1 : 1))
}

function foldersIn(paths: string[], prefix: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const path of paths) {
    const slash = path.startsWith(prefix) ? path.indexOf('/', prefix.length) : -1
    if (slash >= 0) found.set(path.slice(0, slash + 1), (found.get(path.slice(0, slash + 1)) ?? 0) + 1)
  }
  return found
}

/** Every file, for the file of data. */
export function allModules({ modules, imports }: ModuleGraph): Record<string, unknown> {
  return {
    modules: modules.map(({ path, fanIn, fanOut, lines }) => ({ path, fanIn, fanOut, lines })),
    imports: imports.map(({ from, to, typesOnly, dynamic, line }) => ({
      from: modules[from]?.path,
      to: modules[to]?.path,
      line,
      ...(typesOnly ? { typesOnly } : {}),
      ...(dynamic ? { dynamic } : {}),
    })),
  }
}

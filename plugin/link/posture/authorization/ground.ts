/**
 * What all parts of the area ask: which code runs on the server, what a place says, which doors count. In: what is known of the
 * program. Out: answers that are worked out once.
 */
import type { DataUse, EntryPoint, Evidence } from '../../../types'
import { cite, isTestCode } from '../../linked'
import type { Known } from '../known'

export interface Ground extends Known {
  /** Neither a test nor code of a page: what it checks is checked where nobody can leave it out. */
  isServer(path: string): boolean
  at(node: number): Evidence
  /** Doors that a request comes in by. */
  doors: EntryPoint[]
}

/** Kinds of doors that people and programs come in by with an identity, or without one. */
const DOORS = new Set<EntryPoint['kind']>(['http', 'graphql', 'rpc', 'websocket', 'webhook'])

const COUNTS = /\.(?:count\w*|exists|estimatedDocumentCount)$/

export const nameOfDoor = ({ method, path }: EntryPoint): string => `${method} ${path}`

export function groundOf(known: Known): Ground {
  const { linked, entryPoints, usages, files } = known
  // Counting records gives none of them away.
  const doors = entryPoints
    .filter(({ kind }) => DOORS.has(kind))
    .map((door) => (door.data?.some(({ api }) => COUNTS.test(api)) ? { ...door, data: door.data.filter(({ api }) => !COUNTS.test(api)) } : door))
  const pages = new Set(usages.filter(({ kind, test }) => kind === 'page-code' && !test).map(({ at }) => at.file))
  const packages = files.filter(({ path }) => /(?:^|\/)package\.json$/.test(path)).map(({ path }) => path.replace(/package\.json$/, ''))
  const packageOf = nearest(packages)
  const withDoors = new Set(entryPoints.flatMap(({ at, handler }) => [at.file, handler?.at.file ?? at.file]).map(packageOf))
  const withPages = new Set([...pages].map(packageOf))
  const decided = new Map<string, boolean>()
  return {
    ...known,
    doors,
    at: (node) => cite(linked, node),
    isServer(path) {
      let is = decided.get(path)
      if (is === undefined) {
        const within = packageOf(path)
        // A package of pages without a door is a user interface as a whole.
        is = !isTestCode(linked, path) && !pages.has(path) && !(withPages.has(within) && !withDoors.has(within))
        decided.set(path, is)
      }
      return is
    },
  }
}

/** The innermost of some folders around a path; '' where none is. */
function nearest(folders: readonly string[]): (path: string) => string {
  const known = new Map<string, string>()
  const all = new Set(folders)
  return (path) => {
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    let found = known.get(folder)
    if (found === undefined) {
      found = folder
      while (found !== '' && !all.has(found)) found = found.slice(0, found.lastIndexOf('/', found.length - 2) + 1)
      known.set(folder, found)
    }
    return found
  }
}

/** Each place once, in the order given. */
export function distinctPlaces(places: readonly Evidence[]): Evidence[] {
  return [...new Map(places.map((at) => [`${at.file}:${at.line}`, at])).values()]
}

/** A few names as a sentence lists them: `a`, `b` and 3 more. */
export function listed(names: readonly string[], most = 5): string {
  const shown = names.slice(0, most).map((name) => `\`${name.replaceAll('`', "'")}\``)
  if (names.length > most) shown.push(`${names.length - most} more`)
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** Saving what was just made changes no record that was there before. */
export const isNew = (use: DataUse, data: readonly DataUse[]): boolean =>
  use.does === 'update' && use.chosenBy.length === 0 && data.some((other) => other.does === 'create' && other.of === use.of)

/**
 * Doors by what a person types: `POST /login`, `/login`, `login`, `mutation createUser`. In: doors and a text. Out: the door that is
 * meant, or those that come nearest.
 */
import type { EntryPoint } from './types'

/** As it is shown and typed. */
export const nameOfDoor = ({ method, path }: Pick<EntryPoint, 'method' | 'path'>): string => `${method} ${path}`

/** In a sentence: a command without a word of its own goes by the name of its program. */
export const calledDoor = (door: Pick<EntryPoint, 'kind' | 'method' | 'path' | 'through'>): string =>
  door.kind === 'cli' ? [door.through ?? '', door.path].filter(Boolean).join(' ') || nameOfDoor(door) : nameOfDoor(door)

export interface Lookup {
  found: EntryPoint | undefined
  /** Names, best first; empty where one was found. */
  nearest: string[]
}

const MOST_NEAREST = 5

export function findDoor(doors: readonly EntryPoint[], asked: string): Lookup {
  const words = asked.trim().replace(/\s+/g, ' ')
  const [, verb, rest] = /^([A-Za-z]+)\s+(\S.*)$/.exec(words) ?? [undefined, undefined, words]
  const told = doors.filter(({ kind }) => kind !== 'static')
  const fitting = (fits: (door: EntryPoint, path: string) => boolean) =>
    told.filter((door) => fits(door, words) || (verb !== undefined && isVerb(door, verb) && fits(door, rest))).sort(byUse)[0]
  const found =
    fitting(isSamePath) ?? fitting(isPath) ?? only(told.filter((door) => (verb === undefined || isVerb(door, verb)) && endsWith(door, rest)))
  if (found) return { found, nearest: [] }
  const nearest = told
    .map((door) => ({ name: nameOfDoor(door), distance: distanceTo(door, verb, rest) }))
    .sort((one, other) => one.distance - other.distance || (one.name < other.name ? -1 : 1))
  return { found: undefined, nearest: [...new Set(nearest.map(({ name }) => name))].slice(0, MOST_NEAREST) }
}

/** What to tell whoever asked for a door that is not there. */
export function unknownDoor(doors: readonly EntryPoint[], asked: string): string {
  const { nearest } = findDoor(doors, asked)
  return nearest.length === 0
    ? `${JSON.stringify(asked)} is not an entry point of this code: it has none, no route, operation, message, schedule or command.`
    : `${JSON.stringify(asked)} is not an entry point of this code. Nearest: ${nearest.map((name) => JSON.stringify(name)).join(', ')}.`
}

/** Methods that say the same, and words of people for kinds of doors. */
function isVerb({ method, kind, answersTo }: EntryPoint, verb: string): boolean {
  const asked = verb.toUpperCase()
  if (asked === method || asked === kind.toUpperCase() || (kind === 'http' && asked === 'HTTP')) return true
  return (method === 'ALL' || method === 'ANY') && (answersTo?.includes(asked) ?? true)
}

const isSamePath = ({ path }: EntryPoint, asked: string): boolean => plain(path) === plain(asked)

/** Parameters are called anything: `:id`, `{id}`, `[id]`, `42`. */
function isPath({ path }: EntryPoint, asked: string): boolean {
  const [own, other] = [stepsOf(path), stepsOf(asked)]
  return (
    own.length === other.length &&
    own.length > 0 &&
    own.every((step, index) => step === other[index] || (isParameter(step) && (other[index] ?? '') !== ''))
  )
}

const endsWith = ({ path }: EntryPoint, asked: string): boolean => {
  const [own, other] = [stepsOf(path), stepsOf(asked)]
  return other.length > 0 && own.slice(-other.length).join('/') === other.join('/')
}

const stepsOf = (path: string): string[] =>
  path
    .toLowerCase()
    .split('/')
    .filter((step) => step !== '')
    .map((step) => (isParameter(step) ? ':' : step))
const isParameter = (step: string): boolean => /^(?::|\{|\[|\$|\*|<)/.test(step)
const plain = (text: string): string => text.toLowerCase().replace(/\/+$/, '').replace(/\s+/g, ' ')

/** What changes something is meant sooner than what reads. */
const byUse = (one: EntryPoint, other: EntryPoint): number => rank(one) - rank(other)
const rank = ({ method }: EntryPoint): number => ['POST', 'PUT', 'PATCH', 'DELETE', 'MUTATION', 'GET'].indexOf(method) >>> 0

const only = (doors: EntryPoint[]): EntryPoint | undefined => (new Set(doors.map(nameOfDoor)).size === 1 ? doors[0] : undefined)

/** Of the path, or of the end of it that comes nearest; another method counts as three signs. */
function distanceTo(door: EntryPoint, verb: string | undefined, asked: string): number {
  const steps = door.path.split('/').filter((step) => step !== '')
  const ends = [door.path, ...steps.map((_, index) => steps.slice(index).join('/'))]
  const path = Math.min(...ends.map((end) => distance(plain(end).replace(/^\//, ''), plain(asked).replace(/^\//, ''))))
  return path + (verb === undefined || isVerb(door, verb) ? 0 : 3)
}

/** Levenshtein's distance: insertions, deletions and replacements of one sign each. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++)
      next[j] = Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + (one[i - 1] === other[j - 1] ? 0 : 1))
    row = next
  }
  return row[other.length] as number
}

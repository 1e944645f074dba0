/** The matrix of exposed functions. In: endpoints that let anybody pass. Out: one row a function, with who may use it and what that risks. */
import type { EntryPoint, Evidence } from '../../types'
import { compareText } from '../order'
import { adminGuardOf, byPath, changesData, isAuthorized, reachOf, subjectOf } from './entry-points'
import { functionOf, type KnownFunction, knownFunctions, type Level, resourceOf } from './functions'
import { distinctPlaces } from './places'

/** How many of a function's endpoints a statement holds for, and for how many it could not be told. */
export interface Share {
  holds: number
  unknown: number
  of: number
}

export interface FunctionRow {
  /** Name of a known function, or null for a resource. */
  name: string | null
  resource: string | null
  endpoints: number
  evidence: Evidence[]
  /** Answers without authentication. */
  public: Share
  /** Requires authentication. */
  auth: Share
  /** An ordinary signed-in user may call it. */
  user: Share
  /** An administrator may call it. */
  admin: Share
  risk: Level
  /** Some endpoint's authentication could not be told, so the risk may be higher. */
  atLeast: boolean
  /** Methods and paths, where each is registered, what a caller sends, and the handler that takes it. */
  doors: { label: string; at: Evidence; takes: string[]; handler: Evidence | null }[]
}

/** A function that the procedure asks for and that is not there. */
export interface AbsentFunction {
  name: string
  /** What its method, path or handler would be called. */
  words: string[]
}

/** Functions that every report says something of. */
const asked = ['Registration', 'Password reset', 'View profile', 'Delete account', 'Export data']

export function functionality(entries: EntryPoint[]): { known: FunctionRow[]; resources: FunctionRow[]; absent: AbsentFunction[] } {
  const known = new Map<string, { of: KnownFunction; entries: EntryPoint[] }>()
  const resources = new Map<string, EntryPoint[]>()
  for (const entry of [...entries].sort(byPath)) {
    const found = functionOf(entry)
    if (found) known.set(found.name, { of: found, entries: [...(known.get(found.name)?.entries ?? []), entry] })
    // `/api/Products` and `/rest/products` are about the same thing.
    else {
      const resource = subjectOf(resourceOf(entry)).toLowerCase()
      resources.set(resource, [...(resources.get(resource) ?? []), entry])
    }
  }
  const absent = asked
    .filter((name) => !known.has(name))
    .map((name) => ({
      name,
      words: [...new Set(knownFunctions.filter((it) => it.name === name).flatMap(({ words = [], ends = [] }) => [...words, ...ends]))],
    }))
  return {
    absent,
    known: worstFirst([...known].map(([name, row]) => rowOf(name, null, row.entries, row.of))),
    resources: worstFirst(
      [...resources].map(([resource, members]) => rowOf(null, resource, members, { weight: members.some(changesData) ? 'Medium' : 'Low' })),
    ),
  }
}

function rowOf(
  name: string | null,
  resource: string | null,
  entries: EntryPoint[],
  { weight, open }: Pick<KnownFunction, 'weight' | 'open'>,
): FunctionRow {
  const reach = entries.map(reachOf)
  const unknown = reach.filter((it) => it === 'could not tell').length
  const share = (holds: number, alsoUnknown = 0): Share => ({ holds, unknown: unknown + alsoUnknown, of: entries.length })
  const isPublic = entries.filter((entry) => reachOf(entry) === 'public')
  const signedIn = entries.filter((entry) => reachOf(entry) === 'signed in')
  // A check for anything but the administrator's role may let either pass.
  const checked = signedIn.filter((entry) => isAuthorized(entry) && !adminGuardOf(entry))
  const forAdmins = signedIn.filter(adminGuardOf)
  return {
    name,
    resource,
    endpoints: entries.length,
    evidence: distinctPlaces(entries.map((entry) => entry.at)),
    doors: entries.map((entry) => ({
      label: `${entry.method} ${entry.path}`,
      at: entry.at,
      takes: takenBy(entry),
      handler: entry.handler?.at ?? null,
    })),
    public: share(isPublic.length),
    auth: share(signedIn.length),
    user: share(entries.length - unknown - checked.length - forAdmins.length, checked.length),
    admin: share(entries.length - unknown - checked.length, checked.length),
    risk: isRaised(isPublic, open) ? raised(weight) : weight,
    atLeast: unknown > 0 && !isRaised(isPublic, open),
  }
}

/** Names of what callers send; the body as a whole says nothing beside its fields, and a path shows its own. */
function takenBy({ parameters }: EntryPoint): string[] {
  return [...new Set(parameters.filter(({ in: place }) => !/^(?:header|path|body)$/.test(place)).map(({ name }) => name))]
}

/**
 * The risk is the weight of the function, one level higher when it is exposed: reachable without authentication or, where
 * that is its purpose, changing data without a limit on the rate of calls.
 */
function isRaised(isPublic: EntryPoint[], open: true | undefined): boolean {
  return open ? isPublic.some((entry) => changesData(entry) && entry.rateLimited.answer === 'no') : isPublic.length > 0
}

const levels: Level[] = ['Low', 'Medium', 'High', 'Critical']

function raised(level: Level): Level {
  return levels[Math.min(levels.indexOf(level) + 1, levels.length - 1)]!
}

function worstFirst(rows: FunctionRow[]): FunctionRow[] {
  return rows.sort((a, b) => levels.indexOf(b.risk) - levels.indexOf(a.risk) || compareText(a.name ?? a.resource ?? '', b.name ?? b.resource ?? ''))
}

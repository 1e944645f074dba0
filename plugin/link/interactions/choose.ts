/**
 * Which doors show best how the program works. In: the solved program and its doors. Out: about five to eight of them, no two with the
 * same handler, each with the reason. What their handlers do decides: from few telling places the callers are followed upwards, so no
 * door is gone through for it. What doors are called only settles ties.
 */
import { functionOf } from '../../door-purposes'
import { Kind } from '../../graph'
import type { DataUse, EntryPoint } from '../../types'
import { callsThat } from '../acts'
import type { KnownArchitecture } from '../architecture/index'
import { isTestCode, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { isCredential } from '../posture/authentication/cookies'
import { identityWrites } from '../usages/login-sessions'
import { callsOfKind } from '../usages/modelled'
import { functionsOf } from './functions'

export interface Flow {
  entry: EntryPoint
  because: string
}

const MOST_FLOWS = 8
/** Calls between a telling place and a door, and callers of a function on the way. */
const MOST_LEVELS = 6
const MOST_CALLERS = 25
const PASSWORD = /^(?:new_?)?(?:pass(?:word|wd|phrase)?|pwd)(?:_?hash)?$/i
/** What programs call the function that makes somebody signed in. */
const SIGNS_IN = /^(?:sign|log)_?in(?:_?(?:user|account|member|customer|with\w*))?$/i
const PEOPLE = /user|account|member|customer|person|profile|identity|admin/i

interface Seen {
  entry: EntryPoint
  functions: readonly number[]
  named: string | undefined
  writes: DataUse[]
}

export function keyFlows(known: KnownArchitecture): Flow[] {
  const { linked } = known
  const doors: Seen[] = known.entryPoints
    .filter(({ kind, at }) => kind !== 'static' && !isTestCode(linked, at.file))
    .map((entry) => {
      const { handlers, own } = functionsOf(known, entry)
      return {
        entry,
        functions: [...handlers, ...own],
        named: functionOf(entry)?.name,
        writes: (entry.data ?? []).filter(({ does }) => does !== 'read'),
      }
    })
    // What a library makes of a model has no handler of the program; it is told where nothing else does the same.
    .filter(({ functions, entry }) => functions.length > 0 || (entry.generated && (entry.data ?? []).length > 0))
  const reach = reachOf(linked)
  const compares = reach(nodesOf(linked, ['password-compare']))
  const signs = reach(nodesOf(linked, ['token-sign', 'token-issue']))
  const admits = reach(admitting(linked))
  const pays = reach(connecting(linked, 'payment'))
  const outside = reach([...connecting(linked, 'llm'), ...connecting(linked, 'identity'), ...linesOf(linked, known)])
  const does = (set: ReadonlySet<number>) => (door: Seen) => door.functions.some((fn) => set.has(fn))
  const writesPassword = ({ writes }: Seen) => writes.some((use) => use.writes.some(({ field }) => PASSWORD.test(field)))
  const creates = ({ writes }: Seen) => writes.some(({ does: what, of }) => what === 'create' && PEOPLE.test(of))
  const score = (...parts: [boolean, number][]) => parts.reduce((sum, [holds, points]) => sum + (holds ? points : 0), 0)
  const isOutside = ({ entry: { kind } }: Seen) => kind === 'http' || kind === 'graphql' || kind === 'rpc' || kind === 'webhook'
  const changes = ({ entry: { method } }: Seen) => method !== 'GET' && method !== 'QUERY' && method !== 'SUBSCRIPTION'

  const kinds: [because: string, of: (door: Seen) => number, least: number][] = [
    [
      'login',
      (door) =>
        changes(door) && isOutside(door)
          ? score(
              [door.named === 'Login', 6],
              [does(compares)(door), 3],
              [does(signs)(door), 3],
              [does(admits)(door), 4],
              // Who is to sign in is nobody yet.
              [door.entry.authRequired.answer === 'no', 1],
              [door.entry.authRequired.answer === 'yes', -2],
              [writesPassword(door), -4],
              // Whoever is created is signed in as well.
              [creates(door), -3],
            )
          : 0,
      5,
    ],
    // OAuth clients register as well, and are nobody who signs in.
    [
      'registration',
      (door) =>
        changes(door) && isOutside(door) && !/oauth|clients?\b/i.test(door.entry.path)
          ? score([door.named === 'Registration', 5], [creates(door), 3], [writesPassword(door) && creates(door), 3], [door.entry.generated, -1])
          : 0,
      4,
    ],
    [
      'password reset',
      (door) =>
        changes(door) && isOutside(door)
          ? score([door.named === 'Password reset', 6], [writesPassword(door), 2], [door.named === 'Password change', 3])
          : 0,
      4,
    ],
    [
      'payment',
      (door) =>
        changes(door)
          ? score([does(pays)(door), 6], [door.named === 'Payment', 3], [/checkout|order/i.test(door.entry.path), 2], [door.writes.length > 2, 2])
          : 0,
      6,
    ],
    [
      'upload',
      (door) => score([takesFile(door.entry), 6], [door.named === 'File upload', 2], [door.entry.data !== undefined && door.writes.length > 0, 1]),
      6,
    ],
    ['writes most', (door) => (isOutside(door) && !door.entry.generated ? writesOf(door) : 0), 2],
    ['calls other systems', (door) => (does(outside)(door) ? 3 + Math.min(3, (door.entry.data ?? []).length) : 0), 3],
    ['GraphQL', (door) => (door.entry.kind === 'graphql' ? 1 + writesOf(door) + score([changes(door), 2]) : 0), 1],
    ['message from a queue', (door) => (door.entry.kind === 'queue' || door.entry.kind === 'event' ? 1 + writesOf(door) : 0), 1],
    ['schedule', (door) => (door.entry.kind === 'schedule' ? 1 + writesOf(door) : 0), 1],
    ['reads most', (door) => (isOutside(door) && !door.entry.generated ? new Set((door.entry.data ?? []).map(({ of }) => of)).size : 0), 2],
  ]
  const found: Flow[] = []
  const taken = new Set<number>()
  for (const [because, of, least] of kinds) {
    if (found.length >= MOST_FLOWS) break
    const best = doors
      .filter(({ functions }) => !functions.slice(0, 1).some((fn) => taken.has(fn)))
      .map((door) => ({ door, points: of(door) }))
      .filter(({ points }) => points >= least)
      .sort(
        (one, other) =>
          other.points - one.points ||
          one.door.entry.path.length - other.door.entry.path.length ||
          compare(one.door.entry.path, other.door.entry.path),
      )[0]
    if (!best) continue
    found.push({ entry: best.door.entry, because })
    if (best.door.functions[0] !== undefined) taken.add(best.door.functions[0])
  }
  return found
}

/** Writes, and how many kinds of records they are about. */
const writesOf = ({ writes }: Seen): number => writes.length + 2 * new Set(writes.map(({ of }) => of)).size

const takesFile = ({ guards, parameters }: EntryPoint): boolean =>
  guards.some(({ role, scope }) => role === 'upload' && scope !== 'application') ||
  parameters.some((parameter) => parameter.in === 'file' || parameter.shape?.type === 'file')

function nodesOf(linked: Linked, kinds: string[]): number[] {
  return kinds.flatMap((kind) => callsOfKind(linked, kind).map(([call]) => call))
}

/** Where a caller becomes somebody: a session is given an identity, a cookie a credential, or a function that is called so is run. */
function admitting(linked: Linked): number[] {
  const cookies = nodesOf(linked, ['cookie']).filter((call) => {
    const [first] = linked.whole.args(call)
    return first !== undefined && linked.values.texts(first).some(({ exact, value }) => exact && isCredential(value))
  })
  return [...cookies, ...identityWrites(linked), ...lookupOf(linked.whole).named(Kind.Call, SIGNS_IN)]
}

const connecting = (linked: Linked, kind: string): number[] =>
  callsThat(linked, 'connect').flatMap(({ call, act }) => (act.kind === kind ? [call] : []))

/** Functions in which another service is called. */
function linesOf({ whole, fileIndex }: Linked, { serviceCalls }: KnownArchitecture): number[] {
  const places = new Map<number, Set<number>>()
  for (const { at } of serviceCalls) {
    const file = fileIndex.get(at.file)
    if (file === undefined) continue
    const lines = places.get(file) ?? new Set<number>()
    places.set(file, lines.add(at.line))
  }
  const found: number[] = []
  for (const [file, lines] of places)
    for (let node = whole.base[file] as number; node < (whole.base[file + 1] as number); node++)
      if (lines.has(whole.linesOf(node)[0])) found.push(node)
  return found
}

/** Functions that lead to one of these nodes, by calls and by being written around what does. */
function reachOf({ whole, solver }: Linked): (nodes: readonly number[]) => ReadonlySet<number> {
  return (nodes) => {
    const found = new Set<number>()
    let level = nodes.map((node) => whole.functionOf(node))
    for (let depth = 0; depth < MOST_LEVELS && level.length > 0; depth++) {
      const next: number[] = []
      for (const fn of level)
        for (let at = fn; at >= 0 && !found.has(at); at = whole.functions[at]?.parent ?? -1) {
          found.add(at)
          const callers = solver.callers.get(at)
          // What so many call is a tool: it says nothing of each of them.
          if (callers && callers.size <= MOST_CALLERS) for (const call of callers) next.push(whole.functionOf(call))
        }
      level = next
    }
    return found
  }
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

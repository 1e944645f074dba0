/** What several pages say of entry points: who can reach one, whether it changes data, in which order they are listed. */
import { isFixed, mentionsAdmin, stepsOf } from '../../door-purposes'
import type { EntryPoint, EntryPointKind, Guard, Program } from '../../types'
import { compareText } from '../order'

export { isFixed, type Reach, reachOf, stepsOf, takesFiles, wordsOf } from '../../door-purposes'

/** A guard that lets only administrators pass, as far as its name tells. */
export function adminGuardOf({ guards }: EntryPoint): Guard | undefined {
  return guards.find(({ role, name }) => role === 'authorization' && mentionsAdmin(name))
}

/** Meant for administrators: its guard says so, or its path does. The path alone protects nothing. */
export function isForAdmins(entry: EntryPoint): boolean {
  return adminGuardOf(entry) !== undefined || mentionsAdmin(entry.path)
}

/** Checked for more than being signed in. */
export function isAuthorized({ guards }: EntryPoint): boolean {
  return guards.some(({ role }) => role === 'authorization')
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY', 'SUBSCRIBE'])

/** By its method. A GET that changes data is a finding of its own, not a matter of counting. */
export function changesData({ method }: EntryPoint): boolean {
  return !reading.has(method.toUpperCase())
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const rank = (method: string): number => (methods.includes(method) ? methods.indexOf(method) : methods.length)

export function byPath(a: EntryPoint, b: EntryPoint): number {
  return (
    compareText(a.path, b.path) ||
    rank(a.method) - rank(b.method) ||
    compareText(a.method, b.method) ||
    compareText(a.at.file, b.at.file) ||
    a.at.line - b.at.line
  )
}

/** Endpoints of the REST table, in its order. */
export function httpOf({ entryPoints }: Program): EntryPoint[] {
  return entryPoints.filter(({ kind }) => kind === 'http').sort(byPath)
}

const kinds: EntryPointKind[] = ['http', 'webhook', 'graphql', 'rpc', 'websocket', 'static', 'queue', 'event', 'schedule', 'cli']

/** Everything else, kind by kind. */
export function othersOf({ entryPoints }: Program): EntryPoint[] {
  return entryPoints.filter(({ kind }) => kind !== 'http').sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || byPath(a, b))
}

/** How many of each kind; kinds without any are left out. */
export function countKinds({ entryPoints }: Program): { kind: EntryPointKind; count: number }[] {
  return kinds.map((kind) => ({ kind, count: entryPoints.filter((entry) => entry.kind === kind).length })).filter(({ count }) => count > 0)
}

export interface EndpointGroup {
  /** Common beginning of the paths; null for the rest, or where there is one group only. */
  prefix: string | null
  entries: EntryPoint[]
}

/** Up to here one table is easier to read than several. */
const oneTable = 25
const largest = 100
const smallest = 4

/** By the first step of the path, by the second where that leaves too many together. Small groups are joined. */
export function groupByPath(entries: EntryPoint[]): EndpointGroup[] {
  if (entries.length <= oneTable) return entries.length === 0 ? [] : [{ prefix: null, entries }]
  const groups = split(entries, 0, '')
  const large = groups.filter((group) => group.prefix !== '' && group.entries.length >= smallest)
  const rest = groups.filter((group) => !large.includes(group)).flatMap((group) => group.entries)
  if (large.length === 0) return [{ prefix: null, entries }]
  return rest.length === 0 ? large : [...large, { prefix: null, entries: rest.sort(byPath) }]
}

/** `documents.list` is one of what can be done with documents; `robots.txt` is a file. */
export function subjectOf(step: string): string {
  const [, subject, verb = ''] = /^([\w-]{2,})\.([a-zA-Z_]\w+)$/.exec(step) ?? []
  return subject === undefined || FILE_ENDING.test(verb) ? step : subject
}

const FILE_ENDING = /^(?:txt|json|xml|html?|js|mjs|css|map|ico|png|jpe?g|gif|svg|webp|webmanifest|pdf|csv|md|ya?ml|zip|woff2?|php|aspx?|do)$/i

function split(entries: EntryPoint[], depth: number, prefix: string): { prefix: string; entries: EntryPoint[] }[] {
  const byStep = new Map<string, EntryPoint[]>()
  for (const entry of entries) {
    const step = stepsOf(entry.path)[depth] ?? ''
    const key = isFixed(step) ? `${prefix}/${subjectOf(step)}` : prefix
    byStep.set(key, [...(byStep.get(key) ?? []), entry])
  }
  return [...byStep]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([key, members]) => (members.length > largest && key !== prefix ? split(members, depth + 1, key) : [{ prefix: key, entries: members }]))
}

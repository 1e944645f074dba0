/** Routes of the program, for a path as a document writes it. Made once for all documents. */
import type { DocumentFacts, EntryPoint } from '../../types'
import type { Ground } from '../ground'

export interface Table {
  entries: EntryPoint[]
  /** Routes by number of segments. */
  bySize: Map<number, EntryPoint[]>
  /** Of folders that are served, and of routes whose end is open. */
  prefixes: string[]
  /** Routes of routers that nothing was seen to mount: they may stand below any prefix. */
  unmounted: string[]
  /** Of the user interface. */
  pages: string[]
}

const tables = new WeakMap<Ground, Table>()

export function tableOf(ground: Ground): Table {
  let table = tables.get(ground)
  if (!table) {
    const { entryPoints, uiRoutes, unmounted } = ground.program
    const entries = entryPoints.filter((entry) => entry.kind === 'http' || entry.kind === 'webhook' || entry.kind === 'graphql')
    const bySize = new Map<number, EntryPoint[]>()
    for (const entry of entries) {
      const size = segments(pathOf(entry)).length
      bySize.set(size, [...(bySize.get(size) ?? []), entry])
    }
    const open = entries.filter(({ path }) => /\*|\.\.\.|\{\w+\}|\(/.test(path)).map(({ path }) => path.replace(/(?:\/[^/]*[*({]|\.\.\.).*$/, ''))
    table = {
      entries,
      bySize,
      prefixes: [...entryPoints.filter((entry) => entry.kind === 'static').map(({ path }) => path.replace(/\/?\*+$/, '')), ...open],
      unmounted: unmounted.map(({ path }) => path),
      pages: uiRoutes.map(({ path }) => (path.startsWith('/') ? path : `/${path}`)),
    }
    tables.set(ground, table)
  }
  return table
}

const EXAMPLES = /(?:^|\/)(?:examples?|samples?|demos?|playground|sandbox|templates?)\//i

/** Programs that serve as examples are told of in their own documents. */
export function speaksFor({ at }: EntryPoint, { path }: DocumentFacts): boolean {
  const example = EXAMPLES.exec(at.file)
  return !example || path.startsWith(at.file.slice(0, example.index + example[0].length))
}

/** A GraphQL operation is reached through the path of its endpoint. */
export function pathOf({ kind: of, path, through }: EntryPoint): string {
  return of === 'graphql' ? (through ?? '/graphql') : path
}

export function answers({ method, answersTo, kind: of }: EntryPoint, asked: string): boolean {
  if (of === 'graphql') return asked === 'POST' || asked === 'GET'
  if (answersTo) return answersTo.includes(asked) || asked === 'OPTIONS'
  return method === asked || method === 'ALL' || method === 'ANY' || (asked === 'HEAD' && method === 'GET') || asked === 'OPTIONS'
}

/** Routes that a path may mean; a document may leave out the prefix that all of them share. */
export function matching({ entries, bySize }: Table, path: string): EntryPoint[] {
  const exact = (bySize.get(segments(path).length) ?? []).filter((entry) => fitsPath(pathOf(entry), path))
  if (exact.length > 0) return exact
  const open = entries.filter((entry) => /\*|\.\.\./.test(entry.path) && fitsPath(pathOf(entry), path))
  return open.length > 0 ? open : entries.filter((entry) => fitsEnd(pathOf(entry), path))
}

/** `/users/:id` for `/api/v1/users/:id`. A name at its start has to be that of the route: a parameter would take any. */
export function fitsEnd(route: string, told: string): boolean {
  const [all, some] = [segments(route), segments(told)]
  const without = all.length - some.length
  if (some.length === 0 || without < 1 || without > 2 || all.slice(0, without).some(isVariable)) return false
  if (isVariable(all[without] as string) && !isVariable(some[0] as string)) return false
  return fitsPath(`/${all.slice(without).join('/')}`, told)
}

export function segments(path: string): string[] {
  return path.split('/').filter(Boolean)
}

export function isVariable(part: string): boolean {
  return /^[:{<[*]|\*|\}$/.test(part)
}

/** A variable of the route stands for any value, and for a variable of another name. */
export function fitsPath(route: string, told: string): boolean {
  const [a, b] = [segments(route), segments(told)]
  for (let i = 0; i < a.length; i++) {
    const part = a[i] as string
    if (/^\*|\.\.\.|^:\w+\*$/.test(part)) return true
    const other = b[i]
    if (other === undefined) return /\?$/.test(part) && i === a.length - 1
    if (isVariable(part)) continue
    if (part.toLowerCase() !== other.toLowerCase()) return false
  }
  return a.length === b.length
}

/** The route that has such an end below another prefix: `/v2/users/:id` for `/v1/users/:id`. At least one name has to be the same. */
export function belowOtherPrefix({ entries }: Table, path: string, method: string | undefined): EntryPoint | undefined {
  const told = segments(path)
  for (const [own, other] of [
    [1, 1],
    [1, 0],
    [0, 1],
    [2, 1],
    [1, 2],
    [2, 2],
  ] as const) {
    const end = told.slice(other)
    if (end.length === 0 || isVariable(end[0] as string) || told.slice(0, other).some(isVariable)) continue
    const met = entries.filter((entry) => {
      const all = segments(pathOf(entry))
      return (
        (!method || answers(entry, method)) &&
        !all.slice(0, own + 1).some(isVariable) &&
        fitsPath(`/${all.slice(own).join('/')}`, `/${end.join('/')}`)
      )
    })
    if (met.length > 0) return met.length === 1 ? met[0] : undefined
  }
  return undefined
}

/** Whether a route that nothing was seen to mount may be meant. */
export function mayBeUnmounted({ unmounted }: Table, path: string): boolean {
  const told = segments(path)
  return unmounted.some((route) => {
    const all = segments(route)
    return all.some((part) => !isVariable(part)) && fitsPath(route, `/${told.slice(-all.length).join('/')}`)
  })
}

/** Share of the segments of both that they have in common, 0 to 1. */
export function alike(one: string, other: string): number {
  const [a, b] = [segments(one), segments(other)]
  return (2 * a.filter((part) => b.includes(part)).length) / Math.max(1, a.length + b.length)
}

/** How many segments two paths begin with alike. */
export function inCommon(one: string, other: string): number {
  const [a, b] = [segments(one), segments(other)]
  let at = 0
  while (at < a.length && at < b.length && (a[at] === b[at] || (isVariable(a[at] as string) && isVariable(b[at] as string)))) at++
  return at
}

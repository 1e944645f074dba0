/**
 * Routes of the program, for a path as a document writes it. Made once for all documents, and looked up by the shape of the
 * path and of its ends: documents of large programs name many routes.
 */
import type { DocumentFacts, EntryPoint } from '../../types'
import type { Ground } from '../ground'

export interface Table {
  entries: EntryPoint[]
  /** Routes by the shape of what is left of their path without its first segments: none, one or two of them. */
  byEnd: Map<string, EntryPoint[]>[]
  /** Routes that have no plain shape: what is left out at the end, or goes on. */
  odd: EntryPoint[]
  /** Of folders that are served, and of routes whose end is open. */
  prefixes: string[]
  /** Routes of routers that nothing was seen to mount: they may stand below any prefix. */
  unmounted: string[]
  /** Of the user interface. */
  pages: string[]
  /** Their paths, taken apart. */
  parts: Map<EntryPoint, string[]>
}

/** A document may leave out so many segments at the beginning. */
const MOST_LEFT_OUT = 2

const tables = new WeakMap<Ground, Table>()

export function tableOf(ground: Ground): Table {
  let table = tables.get(ground)
  if (!table) {
    table = made(ground)
    tables.set(ground, table)
  }
  return table
}

function made({ program: { entryPoints, uiRoutes, unmounted } }: Ground): Table {
  const entries = entryPoints.filter((entry) => entry.kind === 'http' || entry.kind === 'webhook' || entry.kind === 'graphql')
  const parts = new Map(entries.map((entry) => [entry, segments(pathOf(entry))]))
  const isOdd = (entry: EntryPoint) => (parts.get(entry) as string[]).some((part) => /[*?]|\.\.\./.test(part))
  const byEnd = Array.from({ length: MOST_LEFT_OUT + 1 }, (_, without) => {
    const shapes = new Map<string, EntryPoint[]>()
    for (const entry of entries) {
      const all = parts.get(entry) as string[]
      if (isOdd(entry) || all.length < without || all.slice(0, without).some(isVariable)) continue
      const shape = all.slice(without).map(shapeOf).join('/')
      const same = shapes.get(shape)
      if (same) same.push(entry)
      else shapes.set(shape, [entry])
    }
    return shapes
  })
  const open = entries.filter(({ path }) => /\*|\.\.\.|\{\w+\}|\(/.test(path)).map(({ path }) => path.replace(/(?:\/[^/]*[*({]|\.\.\.).*$/, ''))
  return {
    entries,
    byEnd,
    odd: entries.filter(isOdd),
    prefixes: [...entryPoints.filter((entry) => entry.kind === 'static').map(({ path }) => path.replace(/\/?\*+$/, '')), ...open],
    unmounted: unmounted.map(({ path }) => path),
    pages: uiRoutes.map(({ path }) => (path.startsWith('/') ? path : `/${path}`)),
    parts,
  }
}

function shapeOf(part: string): string {
  return isVariable(part) ? ':' : part.toLowerCase()
}

/** Above this many segments nobody writes values for parameters into a path. */
const MOST_SEGMENTS = 8

/** Shapes that a path may have: a value may stand where a route has a parameter. */
function shapesOf(told: string[]): string[] {
  if (told.length > MOST_SEGMENTS) return [told.map(shapeOf).join('/')]
  return told.reduce<string[]>(
    (shapes, part, index) => {
      const own = shapeOf(part)
      const next = own === ':' ? [own] : [own, ':']
      return shapes.flatMap((shape) => next.map((it) => (index === 0 ? it : `${shape}/${it}`)))
    },
    [''],
  )
}

/** Routes that a path fits when their first segments are left out. */
function fitting({ byEnd, odd, parts }: Table, told: string[], without: number): EntryPoint[] {
  const plain = shapesOf(told).flatMap((shape) => byEnd[without]?.get(shape) ?? [])
  const others = odd.filter((entry) => {
    const all = parts.get(entry) as string[]
    return all.length > without && !all.slice(0, without).some(isVariable) && fits(all.slice(without), told)
  })
  return [...plain, ...others]
}

/** Where a document leaves the prefix out. A name at its start has to be that of the route: a parameter would take any. */
function fittingEnds(table: Table, told: string[]): EntryPoint[] {
  if (told.length === 0) return []
  return [1, 2].flatMap((without) =>
    fitting(table, told, without).filter((entry) => {
      const all = table.parts.get(entry) as string[]
      return all.length > without && (!isVariable(all[without] as string) || isVariable(told[0] as string))
    }),
  )
}

const EXAMPLES = /(?:^|\/)(?:examples?|samples?|demos?|playground|sandbox|templates?)\//i

/** Programs that serve as examples are told of in their own documents. */
export function speaksFor({ at }: EntryPoint, { path }: DocumentFacts): boolean {
  const example = EXAMPLES.exec(at.file)
  return !example || path.startsWith(at.file.slice(0, example.index + example[0].length))
}

/** A GraphQL operation is reached through the path of its endpoint. */
function pathOf({ kind: of, path, through }: EntryPoint): string {
  return of === 'graphql' ? (through ?? '/graphql') : path
}

export function answers({ method, answersTo, kind: of }: EntryPoint, asked: string): boolean {
  if (of === 'graphql') return asked === 'POST' || asked === 'GET'
  if (answersTo) return answersTo.includes(asked) || asked === 'OPTIONS'
  return method === asked || method === 'ALL' || method === 'ANY' || (asked === 'HEAD' && method === 'GET') || asked === 'OPTIONS'
}

/** Routes that a path means; those of which it leaves out the prefix only where it is the whole path of none. */
export function matching(table: Table, path: string): EntryPoint[] {
  const told = segments(path)
  const exact = fitting(table, told, 0)
  return exact.length > 0 ? exact : fittingEnds(table, told)
}

/** Routes that it may mean at all. */
export function maybeMatching(table: Table, path: string): EntryPoint[] {
  const told = segments(path)
  return [...fitting(table, told, 0), ...fittingEnds(table, told)]
}

/** The route that has such an end below another prefix: `/v2/users/:id` for `/v1/users/:id`. At least one name has to be the same. */
export function belowOtherPrefix(table: Table, path: string, method: string | undefined): EntryPoint | undefined {
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
    const met = fitting(table, end, own).filter((entry) => {
      const begin = table.parts.get(entry)?.[own]
      return begin !== undefined && !isVariable(begin) && (!method || answers(entry, method))
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
    return all.some((part) => !isVariable(part)) && fits(all, told.slice(-all.length))
  })
}

export function segments(path: string): string[] {
  return path.split('/').filter(Boolean)
}

export function isVariable(part: string): boolean {
  return /^[:{<[*]|\*|\}$/.test(part)
}

export function fitsPath(route: string, told: string): boolean {
  return fits(segments(route), segments(told))
}

/** A variable of the route stands for any value, and for a variable of another name. */
function fits(route: string[], told: string[]): boolean {
  for (let i = 0; i < route.length; i++) {
    const part = route[i] as string
    if (/^\*|\.\.\.|^:\w+\*$/.test(part)) return true
    const other = told[i]
    if (other === undefined) return /\?$/.test(part) && i === route.length - 1
    if (isVariable(part)) continue
    if (part.toLowerCase() !== other.toLowerCase()) return false
  }
  return route.length === told.length
}

/** Share of the segments of both that a route and a path have in common, 0 to 1. */
export function alike(route: string[], told: string[]): number {
  let common = 0
  for (const part of route) if (told.includes(part)) common++
  return (2 * common) / Math.max(1, route.length + told.length)
}

/** How many segments two paths begin with alike. */
export function inCommon(one: string[], other: string[]): number {
  let at = 0
  while (at < one.length && at < other.length && shapeOf(one[at] as string) === shapeOf(other[at] as string)) at++
  return at
}

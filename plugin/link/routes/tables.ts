/**
 * Routes written as one object: `{ 'GET /users': list, '/health': { GET: health } }`. In: an object. Out: its addresses, each with
 * the nodes of what answers there.
 */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import { cite, type Linked } from '../linked'
import { NO_CONTEXT } from '../values/index'
import { handlerAt } from './handlers'
import { type FoundRoute, type RouteTree, valuesAt } from './tree'

export interface TableEntry {
  /** undefined: all. */
  method: string | undefined
  path: string
  /** The property itself. */
  node: number
  value: number
}

const METHODS = /^(?:get|post|put|patch|delete|head|options|all|query|trace)$/i
const MOST_ENTRIES = 2000

/** Addresses of an object or of those it is spread of. */
export function entriesOf(linked: Linked, object: number, hops = 0): TableEntry[] {
  const { values, whole } = linked
  if (hops > 4) return []
  const found: TableEntry[] = []
  for (const made of values.definitions(object)) {
    if (whole.kind[made] !== Kind.Object) continue
    for (const entry of whole.items(whole.a[made] as number)) {
      if (found.length >= MOST_ENTRIES) break
      if (whole.kind[entry] === Kind.Spread) found.push(...entriesOf(linked, whole.a[entry] as number, hops + 1))
      if (whole.kind[entry] !== Kind.Property) continue
      const value = whole.b[entry] as number
      for (const text of keysOf(linked, entry)) {
        const match = /^(?:(\w+)\s+)?(\/\S*|\*)$/.exec(text.trim())
        if (!match || (match[1] !== undefined && !METHODS.test(match[1]))) continue
        const method = match[1]?.toUpperCase()
        found.push({ method: method === 'ALL' ? undefined : method, path: match[2] as string, node: entry, value })
      }
    }
  }
  return found
}

function keysOf({ values, whole }: Linked, entry: number): string[] {
  if (whole.a[entry] !== -1) return [whole.text(whole.a[entry] as number)]
  const computed = whole.c[entry] as number
  return computed < 0
    ? []
    : values
        .texts(computed)
        .filter(({ exact }) => exact)
        .map(({ value }) => value)
}

/** Tables that are handed to a server: `Bun.serve({ routes })`. */
export function tableRoutes(tree: RouteTree): FoundRoute[] {
  const { whole } = tree.linked
  const found: FoundRoute[] = []
  for (const [call, library, act] of tree.calls) {
    if (act.act !== 'table') continue
    for (const { method, path: address, node, value } of valuesAt(tree, call, act.routes, NO_CONTEXT).flatMap((object) =>
      entriesOf(tree.linked, object),
    )) {
      // A path with an object of methods, or one handler for all of them.
      const ways = [...(whole.kind[value] === Kind.Object ? whole.items(whole.a[value] as number) : [])].filter(
        (entry) => whole.kind[entry] === Kind.Property && whole.a[entry] !== -1 && METHODS.test(whole.text(whole.a[entry] as number)),
      )
      if (ways.length === 0) found.push(tableRoute(tree, library, method ?? 'ALL', address, node, value))
      for (const way of ways)
        found.push(tableRoute(tree, library, whole.text(whole.a[way] as number).toUpperCase(), address, way, whole.b[way] as number))
    }
  }
  return found
}

export function tableRoute(tree: RouteTree, framework: string, method: string, path: string, node: number, value: number): FoundRoute {
  const handler = handlerAt(tree, value, NO_CONTEXT, framework)
  return {
    framework,
    methods: [method],
    path,
    node,
    handlers: [handler.functions.length > 0 ? handler : { ...handler, at: cite(tree.linked, node) }],
    guards: [],
    schemas: [],
    limits: [],
    generated: false,
    serves: undefined,
    notes: [],
    ...(isStatic(tree, value) ? { answersTo: ['GET'] } : {}),
  }
}

/** An answer that was made before: a page, a file. */
function isStatic({ linked: { solver } }: RouteTree, value: number): boolean {
  const labels = solver.of(value)
  return labels.length > 0 && !labels.some((label) => solver.labels.kind[label] === LabelKind.Function)
}

/**
 * Tables of routes as client-side routers are given them: lists of objects with a path, what is shown, children and guards. In: a
 * node and the names of its keys. Out: one page for each object that shows something.
 */
import { Kind } from '../../graph'
import type { UiRoute } from '../../types'
import { nameOf } from '../file-routes/written'
import { LabelKind } from '../labels'
import { cite, type Linked } from '../linked'
import { joinPaths } from '../paths'

export interface TableKeys {
  framework: string
  /** What is shown, first that is there. */
  shows: string[]
  /** Tests that come before, by key. */
  guards: string[]
  /** Tables that a function loads, with what finds them. */
  loads?: { key: string; tables(linked: Linked, node: number): number[] }
}

/** Deeper is no table that a person wrote. */
const MOST_DEPTH = 10
const MOST_ROUTES = 4000

export function routesOfTable(
  linked: Linked,
  table: number,
  keys: TableKeys,
  prefix = '/',
  outer: string[] = [],
  seen = new Set<string>(),
  depth = 0,
): UiRoute[] {
  const { values, whole } = linked
  const found: UiRoute[] = []
  if (depth > MOST_DEPTH || seen.size > MOST_ROUTES) return found
  for (const row of values.elements(table))
    for (const object of values.definitions(row)) {
      if (whole.kind[object] !== Kind.Object || seen.has(`${object} ${prefix}`)) continue
      seen.add(`${object} ${prefix}`)
      const paths = values
        .property(object, 'path')
        .flatMap((node) => values.elements(node))
        .flatMap((node) => values.texts(node))
        .map(({ value }) => value)
      const guards = [...outer, ...keys.guards.flatMap((key) => values.property(object, key).flatMap((node) => guardNames(linked, node, key)))]
      const [shown] = keys.shows.flatMap((key) => values.property(object, key))
      for (const path of paths.length > 0 ? paths : ['']) {
        const full = path.startsWith('/') && prefix !== '/' && path.startsWith(prefix) ? path : joinPaths(prefix, path)
        const own = shown === undefined ? { component: '', guards: [] } : shownBy(linked, shown)
        const children = values.property(object, 'children')
        const all = [...new Set([...guards, ...own.guards])]
        const isIndex = paths.length > 0 || values.property(object, 'index').length > 0
        // Without a path of its own a row only lays out its children.
        if (shown !== undefined && (isIndex || children.length === 0))
          found.push({ framework: keys.framework, path: full || '/', component: own.component, guards: all, at: cite(linked, object) })
        for (const child of children) found.push(...routesOfTable(linked, child, keys, full || '/', all, seen, depth + 1))
        if (keys.loads)
          for (const node of values.property(object, keys.loads.key))
            for (const inner of keys.loads.tables(linked, node)) found.push(...routesOfTable(linked, inner, keys, full || '/', all, seen, depth + 1))
      }
    }
  return found
}

/** `[AuthGuard, roles(['admin'])]` by their names; a setting such as `requiresAuth: true` by its key. */
function guardNames(linked: Linked, node: number, key: string): string[] {
  return linked.values.elements(node).map((item) => nameOf(linked, item) || key)
}

const GUARDS = /auth|protect|private|guard|require|permission|signedin|loggedin|admin(?:only|route)/i

/** Component that a value shows: of JSX its tag; of a wrapper that looks like a guard, what it wraps. */
export function shownBy(linked: Linked, node: number, depth = 0): { component: string; guards: string[] } {
  const { values, whole } = linked
  for (const made of values.definitions(node)) {
    if (whole.kind[made] !== Kind.Jsx) continue
    const tag = tagOf(linked, made)
    const inner = whole.items(whole.c[made] as number).filter((child) => whole.kind[child] === Kind.Jsx)
    if (GUARDS.test(tag) && depth < 4) {
      const below = inner[0] === undefined ? { component: tag, guards: [] } : shownBy(linked, inner[0], depth + 1)
      return { component: below.component, guards: [tag, ...below.guards] }
    }
    // `<Suspense><Page/></Suspense>`
    return inner.length === 1 && depth < 4 && /^(?:React\.)?(?:Suspense|Fragment|StrictMode|ErrorBoundary)?$/.test(tag)
      ? shownBy(linked, inner[0] as number, depth + 1)
      : { component: tag, guards: [] }
  }
  return { component: loaded(linked, node)[0] ?? nameOf(linked, node), guards: [] }
}

export function tagOf(linked: Linked, jsx: number): string {
  const tag = linked.whole.a[jsx] as number
  if (tag < 0) return ''
  return linked.whole.kind[tag] === Kind.String ? linked.whole.text(linked.whole.a[tag] as number) : nameOf(linked, tag)
}

/** Modules that a function loads: `() => import('./Users.vue')`. */
export function loaded({ solver, whole }: Linked, node: number): string[] {
  return solver
    .of(node)
    .filter((label) => solver.labels.kind[label] === LabelKind.Function)
    .flatMap((label) => whole.functions[solver.labels.data[label] as number]?.returns ?? [])
    .flatMap((value) => importsIn(whole, value))
}

function importsIn(whole: Linked['whole'], node: number, hops = 0): string[] {
  if (node < 0 || node >= whole.size || hops > 6) return []
  if (whole.kind[node] === Kind.Import) return [whole.text(whole.a[node] as number)]
  return whole.madeOf(node).flatMap((part) => importsIn(whole, part, hops + 1))
}

/** Calls, by API path: root and the rest of it. */
export function callsOf(linked: Linked, names: ReadonlySet<string>, calls: Iterable<number>, roots: RegExp): number[] {
  const { models, solver } = linked
  return [...calls].filter((call) =>
    [...(solver.apiCalls.get(call) ?? [])].some(
      (path) => roots.test(models.paths.rootOf(path)) && names.has(models.paths.show(path).split('.').pop() ?? ''),
    ),
  )
}

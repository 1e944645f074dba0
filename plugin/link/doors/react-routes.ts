/** Pages of React Router and wouter: `<Route path="/users" element={<Users />}>`, and lists handed to `createBrowserRouter` or `useRoutes`. */
import { Kind } from '../../graph'
import type { UiRoute } from '../../types'
import { cite, type Linked } from '../linked'
import { lookupOf } from '../lookup'
import { joinPaths } from '../paths'
import type { DoorDetector } from './door'
import { callsOf, routesOfTable, shownBy, tagOf } from './route-tables'

const LIBRARIES = /^(?:react-router(?:-dom|-native|-config)?|wouter|wouter-preact|@reach\/router|react-router\/dom|preact-router)$/
const TABLES = new Set([
  'createBrowserRouter',
  'createHashRouter',
  'createMemoryRouter',
  'createStaticRouter',
  'useRoutes',
  'matchRoutes',
  'renderRoutes',
])
const KEYS = { framework: 'react-router', shows: ['element', 'Component', 'component', 'lazy'], guards: [] }
const MOST_DEPTH = 12

export const reactPages: DoorDetector = ({ linked }) => {
  const files = new Set<number>()
  linked.whole.files.forEach(({ graph }, file) => {
    if (graph.imports.some(({ specifier }) => LIBRARIES.test(specifier))) files.add(file)
  })
  if (files.size === 0) return {}
  const lookup = lookupOf(linked.whole)
  const tables = callsOf(linked, TABLES, lookup.called(TABLES), /^npm:(?:react-router|wouter)/)
  return {
    uiRoutes: [
      ...elements(linked, files),
      ...tables.flatMap((call) => {
        const [table] = linked.whole.args(call)
        return table === undefined ? [] : routesOfTable(linked, table, KEYS)
      }),
    ],
  }
}

function elements(linked: Linked, files: ReadonlySet<number>): UiRoute[] {
  const { whole, values } = linked
  const nodes = [...lookupOf(whole).of(Kind.Jsx)].filter((node) => files.has(whole.fileOf(node)))
  const parents = new Map<number, number>()
  const adopt = (child: number, parent: number, hops: number): void => {
    if (child < 0 || child >= whole.size || hops > 4) return
    if (whole.kind[child] === Kind.Jsx) parents.set(child, parent)
    else if (whole.kind[child] === Kind.Choice) for (const item of whole.items(whole.a[child] as number)) adopt(item, parent, hops + 1)
  }
  for (const node of nodes) for (const child of whole.items(whole.c[node] as number)) adopt(child, node, 0)
  const isRoute = (node: number) => /Route$/.test(tagOf(linked, node))
  const attribute = (node: number, name: string) => ((whole.b[node] as number) < 0 ? [] : values.property(whole.b[node] as number, name))
  const pathsOf = (node: number) =>
    attribute(node, 'path')
      .flatMap((value) => values.elements(value))
      .flatMap((value) => values.texts(value))
      .map(({ value }) => value)
  const shownAt = (node: number) => {
    const [value] = ['element', 'component', 'Component', 'render'].flatMap((name) => attribute(node, name))
    const tag = tagOf(linked, node)
    const own = value === undefined ? undefined : shownBy(linked, value)
    const [child] = whole.items(whole.c[node] as number).filter((inner) => whole.kind[inner] === Kind.Jsx && !isRoute(inner))
    const shown = own ?? (child === undefined ? undefined : shownBy(linked, child))
    // `<PrivateRoute path="…">` is a guard by itself.
    return { component: shown?.component, guards: [...(tag === 'Route' ? [] : [tag]), ...(shown?.guards ?? [])] }
  }
  const found: UiRoute[] = []
  for (const node of nodes) {
    if (!isRoute(node)) continue
    const own = shownAt(node)
    const paths = pathsOf(node)
    const isIndex = attribute(node, 'index').length > 0
    if (own.component === undefined || (paths.length === 0 && !isIndex)) continue
    const guards = [...own.guards]
    let prefix = ''
    for (let at = parents.get(node), hops = 0; at !== undefined && hops < MOST_DEPTH; at = parents.get(at), hops++) {
      if (!isRoute(at)) continue
      prefix = joinPaths(pathsOf(at)[0]?.replace(/\/\*$/, '') ?? '', prefix)
      guards.unshift(...shownAt(at).guards)
    }
    for (const path of isIndex ? [''] : paths)
      found.push({
        framework: 'react-router',
        path: (path.startsWith('/') && path.startsWith(prefix) ? path : joinPaths(prefix, path)) || '/',
        component: own.component,
        guards: [...new Set(guards)],
        at: cite(linked, node),
      })
  }
  return found
}

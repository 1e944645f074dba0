/** Pages of Angular: lists for `RouterModule.forRoot` and `provideRouter`; lazily loaded parts stand below the path that loads them. */
import { Kind } from '../../graph'
import { LabelKind } from '../labels'
import type { Linked } from '../linked'
import { lookupOf } from '../lookup'
import type { DoorDetector } from './door'
import { callsOf, loaded, routesOfTable, type TableKeys } from './route-tables'

const LIBRARY = /^npm:@angular\/router$/

const KEYS: TableKeys = {
  framework: 'angular',
  shows: ['component', 'loadComponent'],
  guards: ['canActivate', 'canActivateChild', 'canMatch', 'canLoad'],
  loads: { key: 'loadChildren', tables: lazily },
}

export const angularPages: DoorDetector = ({ linked }) => {
  const { whole } = linked
  if (!whole.files.some(({ graph }) => graph.imports.some(({ specifier }) => specifier === '@angular/router'))) return {}
  const roots = callsOf(linked, new Set(['forRoot', 'provideRouter']), lookupOf(whole).called(/^(?:forRoot|provideRouter)$/), LIBRARY)
  return { uiRoutes: roots.flatMap((call) => whole.args(call).slice(0, 1)).flatMap((table) => routesOfTable(linked, table, KEYS)) }
}

/** `() => import('./users/routes').then((m) => m.USER_ROUTES)`, or a module whose own routes are given to `forChild`. */
function lazily(linked: Linked, node: number): number[] {
  const { fileIndex, modules, solver, values, whole } = linked
  const returned = solver
    .of(node)
    .filter((label) => solver.labels.kind[label] === LabelKind.Function)
    .flatMap((label) => whole.functions[solver.labels.data[label] as number]?.returns ?? [])
  const lists = returned.filter((value) =>
    values.elements(value).some((item) => item !== value && values.definitions(item).some((made) => whole.kind[made] === Kind.Object)),
  )
  if (lists.length > 0) return lists
  const file = node < whole.size ? whole.fileOf(node) : undefined
  if (file === undefined) return []
  const targets = new Set<number>()
  const look = (from: string, specifier: string): number | undefined => {
    const to = modules.resolve(from, specifier)
    return to.kind === 'file' ? fileIndex.get(to.path) : undefined
  }
  for (const specifier of loaded(linked, node)) {
    const target = look((whole.files[file] as { path: string }).path, specifier)
    if (target === undefined) continue
    targets.add(target)
    const { path, graph } = whole.files[target] as Linked['whole']['files'][number]
    for (const { specifier: inner } of graph.imports) {
      const next = look(path, inner)
      if (next !== undefined && /rout/i.test(inner)) targets.add(next)
    }
  }
  const children = callsOf(linked, new Set(['forChild']), lookupOf(whole).called('forChild'), LIBRARY)
  const called = children.filter((call) => targets.has(whole.fileOf(call))).flatMap((call) => whole.args(call).slice(0, 1))
  // `loadChildren: () => import('./routes')`: the default export is the list.
  return called.length > 0 ? called : [...targets].slice(0, 1).flatMap((target) => values.exported(target, 'default'))
}

/** Other addresses of routes, as the settings of Next.js tell them. In: routes. Out: notes on them: `Also answers /old/:path*`. */
import { LabelKind } from '../labels'
import type { Linked } from '../linked'
import { pathCovers } from '../paths'
import { settingAt } from './applications'
import type { FiledRoute } from './handlers'

const SETTINGS = /^(.*\/)?next\.config\.[cm]?[jt]s$/

export function noteRewrites(linked: Linked, routes: readonly FiledRoute[]): void {
  if (!routes.some(({ framework }) => framework === 'next')) return
  linked.whole.files.forEach(({ path }, file) => {
    const match = SETTINGS.exec(path)
    if (!match) return
    const rewrites = linked.values.exported(file, 'default').flatMap((node) => rewritesOf(linked, node))
    for (const route of routes) {
      if (route.framework !== 'next' || route.root !== (match[1] ?? '') || route.methods.includes('ACTION')) continue
      for (const { source, destination } of rewrites)
        if (source !== route.path && leadsTo(destination, route.path)) route.notes = [...route.notes, `Also answers ${source}: a rewrite leads here`]
    }
  })
}

function rewritesOf(linked: Linked, node: number): { source: string; destination: string }[] {
  const { solver, values, whole } = linked
  const lists = settingAt(linked, node, ['rewrites'])
    .flatMap((value) => solver.of(value))
    .filter((label) => solver.labels.kind[label] === LabelKind.Function)
    .flatMap((label) => whole.functions[solver.labels.data[label] as number]?.returns ?? [])
    .flatMap((value) => [value, ...['beforeFiles', 'afterFiles', 'fallback'].flatMap((name) => values.property(value, name))])
  const text = (row: number, name: string) =>
    values
      .property(row, name)
      .flatMap((value) => values.texts(value))
      .find(({ exact }) => exact)?.value
  return lists
    .flatMap((list) => values.elements(list))
    .flatMap((row) => {
      const [source, destination] = [text(row, 'source'), text(row, 'destination')]
      return source?.startsWith('/') && destination?.startsWith('/') ? [{ source, destination }] : []
    })
}

/** `/api/:path*` leads to whatever stands below `/api`. */
function leadsTo(destination: string, path: string): boolean {
  const bare = destination.replace(/\?.*$/, '')
  const rest = /^(.+)\/:\w+[*+]$/.exec(bare)
  return rest ? pathCovers(rest[1] as string, path, true) : pathCovers(bare, path, false)
}

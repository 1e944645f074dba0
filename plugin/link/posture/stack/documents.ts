/** API documents, metrics and listings of directories, and whether callers reach them. In: the scene. Out: a control each. */
import type { Control, EntryPoint } from '../../../types'
import { cite } from '../../linked'
import { settingsAskedAround } from '../../routes/conditions'
import { callsOfKind } from '../../usages/modelled'
import { control, counted, listed } from './control'
import { distinctRoutes, reachable } from './reachable'
import { rows } from './rows'
import type { Scene } from './scene'

const DOCUMENTS = /(?:^|\/)(?:swagger(?:-ui)?|api-?docs?|openapi(?:\.(?:json|ya?ml))?|redoc|rapidoc|scalar|swagger\.json|api-?json)(?:\/|$)/i

export function documentsControl(scene: Scene): Control {
  const uses = scene.uses('api-documents')
  // `router.use('/', swaggerUi.serve)` stands beside the line with `swaggerUi.setup(…)`.
  const atUse = ({ at, handler }: EntryPoint) =>
    uses.some((use) =>
      [at, handler?.at].some(
        (place) =>
          place?.file === use.at.file && (place.line === use.at.line || (Math.abs(place.line - use.at.line) <= 3 && /\.serve\b/.test(at.text))),
      ),
    )
  const found = distinctRoutes(
    scene.known.entryPoints.filter((entry) => (entry.kind === 'http' || entry.kind === 'static') && (DOCUMENTS.test(entry.path) || atUse(entry))),
  )
  if (found.length > 0) return reachable(rows.documents, found, 'They tell every caller which operations there are and how to call them.')
  if (uses.length > 0) {
    const paths = uses.flatMap(({ values }) => values.path?.texts ?? []).map((text) => `/${text.replace(/^\/+/, '')}`)
    const calls = callsOfKind(scene.linked, 'api-documents').map(([call]) => call)
    const asked = settingsAskedAround(scene.linked, calls)
    const places = [...uses.map(({ at }) => at), ...asked.map(({ node }) => cite(scene.linked, node))]
    const where = paths.length > 0 ? listed(paths) : 'Served'
    if (asked.length > 0)
      return control(
        rows.documents,
        'pass',
        `${where}, only where ${listed(asked.map(({ text, holds }) => (holds ? text : `not (${text})`)))}`,
        'They are there under a condition on the environment only.',
        places,
      )
    return control(
      rows.documents,
      'fail',
      `${where} (public)`,
      'No condition on the environment and no guard was seen in front. They tell every caller which operations there are and how to call them.',
      places,
    )
  }
  return {
    ...control(
      rows.documents,
      'pass',
      'None served',
      'No library that shows API documents is loaded by the server, and no path is named like one.',
      scene.applications,
    ),
    absent: true,
  }
}

const METRICS = /(?:^|\/)(?:metrics|prometheus|actuator|status-monitor|swagger-stats|__debug|debug\/(?:vars|pprof)|server-?status)(?:\/|$)/i

export function metricsControl(scene: Scene): Control {
  const found = distinctRoutes(scene.known.entryPoints.filter(({ kind, path }) => (kind === 'http' || kind === 'static') && METRICS.test(path)))
  if (found.length > 0) return reachable(rows.metrics, found, 'Figures of the process and of its use can be read there.')
  return {
    ...control(
      rows.metrics,
      'pass',
      'None',
      `No path of ${counted(scene.http.length, 'route')} is named like one (metrics, prometheus, actuator, status).`,
      scene.applications,
    ),
    absent: true,
  }
}

export function listingsControl(scene: Scene): Control {
  const found = scene.known.entryPoints.filter(({ kind, notes }) => kind === 'static' && notes.some((note) => note.includes('listing')))
  const folders = scene.known.entryPoints.filter(({ kind }) => kind === 'static')
  if (folders.length === 0) return control(rows.listings, 'not applicable', 'No folder is served', 'No folder of static files is served by the code.')
  if (found.length === 0)
    return {
      ...control(
        rows.listings,
        'pass',
        'None',
        `No listing of a directory is served: looked at ${counted(folders.length, 'folder')} of static files.`,
        folders.slice(0, 3).map(({ at }) => at),
      ),
      absent: true,
    }
  const open = found.filter(({ authRequired }) => authRequired.answer !== 'yes')
  const current = `${listed(
    found.map(({ path }) => path),
    8,
  )}${open.length === found.length ? ', public' : ''}`
  return control(
    rows.listings,
    open.length > 0 ? 'fail' : 'partial',
    current,
    `${counted(found.length, 'directory shows', 'directories show')} the names of all files; ${open.length === 0 ? 'callers must be signed in' : `${open.length === found.length ? 'anyone' : `for ${open.length} of them anyone`} may look`}.`,
    found.map(({ at }) => at),
  )
}

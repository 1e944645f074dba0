/**
 * Layers and what breaks their order. In: the graph. Out: for each container the scheme its folders follow, and the imports that lead from a lower
 * layer to an upper one when it runs.
 */
import type { Evidence, ModuleGraph } from '../../../types'
import type { CodeContainer } from '../components/containers'
import type { Model } from '../components/index'
import type { KnownArchitecture } from '../known'
import { importAt } from './cycles'
import type { Graph } from './graph'
import { LAYER_SCHEMES, type LayerScheme } from './layer-schemes'

export interface Layering {
  container: CodeContainer
  scheme: LayerScheme
  /** Index into the scheme's layers by number of a code file. */
  layerOf: Map<number, number>
  /** Layers that are there, top first, with their files. */
  layers: { name: string; files: number[] }[]
}

/** By the folders of each container: the first scheme of which enough is there. */
export function layeringsOf({ linked }: KnownArchitecture, { containers }: Model): Layering[] {
  return containers.flatMap((container): Layering[] => {
    const isPages = container.kind === 'frontend' || container.whole !== undefined
    for (const scheme of LAYER_SCHEMES) {
      if ((scheme.name === 'frontend') !== isPages && scheme.name !== 'feature-sliced' && scheme.name !== 'clean') continue
      if (scheme.name === 'feature-sliced' && !isPages) continue
      const layerOf = new Map<number, number>()
      for (const file of container.files) {
        const layer = layerAt(linked.whole.files[file]?.path ?? '', scheme)
        if (layer >= 0) layerOf.set(file, layer)
      }
      const layers = scheme.layers
        .map(({ name }, index) => ({ name, files: container.files.filter((file) => layerOf.get(file) === index) }))
        .filter(({ files }) => files.length > 0)
      if (layers.length >= scheme.fewest) return [{ container, scheme, layerOf, layers }]
    }
    return []
  })
}

/** The outermost folder on the way that is a layer: `models` of `src/models/plugins`. A file may say it too: `user.service.ts`. */
function layerAt(path: string, { layers, name }: LayerScheme): number {
  const steps = path.split('/')
  const file = steps.pop() as string
  for (const step of steps) {
    const found = layers.findIndex(({ folder }) => folder.test(step))
    if (found >= 0) return found
  }
  if (name !== 'layered') return -1
  const role = /\.(controller|service|repository|entity|model|route|routes|resolver|dao)\.[cm]?[jt]sx?$/.exec(file)?.[1]
  return role ? layers.findIndex(({ folder }) => folder.test(role)) : -1
}

export function violationsOf(graph: Graph, layerings: readonly Layering[]): ModuleGraph['violations'] {
  const found: ModuleGraph['violations'] = []
  for (const layering of layerings)
    for (const { from, to, upper, lower, at } of breaks(graph, layering)) found.push({ from, to, rule: `${lower} must not import ${upper}`, at })
  return found.sort((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : one.at.line - other.at.line))
}

interface Break {
  from: string
  to: string
  upper: string
  lower: string
  at: Evidence
}

function breaks(graph: Graph, { scheme, layerOf }: Layering): Break[] {
  return graph.edges.flatMap((edge): Break[] => {
    if (edge.typesOnly) return []
    const lower = layerOf.get(graph.files[edge.from] as number)
    const upper = layerOf.get(graph.files[edge.to] as number)
    if (lower === undefined || upper === undefined || upper >= lower) return []
    return [
      {
        from: graph.nodes[edge.from]?.path ?? '',
        to: graph.nodes[edge.to]?.path ?? '',
        upper: scheme.layers[upper]?.name ?? '',
        lower: scheme.layers[lower]?.name ?? '',
        at: importAt(graph, edge),
      },
    ]
  })
}

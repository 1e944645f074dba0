/** How the system is put together. In: the solved program and what was derived of it. Out: components, their relations, style, modules, structure, deployment. */
import type { Architecture } from '../../types'
import { fileSightings } from './components/files'
import { identitySightings } from './components/identities'
import { modelOf, targetComponents } from './components/index'
import { productOfPackage } from './components/products'
import { displayOf, namedStores, storeSightings } from './components/stores'
import { deploymentOf } from './deployment/index'
import type { KnownArchitecture } from './known'
import { moduleGraphOf } from './modules/index'
import { layeringsOf } from './modules/layers'
import { relationsOf } from './relations/index'
import { routesOf } from './relations/routes'
import { networkCalls } from './relations/services'
import { structureOf } from './structure/index'
import { styleOf } from './style/index'
import type { Sighting } from './targets'

export type { KnownArchitecture } from './known'

export function architectureOf(known: KnownArchitecture): Architecture {
  const model = modelOf(known)
  const serves = (path: string) => ['backend', 'worker', 'function'].includes(model.containerAt(path)?.kind ?? '')
  const { own, external } = networkCalls(known, model.containerAt, routesOf(model.containers))
  const seen = [...storeSightings(known), ...external, ...identitySightings(known), ...consumed(known), ...fileSightings(known, serves)]
  const sightings = seen.filter(({ file }) => model.containerAt(file) !== undefined)
  const names = new Set(sightings.map(({ target }) => target.name.replace(/\s+\(.*\)$/, '').toLowerCase()))
  sightings.push(...namedStores(known, names))
  const targets = targetComponents(sightings)
  const components = [...model.components, ...targets.components]
  const relations = relationsOf(known, model, { sightings, own, idOf: targets.idOf })
  const layerings = layeringsOf(known, model)
  const modules = moduleGraphOf(known, model, layerings)
  const scene = { known, model, components, relations, modules, layerings }
  const nameOf = (id: string) => components.find((each) => each.id === id)?.name ?? id
  return {
    components,
    relations,
    style: styleOf(scene, known.statedStyle),
    modules,
    structure: structureOf(known, model, nameOf),
    deployment: deploymentOf(known.extracted.deployments ?? [], components, known.project),
  }
}

/** Queues whose messages the program takes, by the library that hands them over. */
function consumed({ entryPoints }: KnownArchitecture): Sighting[] {
  return entryPoints.flatMap(({ kind, framework, path, at }): Sighting[] => {
    if (kind !== 'queue') return []
    const name = productOfPackage(framework) ?? 'Message queue'
    return [
      {
        target: { name, kind: 'queue', technology: displayOf(framework), purpose: 'carries messages and jobs' },
        file: at.file,
        kind: 'consumes',
        through: path || displayOf(framework),
        at,
        calls: 1,
      },
    ]
  })
}

import type { ArchitectureStyle, Component, Evidence, ModuleGraph, Relation } from '../../../types'
import type { CodeContainer } from '../components/containers'
import type { Model } from '../components/index'
import type { KnownArchitecture } from '../known'
import type { Layering } from '../modules/layers'

/** What styles are told by. */
export interface Scene {
  known: KnownArchitecture
  model: Model
  components: Component[]
  relations: Relation[]
  modules: ModuleGraph
  layerings: Layering[]
}

export interface Reason {
  text: string
  evidence: Evidence[]
}

/** Undefined where nothing speaks for it. `fit` orders styles: what shapes the whole comes before what shapes a part. */
export type Style = (scene: Scene) => (ArchitectureStyle['found'][number] & { fit: number }) | undefined

export function ofKind({ model }: Scene, ...kinds: CodeContainer['kind'][]): CodeContainer[] {
  return model.containers.filter(({ kind }) => kinds.includes(kind))
}

export function componentOf({ model, components }: Scene, container: CodeContainer): Component {
  return components.find(({ id }) => id === model.ids.get(container)) as Component
}

export function firstOf(containers: readonly CodeContainer[], most = 4): Evidence[] {
  return containers.slice(0, most).flatMap(({ evidence }) => evidence.slice(0, 1))
}

/** `2 services`, `1 service`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

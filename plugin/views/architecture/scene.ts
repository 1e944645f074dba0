/** What the pages of the architecture share: components by id with their arrows, and words for arrows. */
import type { Architecture, Component, Evidence, Relation } from '../../types'
import { compareText } from '../order'
import { componentsPath } from '../reports'

export interface ComponentLink {
  id: string
  name: string
  page: string
}

export interface Arrow {
  from: ComponentLink
  to: ComponentLink
  /** `reads and writes`. */
  does: string
  through: string
  conditional: boolean
  count: number
  evidence: Evidence[]
}

export interface ArchitectureScene {
  /** What runs on its own and is code of this repository, libraries last. */
  programs: Component[]
  /** Stores, caches, queues. */
  stores: Component[]
  external: Component[]
  libraries: Component[]
  partsOf: (id: string) => Component[]
  arrowsFrom: (id: string) => Arrow[]
  arrowsTo: (id: string) => Arrow[]
  /** Between what runs or stores on its own, in the order of its ends. */
  outer: Arrow[]
  linkOf: (id: string) => ComponentLink
}

const CODE = new Set<Component['kind']>(['backend', 'frontend', 'worker', 'function', 'command', 'library'])
const STORES = new Set<Component['kind']>(['data store', 'cache', 'queue', 'file store'])
/** A newcomer asks for what users see, then what answers them. */
const ORDER: Component['kind'][] = ['frontend', 'backend', 'function', 'worker', 'command', 'library']

export function sceneOf({ components, relations }: Pick<Architecture, 'components' | 'relations'>): ArchitectureScene {
  const byId = new Map(components.map((each) => [each.id, each]))
  const linkOf = (id: string): ComponentLink => ({ id, name: byId.get(id)?.name ?? id, page: componentsPath })
  const from = new Map<string, Arrow[]>()
  const to = new Map<string, Arrow[]>()
  const put = (map: Map<string, Arrow[]>, key: string, arrow: Arrow) => map.set(key, [...(map.get(key) ?? []), arrow])
  const arrows = relations.map(arrowOf)
  for (const arrow of arrows) {
    put(from, arrow.from.id, arrow)
    put(to, arrow.to.id, arrow)
  }
  const code = components.filter(({ kind, parent }) => CODE.has(kind) && parent === undefined)
  const sorted = [...code].sort(
    (one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind) || compareText(one.folder ?? '', other.folder ?? ''),
  )
  const isOuter = (id: string) => byId.get(id)?.parent === undefined
  const rank = new Map(
    [...sorted, ...components.filter(({ kind }) => STORES.has(kind)), ...components.filter(({ kind }) => kind === 'external system')].map(
      ({ id }, index) => [id, index],
    ),
  )
  const rankOf = (id: string) => rank.get(id) ?? rank.size
  return {
    programs: sorted.filter(({ kind, level }) => kind !== 'library' || level === 'container'),
    libraries: sorted.filter(({ kind, level }) => kind === 'library' && level === 'component'),
    stores: components.filter(({ kind }) => STORES.has(kind)),
    external: components.filter(({ kind }) => kind === 'external system'),
    partsOf: (id) => components.filter(({ parent }) => parent === id),
    arrowsFrom: (id) => from.get(id) ?? [],
    arrowsTo: (id) => to.get(id) ?? [],
    outer: arrows
      .filter((arrow) => isOuter(arrow.from.id) && isOuter(arrow.to.id))
      .sort((one, other) => rankOf(one.from.id) - rankOf(other.from.id) || rankOf(one.to.id) - rankOf(other.to.id)),
    linkOf,
  }

  function arrowOf({ from: a, to: b, kind, through, conditional, count, evidence }: Relation): Arrow {
    return { from: linkOf(a), to: linkOf(b), does: kind, through, conditional: conditional ?? false, count, evidence }
  }
}

/** How an end of a relation is called, for formats that have no sign for it: `one User has many Basket`. */
import type { EntityDiagram } from '../../types'

type Relation = EntityDiagram['relations'][number]

/** Relations both of whose ends are drawn. */
export function drawnRelations({ entities, relations }: EntityDiagram): Relation[] {
  const known = new Set(entities.map(({ id }) => id))
  return relations.filter(({ from, to }) => known.has(from) && known.has(to))
}

export function ends({ fromMany, toMany }: Relation): string {
  return `${fromMany ? 'many' : 'one'} to ${toMany ? 'many' : 'one'}`
}

export const keySigns = { primary: 'PK', foreign: 'FK', unique: 'UK' } as const

/** A field as one line: `id: INTEGER (PK)`. */
export function fieldLine({ name, type, key }: EntityDiagram['entities'][number]['fields'][number]): string {
  return `${name}${type === '' ? '' : `: ${type}`}${key ? ` (${keySigns[key]})` : ''}`
}

/** Relations that Sequelize models are given by calls: `Basket.belongsTo(User, { foreignKey: 'UserId' })`. */
import { Kind } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import type { Entity, EntityRelation } from '../../types'
import { calledName, cite, isTestCode, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { nameAt, optionText, relation } from './reading'

const KINDS: Record<string, EntityRelation['kind']> = rowsByName({
  belongsTo: 'many to one',
  hasMany: 'one to many',
  hasOne: 'one to one',
  belongsToMany: 'many to many',
})

/** @param of the entity that a node stands for */
export function associations(linked: Linked, of: (node: number) => Entity | undefined): void {
  const { whole } = linked
  for (const call of lookupOf(whole).named(Kind.Call, new Set(Object.keys(KINDS)))) {
    const receiver = receiverOf(linked, call)
    const [target, options] = whole.args(call)
    if (receiver < 0 || target === undefined || isTestCode(linked, (whole.files[whole.fileOf(call)] as { path: string }).path)) continue
    const entity = of(receiver)
    if (!entity) continue
    const to = of(target)?.name ?? nameAt(linked, target)
    const by = optionText(linked, options, 'as') ?? optionText(linked, options, 'foreignKey') ?? foreignKey(linked, options)
    const kind = KINDS[calledName(linked, call)] as EntityRelation['kind']
    if (to && !entity.relations.some((known) => known.to === to && known.kind === kind && known.by === by))
      entity.relations.push(relation(to, kind, cite(linked, call), by))
  }
}

/** `foreignKey: { name: 'UserId' }` */
function foreignKey(linked: Linked, options: number | undefined): string | undefined {
  if (options === undefined) return undefined
  for (const key of linked.values.property(options, 'foreignKey')) {
    const name = optionText(linked, key, 'name')
    if (name) return name
  }
  return undefined
}

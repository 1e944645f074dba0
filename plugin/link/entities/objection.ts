/** Objection and Bookshelf: a class with `static tableName`, its fields in a JSON schema, its relations in mappings. */
import { Kind } from '../../graph'
import { rowsByName } from '../../rows-by-name'
import type { Entity, EntityRelation } from '../../types'
import { membersOf } from '../decorated/decorations'
import { cite, isTestCode, type Linked } from '../linked'
import { changedBy } from './hooks'
import { choicesAt, entriesOf, entryNamed, type FoundEntity, field, nameAt, optionText, packagesOf, relation, sourceText, textAt } from './reading'

const KINDS: Record<string, EntityRelation['kind']> = rowsByName({
  BelongsToOneRelation: 'many to one',
  HasOneRelation: 'one to one',
  HasManyRelation: 'one to many',
  HasOneThroughRelation: 'one to one',
  ManyToManyRelation: 'many to many',
})
const HOOKS = /^\$before(?:Insert|Update)$/

export function objectionModels(linked: Linked): FoundEntity[] {
  const { whole, solver } = linked
  const found: FoundEntity[] = []
  whole.classes.forEach((cls, index) => {
    if (cls.extends < 0 || cls.fact.name === '' || isTestCode(linked, (whole.files[cls.file] as { path: string }).path)) return
    let isModel = false
    for (let at: number | undefined = index, hops = 0; at !== undefined && hops < 6; at = solver.superclass.get(at), hops++)
      isModel ||=
        (whole.classes[at]?.extends ?? -1) >= 0 &&
        packagesOf(linked, whole.classes[at]?.extends as number).some((name) => /^(?:objection|bookshelf|@foal\/.+)$/.test(name))
    if (!isModel) return
    const members = membersOf(linked, index)
    const value = (name: string) => {
      const node = members.find((member) => member.name === name)?.node ?? -1
      return node >= 0 && whole.kind[node] === Kind.Function ? (whole.functions[whole.a[node] as number]?.returns[0] ?? -1) : node
    }
    const stored = textAt(linked, value('tableName'))
    if (stored === undefined) return
    const schema = value('jsonSchema')
    const required = new Set(choicesAt(linked, entryNamed(linked, schema < 0 ? undefined : schema, 'required')?.value))
    const fields = entriesOf(linked, schema < 0 ? undefined : entryNamed(linked, schema, 'properties')?.value).map(({ name, value: of, entry }) => {
      const standard = entryNamed(linked, of, 'default')
      const type = optionText(linked, of, 'type') ?? choicesAt(linked, entryNamed(linked, of, 'type')?.value).join(' | ')
      return field(name, [type, optionText(linked, of, 'format')].filter(Boolean).join(' '), cite(linked, entry), {
        required: required.has(name),
        primary: name === 'id',
        ...(standard ? { default: sourceText(linked, standard.value) } : {}),
        values: choicesAt(linked, entryNamed(linked, of, 'enum')?.value),
      })
    })
    const mappings = value('relationMappings')
    const relations = entriesOf(linked, mappings < 0 ? undefined : mappings).map(({ name, value: of, entry }) => {
      const kind = linked.values.nameOf(entryNamed(linked, of, 'relation')?.value ?? -1)
      return relation(nameAt(linked, entryNamed(linked, of, 'modelClass')?.value), KINDS[kind] ?? 'many to one', cite(linked, entry), name)
    })
    const entity: Entity = { name: cls.fact.name, stored, library: 'objection', kind: 'stored', at: cite(linked, cls.node), fields, relations }
    for (const member of members)
      if (HOOKS.test(member.name) && member.node >= 0 && whole.kind[member.node] === Kind.Function)
        for (const [key, change] of changedBy(linked, whole.a[member.node] as number, member.name, cite(linked, member.node))) {
          const changed = entity.fields.find((each) => each.name === key)
          if (changed) changed.transformedBy = [...(changed.transformedBy ?? []), change]
        }
    found.push({ entity, nodes: [cls.node] })
  })
  return found
}

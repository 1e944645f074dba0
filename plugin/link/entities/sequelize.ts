/** Sequelize: `sequelize.define('User', fields, options)` and `User.init(fields, options)`. Decorated models are in `decorated.ts`. */
import { Kind } from '../../graph'
import type { Entity, EntityEnd, EntityField } from '../../types'
import { calledName, cite, isTestCode, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { functionsAt, setterOf, withHook } from './hooks'
import {
  choicesAt,
  classesAt,
  denies,
  type Entry,
  entriesOf,
  entryNamed,
  type FoundEntity,
  field,
  nameAt,
  objectsAt,
  optionText,
  packagesOf,
  says,
  sourceText,
  textAt,
  typeText,
} from './reading'

const HOOKS = new Set('beforeValidate afterValidate beforeCreate beforeUpdate beforeSave beforeUpsert beforeBulkCreate beforeBulkUpdate'.split(' '))
/** Names of types, for models whose library is a parameter: `(sequelize, DataTypes) => sequelize.define(…)`. */
const TYPES =
  /\b(?:STRING|TEXT|CITEXT|CHAR|INTEGER|BIGINT|SMALLINT|FLOAT|DOUBLE|REAL|DECIMAL|NUMBER|BOOLEAN|DATE|DATEONLY|TIME|NOW|UUID|UUIDV[14]|ENUM|JSONB?|BLOB|ARRAY|VIRTUAL|INET|RANGE|GEOMETRY)\b/

export function sequelizeModels(linked: Linked): FoundEntity[] {
  const { whole } = linked
  const found: FoundEntity[] = []
  for (const call of lookupOf(whole).named(Kind.Call, new Set(['define', 'init']))) {
    const receiver = receiverOf(linked, call)
    if (receiver < 0 || isTestCode(linked, (whole.files[whole.fileOf(call)] as { path: string }).path)) continue
    const [first, second, third] = whole.args(call)
    if (calledName(linked, call) === 'init') {
      const [cls] = classesAt(linked, receiver)
      const isModel = cls !== undefined && first !== undefined && (extendsModel(linked, cls) || hasTypes(linked, first))
      const owner = cls === undefined ? undefined : whole.classes[cls]
      if (isModel && owner) {
        const entity = modelOf(linked, owner.fact.name || nameAt(linked, receiver), call, first as number, second)
        found.push({ entity: { ...entity, at: cite(linked, owner.node) }, nodes: [owner.node] })
      }
    } else {
      const name = textAt(linked, first)
      if (name === undefined || second === undefined || objectsAt(linked, second).length === 0) continue
      if (isSequelize(linked, receiver) || hasTypes(linked, second)) found.push({ entity: modelOf(linked, name, call, second, third), nodes: [call] })
    }
  }
  return found
}

function extendsModel(linked: Linked, cls: number): boolean {
  for (let at: number | undefined = cls, hops = 0; at !== undefined && hops < 6; at = linked.solver.superclass.get(at), hops++) {
    const parent = linked.whole.classes[at]?.extends ?? -1
    if (parent >= 0 && packagesOf(linked, parent).some((name) => name.startsWith('sequelize') || name === '@sequelize/core')) return true
  }
  return false
}

const isSequelize = (linked: Linked, node: number) =>
  packagesOf(linked, node).some((name) => name.startsWith('sequelize') || name === '@sequelize/core')

function hasTypes(linked: Linked, node: number): boolean {
  return entriesOf(linked, node).some(({ value }) => TYPES.test(linked.whole.sourceOf(entryNamed(linked, value, 'type')?.value ?? value, 80)))
}

function modelOf(linked: Linked, name: string, call: number, fields: number, options: number | undefined): Entity {
  const stored = optionText(linked, options, 'tableName')
  const entity: Entity = {
    name,
    ...(stored === undefined ? {} : { stored }),
    library: 'sequelize',
    kind: 'stored',
    at: cite(linked, call),
    fields: entriesOf(linked, fields).map((entry) => attribute(linked, entry)),
    relations: [],
  }
  const ends: EntityEnd[] = []
  const paranoid = entryNamed(linked, options, 'paranoid')
  if (paranoid && says(linked, options, 'paranoid')) ends.push({ how: 'marked', by: 'paranoid', at: cite(linked, paranoid.entry) })
  if (ends.length > 0) entity.ends = ends
  for (const excluded of hiddenByScope(linked, options)) for (const each of entity.fields) if (each.name === excluded) each.hidden = true
  for (const { name: hook, value } of entriesOf(linked, entryNamed(linked, options, 'hooks')?.value))
    if (HOOKS.has(hook)) withHook(linked, entity, hook, value)
  return entity
}

/** `defaultScope: { attributes: { exclude: ['password'] } }` */
function hiddenByScope(linked: Linked, options: number | undefined): string[] {
  const attributes = entryNamed(linked, entryNamed(linked, options, 'defaultScope')?.value, 'attributes')
  return choicesAt(linked, entryNamed(linked, attributes?.value, 'exclude')?.value)
}

function attribute(linked: Linked, { name, value, entry }: Entry): EntityField {
  const said = entryNamed(linked, value, 'type')
  const type = said?.value ?? value
  const required = denies(linked, value, 'allowNull')
  const standard = entryNamed(linked, value, 'defaultValue')
  const set = entryNamed(linked, value, 'set')
  const setter = set && setterOf(linked, name, 'set', set.value)
  const validIn = entryNamed(linked, entryNamed(linked, value, 'validate')?.value, 'isIn')
  return field(name, typeText(linked, type), cite(linked, entry), {
    required,
    unique: says(linked, value, 'unique') || textAt(linked, entryNamed(linked, value, 'unique')?.value) !== undefined,
    primary: says(linked, value, 'primaryKey'),
    ...(standard ? { default: sourceText(linked, standard.value) } : {}),
    values: [
      ...choicesAt(linked, entryNamed(linked, value, 'values')?.value),
      ...(validIn ? choicesAt(linked, validIn.value) : []),
      ...enumerated(linked, type),
    ],
    ...(setter ? { transformedBy: [setter] } : {}),
  })
}

/** `DataTypes.ENUM('a', 'b')` */
function enumerated(linked: Linked, type: number): string[] {
  const { whole } = linked
  if (whole.kind[type] !== Kind.Call || calledName(linked, type) !== 'ENUM') return []
  return whole.args(type).flatMap((argument) => choicesAt(linked, whole.kind[argument] === Kind.Spread ? (whole.a[argument] as number) : argument))
}

/** `User.beforeCreate(hash)`, `User.addHook('beforeSave', hash)`: hooks that are put in force outside of the definition. */
export function sequelizeHooks(linked: Linked, of: (node: number) => Entity | undefined): void {
  const { whole } = linked
  for (const call of lookupOf(whole).named(Kind.Call, new Set([...HOOKS, 'addHook', 'hook']))) {
    const receiver = receiverOf(linked, call)
    const entity = receiver < 0 ? undefined : of(receiver)
    if (!entity) continue
    const called = calledName(linked, call)
    const args = [...whole.args(call)]
    const name = HOOKS.has(called) ? called : textAt(linked, args[0])
    if (name !== undefined && HOOKS.has(name))
      withHook(
        linked,
        entity,
        name,
        args.find((each) => functionsAt(linked, each).length > 0),
      )
  }
}

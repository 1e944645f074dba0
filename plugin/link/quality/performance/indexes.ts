/**
 * Which fields have an index. In: every declaration of one: calls, options, decorators, whatever the library. Out: names of fields,
 * of whichever table; so a field counts as indexed rather too often than too rarely.
 */
import { Kind } from '../../../graph'
import { calledName } from '../../linked'
import { lookupOf } from '../../lookup'
import type { Scene } from './scene'

const INDEXES = new Set([
  'index',
  'createIndex',
  'ensureIndex',
  'createIndexes',
  'addIndex',
  'addConstraint',
  'unique',
  'uniqueIndex',
  'Index',
  'Unique',
  'BelongsTo',
  'PrimaryKey',
])

export function indexedNames(scene: Scene): Set<string> {
  const { linked } = scene
  const { whole, values } = linked
  const found = new Set<string>()
  const put = (node: number, depth = 0) => {
    if (depth > 4 || node < 0 || node >= whole.size) return
    const kind = whole.kind[node]
    if (kind === Kind.String) found.add(whole.text(whole.a[node] as number))
    else if (kind === Kind.Load) found.add(whole.text(whole.b[node] as number))
    else if (kind === Kind.Object)
      for (const name of values.propertyNames(node)) {
        found.add(name)
        for (const value of values.property(node, name)) put(value, depth + 1)
      }
    else if (kind === Kind.Array) for (const item of whole.items(whole.a[node] as number)) put(item, depth + 1)
    else if (kind === Kind.Function) for (const value of whole.functions[whole.a[node] as number]?.returns ?? []) put(value, depth + 1)
  }
  for (const call of lookupOf(whole).named(Kind.Call, INDEXES)) for (const argument of whole.args(call)) put(argument)
  // `index().on(table.email)`
  for (const call of lookupOf(whole).named(Kind.Call, new Set(['on'])))
    if (/index/i.test(calledOfReceiver(scene, call))) for (const argument of whole.args(call)) put(argument)
  for (const property of lookupOf(whole).named(Kind.Property, new Set(['indexes', 'uniqueKeys']))) put(whole.b[property] as number)
  for (const property of lookupOf(whole).named(Kind.Property, new Set(['index', 'unique', 'primaryKey', 'indexed', 'sparse', 'expires', 'text']))) {
    const value = whole.b[property] as number
    if (whole.kind[value] === Kind.Boolean && whole.a[value] === 0) continue
    const object = lookupOf(whole).objectOf(property)
    for (const user of object < 0 ? [] : scene.uses.of(object))
      if (whole.kind[user] === Kind.Property && (whole.a[user] as number) >= 0) found.add(whole.text(whole.a[user] as number))
  }
  whole.classes.forEach(({ members }) => {
    for (const { name, decorators } of members)
      for (const decorator of decorators) {
        const called = whole.kind[decorator] === Kind.Call ? calledName(linked, decorator) : values.nameOf(decorator)
        const options = whole.kind[decorator] === Kind.Call ? [...whole.args(decorator)] : []
        const says = options.some((option) => ['index', 'unique', 'primaryKey', 'primary'].some((key) => values.property(option, key).length > 0))
        if (says || /^(?:Index|Unique|PrimaryKey|Primary\w*|ForeignKey|OneToOne)$/.test(called)) found.add(name)
      }
  })
  return found
}

function calledOfReceiver({ linked }: Scene, call: number): string {
  const { whole } = linked
  const callee = whole.a[call] as number
  const receiver = whole.kind[callee] === Kind.Load ? (whole.a[callee] as number) : -1
  return receiver >= 0 && whole.kind[receiver] === Kind.Call ? calledName(linked, receiver) : ''
}

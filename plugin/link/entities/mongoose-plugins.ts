/** Plugins of Mongoose that change how records are kept. */
import type { Entity, Evidence } from '../../types'
import { cite, type Linked } from '../linked'
import { choicesAt, entryNamed, field, packagesOf } from './reading'

/** Plugins that change how records are kept. `fields`: option with the fields they encrypt; without it all of them. */
const PLUGINS: [pattern: RegExp, does: 'encrypt' | 'hash' | 'marks', fields: string[]][] = [
  [/mongoose-(?:field-)?encrypt|mongoose-cipher|mongo-?crypt/, 'encrypt', ['fields', 'encryptedFields', 'encryptedPaths', 'paths']],
  [/passport-local-mongoose|mongoose-bcrypt|mongoose-hash/, 'hash', ['fields']],
  [/mongoose-(?:delete|soft-delete|paranoid)|soft-delete-plugin-mongoose/, 'marks', []],
]

export function byPlugin(linked: Linked, entity: Entity, [plugin, options]: number[]): void {
  if (plugin === undefined) return
  const from = packagesOf(linked, plugin).join(' ')
  const known = PLUGINS.find(([pattern]) => pattern.test(from))
  if (!known) return
  const at: Evidence = cite(linked, plugin)
  const name = from.split(' ')[0] as string
  const [, does, keys] = known
  if (does === 'marks') {
    entity.ends = [...(entity.ends ?? []), { how: 'marked', by: name, at }]
    return
  }
  const named = options === undefined ? [] : choicesAt(linked, entryNamed(linked, options, ...keys)?.value)
  if (does === 'hash') {
    // It keeps a hash and a salt in place of a field.
    if (!entity.fields.some((each) => each.name === 'password'))
      entity.fields.push(field('hash', 'String', at, { transformedBy: [{ name, does, with: `${name} (PBKDF2)`, at }] }))
    return
  }
  for (const each of entity.fields)
    if (named.length === 0 || named.includes(each.name)) each.transformedBy = [...(each.transformedBy ?? []), { name, does, with: name, at }]
}

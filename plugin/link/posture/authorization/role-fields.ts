/**
 * Roles as records hold them. In: fields of stored entities, definitions of a field with its values and default (`role: { enum: roles,
 * default: 'user' }`), accounts that are written out with a role. Out: mentions.
 */
import { Kind } from '../../../graph'
import type { Evidence } from '../../../types'
import { lookupOf } from '../../lookup'
import type { Ground } from './ground'
import type { Mention } from './mention'
import { isRoleName, ROLE_FIELD, ROLE_FLAG, roleOfFlag } from './words'

/** Beside a role these say that an account is meant, and not a turn of a conversation. */
const ACCOUNT = /^(?:e_?mail|user_?name|pass(?:word|wd)?|password_?hash|login|first_?name|last_?name|full_?name|display_?name|phone)$/i

export function fieldRoles(ground: Ground): Mention[] {
  return [...ofEntities(ground), ...ofProperties(ground)]
}

export function roleFieldsOf({ entities }: Ground): { name: string; at: Evidence }[] {
  return entities
    .filter(({ kind }) => kind === 'stored')
    .flatMap((entity) =>
      entity.fields
        .filter(({ name }) => ROLE_FIELD.test(name) || ROLE_FLAG.test(name))
        .map(({ name, at }) => ({ name: `${entity.name}.${name}`, at })),
    )
}

function ofEntities({ entities }: Ground): Mention[] {
  return entities
    .filter(({ kind }) => kind === 'stored')
    .flatMap((entity) =>
      entity.fields.flatMap((field): Mention[] => {
        if (ROLE_FLAG.test(field.name))
          return [{ role: roleOfFlag(field.name), how: 'defined', at: field.at, represented: `flag \`${field.name}\` of \`${entity.name}\`` }]
        if (!ROLE_FIELD.test(field.name)) return []
        const represented = `value of \`${entity.name}.${field.name}\``
        const initial = field.default?.replace(/^.*\./, '').replace(/^['"`]|['"`]$/g, '')
        const values = (field.values ?? []).filter(isRoleName)
        return [
          ...values.map((role): Mention => ({ role, how: 'defined', at: field.at, represented })),
          ...(initial && isRoleName(initial) && (values.length === 0 || values.some((value) => value.toLowerCase() === initial.toLowerCase()))
            ? [{ role: initial, how: 'default' as const, at: field.at, represented }]
            : []),
        ]
      }),
    )
}

function ofProperties(ground: Ground): Mention[] {
  const { whole, values } = ground.linked
  const lookup = lookupOf(whole)
  const found: Mention[] = []
  const texts = (node: number): string[] =>
    values
      .texts(node)
      .filter(({ exact, value }) => exact && isRoleName(value))
      .map(({ value }) => value)
  for (const entry of lookup.named(Kind.Property, (name) => ROLE_FIELD.test(name) || ROLE_FLAG.test(name))) {
    if (!ground.isServer((whole.files[whole.fileOf(entry)] as { path: string }).path)) continue
    const name = whole.text(whole.a[entry] as number)
    const value = whole.b[entry] as number
    const kind = whole.kind[value] as Kind
    if (ROLE_FLAG.test(name)) {
      if (kind === Kind.Boolean && whole.a[value] === 1 && isAccount(ground, entry))
        found.push({ role: roleOfFlag(name), how: 'given', at: ground.at(entry), represented: `flag \`${name}\`` })
    } else if (kind === Kind.Object) found.push(...defined(ground, entry, name, value, texts))
    else if (isAccount(ground, entry) || kind === Kind.Array)
      for (const role of kind === Kind.Array ? [] : texts(value).slice(0, 4))
        found.push({ role, how: 'given', at: ground.at(entry), represented: `value of \`${name}\`` })
  }
  return found
}

/** `role: { type: String, enum: ['user', 'admin'], default: 'user' }`, `role: { validate: { isIn: [['a', 'b']] } }`. */
function defined(ground: Ground, entry: number, name: string, object: number, texts: (node: number) => string[]): Mention[] {
  const { values } = ground.linked
  const represented = `value of the field \`${name}\``
  const within = (key: string) => values.property(object, key)
  const lists = [...within('enum'), ...within('values'), ...within('isIn'), ...within('validate').flatMap((rules) => values.property(rules, 'isIn'))]
  const listed = lists.flatMap((list) => values.elements(list)).flatMap((item) => values.elements(item))
  const roles = [...new Set(listed.flatMap(texts))]
  // Alone a default says little: `role: { default: 'x' }` of options is no field of a record.
  const isField = roles.length > 0 || within('type').length > 0
  if (!isField) return []
  return [
    ...roles.map((role): Mention => ({ role, how: 'defined', at: ground.at(entry), represented })),
    ...[...within('default'), ...within('defaultValue')]
      .flatMap((node) => texts(node).map((role) => ({ role, node })))
      .map(({ role, node }): Mention => ({ role, how: 'default', at: ground.at(node < ground.linked.whole.size ? node : entry), represented })),
  ]
}

function isAccount({ linked: { whole } }: Ground, entry: number): boolean {
  const object = lookupOf(whole).objectOf(entry)
  if (object < 0) return false
  return whole
    .items(whole.a[object] as number)
    .some((other) => whole.kind[other] === Kind.Property && whole.a[other] !== -1 && ACCOUNT.test(whole.text(whole.a[other] as number)))
}

import type { Entity, Program } from '../../types'
import type { Hit } from '../rule'
import { textOf, usageRule } from '../usage-rule'

/** Fields that hold what somebody signs in with. */
const PASSWORD = /^(?:(?:hashed|encrypted|user)_?)?(?:pass(?:word|wd|phrase|code)|pwd)(?:_?(?:hash|digest|salt))?$/i

export default usageRule({
  id: 'secret-in-answer',
  class: 'info-exposure',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:N/A:N',
  cwe: [201, 200],
  title: 'An answer carries a password or a key',
  why: 'Whoever receives an answer can read all of it, whatever of it a page shows; proxies and browsers keep copies.',
  impact: ['Hashes of passwords are tried out offline', 'With a key of the server, tokens are forged and other systems called'],
  fix: 'Name the fields that callers are meant to get, in the query or where the answer is made.',
  code: 'const user = await User.findByPk(id, { attributes: ["id", "name"] })\nresponse.json({ id: user.id, name: user.name })',
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/REST_Security_Cheat_Sheet.html',
    'https://owasp.org/API-Security/editions/2023/en/0xa3-broken-object-property-level-authorization/',
  ],
  of: ['answered-secret'],
  fault: ({ values, at }, program): Partial<Hit> | undefined => {
    const name = textOf(values.name) ?? ''
    const trace = [...(values.from?.at ? [values.from.at] : []), at]
    switch (textOf(values.what)) {
      case 'environment':
        return { trace, description: 'The whole environment of the process is part of this answer, with every key and password in it.' }
      case 'setting':
        // Some keys are made for pages.
        return {
          trace,
          confidence: /API|ACCESS|MAP/i.test(name) ? 'medium' : 'high',
          description: `\`${name}\` of the environment is part of this answer.`,
        }
      case 'field':
        return { trace, description: `\`${name}\` of a stored record is part of this answer.` }
      default: {
        const kept = passwordOf(name, program)
        return kept
          ? {
              trace: [...trace, kept.at],
              confidence: textOf(values.filtered) === 'true' ? 'low' : 'medium',
              description: `Records of \`${kept.entity.name}\` are answered with all their fields, \`${kept.field}\` among them.`,
            }
          : undefined
      }
    }
  },
})

/** The password that an entity shows to whoever reads it; undefined where it has none, or hides it. */
function passwordOf(of: string, { entities }: Program): { entity: Entity; field: string; at: Entity['at'] } | undefined {
  for (const entity of entities) {
    if (entity.kind !== 'stored' || (stem(entity.name) !== stem(of) && stem(entity.stored ?? '') !== stem(of))) continue
    const field = entity.fields.find(({ name, hidden }) => !hidden && PASSWORD.test(name))
    if (field) return { entity, field: field.name, at: field.at }
  }
  return undefined
}

/** `User` of `users`, `userModel`, `usersRepository`. */
const stem = (name: string): string =>
  name
    .replace(/(?:Model|Entity|Repository|Repo|Collection|Col|Dao|DAO|Service)$/, '')
    .toLowerCase()
    .replace(/s$/, '')

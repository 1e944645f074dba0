import type { DataUse, EntryPoint } from '../../types'
import { answersCalls, atDoor } from '../doors'
import { defineRule, type Hit, type Rule } from '../rule'
import { taintRule } from '../taint-rule'

const PRIVILEGED =
  /^(?:roles?|role_?ids?|is_?admin(?:istrator)?|admin|is_?super_?user|super_?user|is_?staff|permissions?|privileges?|access_?level|account_?type|user_?type|is_?moderator)$/i

/** What belongs to accounts and to other things alike: the access level of a folder is for its owner to say. */
const OF_THINGS_TOO = /^(?:permissions?|privileges?|access_?level)$/i
const ACCOUNT =
  /user|account|member|person|people|profile|staff|employee|customer|admin|owner|client|author|invit|role|group|team|token|session|auth/i
/** In a talk with a model, the role says who speaks. */
const SPOKEN = /message|chat|conversation|prompt|completion/i

/** Whether a field says what an account may do, by the record that has it; a record without a name may be one. */
function decidesRights(field: string, record: string): boolean {
  if (!PRIVILEGED.test(field) || (/^roles?$/i.test(field) && SPOKEN.test(record))) return false
  return record === '' || !OF_THINGS_TOO.test(field) || ACCOUNT.test(record)
}

/**
 * The caller is asked something about what is written, or has a key that names nobody; whether that is the right to grant it, the code
 * does not tell.
 */
const asksCaller = ({ checks = [], rightAsked, namelessKey }: EntryPoint, { bound }: DataUse): boolean =>
  namelessKey !== undefined || checks.length > 0 || rightAsked !== undefined || bound !== undefined

const rule: Omit<Rule, 'check'> = {
  id: 'user-controlled-role',
  size: 'medium',
  class: 'mass-assignment',
  phase: 'Authorization',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
  cwe: [269, 915],
  title: 'The sender decides what an account may do',
  why: 'A role or permission is written as the request says it, and nobody who may grant it was asked.',
  impact: ['Anyone makes an administrator of themselves', 'Every check of a role can be passed'],
  fix: 'Write a fixed role for new accounts, and let only administrators change it on a route of its own.',
  code: "await User.create({ name: request.body.name, role: 'customer' })",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Mass_Assignment_Cheat_Sheet.html',
    'https://owasp.org/API-Security/editions/2023/en/0xa3-broken-object-property-level-authorization/',
  ],
}

/** What the session keeps is what later requests are told by. */
const kept = taintRule({
  ...rule,
  from: ['request', 'message'],
  to: ['rights'],
  describe: ({ origin, api }) => `\`${origin}\` is kept as \`${api}\`, by which later requests are told what they may do.`,
})

export default defineRule({
  ...rule,
  check: (program) => {
    const { entryPoints } = program
    const found = new Map<string, Hit>()
    for (const entry of entryPoints) {
      if (!answersCalls(entry.kind) || entry.guards.some(({ role }) => role === 'authorization')) continue
      for (const use of entry.data ?? []) {
        const write = use.writes.find(({ field, by }) => by === 'request' && decidesRights(field, use.of))
        if (!write || use.bound === 'role' || (use.does !== 'create' && use.does !== 'update')) continue
        const place = `${write.at.file}:${write.at.line}`
        if (found.has(place)) continue
        const isGenerated = use.library === entry.framework
        found.set(place, {
          ...atDoor(entry),
          subject: `${entry.method} ${entry.path} ${write.field}`,
          at: write.at,
          around: use.api,
          trace: isGenerated ? [write.at] : [entry.at, write.at, use.at],
          confidence: isGenerated || entry.validated.answer === 'yes' || asksCaller(entry, use) ? 'medium' : 'high',
          description: isGenerated
            ? `The model behind \`${entry.method} ${entry.path}\` has the field \`${write.field}\`, and the generated route stores whatever the request says for it.`
            : `\`${entry.method} ${entry.path}\` writes \`${write.field}\` as the request says it (\`${use.api}\`).`,
        })
      }
    }
    const isGuarded = ({ route }: Hit) =>
      entryPoints.some((entry) => `${entry.method} ${entry.path}` === route && entry.guards.some(({ role }) => role === 'authorization'))
    return [...found.values(), ...kept.check(program).filter((hit) => !isGuarded(hit))]
  },
})

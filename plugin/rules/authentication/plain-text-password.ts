import { rowsByName } from '../../rows-by-name'
import { defineRule } from '../rule'

const ways: Record<string, string> = rowsByName({
  compared: 'is compared as it is, which works only where it is stored as it is.',
  queried: 'is asked for as it is, which works only where it is stored as it is.',
  stored: 'is stored as it came.',
})

export default defineRule({
  id: 'plain-text-password',
  size: 'large',
  class: 'plaintext-password',
  phase: 'Authentication',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:N',
  cwe: [256],
  title: 'Passwords are kept without hashing',
  why: 'Whoever gets a copy of the data has every password, also for the other places where people use the same one.',
  impact: ['A leaked backup or one injected query opens every account', 'Staff can read passwords of users'],
  fix: 'Store a slow salted hash, and compare with the function of the same library.',
  code: 'const matches = await argon2.verify(user.passwordHash, password)',
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html'],
  check: ({ usages }) =>
    usages
      .filter(({ kind, test }) => kind === 'plain-password' && !test)
      .map(({ library, at, around }) => ({
        subject: `${around || at.file} ${library}`,
        at,
        trace: [at],
        confidence: 'medium' as const,
        description: `A password ${ways[library] ?? ways.stored} Whoever gets a copy of the data has every password.`,
      })),
})

import { defineRule } from '../rule'

/** Least length that NIST SP 800-63B section 5.1.1.2 and OWASP ask of passwords that people choose. */
const LEAST = 8

export default defineRule({
  id: 'weak-password-policy',
  class: 'weak-password-policy',
  phase: 'Authentication',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:N',
  cwe: [521],
  title: 'Passwords may be shorter than eight characters',
  why: 'Short passwords are found by trying, online against one account and offline against a leaked table in minutes.',
  impact: ['Accounts are taken over by guessing'],
  fix: 'Ask for eight characters at least, allow sixty-four and more, and turn away passwords from known leaks.',
  code: 'password: z.string().min(8).max(128)',
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html', 'https://pages.nist.gov/800-63-3/sp800-63b.html'],
  check: ({ usages }) =>
    usages
      .filter(({ kind, test, values }) => kind === 'password-rule' && !test && Number(values.least?.texts[0]) < LEAST)
      .map(({ api, at, around, values }) => ({
        subject: `${around || at.file} ${api}`,
        at,
        trace: [at],
        // That there is one at all, a schema asks wherever somebody signs in, too.
        confidence: api === 'schema' && values.least?.texts[0] === '1' ? ('low' as const) : ('medium' as const),
        description: `A password of ${values.least?.texts[0]} ${values.least?.texts[0] === '1' ? 'character' : 'characters'} is accepted here. Short passwords are found by trying.`,
      })),
})

import { defineRule } from '../rule'

const WHY = 'Messages of exceptions are logged, sent to error trackers and shown on pages by code that does not know what is in them.'

export default defineRule({
  id: 'sensitive-data-in-exception',
  class: 'info-exposure',
  phase: 'Data Protection',
  cvss: 'AV:L/AC:H/PR:L/UI:N/S:U/C:L/I:N/A:N',
  cwe: [210, 209],
  title: 'The message of an exception holds personal data',
  why: WHY,
  impact: ['Personal data or passwords turn up in logs and at other companies', 'Whoever causes the error may be shown data of somebody else'],
  fix: 'Name the case and an internal number, not the person.',
  code: "throw new NotFound('no account ' + user.id)",
  references: [
    'https://cheatsheetseries.owasp.org/cheatsheets/Error_Handling_Cheat_Sheet.html',
    'https://cheatsheetseries.owasp.org/cheatsheets/Logging_Cheat_Sheet.html',
  ],
  check: ({ usages }) =>
    usages
      .filter(({ kind, test }) => kind === 'thrown-data' && !test)
      .map(({ api, library, at, around }) => ({
        subject: `${around || at.file} ${api}`,
        at,
        trace: [at],
        description: `${WHY} Here it is \`${api}\`.`,
        confidence:
          library === 'connection' || library === 'password' || library === 'financial' || library === 'health'
            ? ('medium' as const)
            : ('low' as const),
      })),
})

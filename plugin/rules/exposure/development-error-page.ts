import { defineRule } from '../rule'

export default defineRule({
  id: 'development-error-page',
  class: 'info-exposure',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
  cwe: [209, 489],
  title: 'An error page for developers is in force everywhere',
  why: 'This handler answers every error with its stack, and no condition on the environment keeps it out of production.',
  impact: ['Any request that makes the server fail shows how it is built'],
  fix: 'Register it in development only, and an own error handler otherwise.',
  code: "if (process.env.NODE_ENV === 'development') app.use(errorhandler())",
  references: [
    'https://expressjs.com/en/resources/middleware/errorhandler.html',
    'https://cheatsheetseries.owasp.org/cheatsheets/Error_Handling_Cheat_Sheet.html',
  ],
  check: ({ usages }) =>
    usages
      .filter(({ kind, test }) => kind === 'shown-error-page' && !test)
      .map(({ api, at, around }) => ({ subject: `${around || at.file} ${api}`, at, trace: [at] })),
})

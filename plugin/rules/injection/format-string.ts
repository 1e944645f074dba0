import { taintRule } from '../taint-rule'

export default taintRule({
  id: 'format-string',
  class: 'format-string',
  phase: 'Input Validation',
  // What is spoilt is a line that people read; whether anything comes of it is theirs to decide.
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:N/I:L/A:N',
  cwe: [134],
  title: 'Outside data is used as a format text',
  why: 'Placeholders in it take the arguments that follow, in an order nobody meant.',
  impact: ['Log entries say something else than what happened'],
  fix: 'Write the format yourself and hand the value over as an argument.',
  code: "console.log('login of %s failed', request.body.user, reason)",
  references: ['https://nodejs.org/api/util.html', 'https://cheatsheetseries.owasp.org/cheatsheets/Logging_Cheat_Sheet.html'],
  from: ['request', 'browser', 'message', 'parameter'],
  to: ['format'],
  // What the address of a page spoils is the console of whoever opened it; a line of a log is for whoever reads it to be misled by.
  most: ({ source, api }) => (source === 'browser' || api.startsWith('console.') ? 'medium' : undefined),
})

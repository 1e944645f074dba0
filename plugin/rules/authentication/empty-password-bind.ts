import { taintRule } from '../taint-rule'

export default taintRule({
  id: 'empty-password-bind',
  class: 'broken-auth',
  phase: 'Authentication',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:N',
  cwe: [287],
  title: 'A directory is asked with a password that may be empty',
  why: 'Asked with a name and an empty password, many directories answer with success and have checked nothing (RFC 4513, section 5.1.2).',
  impact: ['Whoever knows the name of an account signs in with an empty password'],
  fix: 'Refuse an empty password before the directory is asked, or find the account again with what the directory says of the connection.',
  code: "if (typeof password !== 'string' || password === '') return response.sendStatus(401)\nawait client.bind(dn, password)",
  references: [
    'https://www.rfc-editor.org/rfc/rfc4513#section-5.1.2',
    'https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html',
  ],
  from: ['request', 'message'],
  to: ['empty-password'],
  // Directories may be set up to refuse it.
  most: () => 'medium',
})

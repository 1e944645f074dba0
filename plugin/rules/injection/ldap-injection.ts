import { taintRule } from '../taint-rule'

export default taintRule({
  id: 'ldap-injection',
  class: 'ldap-injection',
  phase: 'Input Validation',
  cvss: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:L/A:N',
  cwe: [90, 943],
  title: 'Outside data becomes part of an LDAP filter or name',
  why: 'Parentheses, asterisks and commas in a value change what the directory is asked for.',
  impact: ['Logins are passed with a filter that matches anyone', 'Entries of other people are read'],
  fix: 'Build filters from objects, such as `EqualityFilter`, or escape values by RFC 4515 and names by RFC 4514.',
  code: "client.search(base, { filter: new EqualityFilter({ attribute: 'uid', value: request.body.name }) })",
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/LDAP_Injection_Prevention_Cheat_Sheet.html', 'https://www.rfc-editor.org/rfc/rfc4515'],
  from: ['request', 'message', 'parameter'],
  to: ['ldap'],
  // Who signs in by a name of his own choice, as a whole, signs in as that and nobody else: there is nothing to break out of.
  where: ({ api, composed }) => !/\bbind$/.test(api) || composed === true,
})

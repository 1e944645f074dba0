import { isOn, usageRule } from '../usage-rule'

export default usageRule({
  id: 'token-expiry-ignored',
  class: 'jwt-verification',
  phase: 'Authentication',
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:L/I:L/A:N',
  cwe: [613, 345],
  title: 'Expired tokens are accepted',
  why: 'The check is told to overlook that a token has expired, so that it is good for ever.',
  impact: ['A token that leaked once opens the account until the key is changed'],
  fix: 'Leave the check of the expiry on, and give out short tokens that are renewed.',
  code: "jwt.verify(token, key, { algorithms: ['RS256'] })",
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/JSON_Web_Token_Cheat_Sheet.html'],
  of: ['token-verify'],
  fault: ({ values }) => (isOn(values.ignoreExpiration) ? { confidence: 'medium' } : undefined),
})

import { disclosureRule, TOKENS } from '../disclosure-rule'

export default disclosureRule({
  id: 'sensitive-data-in-token',
  class: 'cleartext-sensitive-data',
  phase: 'Data Protection',
  cvss: 'AV:N/AC:H/PR:L/UI:N/S:U/C:L/I:N/A:N',
  cwe: [312, 522],
  title: 'A signed token carries passwords or personal data',
  why: 'The contents of a signed token are only encoded: the browser, proxies and every service that sees it can read them.',
  impact: ['Whoever gets hold of a token, also an expired one, reads what is in it', 'Data that changed or were deleted live on in tokens'],
  fix: 'Put an identifier into the token and look the rest up on the server.',
  code: 'jwt.sign({ sub: user.id }, key)',
  references: ['https://cheatsheetseries.owasp.org/cheatsheets/JSON_Web_Token_Cheat_Sheet.html', 'https://www.rfc-editor.org/rfc/rfc7519'],
  places: TOKENS,
  confidence: { credential: 'medium', intimate: 'high', personal: 'low', general: 'low' },
})
